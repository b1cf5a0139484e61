"""lesson.py and hints.md of a composed lesson.

An exercise is its task, its cell and its check. The task is what stands in the markdown cell directly above the
exercise cell, from the last heading there that names the exercise in backquotes (else from the last heading, else
all of it). Prose and demonstrations around it are the lesson's and stay, save a code cell that reads a function that
is gone.

In the file of one's own, an exercise is everything since the exercise before it, demonstrations included; what stands
before the first `# %%` is for the editor alone. It takes the place of the exercise it replaces; a new one comes after
the one before it in the wanted order.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.percent import Cell, join, split

_HEADING = re.compile(r"# #+ ")
_TITLE = re.compile(r"^# # Lesson \d+:", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One exercise of a lesson: its task, the cell to fill in and the cell that checks it."""

    exercise: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Composed:
    """A lesson's new text, its exercises in order, and remarks on what a reader may stumble over."""

    text: str
    exercises: tuple[str, ...]
    remarks: tuple[str, ...]


def exercises_in(text: str) -> list[str]:
    """The exercises of a lesson.py, in order."""
    return [cell.exercise for cell in split(text) if cell.exercise is not None]


def composed(theirs: str, ours: str, wanted: Sequence[str]) -> Composed:
    """Upstream's lesson with the `wanted` exercises alone, in that order, each as `ours` has it where it does."""
    parts = _parts(theirs)
    blocks = {part.exercise: part.cells for part in parts if isinstance(part, Block)}
    own = sections(ours)
    gone = [name for name in blocks if name not in wanted]
    turn = iter([name for name in wanted if name in blocks])
    after = _newcomers(wanted, blocks)
    cells: list[Cell] = []
    remarks: list[str] = []
    first = True
    for part in parts:
        if isinstance(part, Block):
            if part.exercise in gone:
                continue
            if first:
                cells += _all(own, after[""])
                first = False
            name = next(turn)
            cells += own.get(name, blocks[name])
            cells += _all(own, after[name])
        elif part.check not in gone:
            reads = [name for name in gone if _reads(part, name)]
            if reads:
                names = ", ".join(reads)
                remarks.append(f"the cell at line {part.first_line} is left out with {names}, which it calls")
            else:
                cells.append(part)
    if first:
        cells += _all(own, after[""])
    text = join(tuple(_spaced(cells)))
    for name in gone:
        lines = [n for n, line in enumerate(text.split("\n"), 1) if re.search(rf"^#.*`{re.escape(name)}\b", line)]
        if lines:
            remarks.append(f"the prose still speaks of {name}, which is left out, in line {_listed(lines)}")
    return Composed(text, tuple(exercises_in(text)), tuple(remarks))


def _newcomers(wanted: Sequence[str], known: Mapping[str, object]) -> dict[str, list[str]]:
    """The exercises that are new, by the known one that they follow, "" being before the first."""
    after: dict[str, list[str]] = {"": []}
    last = ""
    for name in wanted:
        if name in known:
            last = name
            after[last] = []
        else:
            after[last].append(name)
    return after


def sections(ours: str) -> dict[str, tuple[Cell, ...]]:
    """The exercises of a file of one's own, each with all that leads up to it."""
    found: dict[str, tuple[Cell, ...]] = {}
    pending: list[Cell] = []
    name = ""
    for cell in (cell for cell in split(ours) if cell.header):
        if cell.exercise is not None:
            name = cell.exercise
            found[name] = (*pending, cell)
            pending = []
        elif name and cell.check == name:
            found[name] += (cell,)
        else:
            pending.append(cell)
    if name:
        found[name] += tuple(pending)
    return found


def renumbered(text: str, number: int) -> str:
    """The lesson's text with the number of its heading, "Lesson 3: ...", set to `number`."""
    return _TITLE.sub(f"# # Lesson {number}:", text, count=1)


def composed_hints(theirs: str, ours: str, wanted: Sequence[str]) -> str:
    """hints.md with a section for each of `wanted` that either file has one for, ours first."""
    opening, upstream = _hints(theirs)
    _, own = _hints(ours)
    chosen = [own.get(name) or upstream.get(name) for name in wanted]
    return opening + "\n\n".join(section.strip("\n") for section in chosen if section) + "\n"


def _parts(text: str) -> list[Cell | Block]:
    parts: list[Cell | Block] = []
    for cell in split(text):
        last = parts[-1] if parts else None
        if cell.exercise is not None:
            task: tuple[Cell, ...] = ()
            if isinstance(last, Cell) and last.is_markdown:
                parts.pop()
                before, task = _cut(last, cell.exercise)
                parts += before
            parts.append(Block(cell.exercise, (*task, cell)))
        elif isinstance(last, Block) and cell.check == last.exercise:
            parts[-1] = Block(last.exercise, (*last.cells, cell))
        else:
            parts.append(cell)
    return parts


def _cut(cell: Cell, exercise: str) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """A markdown cell as what is the lesson's and what is the task's."""
    headings = [n for n, line in enumerate(cell.lines) if n and _HEADING.match(line)]
    naming = [n for n in headings if re.search(rf"`{re.escape(exercise)}\b", cell.lines[n])]
    start = (naming or headings or [1])[-1]
    above = [*cell.lines[:start]]
    while above[-1].strip() in ("", "#"):
        above.pop()
    task = Cell((cell.lines[0], *cell.lines[start:]), cell.first_line + start)
    return ((Cell(tuple(above), cell.first_line),) if len(above) > 1 else ()), (task,)


def _reads(cell: Cell, name: str) -> bool:
    """Whether a code cell uses the function `name`. A cell with magics is not Python, and is kept."""
    if cell.is_markdown or not cell.header:
        return False
    try:
        tree = ast.parse("\n".join(cell.lines[1:]))
    except SyntaxError:
        return False
    used = [node.ctx for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    return bool(used) and all(isinstance(context, ast.Load) for context in used)


def _spaced(cells: Sequence[Cell]) -> list[Cell]:
    """The cells with at least one empty line after each, and the text ending in one newline."""
    spaced = [c if not c.lines[-1].strip() else Cell((*c.lines, ""), c.first_line) for c in cells if c.lines != ("",)]
    last = [*spaced[-1].lines]
    while last and not last[-1].strip():
        last.pop()
    return [*spaced[:-1], Cell((*last, ""), spaced[-1].first_line)]


def _all(own: Mapping[str, tuple[Cell, ...]], names: Sequence[str]) -> list[Cell]:
    return [cell for name in names for cell in own[name]]


def _hints(text: str) -> tuple[str, dict[str, str]]:
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return parts[0], {part[3:].split("\n", 1)[0].strip(): part for part in parts[1:]}


def _listed(lines: Sequence[int]) -> str:
    return ", ".join(map(str, lines[:5])) + (", ..." if len(lines) > 5 else "")
