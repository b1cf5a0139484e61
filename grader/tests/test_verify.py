"""`kata verify`: what a change broke is named by file."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.course import find_course
from grader.tests.tiny_course import LESSON, write_course
from grader.verify import broken

AS_DECLARED = '''"""Doubles nothing."""
# caught-by: test_doubles, test_keeps_float32
# says: not doubled
# keeps: 0


def double(x):
    return x
'''


@pytest.fixture
def lesson(tmp_path, monkeypatch):
    monkeypatch.delenv("KATA_COURSE", raising=False)
    folder = write_course(tmp_path) / "solutions/01_tiny"
    for name, text in {
        "wrong/as_declared.py": AS_DECLARED,
        "wrong/keeps_more.py": AS_DECLARED.replace("keeps: 0", "keeps: 1"),
        "wrong/halve__says_nothing.py": AS_DECLARED.replace("double(", "halve(").replace(
            "test_doubles, test_keeps_float32", "test_halves"
        ),
        "right/adds.py": "def double(x):\n    return x + x\n",
        "right/halve__wrong.py": "def halve(x):\n    return x\n",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_what_is_not_as_declared_is_named_and_nothing_else(lesson):
    course = find_course(lesson)
    lines = [line.split(":")[0] for name, line in broken(course, course.lessons, jobs=1)]
    assert sorted(set(lines)) == ["right/halve__wrong.py", "wrong/halve__says_nothing.py", "wrong/keeps_more.py"]


@pytest.mark.slow
def test_a_reference_that_fails_and_a_stub_that_is_none_are_named(lesson, monkeypatch):
    for path in [*lesson.glob("wrong/*"), *lesson.glob("right/*")]:
        path.unlink()
    # Half of `double` is outside the markers, so its stub is no stub; `halve` is wrong.
    text = LESSON.replace(
        "    ### BEGIN SOLUTION\n    return 2 * x\n",
        "    if x is not None:\n        return 2 * x\n    ### BEGIN SOLUTION\n",
        1,
    )
    (lesson / "lesson.py").write_text(text.replace("return x / 2", "return x"))
    monkeypatch.chdir(lesson)
    done = CliRunner().invoke(main, ["verify", "tiny", "--jobs", "1"])
    assert done.exit_code == 1
    assert (
        "test_public.py: halve, test_halves_four: the reference should be passed and failed: 4 halved is 2."
        in done.output
    )
    assert "test_hidden.py: double, test_doubles: the stub should be not attempted and passed" in done.output


@pytest.mark.parametrize(("lesson_name", "says"), [("tinny", "Did you mean 'tiny'?"), ("", "There is no lesson ''")])
def test_a_wrong_lesson_is_one_line(lesson, monkeypatch, lesson_name, says):
    monkeypatch.chdir(lesson)
    done = CliRunner().invoke(main, ["verify", lesson_name])
    assert done.exit_code == 2 and says in done.output


def test_without_solutions_there_is_nothing_to_verify(lesson, monkeypatch):
    root = lesson.parents[1]
    (root / "exercises").mkdir()
    lesson.rename(root / "exercises/01_tiny")
    monkeypatch.chdir(root)
    done = CliRunner().invoke(main, ["verify"])
    assert done.exit_code == 2 and "no solutions/" in done.output
