"""`check(f)` in a notebook: the public checks of one exercise, run in a process of their own.

The function travels by value to a judge slot and on to a worker; it never runs in the kernel, so an
endless loop in it ends in a message and the kernel lives.
"""

from __future__ import annotations

import atexit
import linecache
import sys
from collections.abc import Callable
from typing import Any

from grader.course import Course, CourseError, find_course
from grader.judge.bench import Settings
from grader.judge.program import Limits, Options, Source
from grader.judge.protocol import Request
from grader.outputs.display import Feedback, FeedbackData
from grader.slots import Slot, SlotFailed

LIMITS = Limits(load=10.0, call=5.0)


class CheckError(Exception):
    """The check could not be made. The message is one sentence: what happened and what to do."""


class _Desk:
    """The slot of this kernel, kept warm between checks and replaced when the kernel's settings change."""

    def __init__(self) -> None:
        self._slot: Slot | None = None
        self._settings: tuple[Settings, Course] | None = None

    def slot(self, settings: Settings, course: Course) -> Slot:
        if self._settings != (settings, course):
            self.close()
        if self._slot is None:
            self._slot = Slot(
                settings, [lesson.public_tests for lesson in course.lessons if lesson.public_tests.is_file()]
            )
            self._settings = (settings, course)
        return self._slot

    def close(self) -> None:
        if self._slot is not None:
            self._slot.close()
        self._slot = None


_desk = _Desk()
atexit.register(_desk.close)


def check(function: Callable[..., Any]) -> None:
    """Run the public checks of the exercise `function` is named after, and show what to do next.

    In Jupyter the feedback is displayed (HTML with a plain-text twin); elsewhere it is printed.
    """
    try:
        feedback: Any = feedback_for(function)
    except (CheckError, CourseError) as error:
        print(error)
        return
    shell = sys.modules.get("IPython")
    if shell is not None and shell.get_ipython() is not None:
        from IPython.display import display

        display(feedback)
    else:
        print(repr(feedback))


def feedback_for(function: Callable[..., Any]) -> Feedback:
    """The outcome of the public checks. Raises `CheckError` or `CourseError`, in one sentence each."""
    from grader.sending import pickled

    name = _name_of(function)
    course = find_course()
    exercise = course.exercise(name)
    public = course.lesson(exercise.lesson).public_tests
    if not public.is_file():
        raise CheckError(
            f"There are no checks for `{name}`: {public} is missing. In a course with solutions/, run `kata build`."
        )
    source = Source("function", (_cell_of(function),), pickled(name, function))
    slot = _desk.slot(Settings(options=_options(), limits=LIMITS), course)
    try:
        answer = slot.ask(Request(lesson=exercise.lesson, source=source, which="public", exercise=name))
    except SlotFailed as error:
        _desk.close()
        raise CheckError(
            f"The check could not run: {error} Run the cell again; if it stays, run `kata doctor`."
        ) from error
    except BaseException:
        _desk.close()  # interrupted in mid-answer: the slot's next line would be for this question
        raise
    checks = tuple(check for result in answer.exercises for check in result.checks)
    if not checks:
        raise CheckError(f"There are no checks for `{name}` in {public}.")
    solved = all(check.verdict.value == "passed" for check in checks)
    next_step = (
        f"`{name}` passes its public checks. The hidden ones, which give the marks, look at more of the statement."
        if solved
        else f"Change the cell, run it, and check again. Hints: exercises/{exercise.lesson}/hints.md"
    )
    return Feedback(FeedbackData(name, checks, answer.details, answer.budgets.get(name), answer.notes, next_step))


def _name_of(function: Any) -> str:
    if not callable(function):
        raise CheckError(
            f"`check` takes the function itself, as in check(host_roundtrip), not {type(function).__name__}."
        )
    main = vars(sys.modules["__main__"])
    bound = [name for name, value in main.items() if value is function and not name.startswith("_")]
    name = getattr(function, "__name__", None)
    if isinstance(name, str) and (name in bound or not bound):
        return name
    if bound:
        return bound[0]
    raise CheckError("`check` cannot tell which exercise this is: bind it to the exercise's name first.")


def _cell_of(function: Any) -> str:
    """The text of the cell the function was written in, to quote the student's own line from."""
    code = getattr(function, "__code__", None) or getattr(getattr(function, "__wrapped__", None), "__code__", None)
    return "".join(linecache.getlines(code.co_filename)) if code else ""


def _options() -> Options:
    """The kernel's own settings; the worker is on CPU, since the kernel may hold an accelerator's memory."""
    jax = sys.modules.get("jax")
    if jax is None:
        return Options(platform="cpu")
    return Options("cpu", len(jax.devices("cpu")), bool(jax.config.jax_enable_x64))
