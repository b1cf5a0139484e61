"""Which of the course's own demonstration cells need not run again for each submission.

A demonstration whose text is unchanged, and which binds no name that any other cell reads, changes nothing an
answer can depend on. (The course's cells set no global state; docs/authors.md asks for that.) Leaving them out
halves what a submission that still holds the whole lesson costs.
"""

from __future__ import annotations

import ast
import hashlib
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """Code that runs in one go, compiled under the file name `cell`; `text` is all of it, if it can run at all."""

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
    """(global names a piece reads, global names it binds); None if it is not plain Python."""
    try:
        module = symtable.symtable(text, "<piece>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    read, bound = set(), set()
    for symbol in module.get_symbols():
        if symbol.is_referenced():
            read.add(symbol.get_name())
        if symbol.is_assigned() or symbol.is_imported():
            bound.add(symbol.get_name())
    for symbol in (symbol for scope in _below(module) for symbol in scope.get_symbols() if symbol.is_global()):
        read.add(symbol.get_name())
        if symbol.is_assigned():
            bound.add(symbol.get_name())
    return read, bound


def _below(scope: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in scope.get_children():
        yield child
        yield from _below(child)
