"""The list of a course: how each exercise stands, in one word and one symbol, and what comes next.

`kata list` prints it, `%kata list` displays it, and `kata watch` draws its own from the same words.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence, Set
from typing import Any

from grader.course import Course, Exercise
from grader.outputs import words
from grader.outputs.html import render
from grader.report import Verdict

ALL_SOLVED = "All solved. The hidden checks, which give the marks, look closer. Hand in with `kata submit`."


class Standing(enum.Enum):
    """How an exercise stands; the value is the word for it."""

    SOLVED = "solved"  # its public checks pass
    STARTED = "started"  # it has an answer, right or not
    TO_DO = "to do"

    @property
    def symbol(self) -> str:
        """One column wide."""
        return _SYMBOLS[self]


_SYMBOLS = {
    Standing.SOLVED: words.SYMBOLS[Verdict.PASSED],
    Standing.STARTED: "~",
    Standing.TO_DO: words.SYMBOLS[Verdict.NOT_ATTEMPTED],
}
WORD_WIDTH = max(len(standing.value) for standing in Standing)


def standing(exercise: Exercise, solved: Set[str], started: Set[str]) -> Standing:
    """How `exercise` stands, given the names of those solved and of those with an answer."""
    if exercise.name in solved:
        return Standing.SOLVED
    return Standing.STARTED if exercise.name in started else Standing.TO_DO


def count(exercises: Sequence[Exercise], solved: Set[str]) -> str:
    """`3/26 solved`."""
    return f"{sum(exercise.name in solved for exercise in exercises)}/{len(exercises)} solved"


def next_to_do(course: Course, solved: Set[str]) -> Exercise | None:
    """The first exercise that is not solved."""
    return next((exercise for exercise in course.exercises if exercise.name not in solved), None)


class Listing:
    """All exercises of `course`, each with how it stands; Jupyter displays it by itself.

    `check` is the command that checks one, as it is typed there.
    """

    def __init__(self, course: Course, solved: Set[str], started: Set[str], check: str = "kata check") -> None:
        self._course, self._solved, self._started, self._check = course, solved, started, check

    def __repr__(self) -> str:
        lines = [count(self._course.exercises, self._solved)]
        for lesson in self._course.lessons:
            lines += ["", f"{lesson.name}  {lesson.title}  {count(lesson.exercises, self._solved)}"]
            lines += [f"  {how.symbol} {how.value:<{WORD_WIDTH}}  {name}" for how, name in self._rows(lesson.exercises)]
        return "\n".join([*lines, "", *self._ending().splitlines()])

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        lessons = [
            (lesson, count(lesson.exercises, self._solved), self._rows(lesson.exercises))
            for lesson in self._course.lessons
        ]
        whole = count(self._course.exercises, self._solved)
        page = render("listing.html.j2", lessons=lessons, count=whole, next_step=self._ending(), verdict=Verdict.PASSED)
        return {"text/plain": repr(self), "text/html": page}

    def _rows(self, exercises: Sequence[Exercise]) -> list[tuple[Standing, str]]:
        return [(standing(exercise, self._solved, self._started), exercise.name) for exercise in exercises]

    def _ending(self) -> str:
        following = next_to_do(self._course, self._solved)
        if following is None:
            return ALL_SOLVED
        lesson = following.lesson
        where = f"exercises/{lesson}/lesson.py or notebooks/{lesson}.ipynb"
        return f"Next: {following.name}, in {where}\n`{self._check} {following.name}`"
