"""What `kata watch` hears of: saves in whatever way an editor makes them, places in files, keys."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import pytest

from grader.course import Exercise, Lesson
from grader.student.look import look
from grader.watch.keys import decoded
from grader.watch.saves import PATIENCE, QUIET, Saves, wake_on_events

LESSON = Lesson("01_tiny", "Tiny", (Exercise("double", "01_tiny", 0), Exercise("halve", "01_tiny", 0)), Path("nowhere"))
FILE = '# %% exercise="double"\ndef double(x):\n    return x\n\n\n# %%\nhalve = lambda x: x\n'


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "lesson.py"
    path.write_text(FILE)
    return path


def _by_rename(path):
    other = path.with_suffix(".tmp")
    other.write_text("new\n")
    os.replace(other, path)


def _by_removing_first(path):
    path.unlink()
    path.write_text("new\n")


def _by_writing(path):
    path.write_text("newer\n")


def _with_as_many_letters(path):
    path.write_text(FILE.swapcase())


@pytest.mark.parametrize("save", [_by_rename, _by_removing_first, _by_writing, _with_as_many_letters])
def test_a_save_is_told_of_once(file, save):
    saves = Saves([file])
    assert saves.settled(0) == [] and not saves.settling
    save(file)
    assert saves.settled(1) == [] and saves.settling
    assert saves.settled(1 + QUIET) == [file]
    assert saves.settled(2) == [] and not saves.settling


def test_a_file_is_not_read_between_truncating_and_writing(file):
    saves = Saves([file])
    file.write_text("")
    saves.settled(0)
    assert saves.settled(PATIENCE / 2) == []
    file.write_text("whole\n")
    assert saves.settled(PATIENCE / 2 + 0.01) == []
    assert saves.settled(PATIENCE / 2 + 0.01 + 2 * QUIET) == [file]


@pytest.mark.parametrize("half", ["", '{"cells": [{"source": "def'])
def test_a_notebook_that_stays_half_written_is_told_of_in_the_end(tmp_path, half):
    path = tmp_path / "x.ipynb"
    path.write_text("{}")
    saves = Saves([path])
    path.write_text(half)
    assert [saves.settled(0), saves.settled(PATIENCE / 2), saves.settled(PATIENCE)] == [[], [], [path]]


def test_a_file_that_is_gone_is_told_of_in_the_end(file):
    saves = Saves([file])
    file.unlink()
    assert [saves.settled(0), saves.settled(PATIENCE / 2), saves.settled(PATIENCE)] == [[], [], [file]]


def test_each_further_write_waits_anew(file):
    saves = Saves([file])
    for number in range(5):
        file.write_text("x" * (number + 1))
        assert saves.settled(number * QUIET / 2) == []


def test_a_save_wakes_whoever_waits(file):
    woken, stop = threading.Event(), threading.Event()
    thread = threading.Thread(target=wake_on_events, args=([file.parent], woken.set, stop))
    thread.start()
    try:
        for _ in range(50):  # it may not have begun to listen
            _by_rename(file)
            if woken.wait(0.1):
                break
        assert woken.is_set()
    finally:
        stop.set()
        thread.join(5)
    assert not thread.is_alive()


def test_exercises_are_found_with_their_lines(file, monkeypatch):
    monkeypatch.chdir(file.parent)
    found = look(LESSON, file)
    assert found.place("double") == "lesson.py:2" and found.place("halve") == "lesson.py:7"
    assert found.place("gone") == "lesson.py"
    assert found.texts["double"] == "def double(x):\n    return x"


def test_only_the_exercise_whose_text_changed_is_told_of(file):
    before = look(LESSON, file)
    file.write_text("import os\n\n" + FILE.replace("lambda x: x", "lambda x: x / 2"))
    assert look(LESSON, file).changed(before) == ["halve"]


def test_a_file_that_cannot_be_read_has_no_places(tmp_path):
    path = tmp_path / "x.ipynb"
    path.write_text("{")
    assert look(LESSON, path).texts == {}
    assert look(LESSON, tmp_path / "none.py").numbers == {}


def test_an_exercise_of_a_notebook_is_found_in_its_code_cell(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sources = ("import jax", "def halve(x):\n    return x", "def double(x):\n    return x", "def halve(x):\n    ...")
    code = [{"cell_type": "code", "source": source} for source in sources]
    Path("x.ipynb").write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "# Tiny"}, *code]}))
    found = look(LESSON, tmp_path / "x.ipynb")
    assert found.place("double") == "x.ipynb, code cell 3" and found.place("halve") == "x.ipynb, code cell 4"


def test_an_exercise_with_an_answer_is_started(file):
    assert look(LESSON, file).started == {"double", "halve"}
    file.write_text(FILE.replace("return x", 'raise NotImplementedError("double: your code goes here")'))
    assert look(LESSON, file).started == {"halve"}


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("hn", ["h", "n"]),
        ("\x1b[A\x1bOB\x1b[6~", ["up", "down", "pagedown"]),
        ("\r\n", ["enter", "enter"]),
        ("\x1b", ["escape"]),
        ("\x03", ["interrupt"]),
        ("\x1b[1;5Cq\x1b[", ["q"]),
        ("é", ["é"]),
    ],
)
def test_what_a_terminal_sends_is_keys(sent, keys):
    assert decoded(sent) == keys
