"""jax-kata inside nbgrader: its course folder, the marks cells of stock nbgrader, and our own way of autograding.

nbgrader's configuration names two of our steps: `grader.nbgrader_bridge.Repair` in front of the sanitising ones, and
`grader.nbgrader_bridge.Judge` in place of Execute. `kata grade --nbgrader` uses them by itself.

The one package that knows nbgrader; only `steps` imports it at once, and the gradebook is opened late. It may use the
judge's slots as `grader.grade` does, and hands nothing of solutions/ to a student's notebook but the marks cells.
"""

from __future__ import annotations

from typing import Any

_STEPS = ("Judge", "Repair")


def __getattr__(name: str) -> Any:
    if name in _STEPS:  # late: nbgrader takes seconds to import, and building a course does not need it
        from grader.nbgrader_bridge import steps

        return getattr(steps, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
