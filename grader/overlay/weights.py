"""Points that are worth something else in one's own course, rewritten where they stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from decimal import ROUND_FLOOR, Decimal
from typing import NamedTuple

from grader.points import literals

_KEEPS = re.compile(r"^(# keeps: *)(\S+)", re.MULTILINE)
_CAUGHT = re.compile(r"^# caught-by: *(.*?) *$", re.MULTILINE)
_CENT = Decimal("0.01")


class _Literal(NamedTuple):
    exercise: str
    check: str
    value: Decimal
    line: int  # from 0
    start: int  # columns, in bytes of UTF-8, as Python's own tree counts them
    end: int


def points_of(text: str) -> dict[str, dict[str, Decimal]]:
    """The points of each check of each exercise in a test_hidden.py."""
    found: dict[str, dict[str, Decimal]] = {}
    for literal in _literals(text):
        checks = found.setdefault(literal.exercise, {})
        checks[literal.check] = checks.get(literal.check, Decimal(0)) + literal.value
    return found


def reweighted(text: str, wanted: Mapping[str, Decimal]) -> str:
    """test_hidden.py with the checks of each exercise in `wanted` scaled so that they are worth that together.

    Each is scaled in proportion and has at most two decimals; their sum is exact.
    """
    lines = [line.encode() for line in text.split("\n")]
    new = {
        name: scaled([it.value for it in _literals(text) if it.exercise == name], worth)
        for name, worth in wanted.items()
    }
    turns = {name: iter(values) for name, values in new.items()}
    changes = [(it, next(turns[it.exercise])) for it in _literals(text) if it.exercise in wanted]
    for it, value in sorted(changes, key=lambda change: change[0][3:], reverse=True):
        line = lines[it.line]
        lines[it.line] = line[: it.start] + written(value).encode() + line[it.end :]
    return b"\n".join(lines).decode()


def scaled(values: list[Decimal], worth: Decimal) -> list[Decimal]:
    """`values` in the same proportions with the sum `worth`, in hundredths: largest remainders are rounded up."""
    whole = sum(values)
    if not whole:
        return values
    exact = [value * worth / whole for value in values]
    down = [value.quantize(_CENT, ROUND_FLOOR) for value in exact]
    missing = int((worth - sum(down)) / _CENT)
    up = sorted(range(len(values)), key=lambda n: exact[n] - down[n], reverse=True)[:missing]
    return [value + _CENT if n in up else value for n, value in enumerate(down)]


def kept(text: str, old: Mapping[str, Decimal], new: Mapping[str, Decimal]) -> str:
    """A wrong answer with its `# keeps:` line as it must be when its exercise's checks are worth `new`.

    What it keeps is what the checks that do not catch it are worth. One that declared something else before is left as
    it is: it was wrong, and `kata verify` says so.
    """
    keeps, caught = _KEEPS.search(text), _CAUGHT.search(text)
    if not keeps or not caught:
        return text
    names = {name.strip() for name in caught[1].split(",")}
    before, after = (sum(v for name, v in points.items() if name not in names) for points in (old, new))
    try:
        if Decimal(keeps[2]) != before:
            return text
    except ArithmeticError:
        return text
    return f"{text[: keeps.start(2)]}{written(Decimal(after))}{text[keeps.end(2) :]}"


def written(value: Decimal) -> str:
    """`20`, `4.5` or `3.33`."""
    plain = f"{value:.2f}"
    return plain.rstrip("0").rstrip(".")


def _literals(text: str) -> Iterator[_Literal]:
    for group in (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)):
        names = [str(call.value) for call in literals(group, "exercise", str)]
        for test in (node for node in group.body if isinstance(node, ast.FunctionDef)):
            for number in literals(test, "points", (int, float)):
                if names and number.end_col_offset is not None:
                    value = Decimal(str(number.value))
                    yield _Literal(
                        names[0], test.name, value, number.lineno - 1, number.col_offset, number.end_col_offset
                    )
