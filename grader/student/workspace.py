"""Where a student's answers are: in `exercises/NN_topic/lesson.py` or in `notebooks/NN_topic.ipynb`.

An answer is told from a stub by its text alone, against the stub that was delivered (`.kata/pristine`), or the
one the course builds, or the line that every stub has. Student code is never compiled or run here.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grader import cells
from grader.build import stub
from grader.course import SHIPPED, Course, CourseError, Exercise, Lesson, find_course
from grader.submissions import Submission, UnreadableSubmission, read_file

STUDENT = "me"


@dataclass(frozen=True)
class Answer:
    """The file that holds the answer to one exercise, as read just now.

    `attempted` says whether the exercise was touched at all; `note` is a sentence for the student, or empty.
    """

    path: Path
    submission: Submission
    attempted: bool
    note: str = ""


@dataclass(frozen=True)
class Workspace:
    """A course folder with answers in it."""

    course: Course

    def files(self, lesson: Lesson) -> tuple[Path, ...]:
        """The files of `lesson` that can hold answers and exist."""
        return tuple(path for path in (lesson.stub, lesson.notebook) if path.is_file())

    def answer(self, exercise: Exercise) -> Answer:
        """Where `exercise` is answered. With answers in both files, the one saved last counts, and `note` says so.

        Raises CourseError where the lesson's own stub cannot be read, and UnreadableSubmission where no file of the
        lesson can; a damaged file beside a sound one is told of in `note`.
        """
        lesson = self.course.lesson(exercise.lesson)
        read: dict[Path, Submission] = {}
        damaged: list[UnreadableSubmission] = []
        for path in self.files(lesson):
            try:
                read[path] = read_file(path, STUDENT, lesson.name)
            except UnreadableSubmission as error:
                damaged.append(error)
        if not read:
            raise (
                damaged[0]
                if damaged
                else UnreadableSubmission(
                    self.named(lesson.stub), "is missing, and so is its notebook: `kata start --update` puts both back"
                )
            )
        touched = {path: attempted(path, lesson) for path in read}
        holding = [path for path, names in touched.items() if exercise.name in names]
        # Where nobody has answered yet: the file that other answers of the lesson are in, else lesson.py.
        path = max(holding, key=_saved) if holding else max(touched, key=lambda p: (len(touched[p]), p.suffix == ".py"))
        return Answer(path, read[path], bool(holding), self._note(exercise, path, holding, damaged))

    def started(self) -> frozenset[str]:
        """The exercises that have an answer in a file that can be read. Raises CourseError."""
        names: set[str] = set()
        for lesson in self.course.lessons:
            for path in self.files(lesson):
                with contextlib.suppress(UnreadableSubmission):
                    names |= attempted(path, lesson)
        return frozenset(names)

    def named(self, path: Path) -> str:
        """`path` as a student would type it from the course folder."""
        return path.relative_to(self.course.root).as_posix()

    def _note(self, exercise: Exercise, path: Path, holding: list[Path], damaged: list[UnreadableSubmission]) -> str:
        notes = [f"Not looked at: {error}." for error in damaged]
        for other in (other for other in holding if other != path):
            both = f"{self.named(other)} has an answer to {exercise.name} too"
            notes.append(f"{both}; {self.named(path)} was saved later and is taken.")
        return " ".join(notes)


def own_course() -> Course:
    """The course found, one to write in. Raises CourseError, also where only the installed one is found."""
    course = find_course()
    if course.root == SHIPPED:
        raise CourseError(
            f"There is no course folder of yours at or above {str(Path.cwd())!r}: go to it, or make one with"
            " `kata start`."
        )
    return course


def attempted(path: Path, lesson: Lesson) -> frozenset[str]:
    """The exercises of `lesson` that the file at `path` has an answer to. Raises as `Workspace.answer` does."""
    try:
        found = cells.read(path)
    except (cells.NotCells, OSError, UnicodeDecodeError) as error:
        raise UnreadableSubmission(path.name, f"cannot be read: {error}") from None
    code = [cell for cell in found if cell.is_code]
    stubs = stubs_of(lesson)
    return frozenset(e.name for e in lesson.exercises if _has_answer(e.name, code, stubs.get(e.name, "")))


def stubs_of(lesson: Lesson) -> dict[str, str]:
    """The stub of each exercise as it was delivered, its header left out; nothing where that is not known."""
    if lesson.delivered_stub.is_file():
        data = lesson.delivered_stub.read_bytes()
    elif lesson.has_solutions:
        data = stub(lesson).encode()
    else:
        return {}
    return {cell.exercise: cell.source for cell in cells.parse(data, ".py") if cell.exercise}


def _has_answer(name: str, code: Iterable[cells.Cell], pristine: str) -> bool:
    stub_lines = _code_lines(pristine)
    for cell in code:
        if not stub_lines and _stub_line(name) in cell.source and len(_binds(name).findall(cell.source)) < 2:
            continue
        lines = _code_lines(cell.source)
        rest = _without(lines, stub_lines)
        if _binds(name).search("\n".join(rest)) or (cell.exercise == name and rest == lines and lines):
            return True
    return False


def _code_lines(source: str) -> list[str]:
    """Lines that matter: neither blank nor a comment, and nothing at their end."""
    return [line.rstrip() for line in source.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def _without(lines: list[str], block: list[str]) -> list[str]:
    """`lines` with every run of `block` taken out."""
    kept: list[str] = []
    at = 0
    while at < len(lines):
        if block and lines[at : at + len(block)] == block:
            at += len(block)
        else:
            kept.append(lines[at])
            at += 1
    return kept


def _stub_line(name: str) -> str:
    return f'raise NotImplementedError("{name}: your code goes here")'


def _binds(name: str) -> re.Pattern[str]:
    """What makes `name` mean something in a module: def, class, `=`, `as`."""
    word, start = re.escape(name), r"^[ \t]*"
    assigned = rf"{start}{word}[ \t]*(?::[^=\n]+)?=(?!=)"
    return re.compile(
        rf"{start}(?:async[ \t]+)?(?:def|class)[ \t]+{word}\b|{assigned}|\bas[ \t]+{word}\b", re.MULTILINE
    )


def _saved(path: Path) -> int:
    return path.stat().st_mtime_ns
