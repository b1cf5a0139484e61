"""`kata start`: a folder of the student's own."""

from __future__ import annotations

from pathlib import Path

from grader.course import Course, CourseError
from grader.edition.contents import is_edition, names_in, record
from grader.edition.update import update


def start(folder: Path, course: Course) -> bool:
    """Make `folder` an edition of `course`; False where it is one already, and nothing is touched.

    Raises CourseError where it holds anything else (hidden entries and virtual environments may be there).
    """
    if is_edition(folder):
        return False
    if folder.exists() and not folder.is_dir():
        raise CourseError(f"{folder} is a file. Name a new folder: `kata start my-katas`.")
    in_the_way = list(names_in(folder)) if folder.is_dir() else []
    if in_the_way:
        some = ", ".join(in_the_way[:3]) + (", ..." if len(in_the_way) > 3 else "")
        raise CourseError(f"{folder} is not empty (it holds {some}). Name a new folder: `kata start my-katas`.")
    record(folder, {})  # first, so that a copy cut short is an edition that `kata start --update` completes
    update(folder, course)
    return True
