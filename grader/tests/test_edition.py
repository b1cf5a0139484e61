"""`kata start` and `kata start --update`: the course comes and changes, and answers stay."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.build import build
from grader.cells import Cell, parse
from grader.course import CourseError, read_course
from grader.edition import contents as editions
from grader.edition.merge import merge
from grader.edition.reset import reset
from grader.edition.start import start
from grader.edition.update import update
from grader.student.workspace import Workspace
from grader.tests.tiny_course import write_course

STUB = 'raise NotImplementedError("double: your code goes here")'
PY, BOOK = "exercises/01_tiny/lesson.py", "notebooks/01_tiny.ipynb"
TESTS, HINTS = "exercises/01_tiny/test_public.py", "exercises/01_tiny/hints.md"


@pytest.fixture
def source(tmp_path, monkeypatch) -> Path:
    monkeypatch.delenv("KATA_COURSE", raising=False)
    root = write_course(tmp_path / "source")
    build(read_course(root))
    return root


@pytest.fixture
def mine(source, tmp_path) -> Path:
    assert start(tmp_path / "mine", read_course(source))
    return tmp_path / "mine"


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        old, new = json.dumps(old)[1:-1], json.dumps(new)[1:-1]
    assert old in text, path
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def _improve(source: Path, old: str = "# # Tiny\n", new: str = "# # Tiny, and better\n") -> None:
    _replace(source / "solutions/01_tiny/lesson.py", old, new)
    build(read_course(source))


def _update(mine: Path, source: Path) -> dict[str, str]:
    return {done.name: done.words for done in update(mine, read_course(source)).files}


def test_an_edition_has_the_exercises_and_notebooks_and_nothing_of_the_solutions(mine, source):
    names = set(_files(mine))
    assert {name for name in names if not name.startswith(".kata")} == {PY, BOOK, TESTS, HINTS}
    assert not any(lesson.has_solutions for lesson in read_course(mine).lessons)
    assert [exercise.name for exercise in read_course(mine).lessons[0].exercises] == ["double", "halve"]


def test_starting_twice_touches_nothing(mine, source):
    _replace(mine / PY, STUB, "return 2 * x")
    before = _files(mine)
    assert not start(mine, read_course(source))
    assert _files(mine) == before


def test_a_folder_with_other_things_in_it_is_refused_in_one_line(tmp_path, source):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.tex").write_text("")
    with pytest.raises(CourseError, match=r"not empty \(it holds thesis.tex\)") as caught:
        start(tmp_path / "full", read_course(source))
    assert "\n" not in str(caught.value) and _files(tmp_path / "full") == {"thesis.tex": b""}
    with pytest.raises(CourseError, match="is a file"):
        start(tmp_path / "full" / "thesis.tex", read_course(source))


def test_a_virtual_environment_and_hidden_files_may_be_there_before(tmp_path, source):
    (tmp_path / "own" / "venv").mkdir(parents=True)
    (tmp_path / "own" / "venv" / "pyvenv.cfg").write_text("")
    (tmp_path / "own" / ".git").mkdir()
    assert start(tmp_path / "own", read_course(source))


def test_answers_in_the_courses_own_stubs_are_not_handed_out(tmp_path, source):
    _replace(source / PY, STUB, "return 2 * x")
    with pytest.raises(CourseError, match="has an answer to double in it"):
        start(tmp_path / "mine", read_course(source))


def test_an_edition_is_never_started_from_an_edition(mine, source, monkeypatch):
    monkeypatch.setenv("KATA_COURSE", str(mine))
    assert editions.source(mine).root not in (mine, None)
    monkeypatch.setenv("KATA_COURSE", str(source))
    assert editions.source(mine).root == source


def test_what_nobody_touched_follows_the_course(mine, source):
    _improve(source)
    assert _update(mine, source)[PY] == "brought up to date"
    assert {name: data for name, data in _files(mine).items() if not name.startswith(".kata")} == {
        name: (source / name).read_bytes() for name in (PY, BOOK, TESTS, HINTS)
    }


@pytest.mark.parametrize("name", [PY, BOOK])
def test_an_answer_stays_while_the_prose_around_it_is_corrected(mine, source, name):
    _replace(mine / name, STUB, "return 2 * x  # mine")
    _improve(source)
    words = _update(mine, source)
    assert words[name] == "brought up to date around 1 cell of yours"
    text = (mine / name).read_text(encoding="utf-8")
    assert "Tiny, and better" in text and "return 2 * x  # mine" in text and "double: your code" not in text
    again = _files(mine)
    assert not any(done.changed for done in update(mine, read_course(source)).files)
    assert _files(mine) == again


@pytest.mark.parametrize("name", [PY, BOOK])
def test_a_copy_is_kept_of_what_is_replaced(mine, source, name):
    _replace(mine / name, STUB, "return 2 * x  # mine")
    before = (mine / name).read_bytes()
    _improve(source)
    backup = update(mine, read_course(source)).backup
    assert backup and (backup / name).read_bytes() == before
    assert ":" not in backup.name  # no Windows folder is called that


def test_outputs_of_cells_that_stay_are_kept(mine, source):
    book = json.loads((mine / BOOK).read_text())
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell |= {
                "execution_count": 7,
                "outputs": [{"output_type": "stream", "name": "stdout", "text": ["hello\n"]}],
            }
    (mine / BOOK).write_text(json.dumps(book))
    _improve(source, "import numpy as np\n", "import numpy as np  # the host's arrays\n")
    assert _update(mine, source)[BOOK] == "brought up to date"
    code = [cell for cell in json.loads((mine / BOOK).read_text())["cells"] if cell["cell_type"] == "code"]
    kept = [cell for cell in code if cell["outputs"]]
    assert len(kept) == len(code) - 1 and all(cell["execution_count"] == 7 for cell in kept)
    assert [cell["execution_count"] for cell in code if "host's arrays" in "".join(cell["source"])] == [None]


def test_a_new_exercise_comes_where_the_course_has_it_and_tests_are_replaced(mine, source):
    _replace(mine / PY, STUB, "return 2 * x")
    (mine / TESTS).write_text("# gone\n")
    new = '# %% exercise="third"\ndef third(x):\n    ### BEGIN SOLUTION\n    return x / 3\n    ### END SOLUTION\n\n'
    _replace(source / "solutions/01_tiny/lesson.py", '# %% exercise="halve"', new + '# %% exercise="halve"')
    with (source / "solutions/01_tiny/test_public.py").open("a") as stream:
        stream.write("\n# new\n")
    build(read_course(source))
    words = _update(mine, source)
    assert "yours is in the backup" in words[TESTS]
    assert [e.name for e in read_course(mine).lessons[0].exercises] == ["double", "third", "halve"]
    assert "return 2 * x" in (mine / PY).read_text()


def test_a_cell_that_both_changed_stays_the_students_and_is_told_of(mine, source):
    _replace(mine / PY, STUB, "return 2 * x")
    _improve(source, "def double(x):\n", "def double(x: float):\n")
    assert "yours kept: exercise double" in _update(mine, source)[PY]
    assert "def double(x):\n    return 2 * x" in (mine / PY).read_text()


def test_a_notebook_that_lost_its_ids_and_metadata_keeps_its_answer(mine, source):
    _replace(mine / BOOK, STUB, "return 2 * x  # mine")
    book = json.loads((mine / BOOK).read_text()) | {"nbformat_minor": 0}
    for cell in book["cells"]:
        del cell["id"]
        cell["metadata"] = {}
    (mine / BOOK).write_text(json.dumps(book))
    _improve(source)
    assert "1 cell of yours" in _update(mine, source)[BOOK]
    cells = json.loads((mine / BOOK).read_text())["cells"]
    text = json.dumps(cells)
    assert "2 * x  # mine" in text and "better" in text and "double: your code" not in text
    assert not any("id" in cell for cell in cells)  # format 4.0 has none


def test_of_two_answers_the_later_one_is_still_the_later_one_after_an_update(mine, source):
    _replace(mine / BOOK, STUB, "return 2 * x  # first")
    _replace(mine / PY, STUB, "return 2 * x  # later")
    os.utime(mine / BOOK, (1000, 1000))
    _improve(source)
    _update(mine, source)
    course = read_course(mine)
    assert Workspace(course).answer(course.exercise("double")).path == (mine / PY).resolve()


def test_a_deleted_stub_does_not_come_back_behind_the_answer(mine, source):
    """It would define the exercise anew, and unmake it."""
    book = json.loads((mine / BOOK).read_text())
    book["cells"] = [cell for cell in book["cells"] if cell["id"] != "exercise-double"]
    answer = {"cell_type": "code", "id": "x", "metadata": {}, "outputs": [], "execution_count": None}
    book["cells"].insert(1, answer | {"source": "def double(x):\n    return 2 * x"})
    (mine / BOOK).write_text(json.dumps(book))
    _improve(source)
    _update(mine, source)
    assert STUB not in json.dumps(json.loads((mine / BOOK).read_text())).replace('\\"', '"')


def test_a_damaged_notebook_is_left_alone_until_it_is_repaired(mine, source):
    whole = (mine / BOOK).read_text()
    (mine / BOOK).write_text(whole[:200])
    _improve(source)
    assert "left alone" in _update(mine, source)[BOOK]
    assert (mine / BOOK).read_text() == whole[:200]
    (mine / BOOK).write_text(whole)
    assert _update(mine, source)[BOOK] == "brought up to date"


def test_answers_to_a_lesson_that_is_gone_are_set_aside(mine, source):
    _replace(mine / PY, STUB, "return 2 * x")
    for folder in ("solutions", "exercises"):
        (source / folder / "01_tiny").rename(source / folder / "02_small")
    (source / BOOK).unlink()
    build(read_course(source))
    words = _update(mine, source)
    assert words[PY] == "no longer in the course: yours is in set_aside/"
    assert words[BOOK] == "no longer in the course" and words["exercises/02_small/lesson.py"] == "new"
    assert "return 2 * x" in (mine / "set_aside" / PY).read_text()
    assert [lesson.name for lesson in read_course(mine).lessons] == ["02_small"]


def test_what_was_deleted_by_mistake_is_put_back(mine, source):
    shutil.rmtree(mine / "notebooks")
    assert _update(mine, source)[BOOK] == "put back"


@pytest.mark.parametrize(
    "damage", [Path.unlink, lambda path: path.write_bytes(b"# %%\n\xff"), lambda path: path.write_text("")]
)
def test_a_lesson_whose_file_is_lost_or_damaged_is_still_one_of_the_course(mine, source, damage):
    damage(mine / PY)
    assert [exercise.name for exercise in read_course(mine).exercises] == ["double", "halve"]


@pytest.mark.parametrize("which", [PY, BOOK])
def test_windows_line_ends_are_no_change_and_stay(mine, source, which):
    data = (mine / which).read_bytes()
    (mine / which).write_bytes(data.replace(b"\n", b"\r\n"))
    assert not any(done.changed for done in update(mine, read_course(source)).files)
    _replace(mine / PY, STUB, "return 2 * x")
    (mine / PY).write_bytes((mine / PY).read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    _improve(source)
    update(mine, read_course(source))
    text = (mine / PY).read_bytes()
    assert b"better" in text and text.count(b"\n") == text.count(b"\r\n")


# Lessons of a few cells for the merge: any of them changed, moved, deleted and added on either side.
_SOURCE = st.text("xyz\n=", max_size=12).map(lambda text: f"={text}=")
_CELL = st.tuples(st.sampled_from(["a", "b", "c", None, None]), _SOURCE)
_CELLS = st.lists(_CELL, max_size=6, unique_by=lambda cell: cell[0] or id(cell))


def _lesson(cells) -> bytes:
    """A stub holds its exercise's name, as real ones do."""
    headers = (f'# %% exercise="{name}"\n{name}' if name else "# %%\n" for name, _ in cells)
    return "".join(f"{header}{body}\n\n" for header, (_, body) in zip(headers, cells, strict=True)).encode()


def _code(data: bytes) -> list[str]:
    return [cell.source for cell in parse(data, ".py") if cell.source.strip()]


@given(_CELLS, _CELLS, _CELLS)
@settings(max_examples=300, deadline=None)
def test_no_text_of_a_student_is_ever_lost_and_a_second_merge_changes_nothing(base, mine, theirs):
    base, mine, theirs = _lesson(base), _lesson(mine), _lesson(theirs)
    out = merge(base, mine, theirs, ".py").data
    left, own = _code(out), _code(mine)
    for source in set(own) - set(_code(base)):
        assert left.count(source) >= 1
    assert _code(merge(theirs, out, theirs, ".py").data) == left
    again = _code(merge(base, out, theirs, ".py").data)  # of a run that was cut short
    assert set(left) - set(_code(base)) <= set(again) <= set(left)


@given(_CELLS, _CELLS)
@settings(max_examples=100, deadline=None)
def test_a_merge_with_one_side_unchanged_is_the_other_side(base, other):
    base, other = _lesson(base), _lesson(other)
    assert _code(merge(base, other, base, ".py").data) == _code(other)
    assert sorted(_code(merge(base, base, other, ".py").data)) == sorted(_code(other))


def test_cells_are_compared_by_what_is_seen():
    assert parse(b"# %%\r\nx = 1\r\n\r\n", ".py") == (Cell("x = 1", True),)


@pytest.mark.parametrize("which", [PY, BOOK])
def test_reset_puts_back_one_stub_and_keeps_a_copy(mine, which):
    course = read_course(mine)
    before = [cell.source for cell in parse((mine / which).read_bytes(), Path(which).suffix)]
    _replace(mine / which, STUB, "return 2 * x")
    written = (mine / which).read_bytes()
    done = reset(course, course.exercise("double"))
    assert done and done.path == mine / which and not done.answered_elsewhere
    assert [cell.source for cell in parse((mine / which).read_bytes(), Path(which).suffix)] == before
    assert done.backup.read_bytes() == written
    assert reset(course, course.exercise("double")) is None


@pytest.mark.parametrize("which", [PY, BOOK])
def test_reset_brings_back_a_deleted_cell_and_says_that_another_one_answers(mine, which):
    course = read_course(mine)
    path = mine / which
    if path.suffix == ".ipynb":
        book = json.loads(path.read_text())
        cell = next(cell for cell in book["cells"] if cell["id"] == "exercise-double")
        cell |= {"id": "x", "metadata": {}, "source": "def double(x):\n    return 2 * x"}
        path.write_text(json.dumps(book))
    else:
        _replace(path, STUB, "return 2 * x")
        _replace(path, '# %% exercise="double"', "# %%")
    done = reset(course, course.exercise("double"))
    assert done and done.answered_elsewhere
    sources = [cell.source for cell in parse(path.read_bytes(), path.suffix) if cell.exercise == "double"]
    assert len(sources) == 1 and STUB in sources[0]


def test_a_folder_that_cannot_be_written_to_is_one_line(mine, source):
    shutil.rmtree(mine / "notebooks")
    (mine / "notebooks").write_text("a file in its place")
    with pytest.raises(CourseError, match="cannot be") as caught:
        update(mine, read_course(source))
    assert "\n" not in str(caught.value)
