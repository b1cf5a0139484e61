"""Our course in nbgrader as it comes: from `kata nbgrader init` to feedback, with nbgrader's own Execute."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from grader.build import build
from grader.course import find_course, read_course
from grader.report import from_json
from grader.tests.stock_nbgrader import Stock, answering, asked_for
from grader.tests.tiny_course import LESSON, write_course

pytest.importorskip("nbgrader")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

TINY = "01_tiny"
ANSWER = "ANSWER-CANARY"
# The hidden input, twice it, the input's bytes, and words of the test's own source.
SECRETS = ("314159", "628318", "0d961d49", "SOURCE-CANARY", "make_secret")
HIDDEN = '''
import numpy as np
from grader.judge import exercise, expect, points


def make_secret():
    return np.array([314159.0], np.float32)  # SOURCE-CANARY


@exercise("double")
class TestDouble:
    @points(1)
    def test_array(self, submission):
        """returns an array"""
        got = submission.double(make_secret(), given="one number")
        expect(got).is_array(otherwise="The result is not an array.")

    @points(2)
    def test_doubles(self, submission):
        """doubles"""
        expect(submission.double(make_secret())).numbers(2 * make_secret(), otherwise="The result is not doubled.")


@exercise("halve")
class TestHalve:
    @points(3)
    def test_halves(self, submission):
        """halves"""
        expect(submission.halve(make_secret())).numbers(make_secret() / 2, otherwise="The result is not halved.")
'''
LOUD = """import logging, sys, warnings
import jax.numpy as jnp

def double(x):
    jnp.zeros(1, dtype="float64")  # "... will be truncated to dtype float32 ..."
    logging.getLogger("jax._src.xla_bridge").warning("An NVIDIA GPU may be present on this machine, but a CUDA-enabled"
                                                     " jaxlib is not installed. Falling back to cpu.")
    return x + x

double(jnp.ones(3))"""
HALVE = "def halve(x):\n    return x / 2"


def quits(cells):
    """The function ends its process; the marks cell of the other, right one is deleted, and nbgrader puts it back."""
    answering({"double": "import os\ndef double(x):\n    os._exit(0)", "halve": HALVE})(cells)
    cells[:] = [cell for cell in cells if cell["metadata"].get("nbgrader", {}).get("grade_id") != "halve-marks"]


# Per student what was done to the notebook, and the mark that stock nbgrader and `kata grade` must both give.
ANSWERS = {
    "loud": (answering({"double": LOUD, "halve": HALVE}), 6),
    "wrong": (answering({"double": "def double(x):\n    return x", "halve": "def halve(x):\n    while True: pass"}), 1),
    "tells": (
        answering({"double": "def double(x):\n    raise ValueError(x.tolist(), x.tobytes().hex())", "halve": HALVE}),
        3,
    ),
    "raises": (answering({"double": "1 / 0", "halve": "halve = 3"}), 0),
    "quits": (quits, 3),
    "stub": (answering({}), 0),
}


@pytest.fixture(scope="module")
def stock(tmp_path_factory):
    """The tiny course after a whole round, with one student who went through the exchange."""
    folder = tmp_path_factory.mktemp("stock")
    kata = write_course(folder / "kata", HIDDEN)
    lesson = kata / "solutions" / TINY / "lesson.py"
    lesson.write_text(LESSON.replace("return 2 * x", f"return 2 * x  # {ANSWER}"))
    build(read_course(kata))
    stock = Stock(folder, kata)
    assert stock.made.returncode == 0, stock.made.stderr
    stock.release(TINY)
    for student, (change, _) in ANSWERS.items():
        stock.put(student, TINY, change)
    return stock


@pytest.fixture(scope="module")
def handed_in(stock):
    """A student's way: fetch, answer, hand in; and back to the instructor."""
    ran = {"fetch_assignment": stock.as_student("fetch_assignment", TINY)}
    path = stock.student / TINY / f"{TINY}.ipynb"
    notebook = json.loads(path.read_text())
    ran["validate untouched"] = stock.as_student("validate", str(path))
    answering({"double": "def double(x): return x + x", "halve": "def halve(x): return x / 2"})(notebook["cells"])
    path.write_text(json.dumps(notebook))
    ran["validate answered"] = stock.as_student("validate", str(path))
    ran["submit"] = stock.as_student("submit", TINY)
    ran["collect"] = stock.nbgrader("collect", TINY)
    return ran


@pytest.fixture(scope="module")
def graded(stock, handed_in):
    ran = {"autograde": stock.nbgrader("autograde", TINY)}
    ran |= {name: stock.nbgrader(name, TINY) for name in ("generate_feedback", "release_feedback")}
    ran["fetch_feedback"] = stock.as_student("fetch_feedback", TINY)
    return ran


def test_every_command_ends_well(handed_in, graded):
    assert not {name: done.stderr for name, done in (handed_in | graded).items() if done.returncode}


def test_the_marks_are_those_of_kata_grade(stock, graded, tmp_path):
    marks = stock.marks()
    through_the_exchange = {student: 6 for student in marks if student not in ANSWERS}
    assert len(through_the_exchange) == 1
    assert marks == through_the_exchange | {student: worth for student, (_, worth) in ANSWERS.items()}
    assert marks == kata_grade(stock, tmp_path)


def kata_grade(stock, out):
    command = [sys.executable, "-c", "from grader.cli import main; main()", "grade", str(stock.course / "submitted")]
    environment = {**os.environ, "KATA_COURSE": str(stock.kata)}
    done = subprocess.run([*command, "--out", str(out)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {path.parent.name: from_json(path.read_bytes()).points for path in out.glob("*/*.json")}


def test_warnings_on_stderr_cost_a_right_answer_nothing(stock, graded):
    cells = json.loads((stock.course / "autograded" / "loud" / TINY / f"{TINY}.ipynb").read_text())["cells"]
    said = "".join("".join(o["text"]) for cell in cells for o in cell.get("outputs", ()) if o.get("name") == "stderr")
    assert "will be truncated" in said and "GPU may be present" in said  # or this would test nothing
    assert stock.marks()["loud"] == 6


def test_feedback_says_in_words_what_was_wrong(stock, graded):
    page = (stock.course / "feedback" / "wrong" / TINY / f"{TINY}.html").read_text()
    assert "The result is not doubled." in page and "1 of 3 points" in page
    assert list((stock.student / TINY / "feedback").rglob(f"{TINY}.html"))


def test_no_file_that_leaves_the_instructor_holds_a_secret(stock, graded):
    places = [stock.course / name for name in ("release", "autograded", "feedback")]
    files = [path for place in (*places, stock.folder / "exchange", stock.student) for path in place.rglob("*.*")]
    assert len([path for path in files if path.suffix in (".ipynb", ".html")]) > 3 * len(ANSWERS)
    leaks = [
        (path.name, secret)
        for path in files
        if path.is_file()
        for secret in (*SECRETS, ANSWER)
        if secret.encode() in path.read_bytes()
    ]
    assert leaks == []


def test_validate_says_what_the_public_checks_say(handed_in):
    untouched, answered = handed_in["validate untouched"].stdout, handed_in["validate answered"].stdout
    assert "VALIDATION FAILED ON 2 CELL(S)" in untouched and "`halve` still raises NotImplementedError" in untouched
    assert "Success! Your notebook passes all the tests." in answered


def test_without_hidden_tests_there_is_no_mark_and_the_terminal_says_why(stock):
    stock.put("later", TINY)
    hidden = stock.kata / "solutions" / TINY / "test_hidden.py"
    aside = hidden.rename(hidden.with_suffix(".aside"))
    try:
        done = stock.nbgrader("autograde", TINY, "--student=later")
    finally:
        aside.rename(hidden)
    assert done.returncode == 1
    assert "kata: double could not be graded" in done.stderr and "no solutions/01_tiny/test_hidden.py" in done.stderr
    assert not (stock.course / "autograded" / "later" / TINY).exists()


def test_a_lesson_of_ours_gives_its_references_full_marks(tmp_path):
    course = find_course()
    lesson = course.lesson("host_roundtrip")
    stock = Stock(tmp_path, course.root, lesson.name)
    assert not [cell for cell in json.loads(stock.release(lesson.name).read_text())["cells"] if answered(cell)]
    stock.put("reference", lesson.name, answering(stock.answers(lesson.name)))
    done = stock.nbgrader("autograde", lesson.name)
    assert done.returncode == 0, done.stderr
    assert stock.marks() == {"reference": sum(exercise.points for exercise in lesson.exercises)}


def answered(cell):
    return asked_for(cell) and "your code goes here" not in "".join(cell["source"])
