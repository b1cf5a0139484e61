"""Small submissions for the tests of the reader: notebooks, folders and zips with chosen names."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

LESSONS = ("02_placement", "03_host_roundtrip", "04_dtype_promotion")
LESSON = "03_host_roundtrip"
CODE = "def host_roundtrip(x):\n    return x\n"


def cell(source: object, cell_type: str = "code", **fields: object) -> dict[str, object]:
    """One cell, as Jupyter writes it."""
    extra: dict[str, object] = {"outputs": [], "execution_count": None} if cell_type == "code" else {}
    return {"cell_type": cell_type, "metadata": {}, "source": source, **extra, **fields}


def notebook(*cells: dict[str, object], **fields: object) -> bytes:
    """A notebook of these cells; `fields` replace or add top-level keys."""
    whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells or (cell(CODE),)), **fields}
    return json.dumps(whole).encode()


def lay(folder: Path, files: Mapping[str, str | bytes | None]) -> Path:
    """Writes `files` (path: content; None for an empty folder) into `folder`, which is returned."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name
        if content is None:
            path.mkdir(parents=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def zipped(path: Path, files: Mapping[str, str | bytes]) -> Path:
    """A zip at `path` with these members, names as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path
