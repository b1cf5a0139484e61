"""Lines as Python's compiler counts them, and not as `str.splitlines` does: a form feed or U+2028 ends none."""

from __future__ import annotations

import re

_END = re.compile(r"\r\n?|\n")


def lines_of(source: str) -> list[str]:
    """The lines of a program, without their ends; what follows the last end is one more, if only an empty one."""
    return _END.split(source)
