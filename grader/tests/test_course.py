"""Finding the course and reading what it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import course as course_module
from grader.course import Course, CourseError, Exercise, find_course, nearest

LESSON = """\
# %% [markdown]
# # Leaving JAX and coming back
# Prose.

# %% exercise="double"
def double(x):
    ### BEGIN SOLUTION
    return x * 2
    ### END SOLUTION

# %% check="double"
check(double)

# %% exercise="triple"
def triple(x):
    ### BEGIN SOLUTION
    return x * 3
    ### END SOLUTION
"""

HIDDEN = """\
import pytest
from grader.judge.plugin import exercise, points

@exercise("double")
class TestDouble:
    @points(3)
    def test_values(self, submission): ...

    @pytest.mark.parametrize("n", [1, 2])
    @pytest.mark.points(1.5)
    def test_shape(self, submission, n): ...

    def test_free(self, submission): ...
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _no_course_named(monkeypatch):
    monkeypatch.delenv("KATA_COURSE", raising=False)


@pytest.fixture
def root(tmp_path) -> Path:
    write(tmp_path / "solutions/03_round_trip/lesson.py", LESSON)
    write(tmp_path / "solutions/03_round_trip/test_hidden.py", HIDDEN)
    write(tmp_path / "solutions/10_later/lesson.py", "# %%\n1 + 1\n")
    return tmp_path


def broken(root: Path) -> str:
    """The one line that says why the course under `root` cannot be read."""
    with pytest.raises(CourseError) as caught:
        find_course(root)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_lessons_are_the_numbered_folders_in_order(root):
    write(root / "solutions/notes/lesson.py", "")
    write(root / "solutions/01_first/lesson.py", "")
    assert [lesson.name for lesson in find_course(root).lessons] == ["01_first", "03_round_trip", "10_later"]


def test_a_lesson_has_its_title_from_its_first_heading_else_from_its_folder(root):
    assert [lesson.title for lesson in find_course(root).lessons] == ["Leaving JAX and coming back", "later"]


def test_points_are_the_sum_of_the_hidden_checks(root):
    first, last = find_course(root).lesson("3").exercises
    assert first == Exercise("double", "03_round_trip", 4.5)
    assert last == Exercise("triple", "03_round_trip", 0)


def test_a_students_copy_has_the_same_exercises_and_no_points(tmp_path):
    write(tmp_path / "exercises/03_round_trip/lesson.py", LESSON)
    (lesson,) = find_course(tmp_path).lessons
    assert [exercise.points for exercise in lesson.exercises] == [0, 0]
    assert not lesson.has_solutions
    assert lesson.wrong == lesson.right == ()


def test_paths_are_under_the_root_and_answers_come_sorted(root):
    wrong = [write(root / f"solutions/03_round_trip/wrong/{name}.py", "") for name in ("b", "a")]
    lesson = find_course(root).lesson("03")
    assert lesson.wrong == tuple(sorted(wrong))
    assert lesson.source == root / "solutions/03_round_trip/lesson.py"
    assert lesson.hidden_tests == root / "solutions/03_round_trip/test_hidden.py"
    assert lesson.stub == root / "exercises/03_round_trip/lesson.py"
    assert lesson.public_tests == root / "exercises/03_round_trip/test_public.py"
    assert lesson.hints == root / "exercises/03_round_trip/hints.md"
    assert lesson.notebook == root / "notebooks/03_round_trip.ipynb"


@pytest.mark.parametrize("spelling", ["03_round_trip", "round_trip", "03", "3"])
def test_a_lesson_goes_by_folder_topic_or_number(root, spelling):
    assert find_course(root).lesson(spelling).name == "03_round_trip"


@pytest.mark.parametrize(
    ("spelling", "help_"),
    [
        ("round_tripp", "Did you mean 'round_trip'?"),
        ("zzz", "There are: 03_round_trip, 10_later."),
        ("00", "There are"),
    ],
)
def test_an_unknown_lesson_is_told_the_nearest(root, spelling, help_):
    with pytest.raises(CourseError, match=f"no lesson '{spelling}'") as caught:
        find_course(root).lesson(spelling)
    assert help_ in str(caught.value)


def test_of_many_names_eight_are_told_and_the_rest_is_counted():
    assert nearest("zzz", [], list("abcdefghij")) == "There are: a, b, c, d, e, f, g, h and 2 more."


def test_an_exercise_goes_by_name_and_an_unknown_one_is_told_the_nearest(root):
    assert find_course(root).exercise("double").lesson == "03_round_trip"
    with pytest.raises(CourseError, match="Did you mean 'double'"):
        find_course(root).exercise("duoble")
    with pytest.raises(CourseError, match="'3' is lesson 03_round_trip, and one exercise is wanted. It has: double"):
        find_course(root).exercise("3")


def test_the_course_is_found_from_a_folder_inside_it(root, monkeypatch):
    monkeypatch.chdir(root / "solutions/10_later")
    assert find_course().root == root


def test_the_course_that_kata_course_names_comes_first(root, tmp_path_factory, monkeypatch):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setenv("KATA_COURSE", str(root))
    assert find_course(elsewhere).root == root
    monkeypatch.setenv("KATA_COURSE", str(elsewhere))
    assert "set it to one, or unset it" in broken(root)


def test_outside_any_course_it_is_the_installations_own(tmp_path, monkeypatch):
    own = Path(course_module.__file__).parents[1]
    if any(own.glob("solutions/*/lesson.py")):
        assert find_course(tmp_path).root == own
    else:
        assert "There is no course at or above" in broken(tmp_path)


def test_an_exercise_in_two_lessons_is_refused(root):
    write(root / "solutions/10_later/lesson.py", '# %% exercise="double"\n')
    assert broken(root) == "The exercise 'double' is in 03_round_trip and again in 10_later: rename one of them."


def test_two_lessons_with_one_number_are_refused(root):
    write(root / "solutions/03_other/lesson.py", "")
    assert "have the same number" in broken(root)


def test_an_exercise_that_is_no_python_name_is_refused(root):
    write(root / "solutions/10_later/lesson.py", '# %% exercise="two words"\n')
    assert "'two words', which is no Python name" in broken(root)


def test_checks_for_an_exercise_that_is_not_there_are_refused(root):
    write(root / "solutions/03_round_trip/test_hidden.py", HIDDEN.replace('("double")', '("dubble")'))
    assert "'dubble', which lesson.py does not have. Did you mean 'double'?" in broken(root)


def test_points_that_need_running_are_refused(root):
    write(root / "solutions/03_round_trip/test_hidden.py", HIDDEN.replace("points(3)", "points(1 + 2)"))
    assert "line 6: @points takes one literal" in broken(root)


def test_hidden_tests_that_do_not_parse_are_named(root):
    write(root / "solutions/03_round_trip/test_hidden.py", "def f(:\n")
    assert broken(root).startswith("solutions/03_round_trip/test_hidden.py, line 1: this is not Python")


def test_a_lesson_that_is_not_utf_8_is_named(root):
    (root / "solutions/10_later/lesson.py").write_bytes(b"# caf\xe9\n")
    assert broken(root) == "solutions/10_later/lesson.py is not UTF-8 (byte 5). Save it as UTF-8."


def test_only_files_that_a_build_made_are_left_behind(root, tmp_path_factory):
    gone = [
        write(root / "exercises/02_gone/lesson.py", ""),
        write(root / "notebooks/02_gone.ipynb", ""),
    ]
    write(root / "exercises/02_gone/my_notes.py", "")
    write(root / "exercises/scratch/lesson.py", "")
    write(root / "notebooks/mine.ipynb", "")
    write(root / "exercises/03_round_trip/lesson.py", "")
    outside = write(tmp_path_factory.mktemp("outside") / "04_linked/lesson.py", "")
    (root / "exercises/04_linked").symlink_to(outside.parent)
    course: Course = find_course(root)
    assert course.left_behind() == tuple(gone)
