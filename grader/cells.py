"""A lesson's file as its cells, the same for a notebook and a percent-format `.py`.

Reading is text only: nothing is compiled or run. What a cell is for is known by its name (`exercise="..."` in a
header or in the metadata; the id says it too, where an editor dropped the metadata).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader import percent

_NAMED_ID = re.compile(r"(exercise|check)-(\w+)")  # as `grader.build` gives them


@dataclass(frozen=True)
class Cell:
    """One cell. `source` has plain newlines and none at its end; `name` is ("exercise" or "check", NAME).

    `raw` is the cell as it stands in the file: a notebook's own object (outputs, metadata), or a `.py`'s lines.
    """

    source: str
    is_code: bool
    name: tuple[str, str] | None = None
    id: str | None = None
    raw: dict[str, Any] | percent.Cell = field(default_factory=dict, compare=False)

    @property
    def exercise(self) -> str | None:
        """The exercise that this cell asks for."""
        return self.name[1] if self.name and self.name[0] == "exercise" else None


class NotCells(Exception):
    """The text is no notebook. The message says what is wrong, without the file's name."""


def read(path: Path) -> tuple[Cell, ...]:
    """The cells of a `.py` or `.ipynb` file. Raises OSError, UnicodeDecodeError and `NotCells`."""
    return parse(path.read_bytes(), path.suffix)


def parse(data: bytes, suffix: str) -> tuple[Cell, ...]:
    """The cells of a file's content. Raises UnicodeDecodeError and `NotCells`."""
    text = data.decode("utf-8-sig")
    return _of_notebook(document(text)) if suffix == ".ipynb" else _of_percent(_plain(text))


def document(text: str) -> dict[str, Any]:
    """The notebook as JSON. Raises `NotCells` where it has no list of cells with text in them."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NotCells("its JSON is damaged or cut off") from None
    cells = found.get("cells") if isinstance(found, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) and _has_source(cell) for cell in cells):
        raise NotCells("it has no list of cells with their source")
    return found


def source_of(cell: dict[str, Any]) -> str:
    """The text of a notebook's cell, with plain newlines."""
    source = cell["source"]
    return _plain(source if isinstance(source, str) else "".join(source))


def _of_notebook(book: dict[str, Any]) -> tuple[Cell, ...]:
    return tuple(
        Cell(source_of(cell).rstrip("\n"), cell.get("cell_type") == "code", _name(cell), _id(cell), raw=cell)
        for cell in book["cells"]
    )


def _of_percent(text: str) -> tuple[Cell, ...]:
    cells = []
    for cell in percent.split(text):
        body = cell.lines[1:] if cell.header else cell.lines
        cells.append(Cell("\n".join(body).rstrip("\n"), not cell.is_markdown, cell.name, raw=cell))
    return tuple(cells)


def _name(cell: dict[str, Any]) -> tuple[str, str] | None:
    metadata = cell.get("metadata")
    for kind in ("exercise", "check"):
        if isinstance(metadata, dict) and isinstance(metadata.get(kind), str):
            return kind, metadata[kind]
    match = _NAMED_ID.fullmatch(_id(cell) or "")
    return (match[1], match[2]) if match else None


def _id(cell: dict[str, Any]) -> str | None:
    """The cell's id; Colab keeps it in the metadata."""
    metadata = cell.get("metadata")
    found = cell.get("id") or (metadata.get("id") if isinstance(metadata, dict) else None)
    return found if isinstance(found, str) else None


def _has_source(cell: dict[str, Any]) -> bool:
    source = cell.get("source")
    return isinstance(source, str) or (isinstance(source, list) and all(isinstance(line, str) for line in source))


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
