"""Finds and reads what students handed in: `.py`, `.ipynb` and `.zip`, in the layouts people really use.

    CLASS/STUDENT/LESSON.ext          a folder a student
    CLASS/STUDENT/LESSON/any.ext      nbgrader's `submitted`; any folder between is fine too
    CLASS/STUDENT.zip                 a zip a student
    CLASS/STUDENT_LESSON.ext          one flat folder, Canvas's names included
    STUDENT/LESSON.ext                one student
    FILE                              one file
    ANY.zip                           a zip of any of these

Lessons are matched leniently, students get an id that is safe as a folder's name, and each thing that cannot be read
is one clear line (`Unreadable`) while the rest goes on. Code is never parsed, imported or run here; hidden files,
caches, checkpoints, conftest.py and the like are not even opened.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from grader.submissions import _layout
from grader.submissions._archive import open_zip
from grader.submissions._layout import Claim, Found, Problem
from grader.submissions._names import SAFE, attempt_of, exact_lesson, student_id, student_ids
from grader.submissions._notebook_file import MAX_NOTEBOOK_BYTES, code_cells
from grader.submissions._source_file import MAX_SOURCE_BYTES, code_of_file
from grader.submissions._tree import File, UnreadableSubmission, disk_file, disk_folder
from grader.text import one_line

Kind = Literal["py", "ipynb"]
MAX_NAME = 200  # characters of a student's name that are kept


class SubmissionsError(Exception):
    """Wrong use, in one clear line: a PATH that does not exist or has nothing in it, or a lesson that is none."""


@dataclass(frozen=True)
class Submission:
    """One student's answer to one lesson.

    `cells` is the source of each code cell in order, a `.py` file being one; newlines are `\\n`, no NULs, no half
    surrogates. `student` matches `[A-Za-z0-9_.@+-]{1,64}` without a leading dot. `filename` (the file's own name),
    `notes` (whole sentences) and `name` (the student's, as handed in) are harmless to show once escaped for their
    format.
    """

    student: str
    lesson: str
    kind: Kind
    cells: tuple[str, ...]
    filename: str
    notes: tuple[str, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        if not SAFE.match(self.student) or not SAFE.match(self.lesson):
            raise ValueError(f"not safe as a path: student {self.student!r}, lesson {self.lesson!r}")

    @property
    def digest(self) -> str:
        """SHA-256 over the kind and the cells, in hex: equal for submissions that are the same program."""
        whole = hashlib.sha256(self.kind.encode())
        for cell in self.cells:
            whole.update(hashlib.sha256(cell.encode()).digest())
        return whole.hexdigest()


@dataclass(frozen=True)
class Unreadable:
    """One thing that was handed in and not graded: `FILENAME: REASON` is the line to print."""

    student: str | None
    lesson: str | None
    filename: str
    reason: str


def read_submissions(
    paths: Sequence[Path], lessons: Sequence[str], lesson: str | None = None
) -> tuple[list[Submission], list[Unreadable]]:
    """All submissions in `paths`, and a line for each that cannot be read; both sorted by student.

    `lessons` are the course's. `lesson`, one of them, restricts to it and says what a file is whose name does not.
    A student's second submission to a lesson makes both unreadable. Raises SubmissionsError where a path does not exist
    or nothing is found at all, and nothing else.
    """
    only = _known(lesson, lessons)
    claims: list[tuple[Claim, Submission | UnreadableSubmission]] = []
    problems: list[Problem] = []
    nothing: list[str] = []
    for path, mode in [(path, _mode(path)) for path in paths]:  # all of them exist before the first is read
        before = len(claims) + len(problems)
        for found in _find(path, mode, lessons, only):
            if isinstance(found, Claim):
                claims.append((found, _outcome(found)))
            else:
                problems.append(found)
        if len(claims) + len(problems) == before:
            nothing.append(str(path))
    wanted = f" for {only}" if only else ""
    if not claims and not problems:
        where = ", ".join(one_line(name, 200) for name in nothing[:3]) or "no path"
        example = only or lessons[0]
        raise SubmissionsError(
            f"{where}: holds no submission{wanted}; expected files like {example}.ipynb, a folder a student, or a zip"
        )
    problems += [Problem(UnreadableSubmission(name, f"holds no submission{wanted}")) for name in nothing]
    return _settle(claims, problems, lessons)


def read_file(path: Path, student: str, lesson: str) -> Submission:
    """The `.py` or `.ipynb` file at `path` as `student`'s answer to `lesson`. Raises UnreadableSubmission only.

    A `student` that is not safe as a path gets an id that is.
    """
    file = disk_file(path)
    if not SAFE.match(lesson):
        raise UnreadableSubmission(file.shown, f"cannot be graded: there is no lesson {one_line(lesson, 64)}")
    return _read(file, student if SAFE.match(student) else student_id(student), lesson)


def read_folder(folder: Path, student: str, lesson: str) -> tuple[Submission, bytes]:
    """What one student handed in for one lesson in `folder`, and the bytes of that file.

    A notebook called after the lesson is it, whatever lies beside it. Raises UnreadableSubmission only.
    """
    exact = folder / f"{lesson}.ipynb"
    if os.path.lexists(exact):
        return read_file(exact, student, lesson), disk_file(exact).read(MAX_NOTEBOOK_BYTES)
    problem = None
    for found in _layout.in_student(disk_folder(folder), student, [lesson], lesson, lesson):
        if isinstance(found, Claim):
            return _read(found.file, student_id(student), lesson, found.notes), found.file.read(MAX_NOTEBOOK_BYTES)
        problem = problem or found.error
    raise problem or UnreadableSubmission(folder.name, "holds no notebook: nothing was handed in")


def _read(file: File, student: str, lesson: str, notes: tuple[str, ...] = ()) -> Submission:
    kind: Kind
    try:
        if file.suffix == ".py":
            kind, cells = "py", (code_of_file(file.read(MAX_SOURCE_BYTES)),)
        elif file.suffix == ".ipynb":
            kind, (cells, more) = "ipynb", code_cells(file.read(MAX_NOTEBOOK_BYTES))
            notes += more
        else:
            raise ValueError("is not a .py or .ipynb file")
    except ValueError as error:
        raise UnreadableSubmission(file.shown, str(error)) from None
    return Submission(student, lesson, kind, cells, one_line(file.name, 200), notes)


def _known(lesson: str | None, lessons: Sequence[str]) -> str | None:
    if not lessons:
        raise SubmissionsError("The course has no lessons, so nothing can be graded.")
    if lesson is None or lesson in lessons:
        return lesson
    only = exact_lesson(lesson, lessons)
    if only is None:
        raise SubmissionsError(f"{one_line(lesson, 64)}: no such lesson; the course has {', '.join(lessons)}")
    return only


def _mode(path: Path) -> int:
    """The kind of thing `path` is; a link the user typed is followed to a folder, and to nothing else."""
    try:
        return path.stat().st_mode if path.is_dir() else path.lstat().st_mode
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SubmissionsError(f"{one_line(str(path), 200)}: {reason}; expected a folder, a file or a zip") from None


def _find(path: Path, mode: int, lessons: Sequence[str], only: str | None) -> Iterator[Found]:
    whole = Path(os.path.abspath(path))
    parents = [parent.name for parent in whole.parents]
    with ExitStack() as zips:
        if stat.S_ISDIR(mode):
            yield from _layout.in_root(disk_folder(path, whole.name), parents[0] if parents else "", lessons, only)
        elif path.suffix.lower() == ".zip":
            try:
                root = open_zip(disk_file(path), zips)
            except UnreadableSubmission as error:
                yield Problem(error)
            else:
                yield from _layout.in_root(root, parents[0], lessons, only)
        else:
            yield from _layout.in_file(disk_file(path), parents, lessons, only)


def _outcome(claim: Claim) -> Submission | UnreadableSubmission:
    """The submission as read, under a student's name that is not settled yet."""
    try:
        return _read(claim.file, student_id(claim.student), claim.lesson, claim.notes)
    except UnreadableSubmission as error:
        return error


def _settle(
    claims: list[tuple[Claim, Submission | UnreadableSubmission]], problems: list[Problem], lessons: Sequence[str]
) -> tuple[list[Submission], list[Unreadable]]:
    """Gives every student an id, and tells second submissions from the same file met twice."""
    ids = student_ids([claim.student for claim, _ in claims] + [p.student for p in problems if p.student is not None])
    slots: dict[tuple[str, str], dict[str, tuple[Claim, Submission | UnreadableSubmission]]] = {}
    for claim, outcome in claims:
        slots.setdefault((ids[claim.student], claim.lesson), {})[claim.file.identity] = (claim, outcome)
    submissions = []
    unreadable = [
        Unreadable(None if p.student is None else ids[p.student], p.lesson, p.error.filename, p.error.reason)
        for p in problems
    ]
    for (student, lesson), met in slots.items():
        claim, outcome = next(iter(met.values()))
        latest = _latest_attempt([claim for claim, _ in met.values()]) if len(met) > 1 else None
        if latest:
            claim, outcome = met.pop(latest.file.identity)
            earlier = ", ".join(sorted(one_line(other.file.name, 100) for other, _ in met.values()))
            if isinstance(outcome, Submission):
                outcome = replace(outcome, notes=(*outcome.notes, f"Earlier attempts, not graded: {earlier}."))
        elif len(met) > 1:
            names = [one_line(other.file.shown, 100) for other, _ in met.values()]
            outcome = UnreadableSubmission(claim.file.shown, f"is one of {_layout.several(names, lesson)}")
        if isinstance(outcome, UnreadableSubmission):
            unreadable.append(Unreadable(student, lesson, outcome.filename, outcome.reason))
            continue
        notes = outcome.notes
        if claim.student != student:
            notes = (f"The student's name as handed in is {one_line(claim.student, 80)}.", *notes)
        name = one_line(claim.student, MAX_NAME)
        submissions.append(Submission(student, lesson, outcome.kind, outcome.cells, outcome.filename, notes, name))
    submissions.sort(key=lambda s: (s.student, lessons.index(s.lesson)))
    unreadable.sort(key=lambda u: (u.student or "", u.filename, u.reason))
    return submissions, unreadable


def _latest_attempt(claims: Sequence[Claim]) -> Claim | None:
    """The last of a student's attempts, where Canvas numbered all of their files; None where it did not.

    They must lie in one place: a zip from elsewhere may number its files as it likes.
    """
    attempts = {attempt_of(claim.file.stem): claim for claim in claims}
    places = {os.path.dirname(claim.file.shown) for claim in claims}
    if None in attempts or len(attempts) < len(claims) or len(places) > 1:
        return None
    return attempts[max(number for number in attempts if number is not None)]
