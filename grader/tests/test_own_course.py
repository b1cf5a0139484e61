"""A course of one's own: what course.toml and a folder of changes make of an upstream course."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.course import Course, CourseError, find_course, open_course, own_folder
from grader.overlay import checks, prose, weights
from grader.overlay.compose import compose, drift
from grader.tests.tiny_course import write_course

UPSTREAM = Path(__file__).parents[2]
WRONG = '"""Doubles nothing."""\n# caught-by: test_doubles, test_keeps_float32\n# says: doubled\n# keeps: 0\n'
WRONG_DTYPE = '"""Doubles to float64."""\n# caught-by: test_keeps_float32\n# says: dtype\n# keeps: 2\n'


@pytest.fixture(autouse=True)
def _no_course_named(monkeypatch):
    monkeypatch.delenv("KATA_COURSE", raising=False)


@pytest.fixture
def own(tmp_path):
    """A folder of one's own beside the tiny course, whose `double` is worth 3 points and whose `halve` is worth 3."""
    folder = write_course(tmp_path / "upstream") / "solutions/01_tiny"
    for name, text in {
        "wrong/as_it_is.py": WRONG,
        "wrong/double__wide.py": WRONG_DTYPE,
        "right/halve__by.py": "",
    }.items():
        write(folder / name, text)
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def make(own: Path, *lines: str, **files: str) -> Course:
    """The course composed from these lines of course.toml and these files of one's own lesson 01_tiny."""
    toml(own, *lines)
    for name, text in files.items():
        write(own / "solutions/01_tiny" / name.replace("__", ".", 1), text)
    compose(own)
    return find_course(own)


def toml(own: Path, *lines: str) -> None:
    write(own / "course.toml", "\n".join(['upstream = "../upstream"', *lines]))


def refused(own: Path, *lines: str) -> str:
    """The one line that says why this course.toml is no good."""
    toml(own, *lines)
    with pytest.raises(CourseError) as caught:
        compose(own)
    assert "\n" not in str(caught.value)
    assert not (own / "build").exists()
    return str(caught.value)


TINY = ["[[lessons]]", 'name = "01_tiny"']
A_LESSON = """# This line is for the editor.
# %% [markdown]
# ## Your turn: `{name}`
# Our own words.

# %% exercise="{name}"
def {name}(x):
    ### BEGIN SOLUTION
    return OURS
    ### END SOLUTION

# %% check="{name}"
check({name})
"""
A_CLASS = '''"""Ours."""

from __future__ import annotations

import numpy as np
from grader.judge import exercise, points


HELPER = 1


@exercise("{name}")
class TestOurs:
    @points(4)
    def test_ours(self, submission):
        """ours"""
'''


def test_without_a_word_it_is_the_upstream_course(own):
    course = make(own)
    assert course.root == own / "build/course"
    assert [exercise.points for exercise in course.lessons[0].exercises] == [3, 3]
    for name in ("test_hidden.py", "hints.md", "wrong/as_it_is.py"):
        ours, theirs = (root / "solutions/01_tiny" / name for root in (course.root, own.parent / "upstream"))
        assert ours.read_text().strip() == theirs.read_text().strip()


def test_title_seed_and_install_are_the_courses(own):
    course = make(own, 'title = "HPC"', "seed = 7", 'install = "jax-kata==1"')
    assert (course.title, course.seed, course.install) == ("HPC", 7, "jax-kata==1")


def test_an_exercise_left_out_takes_everything_of_its_own_along(own):
    course = make(own, *TINY, 'exercises = ["halve"]')
    lesson = course.lesson("01_tiny")
    assert [exercise.name for exercise in lesson.exercises] == ["halve"]
    for path in (lesson.source, lesson.hidden_tests, lesson.public_tests_source, lesson.hints_source):
        assert "double" not in path.read_text().replace("doubled", "")
    assert (lesson.wrong, [path.name for path in lesson.right]) == ((), ["halve__by.py"])


def test_exercises_come_in_the_order_that_is_asked_for(own):
    course = make(own, *TINY, 'exercises = ["halve", "double"]')
    lesson = course.lesson("01_tiny")
    assert [exercise.name for exercise in lesson.exercises] == ["halve", "double"]
    for path in (lesson.hidden_tests, lesson.public_tests_source):
        assert re.findall(r"class (\w+)", path.read_text()) == ["TestHalve", "TestDouble"]
    # Without an exercise in its name a file is about the lesson's first, which is another one now.
    assert [path.name for path in lesson.wrong] == ["double__as_it_is.py", "double__wide.py"]


def test_points_are_scaled_and_what_wrong_answers_keep_follows(own):
    course = make(own, *TINY, "points = {double = 10}")
    lesson = course.lesson("01_tiny")
    assert [exercise.points for exercise in lesson.exercises] == [10, 3]
    assert re.findall(r"@points\((.*)\)", lesson.hidden_tests.read_text()) == ["6.67", "3.33", "3"]
    kept = {path.name: re.findall("keeps: (.*)", path.read_text()) for path in lesson.wrong}
    assert kept == {"as_it_is.py": ["0"], "double__wide.py": ["6.67"]}


def test_a_wrong_answer_that_declared_nonsense_before_is_left_for_verify(own):
    write(own.parent / "upstream/solutions/01_tiny/wrong/double__wide.py", WRONG_DTYPE.replace("keeps: 2", "keeps: 1"))
    lesson = make(own, *TINY, "points = {double = 10}").lesson("01_tiny")
    assert "# keeps: 1\n" in lesson.wrong[1].read_text()


def test_an_exercise_of_ones_own_takes_the_place_of_upstreams(own):
    lesson_py, hidden = A_LESSON.format(name="double"), A_CLASS.format(name="double")
    course = make(own, *TINY, lesson__py=lesson_py, test_hidden__py=hidden, hints__md="## double\nOur hint.\n")
    lesson = course.lesson("01_tiny")
    text, tests, hints = (path.read_text() for path in (lesson.source, lesson.hidden_tests, lesson.hints_source))
    assert [(exercise.name, exercise.points) for exercise in lesson.exercises] == [("double", 4), ("halve", 3)]
    assert "OURS" in text and "return 2 * x" not in text and "for the editor" not in text
    assert "# # Tiny" in text and text.count("import numpy") == 1
    assert "HELPER = 1" in tests and "TestDouble" not in tests and "TestHalve" in tests
    assert tests.index("TestOurs") < tests.index("TestHalve")
    assert "Our hint." in hints and "## halve" in hints
    assert lesson.wrong == ()  # upstream's answer another question


def test_new_words_alone_keep_upstreams_checks_and_answers(own):
    lesson = make(own, *TINY, lesson__py=A_LESSON.format(name="double")).lesson("01_tiny")
    assert "OURS" in lesson.source.read_text() and "TestDouble" in lesson.hidden_tests.read_text()
    assert [path.name for path in lesson.wrong] == ["as_it_is.py", "double__wide.py"]


def test_a_new_exercise_comes_where_it_is_named(own):
    files = {"lesson__py": A_LESSON.format(name="treble"), "test_hidden__py": A_CLASS.format(name="treble")}
    course = make(own, *TINY, 'exercises = ["double", "treble", "halve"]', **files)
    lesson = course.lesson("01_tiny")
    assert [(exercise.name, exercise.points) for exercise in lesson.exercises] == [
        ("double", 3),
        ("treble", 4),
        ("halve", 3),
    ]
    assert len(lesson.wrong) == 2


def test_answers_are_added_replaced_and_left_out_by_name(own):
    write(own / "solutions/01_tiny/wrong/double__wide.py", WRONG_DTYPE + "# ours\n")
    write(own / "solutions/01_tiny/right/double__odd.py", "# ours\n")
    lesson = make(own, *TINY, 'without = ["wrong/as_it_is", "right/halve__by.py"]').lesson("01_tiny")
    assert [path.name for path in (*lesson.wrong, *lesson.right)] == ["double__wide.py", "double__odd.py"]
    assert lesson.wrong[0].read_text().endswith("# ours\n")


def test_a_lesson_of_ones_own_stands_beside_upstreams(own):
    write_course(own)
    for name in ("lesson.py", "test_hidden.py", "test_public.py", "hints.md"):
        path = own / "solutions/01_tiny" / name
        path.write_text(path.read_text().replace("double", "treble").replace("halve", "third"))
    (own / "solutions/01_tiny").rename(own / "solutions/07_ours")
    course = make(own)
    assert [lesson.name for lesson in course.lessons] == ["01_tiny", "07_ours"]


def test_lessons_are_numbered_anew_only_where_the_order_asks_for_it(own):
    for name, exercise in [("02_b", "b"), ("05_e", "e")]:
        write(
            own / f"solutions/{name}/lesson.py",
            f"# %% [markdown]\n# # Lesson {int(name[:2])}: {name}\n" + A_LESSON.format(name=exercise),
        )
    ours, theirs = (
        [f'[[lessons]]\nname = "{name}"' for name in names] for names in (["02_b", "05_e"], ["05_e", "02_b"])
    )
    assert [(lesson.name, lesson.title) for lesson in make(own, *ours).lessons] == [
        ("02_b", "Lesson 2: 02_b"),
        ("05_e", "Lesson 5: 05_e"),
    ]
    assert [(lesson.name, lesson.title) for lesson in make(own, *theirs).lessons] == [
        ("01_e", "Lesson 1: 05_e"),
        ("02_b", "Lesson 2: 02_b"),
    ]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["sed = 1"], "there is no setting 'sed'. Did you mean 'seed'?"),
        (["seed = 1.5"], "seed must be a whole number"),
        (["seed = "], "course.toml is not TOML"),
        (["lessons = []"], "Leave it out to have them all"),
        (["[[lessons]]"], "each lesson needs a name"),
        (["[[lessons]]", 'name = "01_tyni"'], "there is no lesson '01_tyni'. Did you mean '01_tiny'?"),
        ([*TINY, *TINY], "is there twice"),
        ([*TINY, 'excercises = ["double"]'], "Did you mean 'exercises'?"),
        (
            [*TINY, 'exercises = ["doubel"]'],
            "01_tiny: exercises names 'doubel', which is no exercise here. Did you mean 'double'?",
        ),
        ([*TINY, "exercises = []"], "Leave the line out for all"),
        ([*TINY, 'exercises = ["double", "double"]'], "each once"),
        ([*TINY, "points = {doubel = 1}"], "Did you mean 'double'?"),
        ([*TINY, "points = {double = 0}"], "above 0"),
        ([*TINY, "points = {double = nan}"], "above 0"),
        ([*TINY, "points = {double = 1.001}"], "at most two decimals"),
        ([*TINY, 'points = {double = "20"}'], "must be a number"),
        ([*TINY, 'exercises = ["halve"]', "points = {double = 1}"], "Did you mean"),
        ([*TINY, 'without = ["wrong/as_it_iz"]'], "Did you mean 'wrong/as_it_is'?"),
    ],
)
def test_what_course_toml_gets_wrong_is_one_line(own, lines, says):
    if "Did you mean" in says and "halve" in str(lines):
        says = "no exercise here"
    assert says in refused(own, *lines)


@pytest.mark.parametrize("upstream", ['"."', '"../nowhere"', '"../nothing"'])
def test_an_upstream_that_is_none_is_one_line(own, upstream):
    (own.parent / "nothing").mkdir()
    write(own / "course.toml", f"upstream = {upstream}")
    with pytest.raises(CourseError, match="upstream|no course in"):
        compose(own)


def test_without_solutions_upstream_there_is_nothing_to_build_on(own, monkeypatch, tmp_path):
    write(tmp_path / "edition/exercises/01_tiny/lesson.py", '# %% exercise="double"\ndef double(x): ...\n')
    write(own / "course.toml", 'upstream = "../edition"')
    with pytest.raises(CourseError, match="has no solutions/"):
        compose(own)
    monkeypatch.setattr("grader.overlay.settings.installed_root", lambda: tmp_path / "edition")
    write(own / "course.toml", "seed = 1")
    with pytest.raises(CourseError, match="names no upstream, and the installed course has no solutions/"):
        compose(own)


def test_a_name_that_both_files_define_is_refused(own):
    hidden = A_CLASS.format(name="double").replace("HELPER", "TestHalve")
    toml(own, *TINY)
    write(own / "solutions/01_tiny/test_hidden.py", hidden)
    with pytest.raises(
        CourseError, match=r"your 01_tiny/test_hidden.py, line 9: the name 'TestHalve' is upstream's too"
    ):
        compose(own)


def test_a_copy_of_upstreams_file_with_one_class_changed_is_fine(own):
    text = (own.parent / "upstream/solutions/01_tiny/test_hidden.py").read_text()
    lesson = make(own, *TINY, test_hidden__py=text.replace("@points(3)", "@points(5)")).lesson("01_tiny")
    assert lesson.exercises[1].points == 5
    assert lesson.hidden_tests.read_text().count("import pytest") == 1


def test_a_course_that_is_not_built_or_out_of_date_says_so(own):
    toml(own)
    with pytest.raises(CourseError, match="not built yet: run `kata build`"):
        find_course(own)
    compose(own)
    assert find_course(own).root == own / "build/course"
    hidden = own.parent / "upstream/solutions/01_tiny/test_hidden.py"
    hidden.write_text(hidden.read_text() + "# new\n")
    for place in (own, own / "build/course/solutions"):
        with pytest.raises(CourseError, match="out of date"):
            find_course(place)
    compose(own)
    assert find_course(own).lessons


def test_a_course_is_found_from_inside_and_by_its_name(own, monkeypatch):
    make(own)
    assert own_folder(own / "solutions") == own_folder(own / "build/course") == own
    assert own_folder(own.parent / "upstream") is None
    monkeypatch.setenv("KATA_COURSE", str(own))
    assert find_course(own.parent).root == own / "build/course"


def test_building_again_changes_nothing_and_removes_what_is_gone(own):
    make(own)
    assert compose(own) == ([], ()) and drift(own) == []
    toml(own, *TINY, 'exercises = ["double"]')
    assert "stray: solutions/01_tiny/right/halve__by.py" in drift(own)
    compose(own)
    assert drift(own) == []
    assert not (own / "build/course/solutions/01_tiny/right/halve__by.py").exists()


def test_kata_build_composes_and_builds_and_check_says_what_differs(own, monkeypatch):
    toml(own, *TINY, 'exercises = ["halve"]')
    monkeypatch.chdir(own)
    assert CliRunner().invoke(main, ["build", "--check"]).exit_code == 1
    done = CliRunner().invoke(main, ["build"])
    assert done.exit_code == 0 and "notebooks/01_tiny.ipynb" in done.output
    assert "double" not in (own / "build/course/exercises/01_tiny/lesson.py").read_text()
    assert CliRunner().invoke(main, ["build", "--check"]).output == "Everything is up to date.\n"


def test_a_demonstration_that_calls_what_is_gone_goes_too_and_prose_is_pointed_out():
    text = '# %% [markdown]\n# `a` is good.\n\n# %%\n1\n\n# %% exercise="a"\ndef a(): ...\n\n# %%\na()\n'
    text += '\n# %% exercise="b"\ndef b(): ...\n'
    made = prose.composed(text, "", ["b"])
    assert not re.search(r"^a\(\)|def a", made.text, re.MULTILINE)
    assert made.remarks == (
        "the cell at line 10 is left out with a, which it calls",
        "the prose still speaks of a, which is left out, in line 2",
    )


def test_a_check_that_stands_apart_goes_without_a_word():
    text = '# %% exercise="a"\ndef a(): ...\n\n# %% [markdown]\n# Prose.\n\n# %% check="a"\ncheck(a)\n'
    made = prose.composed(text + '\n# %% exercise="b"\ndef b(): ...\n', "", ["b"])
    assert "check(a)" not in made.text and made.remarks == ()


def test_what_stands_above_the_task_in_its_cell_stays():
    text = '# %% [markdown]\n# What we saw.\n#\n# ## Your turn: `a`\n# Write it.\n\n# %% exercise="a"\ndef a(): ...\n'
    made = prose.composed(text + '\n# %% exercise="b"\ndef b(): ...\n', "", ["b"])
    assert "What we saw." in made.text and "Write it." not in made.text


@pytest.mark.parametrize("lesson", open_course(UPSTREAM).lessons, ids=lambda lesson: lesson.name)
def test_upstream_lessons_lose_each_exercise_cleanly(lesson):
    names = [exercise.name for exercise in lesson.exercises]
    for gone in names:
        kept = [name for name in names if name != gone]
        made = prose.composed(lesson.source.read_text(), "", kept)
        assert made.exercises == tuple(kept)
        assert not re.search(rf"def {gone}\b|check\({gone}\)|^# ## .*`{gone}`", made.text, re.MULTILINE)
        for path in (lesson.hidden_tests, lesson.public_tests_source):
            assert checks.tested(checks.composed(path.read_text(), "", kept, ""), "") == set(kept)


@pytest.mark.parametrize(
    ("values", "worth"), [([3, 2, 2, 2, 1], 20), ([1, 1, 1], 10), ([1, 2], "0.05"), ([7, 3], "9.99")]
)
def test_scaled_points_add_up_to_the_cent(values, worth):
    scaled = weights.scaled([Decimal(value) for value in values], Decimal(worth))
    assert sum(scaled) == Decimal(worth)
    for value, new in zip(values, scaled, strict=True):
        assert abs(new - Decimal(value) * Decimal(worth) / sum(values)) < Decimal("0.01")


def test_a_new_lesson_is_begun_in_ones_own_folder(own, monkeypatch):
    make(own)
    monkeypatch.chdir(own)
    done = CliRunner().invoke(main, ["new", "our_own"])
    assert done.exit_code == 0 and 'name = "02_our_own"' in done.output
    assert (own / "solutions/02_our_own/lesson.py").is_file()
    compose(own)
    assert [lesson.name for lesson in find_course(own).lessons] == ["01_tiny", "02_our_own"]


@pytest.mark.parametrize("lesson", open_course(UPSTREAM).lessons, ids=lambda lesson: lesson.name)
def test_upstream_lessons_can_be_worth_anything(lesson):
    wanted = {exercise.name: Decimal("7.77") for exercise in lesson.exercises}
    text = lesson.hidden_tests.read_text()
    old, new = weights.points_of(text), weights.points_of(weights.reweighted(text, wanted))
    assert {name: sum(checks.values()) for name, checks in new.items()} == wanted
    for path in lesson.wrong:
        name, mark, _ = path.stem.partition("__")
        name = name if mark else lesson.exercises[0].name
        answer = path.read_text()
        back = weights.kept(weights.kept(answer, old[name], new[name]), new[name], old[name])
        assert back == answer
        if "keeps: 0\n" not in answer:
            assert weights.kept(answer, old[name], new[name]) != answer, path
