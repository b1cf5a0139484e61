"""Where submissions lie: whose each file is and which lesson it answers, from names alone. Nothing is read here
but folders and the lists of members of zips, and nothing is ever run.

A *class* folder holds a folder or a zip a student, or files named STUDENT_LESSON; a *student's* folder holds files
(or folders) named after lessons. The two are told apart by what is directly inside: something named after a lesson,
with no other student beside it, makes it a student's.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from grader.submissions._archive import open_zip
from grader.submissions._names import exact_lesson, is_lms_name, match_lesson, student_of
from grader.submissions._notebook_file import MAX_NOTEBOOK_BYTES
from grader.submissions._tree import File, Folder, Listing, UnreadableSubmission
from grader.submissions.manifest import MANIFEST, MAX_BYTES, differs
from grader.text import one_line

MAX_ENTRIES = 2_000  # of one student
MAX_ZIPS = 20  # of one student
MAX_DEPTH = 8  # folders below a student's

_NOTEBOOK_OR_FILE = (".py", ".ipynb")
# Files that pytest and Python's start-up look for, and the course's own tests: never an answer.
_SUPPORT = re.compile(r"conftest|sitecustomize|usercustomize|setup|__\w+__|test_.*|.*_test", re.IGNORECASE)
# Helpers and modules named to be imported by mistake: an answer only under a lesson's name.
_MODULES = sys.stdlib_module_names | {"numpy", "jax", "jaxlib", "ml_dtypes", "pytest", "scipy", "utils", "helpers"}


@dataclass(frozen=True)
class Claim:
    """`file` is `student`'s answer to `lesson`. To be read before the next claim is asked for: a zip may close."""

    student: str
    lesson: str
    file: File
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Problem:
    """Something that was handed in and is nobody's readable answer; `student` and `lesson` as far as they are known."""

    error: UnreadableSubmission
    student: str | None = None
    lesson: str | None = None


Found = Claim | Problem


def in_file(file: File, parents: Sequence[str], lessons: Sequence[str], only: str | None) -> Iterator[Found]:
    """A single `.py` or `.ipynb`; `parents` are the names of the folders it is in, the nearest first.

    The lesson is the one in the file's name, else its folder's, else `only`. The student stands before the lesson in
    the file's name; where that tells a lesson alone (or the folder does), it is the nearest folder that is no lesson;
    else the file's whole name.
    """
    match = match_lesson(file.stem, lessons)
    above = exact_lesson(parents[0], lessons) if parents else None
    lesson = match.lesson if match else above or only
    if file.suffix not in _NOTEBOOK_OR_FILE:
        yield Problem(UnreadableSubmission(file.shown, "is not a .py, .ipynb or .zip file"))
    elif lesson is None:
        reason = f"is not named after a lesson: name it like {lessons[0]}{file.suffix}, or say --lesson NAME"
        yield Problem(UnreadableSubmission(file.shown, reason))
    elif only and lesson != only:
        yield Problem(UnreadableSubmission(file.shown, f"is named after {lesson}, and {only} is being graded"))
    elif match and match.before:
        yield Claim(student_of(match.before), lesson, file)
    elif match or above or file.stem.lower() == "lesson":
        folder = next((name for name in parents if name and not exact_lesson(name, lessons)), "student")
        yield Claim(student_of(folder), lesson, file)
    elif file.suffix == ".py" and file.stem.lower() in _MODULES:
        reason = "is named like a module of Python's and not after a student or lesson: rename it if it is an answer"
        yield Problem(UnreadableSubmission(file.shown, reason))
    else:
        yield Claim(student_of(file.stem), lesson, file)


def in_root(root: Folder, parent: str, lessons: Sequence[str], only: str | None) -> Iterator[Found]:
    """A class folder or a student's, or one named after a lesson, which then decides the lesson.

    `parent` is the name of the folder above, the student where `root` is STUDENT/LESSON. Yields nothing at all where
    nothing in it could be a submission.
    """
    name = match_lesson(root.name, lessons)
    if name and name.exact and only not in (None, name.lesson):
        yield Problem(UnreadableSubmission(root.shown, f"is named after {name.lesson}, and {only} is being graded"))
        return
    here = name.lesson if name else None
    only = only or here
    try:
        listing = root.contents()
    except UnreadableSubmission as error:
        yield Problem(error)
        return
    top = _sort(listing, here, lessons)
    if name and name.before and len(top.strays) == 1:
        top.own, top.strays = top.own + top.strays, []  # STUDENT_LESSON/any.ext, or a zip of that name
    others = top.flat or any(_names_a_lesson(place, lessons) for place in top.students)
    if top.own and not others:
        student = name.before or parent if name else root.name
        yield from in_student(root, student_of(student), lessons, only, here)
        return
    yield from (Problem(error) for error in listing.problems)
    for place in top.own:
        reason = "lies beside other students' work, so whose is it? Put it in a folder named after its student"
        yield Problem(UnreadableSubmission(place.shown, reason), lesson=exact_lesson(_stem(place), lessons))
    downloads = _downloads(top.students)
    direct = set()
    for found in _of_students(top, downloads, lessons, only, here):
        if isinstance(found, Claim):
            direct.add((found.student, found.lesson))
        yield found
    for download in downloads:
        with ExitStack() as zips:
            for found in in_root(open_zip(download, zips), root.name, lessons, only):
                # Names inside a zip may be any student's choice: they never stand against those outside.
                if isinstance(found, Claim) and (found.student, found.lesson) in direct:
                    reason = f"was not read: what {found.student} handed in for {found.lesson} lies beside this zip"
                    found = Problem(UnreadableSubmission(found.file.shown, reason))
                yield found


def _of_students(
    top: _Top, downloads: Sequence[File], lessons: Sequence[str], only: str | None, here: str | None
) -> Iterator[Found]:
    """What lies in a class folder itself, a folder or zip a student and files named STUDENT_LESSON."""
    for place in top.students:
        if place in downloads:
            continue
        match = match_lesson(_stem(place), lessons)
        student = match.before if match else _stem(place)
        yield from in_student(place, student_of(student), lessons, only, match.lesson if match else here)
    for file in top.flat:
        match = match_lesson(file.stem, lessons)
        if match and only in (None, match.lesson):
            yield Claim(student_of(match.before), match.lesson, file)
    for file in top.strays:
        yield from in_file(file, (), lessons, only)


def in_student(
    place: Folder | File, student: str, lessons: Sequence[str], only: str | None, within: str | None = None
) -> Iterator[Found]:
    """All that one student handed in, in one folder or zip; `within` is the lesson that its name tells.

    Files named after a lesson count, wherever they lie; STUDENT_LESSON and LESSON alike, LESSON_ANYTHING where there
    is no better. In a folder named after a lesson `lesson.py` is its answer, and so is a single file of any name; with
    `only`, so is a single file anywhere. Two answers to one lesson are a problem, and neither is read.
    """
    with ExitStack() as zips:
        try:
            work = _walk(place, within, lessons, zips)
        except UnreadableSubmission as error:
            yield Problem(error, student, within or only)
            return
        yield from (Problem(error, student) for error in work.problems)
        answers = work.answers(lessons, only)
        notes = work.notes(answers)
        for lesson, files in answers.items():
            if only not in (None, lesson):
                continue
            if len(files) == 1:
                yield Claim(student, lesson, files[0], notes + _receipt_notes(work.receipt, files[0]))
            else:
                yield Problem(_several(files, lesson), student, lesson)
        if not answers and not work.problems:
            yield Problem(UnreadableSubmission(place.shown, _why_nothing(work, only or lessons[0])), student, only)


def several(names: Sequence[str], lesson: str) -> str:
    """The reason given where one student handed in more than one answer to a lesson."""
    return f"{len(names)} submissions of one student for {lesson} ({_listed(names)}): leave the one to be graded"


@dataclass
class _Work:
    """A student's files by lesson: `named` after it, `near` it (LESSON_ANYTHING), `unnamed` in its folder (or in none).

    `others` are names of files that can be no answer.
    """

    named: dict[str, list[File]] = field(default_factory=dict)
    near: dict[str, list[File]] = field(default_factory=dict)
    unnamed: dict[str | None, list[File]] = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    problems: list[UnreadableSubmission] = field(default_factory=list)
    receipt: File | None = None  # the manifest of `kata submit`

    def add(self, file: File, within: str | None, lessons: Sequence[str]) -> None:
        match = match_lesson(file.stem, lessons)
        if file.name == MANIFEST:
            self.receipt = file
        elif file.suffix not in _NOTEBOOK_OR_FILE or (file.suffix == ".py" and _SUPPORT.fullmatch(file.stem)):
            self.others.append(file.name)
        elif match:
            (self.near if match.after else self.named).setdefault(match.lesson, []).append(file)
        elif within and file.stem.lower() == "lesson":
            self.named.setdefault(within, []).append(file)
        elif file.suffix == ".py" and file.stem.lower() in _MODULES:
            self.others.append(file.name)
        else:
            self.unnamed.setdefault(within, []).append(file)

    def answers(self, lessons: Sequence[str], only: str | None) -> dict[str, list[File]]:
        """The files that answer each lesson, best names first; more than one is too many."""
        found = {lesson: self.named.get(lesson) or self.near.get(lesson, []) for lesson in lessons}
        for within, files in self.unnamed.items():
            lesson = within or only
            if lesson and not found[lesson] and (within or len(files) == 1):
                found[lesson] = files
        return {lesson: files for lesson, files in found.items() if files}

    def notes(self, answers: dict[str, list[File]]) -> tuple[str, ...]:
        """One note on files that look like answers and are none: a helper that a notebook imports will be missed."""
        used = {file.identity for files in answers.values() for file in files}
        candidates = [file for group in (self.near, self.unnamed) for files in group.values() for file in files]
        unread = sorted({one_line(file.name, 60) for file in candidates if file.identity not in used})
        return (f"A submission is one file; not read: {_listed(unread)}.",) if unread else ()


def _walk(place: Folder | File, within: str | None, lessons: Sequence[str], zips: ExitStack) -> _Work:
    """Everything in `place`, breadth first. Raises UnreadableSubmission if it cannot be opened or has no end."""
    work = _Work()
    queue: deque[tuple[Folder | File, str | None, int]] = deque([(place, within, 0)])
    entries = opened = 0
    while queue:
        here, lesson, depth = queue.popleft()
        try:
            if isinstance(here, File):
                opened += 1
                if opened > MAX_ZIPS:
                    raise UnreadableSubmission(place.shown, f"holds more than {MAX_ZIPS} zips: hand in the files alone")
                here = open_zip(here, zips)
            listing = here.contents()
        except UnreadableSubmission as error:
            if depth == 0 or opened > MAX_ZIPS:
                raise
            work.problems.append(error)
            continue
        entries += len(listing.files) + len(listing.folders)
        if entries > MAX_ENTRIES or depth > MAX_DEPTH:
            reason = f"holds more than {MAX_ENTRIES} files, or folders {MAX_DEPTH} deep: hand in the lesson files alone"
            raise UnreadableSubmission(place.shown, reason)
        work.problems += listing.problems
        for file in listing.files:
            if file.suffix != ".zip":
                work.add(file, lesson, lessons)
        for inner in (*listing.folders, *(file for file in listing.files if file.suffix == ".zip")):
            match = match_lesson(_stem(inner), lessons)
            queue.append((inner, match.lesson if match else lesson, depth + 1))
    return work


@dataclass
class _Top:
    """What is directly in a root: `own` is named after a lesson alone, `flat` STUDENT_LESSON, `strays` anything."""

    own: list[Folder | File] = field(default_factory=list)
    students: list[Folder | File] = field(default_factory=list)
    flat: list[File] = field(default_factory=list)
    strays: list[File] = field(default_factory=list)


def _sort(listing: Listing, here: str | None, lessons: Sequence[str]) -> _Top:
    top = _Top()
    for place in (*listing.folders, *listing.files):
        match = match_lesson(_stem(place), lessons)
        named = bool(match and not match.before)
        if isinstance(place, Folder) or place.suffix == ".zip":
            (top.own if named else top.students).append(place)
        elif place.suffix not in _NOTEBOOK_OR_FILE or (place.suffix == ".py" and _SUPPORT.fullmatch(place.stem)):
            continue
        elif named or (here and place.stem.lower() == "lesson"):
            top.own.append(place)
        else:
            (top.flat if match else top.strays).append(place)
    return top


def _names_a_lesson(place: Folder | File, lessons: Sequence[str]) -> bool:
    """Whether anything in what might be a student's folder is named after a lesson."""
    with ExitStack() as zips:
        try:
            work = _walk(place, None, lessons, zips)
        except UnreadableSubmission:
            return False
        return bool(work.named or work.near)


def _receipt_notes(manifest: File | None, file: File) -> tuple[str, ...]:
    """A note where the file is not the one that the student's receipt is about. No mark depends on it."""
    if manifest is None:
        return ()
    try:
        other = differs(manifest.read(MAX_BYTES), file.name, file.read(MAX_NOTEBOOK_BYTES))
    except UnreadableSubmission:  # reading the answer itself says so
        return ()
    return ("The file is not the one of the student's receipt: it was changed after `kata submit`.",) if other else ()


def _downloads(students: Sequence[Folder | File]) -> list[File]:
    """The zips that hold a class each. None where any zip is a student's: another could only pretend to be more."""
    zipped = [place for place in students if isinstance(place, File)]
    return zipped if all(map(_is_download, zipped)) else []


def _is_download(zipped: File) -> bool:
    """Whether a zip holds a class as Canvas or Moodle packs it, and not one student's work."""
    if zipped.nested or is_lms_name(zipped.stem):  # then it is itself a part of such a download
        return False
    with ExitStack() as zips:
        try:
            listing = open_zip(zipped, zips).contents()
        except UnreadableSubmission:
            return False
        return any(is_lms_name(_stem(place)) for place in (*listing.folders, *listing.files))


def _several(files: Sequence[File], lesson: str) -> UnreadableSubmission:
    names = [file.name for file in files]
    if any(match_lesson(file.stem, (lesson,)) or file.stem.lower() == "lesson" for file in files):
        return UnreadableSubmission(files[0].shown, f"is one of {several(names, lesson)}")
    reason = (
        f"is one of {len(files)} files in a folder for {lesson}, none named after it ({_listed(names)}): name the "
        f"one to be graded {lesson}{files[0].suffix}, or grade that folder by itself if each is a student's"
    )
    return UnreadableSubmission(files[0].shown, reason)


def _why_nothing(work: _Work, example: str) -> str:
    names = sorted(work.others + [file.name for files in work.unnamed.values() for file in files])
    if not names:
        return "is an empty folder: nothing was handed in"
    return f"holds nothing named after a lesson ({_listed(names)}): expected a file like {example}.ipynb"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")


def _stem(place: Folder | File) -> str:
    return place.name if isinstance(place, Folder) else place.stem
