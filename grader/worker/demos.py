"""Which of the course's own demonstration cells need not run again for each submission.

A demonstration whose text is unchanged, and which binds no name that any other cell reads, changes nothing an
answer can depend on. (The course's cells set no global state; docs/authors.md asks for that.) Leaving them out
halves what a submission that still holds the whole lesson costs.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """Code that runs in one go, compiled under the file name `cell`; `text` is all of it."""

    code: str | ast.Module
    text: str
    cell: str


def digest(text: str) -> str:
    """How a demonstration is recognised: by its text, white space around it aside."""
    return hashlib.sha256(text.strip().encode(errors="surrogatepass")).hexdigest()


def without_demos(pieces: Sequence[Piece], demos: frozenset[str]) -> list[Piece]:
    """The pieces that must run, in order."""
    names = [_names(piece.text) for piece in pieces]
    runs = [digest(piece.text) not in demos or names[i] is None for i, piece in enumerate(pieces)]
    if any(names[i] is None for i, needed in enumerate(runs) if needed):
        return list(pieces)  # a cell that cannot be read may read anything
    while True:
        read = {name for i, needed in enumerate(runs) if needed for name in names[i][0]}  # type: ignore[index]
        more = [i for i, needed in enumerate(runs) if not needed and names[i][1] & read]  # type: ignore[index]
        if not more:
            return [piece for piece, needed in zip(pieces, runs, strict=True) if needed]
        for i in more:
            runs[i] = True


def _names(text: str) -> tuple[set[str], set[str]] | None:
    """(names a piece mentions, names it binds), each at any depth; None if it is not plain Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    mentioned, bound = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            mentioned.add(node.id)
            if not isinstance(node.ctx, ast.Load):
                bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).split(".")[0])
    return mentioned, bound
