"""What `kata list` prints: lessons and exercises, how each stands in a symbol and in words, and what comes next."""

from __future__ import annotations

from collections.abc import Set

from grader.course import Course, Exercise
from grader.outputs.words import SYMBOLS
from grader.report import Verdict

_SOLVED = f"{SYMBOLS[Verdict.PASSED]} solved"
_STARTED = "~ started"
_OPEN = f"{SYMBOLS[Verdict.NOT_ATTEMPTED]} not started"


def overview(course: Course, solved: Set[str], started: Set[str]) -> str:
    """The whole course. `solved` pass their public checks; `started` have an answer, right or not."""
    exercises = [exercise for lesson in course.lessons for exercise in lesson.exercises]
    done = [exercise for exercise in exercises if exercise.name in solved]
    lines = [f"{len(done)}/{len(exercises)} solved"]
    for lesson in course.lessons:
        of_lesson = sum(exercise.name in solved for exercise in lesson.exercises)
        lines += ["", f"{lesson.name}  {lesson.title}  {of_lesson}/{len(lesson.exercises)}"]
        lines += [f"  {_stands(exercise.name, solved, started):<13}  {exercise.name}" for exercise in lesson.exercises]
    following = next_to_do(course, solved)
    if following is None:
        return "\n".join([*lines, "", "All solved. Hand in with `kata submit`."])
    where = f"exercises/{following.lesson}/lesson.py or notebooks/{following.lesson}.ipynb"
    return "\n".join([*lines, "", f"Next: {following.name}, in {where}", f"      `kata check {following.name}`"])


def next_to_do(course: Course, solved: Set[str]) -> Exercise | None:
    """The first exercise that is not solved."""
    every = (exercise for lesson in course.lessons for exercise in lesson.exercises)
    return next((exercise for exercise in every if exercise.name not in solved), None)


def _stands(name: str, solved: Set[str], started: Set[str]) -> str:
    return _SOLVED if name in solved else _STARTED if name in started else _OPEN
