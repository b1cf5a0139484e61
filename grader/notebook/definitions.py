"""Which functions a cell was to define and did not, as it has a syntax error or raised before it came to them.

The name is then bound to what it was before, and a check of that would answer a question nobody asked.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any

_DEFINES = re.compile(r"^(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)


class Definitions:
    """Hears of each cell before and after it runs (IPython's `pre_run_cell` and `post_run_cell`)."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self._namespace = namespace
        self._before: dict[str, Any] = {}
        self._failed: dict[str, tuple[str, Any]] = {}

    def before(self, info: Any) -> None:
        """A cell is about to run."""
        self._before = {name: self._namespace.get(name) for name in _defined(info.raw_cell or "")}

    def after(self, result: Any) -> None:
        """It has run, or failed to."""
        error = result.error_before_exec or result.error_in_exec
        for name, was in self._before.items():
            self._failed.pop(name, None)
            if error is not None and self._namespace.get(name) is was:
                self._failed[name] = type(error).__name__, was
        self._before = {}

    def failure(self, name: str, function: Any) -> str:
        """What is to be put right where `function` is an older one than its cell says; nothing where it is not."""
        error, was = self._failed.get(name, ("", None))
        if not error or function is not was:
            return ""
        return (
            f"The cell that defines `{name}` ended in {error} before it did, so Python still has the `{name}` from"
            " before. Put that right and run the cell again."
        )


def _defined(cell: str) -> list[str]:
    """The functions that `cell` would define, by its text where that is not Python."""
    try:
        statements = ast.parse(cell).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _DEFINES.findall(cell)
    return [s.name for s in statements if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef))]
