"""`%kata check`, `%kata hint` and `%kata list` in IPython, with the names of exercises completed."""

from __future__ import annotations

import os
from typing import Any

from grader.course import CourseError
from grader.notebook import checks
from grader.notebook.definitions import Definitions
from grader.notebook.screen import Line, Screen
from grader.outputs.listing import Listing
from grader.student.progress import load
from grader.student.workspace import Workspace

USAGE = "Say %kata check NAME, %kata hint NAME or %kata list. Without NAME, check is of the whole lesson."
IN_A_TERMINAL = ("reset", "solution", "start", "submit", "watch")


def register(shell: Any) -> None:
    """Give `shell` the magic, and let the checker start while the reader reads. Twice is once."""
    if "kata" in shell.magics_manager.magics["line"]:
        return
    shell.register_magic_function(lambda line: _run(line, shell.user_ns), "line", "kata")
    shell.set_hook("complete_command", _complete, str_key="%kata")
    checks.definitions = Definitions(shell.user_ns)
    shell.events.register("pre_run_cell", checks.definitions.before)
    shell.events.register("post_run_cell", checks.definitions.after)
    if "NBGRADER_EXECUTION" not in os.environ:  # nbgrader's marks come from a slot of another kind
        checks.warm()


def _run(line: str, namespace: dict[str, Any]) -> None:
    command, name = ([*line.split(), "", ""])[:2]
    if command == "check":
        checks.show_check(name or None, namespace)
    elif command == "hint":
        checks.show_hint(name or None, namespace)
    elif command == "list":
        _list()
    elif command in IN_A_TERMINAL:
        Screen().show(Line(f"`kata {line.strip()}` is for a terminal: File, New, Terminal opens one in JupyterLab."))
    else:
        Screen().show(Line(USAGE))


def _list() -> None:
    screen = Screen()
    try:
        course = checks.the_course()
        screen.show(Listing(course, load(course).solved, Workspace(course).started(), check="%kata check"))
    except CourseError as error:
        screen.show(Line(str(error)))


def _complete(_: Any, event: Any) -> list[str]:
    """What may stand at the cursor: a command, then an exercise or a lesson."""
    before = event.line[: len(event.line)].split()
    if len(before) < 2 or (len(before) == 2 and event.symbol):
        return ["check", "hint", "list"]
    course = checks.the_course()
    exercises = [exercise.name for exercise in course.exercises]
    return [*exercises, *(lesson.name for lesson in course.lessons)] if before[1] == "check" else exercises
