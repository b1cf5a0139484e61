"""What whoever grades and a judge slot say to each other: one JSON line a record."""

from __future__ import annotations

from typing import Literal

import msgspec

from grader.judge.program import Options, Source
from grader.report import Backend, ExerciseResult


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """One submission to one lesson. `exercise` restricts the round; `which` leaves hidden checks out.

    `options` are those of this round alone; without them, the slot's own hold. The platform is always the slot's.
    """

    lesson: str
    source: Source
    which: Literal["all", "public"] = "all"
    exercise: str | None = None
    options: Options | None = None


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """First line of a slot: what it judges with, or why it cannot."""

    sandbox: str = ""
    backend: Backend | None = None
    problem: str = ""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """A round's results. `details` (check name to text) holds public checks only.

    `budgets` (exercise to text) says what a call was seen to transfer, beside what it may.
    """

    exercises: tuple[ExerciseResult, ...]
    notes: tuple[str, ...]
    details: dict[str, str]
    budgets: dict[str, str]
    seconds: float
