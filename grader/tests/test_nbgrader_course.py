"""The nbgrader course that `kata build` and `kata nbgrader init` write."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.course import CourseError, find_course, read_course
from grader.nbgrader_bridge import cells
from grader.nbgrader_bridge.course import Written, build, init, source_notebook
from grader.tests.tiny_course import LESSON, write_course

NOTEBOOK = "source/01_tiny/01_tiny.ipynb"


@pytest.fixture
def course(tmp_path):
    return read_course(write_course(tmp_path / "kata"))


def test_a_marks_cells_id_tells_its_exercise_and_no_other_id_does():
    assert cells.exercise_of(cells.marks_id("host_roundtrip")) == "host_roundtrip"
    for other in (cells.answer_id("host_roundtrip"), "essay", "-marks", "my essay-marks"):
        assert cells.exercise_of(other) is None


@pytest.mark.slow
def test_nbgrader_accepts_the_metadata_of_every_lesson():
    nbformat = pytest.importorskip("nbformat")
    validator = pytest.importorskip("nbgrader.nbgraderformat").MetadataValidator()
    for lesson in find_course().lessons:
        notebook = nbformat.reads(source_notebook(lesson).decode(), as_version=4)
        nbformat.validate(notebook)
        validator.validate_nb(notebook)
        described = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
        points = {about.grade_id: about.points for about in described if about.grade}
        assert points == {cells.marks_id(e.name): e.points for e in lesson.exercises}
        assert [about.grade_id for about in described if about.solution] == [e.name for e in lesson.exercises]


def test_a_marks_cell_follows_the_check_of_its_exercise_or_the_answer_where_there_is_none(course):
    made = json.loads(source_notebook(course.lesson("01")))["cells"]
    assert [cell["id"] for cell in made[-5:]] == [
        "exercise-double",
        "check-double",
        "double-marks",
        "exercise-halve",
        "halve-marks",
    ]
    assert "### BEGIN SOLUTION" in "".join(made[-2]["source"])


def test_a_cell_that_the_author_grades_by_hand_is_passed_on(tmp_path):
    kata = write_course(tmp_path)
    by_hand = {"grade": True, "grade_id": "essay", "locked": False, "points": 5, "schema_version": 3, "solution": True}
    lesson = kata / "solutions/01_tiny/lesson.py"
    lesson.write_text(f"{LESSON}\n# %% [markdown] nbgrader={json.dumps(by_hand)}\n# Your answer here.\n")
    last = json.loads(source_notebook(read_course(kata).lesson("01")))["cells"][-1]
    assert (last["cell_type"], last["metadata"]["nbgrader"]) == ("markdown", by_hand)


def test_the_same_course_gives_the_same_bytes_and_nothing_to_do_the_second_time(course):
    assert source_notebook(course.lesson("01")) == source_notebook(course.lesson("01"))
    assert f"build/nbgrader/{NOTEBOOK}" in build(course)
    assert build(course) == []


def test_a_lesson_that_is_no_more_leaves_the_built_course(course):
    stray = course.root / "build/nbgrader/source/02_gone/02_gone.ipynb"
    build(course)
    stray.parent.mkdir()
    stray.touch()
    assert build(course) == ["build/nbgrader/source/02_gone/02_gone.ipynb"]
    assert not stray.parent.exists()


def test_no_hidden_test_is_in_the_course(course, tmp_path):
    init(course, tmp_path / "nb", course.lessons)
    for path in (tmp_path / "nb").rglob("*.*"):
        assert "The result is not doubled" not in path.read_text()


def test_making_it_again_brings_what_is_new_and_leaves_what_was_edited(course, tmp_path):
    folder = tmp_path / "nb"
    init(course, folder, course.lessons)
    (folder / "gradebook.db").write_text("marks")
    config = folder / "nbgrader_config.py"
    config.write_text(config.read_text() + "c.Exchange.root = '/somewhere'\n")
    assert init(course, folder, course.lessons) == Written((), ())
    retitle(course, "Smaller")
    assert init(read_course(course.root), folder, course.lessons) == Written((NOTEBOOK,), ())
    assert "Smaller" in (folder / NOTEBOOK).read_text()
    assert "/somewhere" in config.read_text()
    assert (folder / "gradebook.db").read_text() == "marks"


def test_an_edited_notebook_for_which_there_is_a_new_text_is_kept_and_named(course, tmp_path):
    init(course, tmp_path / "nb", course.lessons)
    notebook = tmp_path / "nb" / NOTEBOOK
    notebook.write_text(notebook.read_text().replace("Tiny", "My own"))
    retitle(course, "Smaller")
    assert init(course, tmp_path / "nb", course.lessons) == Written((), (NOTEBOOK,))
    assert "My own" in notebook.read_text()


def retitle(course, title):
    (course.root / "solutions/01_tiny/lesson.py").write_text(LESSON.replace("# # Tiny", f"# # {title}"))


def test_the_kata_course_itself_is_no_place_for_it(course):
    with pytest.raises(CourseError, match="Name a folder of its own"):
        init(course, course.root, course.lessons)


def test_a_name_that_nbgrader_cannot_take_is_said(tmp_path):
    kata = write_course(tmp_path)
    lesson = kata / "solutions/01_tiny/lesson.py"
    lesson.write_text(lesson.read_text().replace("halve", "hälfte"))
    hidden = kata / "solutions/01_tiny/test_hidden.py"
    hidden.write_text(hidden.read_text().replace("halve", "hälfte"))
    with pytest.raises(CourseError, match="ASCII names only"):
        source_notebook(read_course(kata).lesson("01"))


def test_the_command_says_what_it_wrote_and_what_comes_next(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path / "kata")))
    done = CliRunner().invoke(main, ["nbgrader", "init", str(tmp_path / "nb"), "tiny"])
    assert done.exit_code == 0, done.output
    assert f"wrote {tmp_path / 'nb' / NOTEBOOK}" in done.output
    assert "nbgrader generate_assignment 01_tiny\n" in done.output
    wrong = CliRunner().invoke(main, ["nbgrader", "init", str(tmp_path / "nb"), "tony"])
    assert wrong.exit_code == 2 and "Did you mean 'tiny'?" in wrong.output


def test_the_next_command_can_be_pasted_where_the_folder_has_a_space(tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path / "kata")))
    done = CliRunner().invoke(main, ["nbgrader", "init", str(tmp_path / "my course"), "tiny"])
    assert f"cd '{tmp_path / 'my course'}'\n" in done.output
