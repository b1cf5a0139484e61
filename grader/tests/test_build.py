"""What `kata build` writes, and what it must never let through."""

from __future__ import annotations

import builtins
import json
import re
from pathlib import Path

import nbformat
import pytest

from grader.build import BEGIN, END, build, drift, stub
from grader.course import Course, CourseError, find_course
from grader.percent import join, split

LESSON = '''\
# %% [markdown]
# # Round trip
# Prose, with an umlaut: ü.

# %%
%%MAGIC%%
1 + 1

# %% exercise="double"
def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    CANARY_ANSWER = 2
    return x * CANARY_ANSWER
    ### END SOLUTION

# %% check="double"
check(double)

# %%
1 + 1
'''.replace("%%MAGIC%%", "# %matplotlib inline")

STUB = '''\
def double(x):
    """Twice x."""
    raise NotImplementedError("double: your code goes here")
'''

BUILT = [
    "exercises/03_trip/hints.md",
    "exercises/03_trip/lesson.py",
    "exercises/03_trip/test_public.py",
    "notebooks/03_trip.ipynb",
]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def make(root: Path, lesson: str = LESSON) -> Course:
    folder = root / "solutions/03_trip"
    write(folder / "lesson.py", lesson)
    write(folder / "test_public.py", "def test_two(submission): ...\n")
    write(folder / "hints.md", "## double\n")
    write(folder / "test_hidden.py", "CANARY_HIDDEN = 1\n")
    write(folder / "wrong/CANARY_WRONG_NAME.py", "CANARY_WRONG = 1\n")
    write(folder / "right/CANARY_RIGHT_NAME.py", "CANARY_RIGHT = 1\n")
    return find_course(root)


def files(root: Path) -> dict[str, bytes]:
    """What lies in the two built trees."""
    paths = [path for tree in ("exercises", "notebooks") for path in (root / tree).rglob("*") if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(paths)}


@pytest.fixture(autouse=True)
def _no_course_named(monkeypatch):
    monkeypatch.delenv("KATA_COURSE", raising=False)


@pytest.fixture
def course(tmp_path) -> Course:
    return make(tmp_path)


def refused(root: Path, lesson: str) -> str:
    """The one line that says why `lesson` is not built."""
    course = make(root, lesson)
    with pytest.raises(CourseError) as caught:
        build(course)
    assert "\n" not in str(caught.value)
    assert not files(root)
    return str(caught.value)


def test_the_stub_is_the_lesson_with_the_answer_replaced(course):
    before, rest = LESSON.split("def double", 1)
    after = rest.split(END + "\n", 1)[1]
    assert stub(course.lessons[0]) == before + STUB + after


def test_the_indentation_of_the_answer_is_kept(tmp_path):
    answer = f"class C:\n    def f(self):\n        {BEGIN}\n        return 1\n        {END}\n"
    text = stub(make(tmp_path, '# %% exercise="C"\n' + answer).lessons[0])
    assert '\n        raise NotImplementedError("C: your code goes here")\n' in text


def test_a_build_writes_four_files_a_lesson_and_then_has_nothing_to_do(course):
    assert [path.relative_to(course.root).as_posix() for path in sorted(build(course))] == BUILT
    assert build(course) == []
    assert drift(course) == []


def test_nothing_secret_is_built(course):
    build(course)
    for name, content in files(course.root).items():
        assert b"CANARY" not in content, name
        assert b"SOLUTION" not in content, name


def test_the_notebook_is_valid_and_bare(course):
    build(course)
    text = course.lessons[0].notebook.read_text(encoding="utf-8")
    nbformat.validate(nbformat.reads(text, as_version=4))
    raw = json.loads(text)
    assert (raw["nbformat"], raw["nbformat_minor"]) == (4, 5)
    assert raw["metadata"]["kernelspec"]["name"] == "python3"
    cells = _cells(course)
    assert [cell["cell_type"] for cell in cells] == ["markdown", "code", "code", "code", "code"]
    assert [cell["metadata"] for cell in cells] == [{}, {}, {"exercise": "double"}, {"check": "double"}, {}]
    assert [cell["outputs"] for cell in cells[1:]] == [[]] * 4
    assert {cell["execution_count"] for cell in cells[1:]} == {None}
    assert "".join(cells[0]["source"]) == "# Round trip\nProse, with an umlaut: ü."
    assert cells[1]["source"][0] == "%matplotlib inline\n"
    assert "".join(cells[2]["source"]) + "\n" == STUB


def _cells(course) -> list[dict]:
    """The lesson's own cells, after the one that installs the course."""
    install, *cells = json.loads(course.lessons[0].notebook.read_bytes())["cells"]
    assert install["id"] == "install"
    return cells


def test_cell_ids_stay_when_another_cell_changes(course):
    def ids() -> list[str]:
        build(course)
        return [cell["id"] for cell in _cells(course)]

    before = ids()
    assert before[2:4] == ["exercise-double", "check-double"]
    assert len(set(before)) == len(before)
    write(course.lessons[0].source, LESSON.replace("Prose", "Better prose"))
    assert [new == old for new, old in zip(ids(), before, strict=True)] == [False, True, True, True, True]


def test_two_cells_with_the_same_text_have_two_ids(tmp_path):
    course = make(tmp_path, "# %%\n1\n\n# %%\n1\n\n# %%\n1\n")
    build(course)
    first, *others = [cell["id"] for cell in _cells(course)]
    assert others == [f"{first}-2", f"{first}-3"]


def test_two_builds_give_the_same_bytes(tmp_path):
    courses = [make(tmp_path / name) for name in ("one", "two")]
    for course in courses:
        build(course)
    assert files(courses[0].root) == files(courses[1].root)


def test_drift_names_every_file_and_writes_none(course):
    build(course)
    (course.root / BUILT[0]).unlink()
    write(course.root / BUILT[1], "mine")
    write(course.root / "exercises/02_gone/lesson.py", "old")
    write(course.root / "notebooks/02_gone.ipynb", "old")
    before = files(course.root)
    assert drift(course) == [
        "changed: exercises/03_trip/lesson.py",
        "missing: exercises/03_trip/hints.md",
        "stray: exercises/02_gone/lesson.py",
        "stray: notebooks/02_gone.ipynb",
    ]
    assert files(course.root) == before


def test_a_build_removes_what_a_removed_lesson_left_and_nothing_else(course):
    write(course.root / "exercises/02_gone/lesson.py", "old")
    write(course.root / "exercises/01_gone/lesson.py", "old")
    write(course.root / "exercises/01_gone/notes.txt", "mine")
    build(course)
    assert drift(course) == []
    assert not (course.root / "exercises/02_gone").exists()
    assert next(iter(files(course.root))) == "exercises/01_gone/notes.txt"


def test_an_exercise_without_an_answer_is_refused(tmp_path):
    message = refused(tmp_path, LESSON.replace(BEGIN, "").replace(END, ""))
    assert message.startswith("03_trip/lesson.py, the cell at line 9: exercise 'double' has no answer marked.")


def test_an_end_before_its_beginning_is_refused(tmp_path):
    swapped = LESSON.replace(BEGIN, "@").replace(END, BEGIN).replace("@", END)
    assert "the cell at line 9: line 12 ends a solution that was not begun" in refused(tmp_path, swapped)


def test_an_answer_without_an_end_is_refused(tmp_path):
    assert "the solution of line 12 has no end" in refused(tmp_path, LESSON.replace(f"    {END}\n", ""))


def test_an_answer_inside_an_answer_is_refused(tmp_path):
    assert "inside the one of line 12" in refused(tmp_path, LESSON.replace("    CANARY", f"    {BEGIN}\n    CANARY", 1))


def test_an_answer_outside_an_exercise_is_refused(tmp_path):
    assert "it has a solution and names no exercise" in refused(tmp_path, LESSON.replace(' exercise="double"', ""))


@pytest.mark.parametrize("marker", ["# BEGIN SOLUTION", "###BEGIN SOLUTION", "### BEGIN SOLUTION: the fetch"])
def test_a_marker_that_is_nearly_one_is_refused(tmp_path, marker):
    assert "line 12 is nearly a marker" in refused(tmp_path, LESSON.replace(BEGIN, marker))


@pytest.mark.parametrize(
    "line", ["from solutions.x import y", "import solutions", "from .lesson import double", "import test_hidden"]
)
def test_public_tests_that_import_what_students_lack_are_refused(course, line):
    write(course.lessons[0].public_tests_source, f"import numpy\n{line}\n")
    with pytest.raises(CourseError, match="solutions/03_trip/test_public.py, line 2: it imports"):
        build(course)


def test_a_lesson_without_hints_is_refused(course):
    course.lessons[0].hints_source.unlink()
    with pytest.raises(CourseError, match="solutions/03_trip/hints.md cannot be read"):
        build(course)


def test_a_students_copy_cannot_be_built(tmp_path):
    write(tmp_path / "exercises/03_trip/lesson.py", LESSON)
    with pytest.raises(CourseError, match="use the author's copy"):
        build(find_course(tmp_path))


def test_without_the_author_extra_one_line_says_so(course, monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "jupytext":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(CourseError, match=re.escape("pip install -e '.[author]'")):
        build(course)


@pytest.mark.parametrize("text", ["", "x = 1\n", LESSON, "# %%", "a\n# %%\n\n# %% [markdown]\n# b"])
def test_splitting_into_cells_loses_nothing(text):
    assert join(split(text)) == text


def test_this_course_is_built():
    course = find_course(Path(__file__).parent)
    if not course.lessons[0].has_solutions:
        pytest.skip("a student's copy has nothing to build from")
    assert drift(course) == []
