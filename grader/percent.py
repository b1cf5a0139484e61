"""The cells of a percent-format file, as text.

A cell begins at a line `# %% ...` and runs to the next one. Names are read from that header:
`# %% exercise="host_roundtrip"`. Jupytext reads the same format; this needs nothing installed, and
keeps the author's file byte for byte outside the cell that is changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEADER = re.compile(r"^# %%(?: .*)?$")
_NAMED = re.compile(r'\b(exercise|check)="([^"]*)"')


@dataclass(frozen=True)
class Cell:
    """One cell. `lines` starts with its header, save in the text before the first; `first_line` counts from 1."""

    lines: tuple[str, ...]
    first_line: int

    @property
    def header(self) -> str:
        """The `# %%` line, or nothing for the text before the first one."""
        return self.lines[0] if self.lines and _HEADER.match(self.lines[0]) else ""

    @property
    def is_markdown(self) -> bool:
        return "[markdown]" in self.header

    @property
    def name(self) -> tuple[str, str] | None:
        """What the header names, ("exercise" or "check", NAME); the first where it names two."""
        named = _NAMED.search(self.header)
        return (named[1], named[2]) if named else None

    @property
    def exercise(self) -> str | None:
        """The exercise that this cell asks for."""
        return dict(_NAMED.findall(self.header)).get("exercise")

    @property
    def check(self) -> str | None:
        """The exercise that this cell checks."""
        return dict(_NAMED.findall(self.header)).get("check")


def split(text: str) -> tuple[Cell, ...]:
    """The cells of `text`, in order. Their lines, joined by newlines, are `text` again."""
    lines = text.split("\n")
    starts = sorted({0, *(n for n, line in enumerate(lines) if _HEADER.match(line))})
    ends = [*starts[1:], len(lines)]
    return tuple(Cell(tuple(lines[start:end]), start + 1) for start, end in zip(starts, ends, strict=True))


def join(cells: tuple[Cell, ...]) -> str:
    """The text of `cells`: the inverse of `split`."""
    return "\n".join(line for cell in cells for line in cell.lines)
