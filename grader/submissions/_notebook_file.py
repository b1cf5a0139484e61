"""A `.ipynb` file as its code cells.

nbformat is not imported: that costs 3 CPU-seconds. The file is decoded into two small records, so that outputs,
attachments and metadata are skipped and never become objects: 30 MB of output cost 10 ms and no memory, and
a file built of a hundred million empty lists costs no more than its size. As in Jupyter, nbformat and nbgrader,
the last of two equal keys counts.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from grader.submissions._source_file import MAX_SOURCE_BYTES, code, decode

MAX_NOTEBOOK_BYTES = 64 << 20
MAX_CELLS = 10_000

_ABSENT = msgspec.Raw()
_Source = str | list[str]


class _Cell(msgspec.Struct):
    cell_type: str
    source: msgspec.Raw = _ABSENT  # decoded for code cells only, and after a look at its size
    id: msgspec.Raw = _ABSENT


class _Notebook(msgspec.Struct):
    nbformat: Annotated[int, msgspec.Meta(ge=0, le=99)]
    cells: list[_Cell] | msgspec.UnsetType = msgspec.UNSET


class _GradeCell(msgspec.Struct):
    grade_id: str


class _Metadata(msgspec.Struct):
    nbgrader: _GradeCell


class _WholeCell(_Cell):
    metadata: msgspec.Raw = _ABSENT
    attachments: msgspec.Raw = _ABSENT


class _WholeNotebook(msgspec.Struct):
    cells: list[_WholeCell]


_notebook = msgspec.json.Decoder(_Notebook)
_whole = msgspec.json.Decoder(_WholeNotebook)
_source = msgspec.json.Decoder(_Source)


def code_cells(data: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The source of each code cell in order, newlines as `\\n`, and notes for the reader of the mark.

    Raises ValueError with one clear line. Cell ids, metadata, kernel and outputs play no part.
    """
    cells = _all_cells(data)
    notes = []
    ids = [bytes(cell.id) for cell in cells if cell.id]
    if len(set(ids)) < len(ids):
        notes.append("Some cells of the notebook share an id; all were read, in order.")
    code_at = [(number, cell) for number, cell in enumerate(cells, 1) if cell.cell_type == "code"]
    if not code_at:
        notes.append("The notebook has no code cell.")
    # A character takes at most six bytes in JSON, `"\\u0000"`-style; the rest is for quotes and commas.
    if sum(len(bytes(cell.source)) for _, cell in code_at) > 8 * MAX_SOURCE_BYTES:
        raise ValueError(f"holds more than {MAX_SOURCE_BYTES >> 20} MiB of code: no answer needs so much")
    sources = [_cell_source(number, cell) for number, cell in code_at]
    code("".join(sources))  # the limit is for all cells together
    return tuple(sources), tuple(notes)


def whole_cells(data: bytes) -> list[dict[str, Any]]:
    """All cells as in the file, of which `code_cells` had nothing to say, for `grader.nbgrader_bridge.repair`.

    Outputs and what else nobody asks for are left out; a field of the wrong type is as if it were not there.
    """
    cells = []
    for cell in _whole.decode(decode(data)).cells:
        found = {"cell_type": cell.cell_type, "source": _field(cell.source, _Source), "id": _field(cell.id, str)}
        found["attachments"] = _field(cell.attachments, dict[str, dict[str, str]])
        found = {name: value for name, value in found.items() if value is not None}
        if metadata := _field(cell.metadata, _Metadata):
            found["metadata"] = {"nbgrader": {"grade_id": metadata.nbgrader.grade_id}}
        cells.append(found)
    return cells


def _field(raw: msgspec.Raw, kind: Any) -> Any:
    try:
        return msgspec.json.decode(raw, type=kind) if raw else None
    except (msgspec.MsgspecError, RecursionError):
        return None


def _all_cells(data: bytes) -> list[_Cell]:
    if not data.strip():
        raise ValueError("is empty: nothing was saved in it, or the upload failed")
    text = decode(data)
    try:
        notebook = _notebook.decode(text)
    except msgspec.ValidationError as error:
        raise ValueError(f"is not a notebook: {error}") from None
    except msgspec.DecodeError as error:
        if "truncated" in str(error):
            raise ValueError("is cut off, its JSON has no end: save it in Jupyter and hand it in again") from None
        raise ValueError(f"is not a notebook: {error}; save it in Jupyter and hand it in again") from None
    except RecursionError:
        raise ValueError("is not a notebook: its JSON is nested too deeply") from None
    if notebook.nbformat != 4:
        raise ValueError(
            f"is in notebook format {notebook.nbformat}, and format 4 is read: "
            "open it in JupyterLab and save it, which converts it, and hand it in again"
        )
    if notebook.cells is msgspec.UNSET:
        raise ValueError("is not a notebook: it has no list of cells")
    if len(notebook.cells) > MAX_CELLS:
        raise ValueError(f"has {len(notebook.cells)} cells, and at most {MAX_CELLS} are read")
    return notebook.cells


def _cell_source(number: int, cell: _Cell) -> str:
    if not cell.source:
        raise ValueError(f"cannot be read: cell {number} has no source")
    try:
        source = _source.decode(cell.source)
        return code(source if isinstance(source, str) else "".join(source))
    except msgspec.DecodeError:  # covers ValidationError
        raise ValueError(f"cannot be read: the source of cell {number} is not text") from None
    except ValueError as error:
        raise ValueError(f"cannot be read, cell {number} {error}") from None
