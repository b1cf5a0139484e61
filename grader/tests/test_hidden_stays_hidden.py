"""From a hidden check to everything a student sees: no input, no expected value, no line of the test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.course import find_course
from grader.judge.bench import Settings
from grader.judge.program import Limits, Source
from grader.judge.protocol import Request
from grader.outputs.page import class_html, feedback_html
from grader.report import from_json
from grader.slots import Slot
from grader.tests.tiny_course import hand_in, write_course

# The input, twice it, and words of the test's own source; each as it might be written.
SECRETS = ("314159", "628318", "SOURCE-CANARY", "make_secret", "0d961d49", "test_hidden.py", "expected:", "Traceback")
HIDDEN = '''
import numpy as np
from grader.judge import exercise, expect, points, shipped


def make_secret():
    return np.array([314159.0], np.float32)  # SOURCE-CANARY


@exercise("double")
class TestDouble:
    @points(2)
    def test_doubles(self, submission):
        """doubles"""
        got = submission.double(make_secret(), given="one number")
        expect(got).is_array(otherwise=f"The result is {got.kind}, not an array.")
        expect(got).numbers(2 * make_secret(), otherwise="The result is not doubled.")
'''
TELLS = "text = 'TOLD ' + repr(x.tolist()) + ' ' + x.tobytes().hex()"
WAYS = {
    "returns": "return x",
    "opaque": "return type(text, (), {'__repr__': lambda self: text})()",
    "named": "return __import__('collections').namedtuple('T' + x.tobytes().hex(), 'a')(x)",
    "dict": "return {text: x}",
    "raises": "raise ValueError(text)",
    "type": "raise type(text, (KeyError,), {})(text)",
    "cause": "raise ValueError(text) from RuntimeError(text)",
    "group": "raise ExceptionGroup(text, [ValueError(text)])",
    "note": "error = ValueError(); error.add_note(text); raise error",
    "file": "exec(compile('\\n' * 3 + 'raise ValueError', text, 'exec'))",
    "syntax": "raise SyntaxError(text, (text, 3, 1, text))",
    "printed": "print(text); import sys; print(text, file=sys.stderr)",
    "warned": "import warnings; warnings.warn(text)",
    "exits": "import sys; sys.exit(text)",
    "dies": "import os; os.write(2, text.encode()); os.abort()",
    "deep": "return [[text]] * 3",
    "asserts": "assert False, text",
    "renames": "globals()['doubles_' + x.tobytes().hex()] = globals().pop('double')",
}


@pytest.fixture
def course(tmp_path, monkeypatch) -> Path:
    root = write_course(tmp_path / "course", HIDDEN)
    monkeypatch.setenv("KATA_COURSE", str(root))
    monkeypatch.chdir(tmp_path)
    return root


def _answers() -> dict[str, str]:
    return {name: f"def double(x):\n    {TELLS}\n    {way}\n" for name, way in WAYS.items()}


@pytest.mark.timeout(240)
def test_nothing_of_a_hidden_check_reaches_what_a_student_sees(course, tmp_path):
    folder = hand_in(tmp_path / "class", **_answers())
    done = CliRunner().invoke(
        main, ["grade", str(folder), "--timeout", "2", "--allow-unsandboxed"], catch_exceptions=False
    )
    reports = [from_json(path.read_bytes()) for path in Path("reports").glob("*/01_tiny.json")]
    assert sorted(report.student for report in reports) == sorted(WAYS)
    seen = {path: path.read_text() for path in Path("reports").rglob("*") if path.is_file()}
    seen |= {("page", report.student): feedback_html(report) for report in reports}
    seen |= {"class": class_html(reports, []), "terminal": done.output}
    for where, text in seen.items():
        assert [secret for secret in (*SECRETS, "TOLD [") if secret in text] == [], where
    assert all(report.points == 0 for report in reports)


def test_the_same_check_made_public_does_tell(course):
    lesson = find_course().lesson("tiny")
    shutil.copy(lesson.hidden_tests, lesson.public_tests_source)
    slot = Slot(Settings(limits=Limits(10, 2)), (lesson.public_tests_source,))
    told = ""
    try:
        for name in ("returns", "raises"):
            cells = (_answers()[name],)
            told += repr(slot.ask(Request(lesson=lesson.name, source=Source("py", cells), which="public")).details)
    finally:
        slot.close()
    assert all(secret in told for secret in ("314159", "628318", "TOLD [", "expected:"))
