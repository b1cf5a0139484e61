"""The course on disk: which lessons and exercises there are, and where their files lie.

Paths are known here and to few others (`tests/test_boundaries.py` names them). Lessons are the folders `NN_topic` of
solutions/; a student's copy has no solutions/, and there they are those of exercises/.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader import percent
from grader.points import NoPoints, points_by_exercise

SHIPPED = Path(__file__).resolve().parent / "shipped"  # exercises/ and notebooks/, in an installed wheel only

OWN = "course.toml"  # of a course of one's own; what it composes lies in build/course beside it
KEPT = ".kata"  # of a student's folder: what the commands keep in it
INSTALL = "jax-kata"  # what a notebook's first cell installs, unless a course says otherwise

_LESSON_FOLDER = re.compile(r"(\d\d)_(\w+)")
_COMPOSED = "build/course"
_SETTINGS = "course.json"


class CourseError(Exception):
    """The course cannot be used as it is. The message is one line: what happened, what was expected, what next."""


@dataclass(frozen=True)
class Exercise:
    """One function to write. `points` is the sum of its hidden checks, 0 where there are no solutions."""

    name: str
    lesson: str
    points: float


@dataclass(frozen=True)
class Lesson:
    """One lesson, `name` being its folder's ("03_host_roundtrip"). Its paths need not exist in a student's copy."""

    name: str
    title: str
    exercises: tuple[Exercise, ...]
    root: Path = field(repr=False)

    @property
    def source(self) -> Path:
        """The author's file, prose and answers together."""
        return self._private / "lesson.py"

    @property
    def hidden_tests(self) -> Path:
        return self._private / "test_hidden.py"

    @property
    def public_tests_source(self) -> Path:
        """What `public_tests` is a copy of."""
        return self._private / "test_public.py"

    @property
    def hints_source(self) -> Path:
        """What `hints` is a copy of."""
        return self._private / "hints.md"

    @property
    def wrong(self) -> tuple[Path, ...]:
        """Plausible wrong answers, by name."""
        return tuple(sorted((self._private / "wrong").glob("*.py")))

    @property
    def right(self) -> tuple[Path, ...]:
        """Unusual answers that earn full marks, by name."""
        return tuple(sorted((self._private / "right").glob("*.py")))

    @property
    def has_solutions(self) -> bool:
        return self.source.is_file()

    @property
    def how_to_restore(self) -> str:
        """What brings a built file of the lesson back, to end a sentence that says that it is missing."""
        return "run `kata build`" if self.has_solutions else "`kata start --update` puts it back"

    @property
    def stub(self) -> Path:
        return self._public / "lesson.py"

    @property
    def public_tests(self) -> Path:
        return self._public / "test_public.py"

    @property
    def hints(self) -> Path:
        return self._public / "hints.md"

    @property
    def notebook(self) -> Path:
        return self.root / "notebooks" / f"{self.name}.ipynb"

    @property
    def delivered_stub(self) -> Path:
        """`stub` as `kata start` delivered it, in a student's folder."""
        return self.root / KEPT / "pristine" / self.stub.relative_to(self.root)

    @property
    def _private(self) -> Path:
        return self.root / "solutions" / self.name

    @property
    def _public(self) -> Path:
        return self.root / "exercises" / self.name


@dataclass(frozen=True)
class Course:
    """The lessons under `root`, in order. `seed` is that of its hidden inputs, unless a run says otherwise."""

    root: Path
    lessons: tuple[Lesson, ...]
    title: str = ""
    seed: int = 0
    install: str = INSTALL

    @property
    def kept(self) -> Path:
        """Where the commands keep what they know of a student: what was delivered, progress, copies."""
        return self.root / KEPT

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """Those of all lessons, in order."""
        return tuple(exercise for lesson in self.lessons for exercise in lesson.exercises)

    def lesson(self, name: str) -> Lesson:
        """The lesson "03_host_roundtrip", also "host_roundtrip", "03" or "3". Raises CourseError naming the nearest."""
        for lesson in self.lessons:
            number, topic = lesson.name.split("_", 1)
            if name in (lesson.name, topic, number, str(int(number))):
                return lesson
        names = [spelling for lesson in self.lessons for spelling in (lesson.name, lesson.name.split("_", 1)[1])]
        raise CourseError(
            f"There is no lesson {name!r}. {nearest(name, names, [lesson.name for lesson in self.lessons])}"
        )

    def exercise(self, name: str) -> Exercise:
        """The exercise called `name`. Raises CourseError naming the nearest, or those of the lesson called so."""
        exercises = {exercise.name: exercise for exercise in self.exercises}
        if name in exercises:
            return exercises[name]
        try:
            lesson = self.lesson(name)
        except CourseError:
            raise CourseError(
                f"There is no exercise {name!r}. {nearest(name, list(exercises), list(exercises))}"
            ) from None
        inside = ", ".join(exercise.name for exercise in lesson.exercises)
        raise CourseError(f"{name!r} is lesson {lesson.name}, and one exercise is wanted. It has: {inside}.")

    def holds(self, path: Path) -> bool:
        """Whether `path` is the course, or of its solutions/, exercises/ or notebooks/."""
        whole = path.resolve()
        trees = (self.root / name for name in ("solutions", "exercises", "notebooks"))
        return whole == self.root or any(whole.is_relative_to(tree) for tree in trees)

    def left_behind(self) -> tuple[Path, ...]:
        """Built files whose lesson is no more. A reader's own files beside them are not listed."""
        kept = {
            path
            for lesson in self.lessons
            for path in (lesson.stub, lesson.public_tests, lesson.hints, lesson.notebook)
        }
        built = [*self.root.glob("exercises/*/*"), *self.root.glob("notebooks/*.ipynb")]
        inside = [path for path in built if path.parent.resolve() == path.parent]  # not through a link to elsewhere
        return tuple(sorted(path for path in inside if path not in kept and _is_built(path.relative_to(self.root))))


def find_course(start: Path | None = None) -> Course:
    """The course of $KATA_COURSE; else the nearest at or above `start`; else the one this installation lies in.

    `start` is the working folder unless given. Raises CourseError if there is none or a lesson in it cannot be read.
    """
    if named := named_folder():
        return open_course(named)
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents, installed_root(), SHIPPED):
        if _holds_a_course(folder):
            return open_course(folder)
    raise CourseError(
        f"There is no course at or above {str(here)!r}. Expected a folder that holds exercises/NN_topic/lesson.py:"
        " go to one, or name it in KATA_COURSE."
    )


def named_folder() -> Path | None:
    """The folder that $KATA_COURSE names, if it is set. Raises CourseError if there is no course in it."""
    named = os.environ.get("KATA_COURSE")
    if named and not _holds_a_course(Path(named)):
        raise CourseError(
            f"KATA_COURSE is {named!r}, where there is no lesson. Expected a folder that holds"
            " exercises/NN_topic/lesson.py: set it to one, or unset it."
        )
    return Path(named) if named else None


def open_course(folder: Path) -> Course:
    """The course in `folder`; where that holds a course.toml, the one that `kata build` made of it.

    Raises CourseError if there is none, or if what was built is older than what it was built from.
    """
    if (folder / OWN).is_file():
        if not _lesson_names(composed_root(folder)):
            raise CourseError(f"The course of {folder / OWN} is not built yet: run `kata build` in that folder.")
        folder = composed_root(folder)
    elif not _lesson_names(folder):
        raise CourseError(f"There is no course in {str(folder)!r}: expected solutions/NN_topic/lesson.py in it.")
    return read_course(folder)


def own_folder(start: Path | None = None) -> Path | None:
    """The folder whose course.toml says what `find_course` gives, or None where the course is a plain one."""
    named = os.environ.get("KATA_COURSE")
    here = (start or Path.cwd()).resolve()
    for folder in (Path(named),) if named else (here, *here.parents):
        if (folder / OWN).is_file():
            return folder.resolve()
        if folder.resolve().parts[-2:] == tuple(_COMPOSED.split("/")) and (folder / "../.." / OWN).is_file():
            return folder.resolve().parents[1]
        if _lesson_names(folder):
            return None
    return None


def composed_root(folder: Path) -> Path:
    """Where the course of `folder`/course.toml is composed."""
    return folder / _COMPOSED


def installed_root() -> Path:
    """The folder this package lies in: a clone's, with the course beside it, or a plain installation's."""
    return Path(__file__).resolve().parents[1]


def lesson_folders(root: Path) -> list[str]:
    """The folders `solutions/NN_topic` of `root` by name, whatever is in them."""
    return sorted(p.name for p in root.glob("solutions/*") if p.is_dir() and _LESSON_FOLDER.fullmatch(p.name))


def composed_settings(root: Path) -> Path:
    """Where a composed course keeps its title, seed and install line, and the digest of what it was made from."""
    return root / _SETTINGS


def _holds_a_course(folder: Path) -> bool:
    return (folder / OWN).is_file() or bool(_lesson_names(folder))


def _lesson_names(root: Path) -> list[str]:
    # What was delivered counts as well: a lesson whose file a student lost is still one of the course.
    for trees in (("solutions",), ("exercises", f"{KEPT}/pristine/exercises")):
        names = {path.parent.name for tree in trees for path in root.glob(f"{tree}/*/lesson.py")}
        lessons = sorted(name for name in names if _LESSON_FOLDER.fullmatch(name))
        if lessons:
            return lessons
    return []


def read_course(root: Path) -> Course:
    """The course in the folder `root`. Raises CourseError where a lesson in it cannot be read."""
    root = root.resolve()
    lessons = tuple(_read_lesson(root, name) for name in _lesson_names(root))
    course = Course(root, lessons, **_settings(root))
    numbers: dict[str, str] = {}
    homes: dict[str, str] = {}
    for lesson in course.lessons:
        other = numbers.setdefault(lesson.name[:2], lesson.name)
        if other != lesson.name:
            raise CourseError(f"The lessons {other} and {lesson.name} have the same number: renumber one of them.")
        for exercise in lesson.exercises:
            if exercise.name in homes:
                raise CourseError(
                    f"The exercise {exercise.name!r} is in {homes[exercise.name]} and again in {lesson.name}:"
                    " rename one of them."
                )
            homes[exercise.name] = lesson.name
    return course


def _settings(root: Path) -> dict[str, Any]:
    """What course.toml said, where the course was composed from one and is not out of date."""
    path = composed_settings(root)
    if not path.is_file():
        return {}
    try:
        settings = json.loads(path.read_bytes())
        made_from = settings.pop("digest")
        settings = {key: settings[key] for key in ("title", "seed", "install")}
    except (ValueError, KeyError, AttributeError):
        raise CourseError(f"{_short(path)} is damaged: run `kata build` again.") from None
    folder = root.parents[1]
    if (folder / OWN).is_file():  # else it was moved away from there, as a copy that is graded with
        from grader.overlay.digest import digest_of  # late: only a course of one's own needs it

        if digest_of(folder) != made_from:
            raise CourseError(
                f"The course built from {folder / OWN} is out of date: that file, solutions/ or the upstream course"
                " has changed. Run `kata build` in that folder."
            )
    return settings


def _read_lesson(root: Path, name: str) -> Lesson:
    lesson = Lesson(name, name, (), root)
    # What was delivered says which exercises there are, whatever a student did to their copy.
    delivered = lesson.delivered_stub if lesson.delivered_stub.is_file() else lesson.stub
    text = read_text(lesson.source if lesson.has_solutions else delivered)
    cells = percent.split(text)
    names = [cell.exercise for cell in cells if cell.exercise is not None]
    for exercise in names:
        if not exercise.isidentifier():
            raise CourseError(
                f"{name}/lesson.py names an exercise {exercise!r}, which is no Python name: correct the cell header."
            )
    points = _hidden_points(lesson) if lesson.hidden_tests.is_file() else {}
    for unknown in points.keys() - set(names):
        raise CourseError(
            f"solutions/{name}/test_hidden.py has checks for the exercise {unknown!r}, which lesson.py does not have."
            f" {nearest(unknown, names, names)}"
        )
    exercises = tuple(Exercise(exercise, name, points.get(exercise, 0)) for exercise in names)
    return Lesson(name, _title(cells, name), exercises, root)


def read_text(path: Path) -> str:
    """The text of a course file, its lines ending in plain newlines. Raises CourseError if it is not UTF-8 text."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise CourseError(f"{_short(path)} cannot be read ({problem.strerror}). Every lesson needs one.") from None
    except UnicodeDecodeError as problem:
        raise CourseError(f"{_short(path)} is not UTF-8 (byte {problem.start}). Save it as UTF-8.") from None


def _title(cells: tuple[percent.Cell, ...], name: str) -> str:
    headings = (line for cell in cells if cell.is_markdown for line in cell.lines if line.startswith("# # "))
    return next(headings, "# # " + name.split("_", 1)[1].replace("_", " "))[4:].strip()


def _hidden_points(lesson: Lesson) -> dict[str, float]:
    try:
        return points_by_exercise(read_text(lesson.hidden_tests))
    except NoPoints as problem:
        raise CourseError(f"{_short(lesson.hidden_tests)}, line {problem.line}: {problem}") from None


def nearest(name: str, spellings: list[str], names: list[str]) -> str:
    """The end of a message about an unknown `name`: the nearest of `spellings`, else the first eight of `names`."""
    near = difflib.get_close_matches(name, spellings, n=1)
    some = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    return f"Did you mean {near[0]!r}?" if near else f"There are: {some or 'none'}."


def _is_built(path: Path) -> bool:
    """Whether `kata build` may have written this file, `path` being relative to the course."""
    if path.parts[0] == "notebooks":
        return bool(_LESSON_FOLDER.fullmatch(path.stem))
    return bool(_LESSON_FOLDER.fullmatch(path.parts[1])) and path.name in ("lesson.py", "test_public.py", "hints.md")


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])
