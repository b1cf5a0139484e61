"""`check` and `hint` in a notebook: the public checks of an exercise, run in a process of their own.

The function travels by value to a judge slot and on to a worker; it never runs in the kernel, so an
endless loop in it ends in a message and the kernel lives.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import inspect
import os
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from grader.course import Course, CourseError, Exercise, Lesson, find_course
from grader.notebook import surroundings
from grader.notebook.definitions import Definitions
from grader.notebook.screen import Line, Screen, shell
from grader.outputs import words
from grader.outputs.display import Feedback, FeedbackData
from grader.outputs.hints import HintsShown
from grader.outputs.lesson import LessonData, LessonFeedback
from grader.report import CheckResult, Verdict
from grader.student import hints, progress
from grader.student.desk import CheckError, Desk, feedback

Namespace = Mapping[str, Any]

STARTING = "Starting the checker (only the first time, a few seconds) ..."
WHILE_GRADING = "Not run while nbgrader grades: the cell with the marks says how these checks ended too."
STOPPED = "Stopped: nothing was decided. Run the cell again to check."

_desk = Desk()
definitions = Definitions({})  # `grader.notebook.magic` has it listen where there are cells
_last: list[str] = []  # the exercise that was checked last, for a hint without a name
atexit.register(_desk.close)


def check(what: Callable[..., Any] | str | None = None, *, hidden: bool = False) -> Any:
    """Run the public checks and show what to do next: `check(f)`, `check("f")`, or `check()` for the whole lesson.

    In Jupyter the feedback is displayed (HTML with a plain-text twin); elsewhere it is printed. With `hidden`
    (in the cells that nbgrader grades) the value of the cell is the mark.
    """
    namespace = _callers_names()
    if not hidden and os.environ.get("NBGRADER_EXECUTION") == "autograde":
        print(WHILE_GRADING)  # a second slot would double what autograding costs (6.7 and 12.8 CPU-seconds)
        return None
    if not hidden:
        return show_check(what, namespace)
    from grader.nbgrader_bridge.in_kernel import hidden_check

    return hidden_check(what if isinstance(what, str) else _name_of(what, namespace), namespace)


def hint(what: Callable[..., Any] | str | None = None) -> None:
    """Show one more hint for an exercise: `hint("f")`, or `hint()` for the one that was checked last."""
    show_hint(what, _callers_names())


def show_check(what: Any, namespace: Namespace) -> None:
    """`check` for names that are bound in `namespace`."""
    screen = Screen()
    try:
        screen.show(feedback_for(what, namespace, screen))
    except (CheckError, CourseError) as error:
        screen.show(Line(str(error)))
    except KeyboardInterrupt:
        warm()
        screen.interrupted(STOPPED)


def show_hint(what: Any, namespace: Namespace) -> None:
    """`hint` for names that are bound in `namespace`."""
    screen = Screen()
    try:
        course = the_course()
        if what is None and not _last:
            raise CheckError('Name the exercise, as in hint("host_roundtrip").')
        name = _last[-1] if what is None else what if isinstance(what, str) else _name_of(what, namespace)
        screen.show(HintsShown(name, *hints.one_more(course, course.exercise(name)), _hint_command(name)))
    except (CheckError, CourseError) as error:
        screen.show(Line(str(error)))


def warm() -> None:
    """Start the checker in the background, so that the first check need not wait for it."""

    def start() -> None:
        with contextlib.suppress(CourseError, OSError):  # the check itself will say
            _desk.open(the_course(), surroundings.PLATFORM)

    threading.Thread(target=start, daemon=True).start()


def feedback_for(
    what: Any, namespace: Namespace | None = None, screen: Screen | None = None
) -> Feedback | LessonFeedback:
    """The outcome of the public checks of an exercise (a function or its name) or a lesson (its name, or None for
    the one whose exercises are bound in `namespace`). Raises `CheckError` or `CourseError`, in one sentence each.
    """
    namespace = vars(_main()) if namespace is None else namespace
    checking = _Checking(the_course(), namespace, screen or Screen())
    if what is None:
        return checking.lesson(_lesson_at_hand(checking.course, namespace))
    if not isinstance(what, str):
        return checking.exercise(checking.course.exercise(_name_of(what, namespace)), what)
    found = _find(checking.course, what)
    if isinstance(found, Lesson):
        return checking.lesson(found)
    if what not in namespace:
        raise CheckError(f"`{what}` is not defined here yet: run the cell that defines it, then this one.")
    return checking.exercise(found, namespace[what])


def the_course() -> Course:
    """The course at hand, read once: with solutions/ beside it, reading takes longer than many a check."""
    return _read_once(os.environ.get("KATA_COURSE"), str(Path.cwd()))


@functools.lru_cache(maxsize=1)
def _read_once(named: str | None, folder: str) -> Course:
    return find_course()


class _Checking:
    """One use of `check`: the course, the names it may look at, and where it says how far it is."""

    def __init__(self, course: Course, namespace: Namespace, screen: Screen) -> None:
        self.course = course
        self._namespace = namespace
        self._screen = screen

    def exercise(self, exercise: Exercise, function: Any) -> Feedback:
        shown = self._judged(exercise, function)
        return Feedback(replace(shown, next_step=self._next_step(exercise, shown)))

    def lesson(self, lesson: Lesson) -> LessonFeedback:
        judged = []
        for number, exercise in enumerate(lesson.exercises, start=1):
            if exercise.name in self._namespace:
                self._screen.step(f"Checking {number} of {len(lesson.exercises)}: {exercise.name} ...")
                judged.append(self._judged(exercise, self._namespace[exercise.name]))
            else:
                judged.append(_one_problem(exercise, _NOT_HERE))
        data = LessonData(lesson.title, tuple(judged))
        if first := data.first:
            next_step = self._after_failing(self.course.exercise(first.exercise), words.overall(first.checks))
        else:
            next_step = self._after_all(lesson)
        return LessonFeedback(replace(data, next_step=next_step))

    def _judged(self, exercise: Exercise, function: Any) -> FeedbackData:
        from grader.notebook.sending import function_source

        if not callable(function):
            kind = type(function).__name__
            sentence = f"`{exercise.name}` is no function here but of type {kind}: run the cell that defines it again."
            return _one_problem(exercise, sentence)
        _last[:] = [exercise.name]
        if sentence := definitions.failure(exercise.name, function):
            return _one_problem(exercise, sentence, "needs a cell that runs")
        source, notes = function_source(exercise.name, function)
        if not _desk.open(self.course, surroundings.PLATFORM):
            self._screen.wait(STARTING)
        answer = _desk.ask(self.course, surroundings.options(), source, exercise.lesson, exercise.name)
        shown = feedback(exercise, answer, "").data
        progress.record(self.course, exercise.name, _passed(shown))
        return replace(shown, notes=(*shown.notes, *notes, *surroundings.notes()))

    def _next_step(self, exercise: Exercise, shown: FeedbackData) -> str:
        if words.to_fix(shown.checks):
            return self._after_failing(exercise, words.overall(shown.checks))
        lesson = self.course.lesson(exercise.lesson)
        solved = progress.load(self.course).solved
        left = [other.name for other in lesson.exercises if other.name not in solved]
        return f"{_HIDDEN}\nNext: `{left[0]}`." if left else self._after_all(lesson)

    def _after_all(self, lesson: Lesson) -> str:
        following = [other.name for other in self.course.lessons if other.name > lesson.name]
        next_step = f"Next: lesson {following[0]}." if following else "It was the last lesson."
        return f"{_HIDDEN}\nThat was all of this lesson. {next_step}"

    def _after_failing(self, exercise: Exercise, verdict: Verdict) -> str:
        todo = "Write" if verdict is Verdict.NOT_ATTEMPTED else "Change"
        again = "run its cell, then run this one again" if shell() else "then run it again"
        invited = hints.invitation(self.course, exercise)
        command = f"\n{invited}: `{_hint_command(exercise.name)}`" if invited else ""
        return f"{todo} your answer, {again}.{command}"


_NOT_HERE = "It is not defined here yet: run its cell (after a restart, all cells from the top)."
_HIDDEN = "The hidden checks, which give the marks, look at more of the statement."


def _hint_command(exercise: str) -> str:
    """What to type for a hint: in IPython here, otherwise in a terminal."""
    return f"%kata hint {exercise}" if shell() else f"kata hint {exercise}"


def _passed(shown: FeedbackData) -> bool:
    return bool(shown.checks) and all(check.verdict is Verdict.PASSED for check in shown.checks)


def _one_problem(exercise: Exercise, sentence: str, title: str = "needs an answer") -> FeedbackData:
    """An exercise whose checks were not run, and why."""
    check = CheckResult(name="", title=title, verdict=Verdict.NOT_ATTEMPTED, points=0, max_points=0, message=sentence)
    return FeedbackData(exercise.name, (check,))


def _find(course: Course, name: str) -> Exercise | Lesson:
    """The exercise called `name`, else the lesson. Raises CourseError naming the nearest exercise."""
    try:
        return course.exercise(name)
    except CourseError:
        with contextlib.suppress(CourseError):
            return course.lesson(name)
        raise


def _lesson_at_hand(course: Course, namespace: Namespace) -> Lesson:
    """The one lesson of which an exercise is defined in `namespace`. Raises CheckError where there is not one."""
    home = namespace.get("__name__")
    own = {name for name, value in namespace.items() if callable(value) and getattr(value, "__module__", None) == home}
    found = [lesson for lesson in course.lessons if any(exercise.name in own for exercise in lesson.exercises)]
    if not found:
        raise CheckError("No exercise is defined here yet: run the cells with your answers first, then check() again.")
    if len(found) > 1:
        names = " and ".join(lesson.name for lesson in found)
        raise CheckError(f'Exercises of {names} are defined here. Say which lesson: check("{found[0].name}").')
    return found[0]


def _name_of(function: Any, namespace: Namespace) -> str:
    if not callable(function):
        raise CheckError(
            f"`check` takes the function itself, as in check(host_roundtrip), not {type(function).__name__}."
        )
    bound = [name for name, value in namespace.items() if value is function and not name.startswith("_")]
    name = getattr(function, "__name__", None)
    if isinstance(name, str) and (name in bound or not bound):
        return name
    if bound:
        return bound[0]
    raise CheckError("`check` cannot tell which exercise this is: bind it to the exercise's name first.")


def _callers_names() -> Namespace:
    """The global names where `check` or `hint` was called: in a notebook, the reader's own."""
    frame = inspect.currentframe()
    caller = frame.f_back.f_back if frame and frame.f_back else None
    return caller.f_globals if caller else vars(_main())


def _main() -> Any:
    return sys.modules["__main__"]
