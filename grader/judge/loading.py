"""Which cell a worker is running while it loads a submission, and so which one to blame if it never comes back.

The worker says where it is, and may lie: all it can bring about is that a cell of its own submission is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from grader.judge.workers import WALL_FACTOR, OutOfTime, WorkerEnded
from grader.worker.lines import lines_of

MAX_LEFT_OUT = 2  # cells; each costs one more start, and up to a whole allowance of time


@dataclass(frozen=True)
class Place:
    """Where a cell begins: the number of the code cell (1 in a file) and the line in it, both from 1."""

    cell: int
    line: int


class Whereabouts:
    """Hears from one worker which cell it begins. `used` gives its CPU seconds, `allowed` is how many it has."""

    def __init__(self, cells: Sequence[str], used: Callable[[], float], allowed: float) -> None:
        self._lines = [len(lines_of(cell)) for cell in cells]
        self._used, self._allowed = used, allowed
        self._cpu, self._wall = used(), time.monotonic()
        self._at: Place | None = None
        self._in_time = True

    def hear(self, said: dict[str, Any]) -> dict[str, Any]:
        """Answer a worker's word that it begins a cell."""
        cell, line = said.get("cell"), said.get("line")
        self._at = None
        if (
            type(cell) is int
            and type(line) is int
            and 0 < cell <= len(self._lines)
            and 0 < line <= self._lines[cell - 1]
        ):
            self._at = Place(cell, line)
        # A cell that began late may be any: it is all of them together that take too long.
        half = self._allowed / 2
        self._in_time = self._used() - self._cpu < half and time.monotonic() - self._wall < half * WALL_FACTOR
        return {}

    def culprit(self, ended: WorkerEnded) -> Place | None:
        """The cell because of which the worker ended; None where that cannot be told."""
        return self._at if self._in_time or not isinstance(ended, OutOfTime) else None
