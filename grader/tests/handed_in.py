"""Small submissions for the tests of the reader: notebooks, folders and zips of chosen names, and what is read."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from grader.submissions import Submission, Unreadable, read_submissions

LESSONS = ("02_placement", "03_host_roundtrip", "04_dtype_promotion")
LESSON = "03_host_roundtrip"
OTHER = "04_dtype_promotion"
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


def read(*paths: Path, lesson: str | None = None) -> tuple[list[Submission], list[Unreadable]]:
    """What is read from `paths` in a course of LESSONS."""
    return read_submissions(paths, LESSONS, lesson)


def whose(*paths: Path, lesson: str | None = None) -> list[tuple[str, str, str]]:
    """(student, lesson, file name) of each submission, where nothing is wrong."""
    good, bad = read(*paths, lesson=lesson)
    assert not bad
    return [(s.student, s.lesson, s.filename) for s in good]


def lines(*paths: Path, lesson: str | None = None) -> list[tuple[str | None, str]]:
    """Of each unreadable thing its student and its line, having looked that it is one."""
    found = [(u.student, f"{u.filename}: {u.reason}") for u in read(*paths, lesson=lesson)[1]]
    assert all(len(line.splitlines()) == 1 for _, line in found)
    return found
