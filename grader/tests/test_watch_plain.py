"""`kata watch` without a terminal: a verdict a save, no keys, nothing cleared."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from grader.tests.editions import RIGHT, WRONG, lesson_file, make_edition, write_answer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent as a POSIX signal")


class Watching:
    """A running `kata watch` and what it has printed so far."""

    def __init__(self, folder, *arguments):
        self._process = subprocess.Popen(
            [sys.executable, "-c", "from grader.cli import main; main()", "watch", *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.printed = ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.printed += line

    def wait_for(self, words, seconds=60):
        end = time.monotonic() + seconds
        while words not in self.printed:
            assert time.monotonic() < end, self.printed
            time.sleep(0.02)
        return self.printed

    def interrupt(self):
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(10)


@pytest.fixture
def edition(tmp_path, monkeypatch):
    monkeypatch.delenv("KATA_COURSE", raising=False)
    return make_edition(tmp_path)


def test_each_save_gives_a_verdict_and_says_what_is_next(edition):
    watching = Watching(edition)
    watching.wait_for("○ double, not attempted")
    write_answer(lesson_file(edition), "double", WRONG)
    watching.wait_for("1 doubled is 2.")
    write_answer(lesson_file(edition), "double", RIGHT)
    printed = watching.wait_for("→ Solved. Next: halve in exercises/01_tiny/lesson.py:")
    assert "\x1b" not in printed and "press" not in printed
    write_answer(lesson_file(edition), "halve", "def halve(x):\n    return x / 2")  # it follows
    watching.wait_for("✓ halve: all checks passed")
    assert watching.interrupt() == 0
    assert watching.wait_for("2/2 solved.")
    again = Watching(edition, "tiny")
    again.wait_for("✓ double: all checks passed")  # progress was kept
    again.interrupt()


def test_a_save_in_mid_check_starts_over_with_the_new_text(edition):
    watching = Watching(edition)
    watching.wait_for("○ double, not attempted")
    write_answer(lesson_file(edition), "double", "def double(x):\n    while True: pass")
    time.sleep(1)
    started = time.monotonic()
    write_answer(lesson_file(edition), "double", RIGHT)
    printed = watching.wait_for("✓ double: all checks passed")
    assert time.monotonic() - started < 4 and "out of time" not in printed  # the loop had 5 seconds
    watching.interrupt()


def test_a_damaged_file_is_one_line_and_the_next_save_goes_on(edition):
    watching = Watching(edition)
    watching.wait_for("○ double, not attempted")
    whole = lesson_file(edition).read_text()
    (edition / "notebooks" / "01_tiny.ipynb").unlink()
    lesson_file(edition).write_text("")
    watching.wait_for("lesson.py: is empty")
    lesson_file(edition).write_text(whole)
    write_answer(lesson_file(edition), "double", RIGHT)
    watching.wait_for("✓ double: all checks passed")
    watching.interrupt()


@pytest.mark.parametrize(
    ("name", "words"),
    [("tinny", "Did you mean 'tiny'?"), ("doubel", "Did you mean 'double'?")],
)
def test_a_misspelt_name_is_one_line_with_the_nearest(edition, name, words):
    command = [sys.executable, "-c", "from grader.cli import main; main()", "watch", name]
    done = subprocess.run(command, cwd=edition, capture_output=True, text=True)
    assert done.returncode == 2 and words in done.stderr and done.stderr.count("\n") == 1
