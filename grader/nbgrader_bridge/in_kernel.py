"""A marks cell as stock nbgrader runs it: `grader.check("NAME", hidden=True)` in the student's own kernel.

The answer goes by value from the kernel to a judge slot with the lesson's hidden tests, and from there to a sandboxed
worker; the cell's value is the mark. The rest of the notebook is not sandboxed: nbgrader runs it as whoever
grades, who can read the hidden tests and write the gradebook (docs/instructors.md says what to use instead).

nbgrader reads a marks cell so: text on stderr or an exception is 0, a value whose text is a number is that many
points, *and anything else is full marks*. So nothing is written to stderr here, the text is always a number, and
where the judge itself fails it is `inf`: nbgrader refuses that, leaves this submission ungraded, says so and ends with
an error, where an exception would quietly be a 0 for the student.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.course import Course, CourseError, Exercise, find_course
from grader.grade import hidden_and_public
from grader.judge.bench import Settings
from grader.judge.program import Options, Source
from grader.judge.protocol import Answer, Request
from grader.notebook import surroundings
from grader.outputs import words
from grader.outputs.display import Feedback, FeedbackData
from grader.report import CheckResult, ExerciseResult, Verdict
from grader.slots import Slot, SlotFailed
from grader.student.desk import CheckError

NOT_YET = "This gives the marks when your work is graded; nothing to do here."
UNSANDBOXED = "Graded by stock nbgrader, which does not lock in what else a notebook does."
UNGRADED = "inf"
VALIDATE_WIDTH = 80  # nbgrader cuts lines that are longer


class PublicChecksFailed(Exception):
    """What `nbgrader validate` shows of an exercise that fails a public check: our words and no traceback."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class Mark:
    """The value of a marks cell: a number for nbgrader, and for people what was wrong."""

    def __init__(self, number: str, page: str) -> None:
        self._number = number
        self._page = page

    def __repr__(self) -> str:
        return self._number

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": self._number, "text/html": self._page}


def hidden_check(name: str, namespace: Mapping[str, Any]) -> Mark | None:
    """The mark for the exercise `name` as `namespace` answers it, while nbgrader grades; None at any other time.

    A student who runs the cell reads that it does nothing. `nbgrader validate` is told what the public checks say.

    Raises PublicChecksFailed, under `nbgrader validate` alone.
    """
    occasion = os.environ.get("NBGRADER_EXECUTION")
    if occasion == "validate":
        _validate(name, namespace)
    if occasion != "autograde":
        print(NOT_YET)
        return None
    try:
        return _mark(name, namespace)
    except (CourseError, SlotFailed, _Undecided) as error:
        return _ungraded(name, str(error))
    except Exception as error:  # a mistake of ours must not be a student's 0
        return _ungraded(name, f"{type(error).__name__}: {error}")


class _Undecided(Exception):
    """A check broke or cannot run here, so that there is no mark yet."""


class _HiddenDesk:
    """One slot a kernel, for the lesson of the first marks cell; another lesson's replaces it."""

    def __init__(self) -> None:
        self._slot: Slot | None = None
        self._for: tuple[Settings, tuple[Path, ...]] | None = None

    def ask(self, course: Course, exercise: Exercise, source: Source) -> Answer:
        settings = Settings(seed=course.seed, options=Options(surroundings.PLATFORM))
        files = hidden_and_public([course.lesson(exercise.lesson)])
        if self._for != (settings, files):
            self.close()
        if self._slot is None:
            self._slot, self._for = Slot(settings, files), (settings, files)
        try:
            request = Request(
                lesson=exercise.lesson, source=source, exercise=exercise.name, options=surroundings.options()
            )
            return self._slot.ask(request)
        except BaseException:
            self.close()  # also where nbgrader interrupts: the next answer would be to this question
            raise

    def close(self) -> None:
        if self._slot is not None:
            self._slot.close()
        self._slot = None


_desk = _HiddenDesk()
atexit.register(_desk.close)


def _mark(name: str, namespace: Mapping[str, Any]) -> Mark:
    from grader.notebook.sending import function_source

    course = find_course()
    exercise = course.exercise(name)
    try:
        source, notes = function_source(name, _answer(name, namespace))
    except CheckError as error:
        return _nothing_to_judge(exercise, str(error))
    answer = _desk.ask(course, exercise, source)
    result = next((found for found in answer.exercises if found.name == name), ExerciseResult(name=name, checks=()))
    broken = [check for check in result.checks if check.verdict is Verdict.CANNOT_RUN and check.max_points]
    if broken or not result.max_points:
        raise _Undecided(words.sentence(broken[0]) if broken else "it has no hidden checks.")
    data = FeedbackData(name, result.checks, answer.details, notes=(*answer.notes, *notes))
    return _shown(exercise, result.points, data)


def _answer(name: str, namespace: Mapping[str, Any]) -> Any:
    """The student's function. Raises CheckError where there is none."""
    if name not in namespace:
        raise CheckError(
            f"`{name}` is not defined when its marks cell runs: the cell with the answer is gone, or raised."
        )
    if not callable(namespace[name]):
        raise CheckError(f"`{name}` is a {type(namespace[name]).__name__} and not a function.")
    return namespace[name]


def _nothing_to_judge(exercise: Exercise, sentence: str) -> Mark:
    check = CheckResult(
        name="",
        title="the answer reaches the judge",
        verdict=Verdict.FAILED,
        points=0,
        max_points=exercise.points,
        message=sentence,
        hidden=True,
    )
    return _shown(exercise, 0, FeedbackData(exercise.name, (check,)))


def _shown(exercise: Exercise, points: float, data: FeedbackData) -> Mark:
    earned = f"{words.points(points)} of {words.points(exercise.points)} points"
    shown = replace(data, notes=(*data.notes, UNSANDBOXED), next_step=earned)
    return Mark(repr(float(points)), Feedback(shown).html())


def _validate(name: str, namespace: Mapping[str, Any]) -> None:
    """The public checks, for nbgrader's Validate. Raises PublicChecksFailed where one does not pass."""
    from grader.notebook.checks import feedback_for

    try:
        feedback = feedback_for(name, namespace)
    except (CheckError, CourseError) as error:
        raise PublicChecksFailed(str(error)) from None
    if isinstance(feedback, Feedback) and not feedback.passed:
        raise PublicChecksFailed(Feedback(replace(feedback.data, next_step="")).text(VALIDATE_WIDTH))


def _ungraded(name: str, sentence: str) -> Mark:
    """No mark at all. The sentence goes to nbgrader's own terminal, which ipykernel keeps open as `fileno`."""
    with contextlib.suppress(OSError, ValueError):
        os.write(
            sys.stderr.fileno(), f"kata: {name} could not be graded, so nbgrader stops here: {sentence}\n".encode()
        )
    return Mark(UNGRADED, "")
