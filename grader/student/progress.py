"""How far a student is: which exercises passed their public checks, and how many hints were asked for.

Kept in `.kata/progress.json` of the course folder, for the student's eyes: no mark depends on it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from grader.course import Course
from grader.files import write_atomically


class Progress(msgspec.Struct):
    """`solved` are names of exercises; `hints` says how many steps of an exercise were shown."""

    solved: set[str] = msgspec.field(default_factory=set)
    hints: dict[str, int] = msgspec.field(default_factory=dict)


def load(course: Course) -> Progress:
    """What is recorded for `course`: nothing where there is no record, or none that can be read."""
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(_file(course).read_bytes(), type=Progress)
    return Progress()


def save(course: Course, progress: Progress) -> None:
    """Keep `progress`. A folder that cannot be written to keeps none, and nothing else is lost."""
    with contextlib.suppress(OSError):
        _file(course).parent.mkdir(exist_ok=True)
        write_atomically(_file(course), msgspec.json.format(msgspec.json.encode(progress, order="sorted"), indent=1))


def record(course: Course, exercise: str, passed: bool) -> None:
    """Note that the public checks of `exercise` passed, or that they no longer do."""
    progress = load(course)
    (progress.solved.add if passed else progress.solved.discard)(exercise)
    save(course, progress)


def _file(course: Course) -> Path:
    return course.kept / "progress.json"
