"""Two versions of a lesson in one: the student's cells, and what the course changed since it was delivered.

Cell by cell and three-way: a cell that the student left alone follows the course; one that they changed, moved or
added stays as it is, where it is; one that they deleted stays deleted; what is new in the course comes after the cell
it follows there.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader import percent
from grader.cells import Cell, document, parse

_ALIKE = 0.5  # difflib's ratio from which a rewritten cell counts as the same one


@dataclass(frozen=True)
class Merged:
    """`data` is the file's content; `kept` counts the student's cells; `both` names cells that both sides changed."""

    data: bytes
    kept: int
    both: tuple[str, ...]


def merge(base: bytes, mine: bytes, theirs: bytes, suffix: str) -> Merged:
    """The file `mine`, with what changed from `base` to `theirs`. Raises UnicodeDecodeError and `cells.NotCells`."""
    merged = _Merge(parse(base, suffix), parse(mine, suffix), parse(theirs, suffix))
    cells = merged.cells()
    data = _notebook(mine, cells) if suffix == ".ipynb" else _percent(mine, cells)
    return Merged(data, merged.kept, tuple(merged.both))


class _Merge:
    def __init__(self, base: Sequence[Cell], mine: Sequence[Cell], theirs: Sequence[Cell]) -> None:
        self._base, self._mine, self._theirs = base, mine, theirs
        # New in the course and here already: after an update that was cut short, or by copying.
        old = {_whole(cell) for cell in base}
        fresh = [(n, cell) for n, cell in enumerate(mine) if _whole(cell) not in old]
        self._here = _pairs_by(fresh, theirs, set(range(len(theirs))), _whole)
        self._to_base = _pairs(mine, base, self._here.keys())
        self._to_theirs = _pairs(base, theirs)
        self.kept = 0
        self.both: list[str] = []

    def cells(self) -> list[Cell]:
        out: list[tuple[Cell, int | None]] = []  # with the place in `theirs`, None for what is the student's alone
        new = set(range(len(self._theirs))) - set(self._to_theirs.values()) - set(self._here.values())
        for at, cell in enumerate(self._mine):
            place = self._here.get(at)
            out += self._followed(at, cell) if place is None else [(_refreshed(cell, self._theirs[place]), place)]
        for place in sorted(new):
            before = [n for n, (_, there) in enumerate(out) if there is not None and there < place]
            after = before[-1] + 1 if before else 0
            while before and after < len(out) and out[after][1] is None:  # what the student added there stays there
                after += 1
            out.insert(after, (self._theirs[place], place))
        return [cell for cell, _ in out]

    def _followed(self, at: int, cell: Cell) -> list[tuple[Cell, int | None]]:
        """What becomes of the student's cell that is not new in the course."""
        known = self._to_base.get(at)
        before = None if known is None else self._base[known]
        place = None if known is None else self._to_theirs.get(known)
        after = None if place is None else self._theirs[place]
        if before is not None and _text(cell) == _text(before):
            return [] if after is None or place in self._here.values() else [(_refreshed(cell, after), place)]
        self.kept += 1
        if before is not None and (after is None or _text(before) != _text(after)):
            self.both.append(_title(cell))
        return [(cell, place)]


def _pairs(these: Sequence[Cell], those: Sequence[Cell], skip: Collection[int] = ()) -> dict[int, int]:
    """Which of `those` each of `these` is: by id, by name, by text, and by likeness between two that are known.

    `skip` are places in `these` that are none.
    """
    pairs: dict[int, int] = {}
    for key in (lambda c: c.id, lambda c: c.name, _whole, _text):
        left = [(n, c) for n, c in enumerate(these) if n not in pairs and n not in skip]
        if key is _text:  # names may be lost, but a cell with a name is the one of that name or none
            left = [(n, c) for n, c in left if c.name is None]
        pairs |= _pairs_by(left, those, set(range(len(those))) - set(pairs.values()), key)
    floor = 0
    for at, cell in enumerate(these):
        if at in pairs:
            floor = pairs[at] + 1
        if at in pairs or at in skip:
            continue
        ceiling = next((pairs[n] for n in range(at + 1, len(these)) if n in pairs), len(those))
        free = [n for n in range(floor, ceiling) if n not in pairs.values() and _may_be(cell, those[n])]
        likeness, best = max(((_likeness(cell, those[n]), n) for n in free), default=(0.0, 0))
        if likeness >= _ALIKE:
            pairs[at] = best
            floor = best + 1
    return pairs


def _pairs_by(
    these: list[tuple[int, Cell]], those: Sequence[Cell], free: set[int], key: Callable[[Cell], Any]
) -> dict[int, int]:
    """Pairs with the same key, the first with the first; None is no key."""
    places: dict[Any, list[int]] = {}
    for n in sorted(free):
        places.setdefault(key(those[n]), []).append(n)
    pairs = {}
    for n, cell in these:
        if key(cell) is not None and places.get(key(cell)):
            pairs[n] = places[key(cell)].pop(0)
    return pairs


def _likeness(cell: Cell, other: Cell) -> float:
    matcher = difflib.SequenceMatcher(None, cell.source, other.source, autojunk=False)
    # The exact ratio is quadratic; the other two are cheap and never below it.
    if min(matcher.real_quick_ratio(), matcher.quick_ratio()) < _ALIKE:
        return 0.0
    return matcher.ratio()


def _may_be(cell: Cell, other: Cell) -> bool:
    return cell.name is None and other.name is None and cell.is_code == other.is_code


def _text(cell: Cell) -> tuple[bool, str]:
    return cell.is_code, cell.source


def _whole(cell: Cell) -> tuple[Any, ...]:
    return cell.name, *_text(cell)


def _refreshed(cell: Cell, other: Cell) -> Cell:
    """The course's cell `other`, with the outputs of the student's where these are still its own."""
    if not isinstance(cell.raw, dict) or not isinstance(other.raw, dict):
        return other
    if cell.source != other.source:
        return other
    metadata = {**_mapping(cell.raw.get("metadata")), **_mapping(other.raw.get("metadata"))}
    outputs = {key: cell.raw[key] for key in ("outputs", "execution_count") if key in cell.raw and cell.is_code}
    return replace(other, raw={**other.raw, **outputs, "metadata": metadata})


def _title(cell: Cell) -> str:
    if cell.name:
        return f"{cell.name[0]} {cell.name[1]}"
    first = next((line for line in cell.source.splitlines() if line.strip("# ")), "")
    return f"the cell {first.strip('# ')[:40]!r}"


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _notebook(mine: bytes, cells: list[Cell]) -> bytes:
    book = document(mine.decode("utf-8-sig"))
    minor = book.get("nbformat_minor")
    has_ids = not isinstance(minor, int) or minor >= 5  # older notebooks, Colab's among them, may have no ids
    taken: set[str] = set()
    written = []
    for cell in cells:
        raw = dict(_mapping(cell.raw))
        raw.pop("id", None)
        if cell.id and has_ids:
            spellings = (cell.id if n == 1 else f"{cell.id[:60]}-{n}" for n in range(1, len(cells) + 2))
            raw["id"] = next(spelling for spelling in spellings if spelling not in taken)
            taken.add(raw["id"])
        written.append(raw)
    return (json.dumps({**book, "cells": written}, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _percent(mine: bytes, cells: list[Cell]) -> bytes:
    lines: list[str] = []
    for cell in cells:
        assert isinstance(cell.raw, percent.Cell)
        lines += cell.raw.lines if cell.raw.lines[-1:] == ("",) else (*cell.raw.lines, "")
    text = "\n".join(lines).rstrip("\n") + "\n"
    return (text.replace("\n", "\r\n") if b"\r\n" in mine else text).encode()
