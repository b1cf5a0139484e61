"""A look at a lesson's file: where each exercise is in it, what its own text is, and whether it has an answer."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader import cells
from grader.course import CourseError, Lesson
from grader.student.workspace import attempted
from grader.submissions import UnreadableSubmission


@dataclass(frozen=True)
class Look:
    """A lesson's file as it was when looked at; `texts` and `numbers` are by the exercise's name.

    `shown` is the path as one would type it. `numbers` are lines of a file, and of a notebook its code cells, from 1.
    """

    lesson: str
    shown: str
    texts: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    started: frozenset[str] = frozenset()  # the exercises that have an answer, right or not

    def place(self, exercise: str) -> str:
        """`path:line`, which editors' terminals make a link of; of a notebook `path, code cell 7`."""
        if exercise not in self.numbers:
            return self.shown
        between = ", code cell " if self.shown.endswith(".ipynb") else ":"
        return f"{self.shown}{between}{self.numbers[exercise]}"

    def changed(self, before: Look | None) -> list[str]:
        """The exercises whose text is another than `before`."""
        return [] if before is None else [name for name, text in self.texts.items() if before.texts.get(name) != text]


def look(lesson: Lesson, path: Path) -> Look:
    """The file of `lesson` at `path`; an empty one where it cannot be read, which reading the answer will tell."""
    shown = shown_path(path)
    try:
        code = [cell for cell in cells.read(path) if cell.is_code]
        started = attempted(path, lesson)
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except (cells.NotCells, OSError, UnicodeDecodeError, UnreadableSubmission, CourseError):
        return Look(lesson.name, shown)
    texts = {
        e.name: "\n".join(c.source for c in code if c.exercise == e.name or _def(e.name).search(c.source))
        for e in lesson.exercises
    }
    numbers = _code_cells(code, texts) if path.suffix == ".ipynb" else _lines(text, texts)
    return Look(lesson.name, shown, texts, numbers, started)


def shown_path(path: Path) -> str:
    """`path` from the working folder, where it lies in it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else os.fspath(path)


def _code_cells(code: Sequence[cells.Cell], names: Iterable[str]) -> dict[str, int]:
    found = {name: [number for number, c in enumerate(code, 1) if _def(name).search(c.source)] for name in names}
    return {name: numbers[-1] for name, numbers in found.items() if numbers}  # the last one to bind it counts


def _lines(text: str, names: Iterable[str]) -> dict[str, int]:
    found = {name: [match.start() for match in _def(name).finditer(text)] for name in names}
    return {name: text.count("\n", 0, starts[-1]) + 1 for name, starts in found.items() if starts}


def _def(name: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:(?:async[ \t]+)?def[ \t]+{re.escape(name)}\b|{re.escape(name)}[ \t]*=[^=])", re.MULTILINE)
