"""A student's notebook made fit for nbgrader: every graded cell there once, whole, and found by its exercise's name.

nbgrader knows cells by metadata alone. An editor that drops it, a cell that was copied, deleted, edited or turned into
text costs a student the mark, or the whole class its run. Here the student's cells keep their text and their order,
and what nbgrader needs is put around them. Pure functions on notebooks as JSON; no student code is parsed or run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.nbgrader_bridge.cells import exercise_of
from grader.text import one_line

Notebook = dict[str, Any]

_CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*")
_ATTACHED = re.compile(r"attachment:([^\s)>\"']*)")
_TYPES = ("code", "markdown", "raw")


@dataclass(frozen=True)
class Repaired:
    """The notebook to grade, and what was done to it: whole sentences for its instructor, harmless to show."""

    notebook: Notebook
    notes: tuple[str, ...] = ()


def repair(student: Mapping[str, Any], template: Mapping[str, Any]) -> Repaired:
    """`student`, a notebook of nbformat 4, with the graded cells of `template`, the released notebook.

    Outputs are dropped. Code in a locked cell that was edited stays, as a plain cell before the restored one, so that
    every line the student wrote is still run.
    """
    ours = [cell for cell in map(_clean, template["cells"]) if _grade_id(cell)]
    cells = [_clean(cell) for cell in student["cells"]]
    return _Mending(cells, len(template["cells"]), ours).done(template)


def of_code(source: str, template: Mapping[str, Any]) -> Repaired:
    """A file of code as a notebook with the graded cells of `template`."""
    return repair({"cells": [{"cell_type": "code", "source": source}]}, template)


def stub(template: Mapping[str, Any]) -> Notebook:
    """The notebook as it was released, for a student whose own cannot be read."""
    return _notebook(
        [_clean(cell) | {"metadata": dict(cell.get("metadata", {}))} for cell in template["cells"]], template
    )


def code_of(notebook: Mapping[str, Any]) -> tuple[str, ...]:
    """The source of each code cell in order."""
    return tuple(_text(cell) for cell in notebook["cells"] if cell["cell_type"] == "code")


@dataclass
class _Mending:
    """One notebook being repaired: `found` says which of the student's cells stands for which of ours."""

    cells: list[Notebook]
    released: int  # cells in the released notebook
    ours: list[Notebook]
    found: dict[str, int] = field(default_factory=dict)
    bare: list[str] = field(default_factory=list)  # whose cell had lost its metadata
    notes: list[str] = field(default_factory=list)

    def done(self, template: Mapping[str, Any]) -> Repaired:
        # By what the cell defines first: a copy, or a cell without metadata, is found like any other.
        names = {_grade_id(cell) for cell in self.ours}
        places = {_grade_id(cell): place for place, cell in enumerate(template["cells"]) if _grade_id(cell)}
        for finder in (self._defining, self._labelled, self._identified, self._worded):
            self._search(finder)
        self._search(lambda ours: self._placed(ours, places[_grade_id(ours)]))
        kept, inserted = self._adopt(), self._missing()
        for number, cell in enumerate(self.cells):
            if number not in kept and _grade_id(cell):
                if _grade_id(cell) in names:
                    self.notes.append(
                        f"`{one_line(_grade_id(cell), 80)}`: a copy of the cell was left out of the marks."
                    )
                cell["metadata"] = {}
        whole = [*inserted.pop(-1, []), *self._with(inserted)]
        released = {_text(cell) for cell in template["cells"]}
        for cell in whole:
            if cell["cell_type"] != "code" and cell["source"] not in released:
                cell["source"] = _inert(cell)
        if self.bare:
            self.notes.append(
                f"nbgrader's metadata was gone from the cells of {', '.join(self.bare)} and was put back."
            )
        return Repaired(_notebook(whole, template), tuple(dict.fromkeys(self.notes)))

    def _search(self, finder: Any) -> None:
        for cell in self.ours:
            if _grade_id(cell) not in self.found:
                taken = set(self.found.values())
                place = next((number for number in finder(cell) if number not in taken), None)
                if place is not None:
                    self.found[_grade_id(cell)] = place

    def _defining(self, ours: Notebook) -> Iterator[int]:
        if not _is_answer(ours):
            return
        name = re.escape(_grade_id(ours))
        defines = re.compile(rf"^(?:(?:async\s+)?def|class)\s+{name}\b|^{name}\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE)
        places = [n for n, cell in self._last_first() if cell["cell_type"] == "code" and defines.search(cell["source"])]
        if len(places) > 1:
            self.notes.append(
                f"`{_grade_id(ours)}`: {len(places)} cells define it; what the last one run leaves counts."
            )
        yield from places

    def _labelled(self, ours: Notebook) -> Iterator[int]:
        yield from (n for n, cell in self._last_first() if _grade_id(cell) == _grade_id(ours))

    def _identified(self, ours: Notebook) -> Iterator[int]:
        yield from (n for n, cell in self._last_first() if "id" in cell and cell["id"] == ours.get("id"))

    def _worded(self, ours: Notebook) -> Iterator[int]:
        if _is_locked(ours):
            yield from (n for n, cell in self._last_first() if cell["source"].strip() == ours["source"].strip())

    def _placed(self, ours: Notebook, place: int) -> Iterator[int]:
        """Where it was released, if no cell was added or removed since and the one there is nobody else's."""
        if len(self.cells) == self.released and not _is_locked(ours) and not _grade_id(self.cells[place]):
            yield place

    def _last_first(self) -> list[tuple[int, Notebook]]:
        return list(enumerate(self.cells))[::-1]

    def _adopt(self) -> set[int]:
        """Give each cell that was found our metadata, and a locked one our text. Returns which cells those are."""
        kept = set()
        for ours in self.ours:
            name = _grade_id(ours)
            place = self.found.get(name)
            if place is None:
                continue
            cell = self.cells[place]
            if _is_locked(ours) and cell["source"].strip() != ours["source"].strip():
                self.notes.append(f"`{name}`: the cell had been edited and was restored.")
                del self.found[name]  # theirs stays as a plain cell; ours is put after it
                cell["metadata"] = {}
                cell["_before"] = name
                continue
            kept.add(place)
            if cell["cell_type"] != ours["cell_type"]:
                self.notes.append(f"`{name}`: the cell was {cell['cell_type']} and is {ours['cell_type']} again.")
                cell |= {"cell_type": ours["cell_type"]} | _code_fields(ours["cell_type"])
            if _grade_id(cell) != name:
                self.bare.append(f"`{name}`")
            cell["metadata"] = {"nbgrader": _settings(ours)}
            if _is_locked(ours):
                cell["source"] = ours["source"]
        return kept

    def _missing(self) -> dict[int, list[Notebook]]:
        """Our cells that were not found, by the number of the student's cell to put them after (-1: on top)."""
        inserted: dict[int, list[Notebook]] = {}
        edited = {cell.pop("_before"): number for number, cell in enumerate(self.cells) if "_before" in cell}
        after = -1
        for ours in self.ours:
            name = _grade_id(ours)
            if name in self.found:
                after = self.found[name]
                continue
            after = edited.get(name, after)
            added = ours | {"metadata": {"nbgrader": _settings(ours)}}
            if name not in edited:
                self.notes.append(f"`{name}`: the cell was missing and was added.")
                if _is_answer(ours):  # no stub: it would come after, and undo, an answer given some other way
                    added["source"] = f"# No cell of this notebook defines {name} by itself, so this one was added."
            inserted.setdefault(after, []).append(added)
        return inserted

    def _with(self, inserted: Mapping[int, Sequence[Notebook]]) -> Iterator[Notebook]:
        for number, cell in enumerate(self.cells):
            yield cell
            yield from inserted.get(number, ())


def _notebook(cells: Sequence[Notebook], template: Mapping[str, Any]) -> Notebook:
    """The cells as a valid notebook of nbformat 4.5, each with an id of its own."""
    taken: set[str] = set()
    for number, cell in enumerate(cells):
        wanted = cell.get("id", "")
        if wanted in taken or not _CELL_ID.fullmatch(wanted):
            wanted = next(
                name for n in range(len(cells) + 1) if (name := f"cell-{number + n * len(cells)}") not in taken
            )
        taken.add(wanted)
        cell["id"] = wanted
    return {"cells": list(cells), "metadata": dict(template.get("metadata", {})), "nbformat": 4, "nbformat_minor": 5}


def _clean(cell: Any) -> Notebook:
    """A cell with only what a released one may have, whatever an editor left in it."""
    kind = cell.get("cell_type") if cell.get("cell_type") in _TYPES else "raw"
    grade_id = _grade_id(cell)
    metadata = {"nbgrader": dict(cell["metadata"]["nbgrader"])} if grade_id else {}
    kept = {"cell_type": kind, "metadata": metadata, "source": _text(cell)} | _code_fields(kind)
    if isinstance(cell.get("id"), str):
        kept["id"] = cell["id"]
    if kind != "code" and isinstance(cell.get("attachments"), dict):  # pictures in an answer graded by hand
        kept["attachments"] = {name: data for name, data in cell["attachments"].items() if _is_picture(data)}
    return kept


def _inert(cell: Notebook) -> str:
    """The text of a student's Markdown as formgrader can show it: it would run scripts, and fail on pictures gone."""
    there = cell.get("attachments", {})
    text = cell["source"].replace("<", "&lt;")
    return _ATTACHED.sub(lambda found: found[0] if found[1] in there else f"missing-{found[0]}", text)


def _is_picture(data: Any) -> bool:
    """Whether it is of a kind, and spelled so, that it acts in no page."""
    return (
        isinstance(data, dict)
        and bool(data)
        and all(kind in _PICTURES and isinstance(text, str) and _BASE64.fullmatch(text) for kind, text in data.items())
    )


def _code_fields(kind: str) -> Notebook:
    return {"outputs": [], "execution_count": None} if kind == "code" else {}


def _text(cell: Mapping[str, Any]) -> str:
    source = cell.get("source", "")
    parts = source if isinstance(source, list) else [source]
    text = "".join(part for part in parts if isinstance(part, str))
    return text.replace("\r\n", "\n").replace("\r", "\n").encode(errors="replace").decode()


def _grade_id(cell: Mapping[str, Any]) -> str:
    """nbgrader's name of the cell, or nothing; the metadata of a student's cell may be any JSON at all."""
    metadata = cell.get("metadata")
    settings = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    grade_id = settings.get("grade_id") if isinstance(settings, dict) else None
    return grade_id if isinstance(grade_id, str) else ""


def _settings(cell: Notebook) -> Notebook:
    return dict(cell["metadata"]["nbgrader"])


def _is_locked(cell: Notebook) -> bool:
    """Whether nbgrader overwrites the cell: tests and read-only text, not answers."""
    settings = cell["metadata"]["nbgrader"]
    return not settings.get("solution") and bool(settings.get("grade") or settings.get("locked"))


def _is_answer(cell: Notebook) -> bool:
    """Whether the cell is where an exercise is answered: code, graded by the marks cell of its name."""
    settings = cell["metadata"]["nbgrader"]
    answers = cell["cell_type"] == "code" and settings.get("solution") and not settings.get("grade")
    return bool(answers) and exercise_of(_grade_id(cell)) is None and _grade_id(cell).isidentifier()
