"""What `kata watch` must know of a lesson's file: where each exercise is in it, and what its own text is."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from grader.course import Lesson
from grader.edition import cells


@dataclass(frozen=True)
class Look:
    """A lesson's file as it was when looked at; `texts` and `lines` are by the exercise's name.

    `shown` is the path as one would type it. A notebook has no lines.
    """

    lesson: str
    shown: str
    texts: dict[str, str] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def place(self, exercise: str) -> str:
        """`path:line`, which editors' terminals make a link of."""
        return f"{self.shown}:{self.lines[exercise]}" if exercise in self.lines else self.shown

    def changed(self, before: Look | None) -> list[str]:
        """The exercises whose text is another than `before`."""
        return [] if before is None else [name for name, text in self.texts.items() if before.texts.get(name) != text]


def look(lesson: Lesson, path: Path) -> Look:
    """The file of `lesson` at `path`; an empty one where it cannot be read, which reading the answer will tell."""
    shown = shown_path(path)
    try:
        found = cells.read(path)
    except (cells.NotCells, OSError, UnicodeDecodeError):
        return Look(lesson.name, shown)
    code = [cell for cell in found if cell.is_code]
    texts = {
        e.name: "\n".join(c.source for c in code if c.exercise == e.name or _def(e.name).search(c.source))
        for e in lesson.exercises
    }
    return Look(lesson.name, shown, texts, {} if path.suffix == ".ipynb" else _lines(path, list(texts)))


def shown_path(path: Path) -> str:
    """`path` from the working folder, where it lies in it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else os.fspath(path)


def _lines(path: Path, names: list[str]) -> dict[str, int]:
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    found = {name: [match.start() for match in _def(name).finditer(text)] for name in names}
    return {name: text.count("\n", 0, starts[-1]) + 1 for name, starts in found.items() if starts}


def _def(name: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:(?:async[ \t]+)?def[ \t]+{re.escape(name)}\b|{re.escape(name)}[ \t]*=[^=])", re.MULTILINE)
