"""The commands of a student's day: start, list, hint, reset, solution, submit, completion."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from grader.build import build
from grader.cli import main
from grader.course import read_course
from grader.student import progress
from grader.tests.tiny_course import write_course

STUB = 'raise NotImplementedError("double: your code goes here")'
LESSON = "exercises/01_tiny/lesson.py"


def kata(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), catch_exceptions=False)


def one_line(result: Result) -> str:
    """What a refused command says."""
    assert result.exit_code == 2 and result.output.startswith("kata: ") and result.output.count("\n") == 1
    return result.output


@pytest.fixture
def source(tmp_path, monkeypatch) -> Path:
    root = write_course(tmp_path / "source")
    build(read_course(root))
    monkeypatch.setenv("KATA_COURSE", str(root))
    monkeypatch.chdir(tmp_path)
    return root


@pytest.fixture
def mine(source, tmp_path, monkeypatch) -> Path:
    assert kata("start", "mine").exit_code == 0
    monkeypatch.chdir(tmp_path / "mine")
    monkeypatch.delenv("KATA_COURSE")
    return tmp_path / "mine"


def _answer(mine: Path) -> None:
    text = (mine / LESSON).read_text()
    (mine / LESSON).write_text(text.replace(STUB, "return 2 * x"))


def test_start_says_what_to_type_next(source, tmp_path):
    said = kata("start").output
    assert "1 lessons with 2 exercises are in jax-kata-course" in said or "2 exercises" in said
    assert "cd jax-kata-course" in said and "kata watch" in said
    assert "jupyter lab notebooks/01_tiny.ipynb" in said
    assert (tmp_path / "jax-kata-course" / LESSON).is_file()
    again = kata("start")
    assert again.exit_code == 0 and "nothing in it was touched" in again.output


def test_start_refuses_a_folder_with_other_things_and_update_one_without(source, tmp_path):
    assert "is not empty" in one_line(kata("start", str(tmp_path)))
    assert "was not made by `kata start`" in one_line(kata("start", "--update", "nowhere"))


def test_an_update_from_inside_the_folder_says_what_it_did(source, mine, monkeypatch):
    monkeypatch.setenv("KATA_COURSE", str(source))
    _answer(mine)
    assert kata("start", "--update").output == "Everything is up to date.\n"
    lesson = source / "solutions/01_tiny/lesson.py"
    lesson.write_text(lesson.read_text().replace("# # Tiny", "# # Tiny and better"))
    build(read_course(source))
    said = kata("start", "--update").output
    assert f"{LESSON}: brought up to date around 1 cell of yours" in said
    assert ".kata" in said and "reload it from disk" in said
    assert kata("start", "--update").output == "Everything is up to date.\n"


def test_start_refuses_a_course_that_is_not_there(source, tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_COURSE", str(tmp_path / "nowhere"))
    assert "where there is no lesson" in one_line(kata("start", "new"))


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(b"\xff"), lambda path: path.mkdir()])
def test_a_kept_name_that_cannot_be_read_or_written_stops_no_submission(mine, damage):
    _answer(mine)
    damage(mine / ".kata" / "name.txt")
    assert kata("submit", "--name", "Ada").exit_code == 0


def test_a_folder_that_lost_its_record_is_not_updated_but_named(mine):
    shutil.rmtree(mine / ".kata")
    said = one_line(kata("start", "--update"))
    assert str(mine) in said and "or its .kata is gone" in said and "copy your exercises/" in said


def test_the_list_says_in_words_how_each_exercise_stands(mine):
    assert "○ to do    double" in kata("list").output
    _answer(mine)
    assert "~ started  double" in kata("list").output
    progress.record(read_course(mine), "double", True)
    said = kata("list").output
    assert said.startswith("1/2 solved") and "✓ solved   double" in said and "Next: halve" in said


def test_each_hint_is_one_step_more_and_the_last_one_is_said_to_be(mine):
    said = [kata("hint", "double").output for _ in range(4)]
    assert [text[:11] for text in said] == ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Hint 3 of 3"]
    assert "kata hint double" in said[0] and "kata hint" not in said[2] and "the last one, again" in said[3]
    assert kata("hint").output.startswith("Hint 3 of 3 for double")


def test_lost_hints_are_one_line_that_says_how_to_have_them_back(mine):
    (mine / "exercises/01_tiny/hints.md").unlink()
    assert "hints.md is missing: `kata start --update` puts it back" in one_line(kata("hint", "double"))


def test_reset_prints_where_the_answer_is_kept(mine):
    assert "no answer yet" in kata("reset", "double").output
    _answer(mine)
    progress.record(read_course(mine), "double", True)
    said = kata("reset", "double").output
    copy = Path(said.split("Your file as it was: ")[1].splitlines()[0])
    assert "return 2 * x" in copy.read_text() and STUB in (mine / LESSON).read_text()
    assert "double" not in progress.load(read_course(mine)).solved


def test_a_solution_is_shown_after_it_is_solved_and_only_where_there_is_one(mine, source, monkeypatch):
    assert "has no solutions in it" in one_line(kata("solution", "double"))
    monkeypatch.setenv("KATA_COURSE", str(source))
    assert "not solved yet" in one_line(kata("solution", "double"))
    progress.record(read_course(source), "double", True)
    assert kata("solution", "double").output == "def double(x):\n    return 2 * x\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("hnit",), "Did you mean 'hint'?"),
        (("hint", "duoble"), "Did you mean 'double'?"),
        (("reset", "duoble"), "Did you mean 'double'?"),
        (("solution", "duoble"), "Did you mean 'double'?"),
        (("submit", "tniy"), "Did you mean 'tiny'?"),
        (("submit",), "nothing to hand in yet"),
    ],
)
def test_wrong_use_is_one_line_with_the_nearest_right_name(mine, words, said):
    assert said in one_line(kata(*words))


def test_submit_keeps_the_name_and_prints_the_receipt(mine, monkeypatch):
    from grader.student.desk import CheckError, Desk

    def refuse(*_args):
        raise CheckError("No checks here.")

    monkeypatch.setattr(Desk, "ask", refuse)
    _answer(mine)
    first = kata("submit", "--name", "Ada")
    assert first.exit_code == 0 and "Submission of Ada" in first.output and "Written: Ada.zip" in first.output
    assert "! 01_tiny: not attempted: halve." in first.output
    assert "Written: Ada.zip" in kata("submit").output


@pytest.mark.parametrize(("typed", "offered"), [("hint d", "double"), ("submit 0", "01_tiny"), ("sub", "submit")])
def test_names_complete(mine, typed, offered):
    words = f"kata {typed}"
    environment = os.environ | {"_KATA_COMPLETE": "bash_complete", "COMP_WORDS": words}
    environment["COMP_CWORD"] = str(len(words.split()) - 1)
    program = "from grader.cli import main; main(prog_name='kata')"
    folder = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        cwd=mine,
    )
    assert offered in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_is_for_kata(shell):
    assert "_KATA_COMPLETE" in kata("completion", shell).output


def test_outside_a_folder_of_ones_own_the_installed_course_is_not_written_in(tmp_path, monkeypatch):
    from grader.student import workspace

    monkeypatch.delenv("KATA_COURSE", raising=False)
    root = write_course(tmp_path / "shipped")
    build(read_course(root))
    monkeypatch.setattr(workspace, "SHIPPED", root.resolve())
    monkeypatch.chdir(root)
    assert "make one with `kata start`" in one_line(kata("list"))
