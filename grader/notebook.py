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

from grader import progress
from grader.course import CourseError, find_course
from grader.judge.program import Options, Source
from grader.outputs.display import Feedback
from grader.report import Verdict
from grader.selfcheck import CheckError, Desk, feedback

_desk = Desk()
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
    source = Source("function", (_cell_of(function),), pickled(name, function))
    answer = _desk.ask(course, _options(), source, exercise.lesson, name)
    solved = bool(answer.exercises) and all(c.verdict is Verdict.PASSED for e in answer.exercises for c in e.checks)
    progress.record(course, name, solved)
    next_step = (
        f"`{name}` passes its public checks. The hidden ones, which give the marks, look at more of the statement."
        if solved
        else f"Change the cell, run it, and check again. Hints: exercises/{exercise.lesson}/hints.md"
    )
    return feedback(exercise, answer, next_step)


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
