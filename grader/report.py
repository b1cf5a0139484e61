"""The records a grading run produces, and their JSON.

A `Report` is about one submission to one lesson. It holds authored sentences and student text that
has already been made harmless (`grader.text.visible`), never a hidden input or expected value.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from grader.files import write_atomically

SCHEMA = 2  # 2: `name`


def total(points: Iterable[float]) -> float:
    """The sum of points, exact for points of at most six decimals: 1.11 and 2.22 are 3.33."""
    exact = round(math.fsum(points), 6)
    return int(exact) if exact.is_integer() else exact


class Verdict(enum.Enum):
    """How one check ended. Each is shown as itself, in words."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"  # the submission raised
    TIMEOUT = "timeout"
    CRASHED = "crashed"  # its process died
    BLOCKED = "blocked"  # a check it depends on failed, or the exercise already ran out of time
    NOT_ATTEMPTED = "not_attempted"  # the stub is untouched
    CANNOT_RUN = "cannot_run"  # not decidable on this backend


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """One check: `title` is its docstring, `message` the authored sentence for what went wrong."""

    name: str
    title: str
    verdict: Verdict
    points: float
    max_points: float
    message: str = ""
    hidden: bool = False


class ExerciseResult(msgspec.Struct, frozen=True, kw_only=True):
    """The checks of one exercise."""

    name: str
    checks: tuple[CheckResult, ...]
    points: float = 0
    max_points: float = 0

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "points", total(c.points for c in self.checks))
        msgspec.structs.force_setattr(self, "max_points", total(c.max_points for c in self.checks))


class Backend(msgspec.Struct, frozen=True, kw_only=True):
    """What the submission ran on: platform and number of devices, and the versions that matter."""

    platform: str
    devices: int
    jax: str
    numpy: str
    python: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known of one submission to one lesson.

    `notes` are things the reader of the mark should know that cost no points (a cell that raised).
    `key` identifies everything the marks depend on; equal keys mean equal marks. `name` is the student's as it was
    handed in, where that is known: `student` may be an id that was made from it.
    """

    student: str
    lesson: str
    exercises: tuple[ExerciseResult, ...]
    sandbox: Literal["A", "B", "C"]
    backend: Backend
    key: str
    seconds: float
    notes: tuple[str, ...] = ()
    name: str = ""
    schema: int = SCHEMA
    points: float = 0
    max_points: float = 0
    incomplete: bool = False

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "points", total(e.points for e in self.exercises))
        msgspec.structs.force_setattr(self, "max_points", total(e.max_points for e in self.exercises))
        msgspec.structs.force_setattr(
            self, "incomplete", any(c.verdict is Verdict.CANNOT_RUN for e in self.exercises for c in e.checks)
        )


def to_json(report: Report) -> bytes:
    """The report as indented UTF-8 JSON, ending in a newline."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def from_json(data: bytes) -> Report:
    """The report a previous run wrote. Raises `msgspec.ValidationError` if it is not one."""
    return msgspec.json.decode(data, type=Report)


def save(report: Report, folder: Path) -> Path:
    """Write `folder/STUDENT/LESSON.json` atomically; a reader sees the old mark or the new one."""
    path = folder / report.student / f"{report.lesson}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, to_json(report))
    return path
