"""What the checks of a test_hidden.py are worth, read from its text without running it."""

from __future__ import annotations

import ast
from typing import Any

from grader.report import total


class NoPoints(Exception):
    """The points cannot be read. The message is a sentence; `line` is where."""

    def __init__(self, line: int | None, words: str) -> None:
        self.line = line
        super().__init__(words)


def points_by_exercise(text: str) -> dict[str, float]:
    """The sum of the points of each exercise's checks. Raises `NoPoints`."""
    try:
        module = ast.parse(text)
    except SyntaxError as problem:
        raise NoPoints(problem.lineno, f"this is not Python: {problem.msg}.") from None
    points: dict[str, float] = {}
    for group in (node for node in module.body if isinstance(node, ast.ClassDef)):
        for exercise in (str(literal.value) for literal in literals(group, "exercise", str)):
            for test in (node for node in group.body if isinstance(node, ast.FunctionDef)):
                worth: list[Any] = [literal.value for literal in literals(test, "points", (int, float))]
                points[exercise] = total([points.get(exercise, 0), sum(worth)])
            points.setdefault(exercise, 0)
    return points


def literals(node: ast.ClassDef | ast.FunctionDef, decorator: str, kind: type | tuple[type, ...]) -> list[ast.Constant]:
    """The literal in each `@decorator(literal)` above `node`, written bare or as `pytest.mark.decorator`.

    Raises `NoPoints` where it is none, or not of this `kind`.
    """
    found = []
    for call in (entry for entry in node.decorator_list if isinstance(entry, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", None)
        if name != decorator:
            continue
        literal = call.args[0] if len(call.args) == 1 else None
        if not isinstance(literal, ast.Constant) or not isinstance(literal.value, kind):
            wanted = f"@{decorator} takes one literal, so that it can be read without running the tests."
            raise NoPoints(call.lineno, wanted)
        found.append(literal)
    return found
