"""test_hidden.py and test_public.py of a composed lesson: classes chosen, moved, replaced and added, as text.

Helpers and fixtures at the top of either file stay, whatever uses them. Both files become one module, so a name that
both define differently is an error and not a silent change of somebody's check.
"""

from __future__ import annotations

import ast
import symtable
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.course import CourseError

_FUTURE = "__future__"


@dataclass(frozen=True)
class _Piece:
    """A statement at the top level, with the comment above it. `exercise` is set for a class of checks."""

    node: ast.stmt
    lines: tuple[str, ...]
    exercise: str | None


def tested(text: str, where: str) -> set[str]:
    """The exercises that a file of tests has checks for. Raises CourseError if it is not Python."""
    return {piece.exercise for piece in _pieces(text, where) if piece.exercise is not None}


def composed(theirs: str, ours: str, wanted: Sequence[str], where: str) -> str:
    """Upstream's tests of the `wanted` exercises, in that order, each as `ours` has it where it does.

    `where` is the file as messages call it. Raises CourseError.
    """
    upstream, own = _pieces(theirs, where), _pieces(ours, f"your {where}")
    replaced = {piece.exercise for piece in own if piece.exercise}
    kept = [piece for piece in upstream if piece.exercise is None or piece.exercise in set(wanted) - replaced]
    same = {ast.dump(piece.node) for piece in upstream}
    added = [p for p in own if p.exercise in wanted or (p.exercise is None and not _is_given(p, same))]
    _no_clash(kept, added, where)
    order = [piece.exercise for piece in (*kept, *added) if piece.exercise]
    pieces = [*kept, *added]
    if order != sorted(order, key=wanted.index):
        # All names a class was written below are defined by then, so the end is a safe place for it.
        classes = sorted((p for p in pieces if p.exercise), key=lambda p: wanted.index(p.exercise or ""))
        pieces = [*(piece for piece in pieces if piece.exercise is None), *classes]
    text = "\n".join(line for piece in pieces for line in piece.lines).strip("\n") + "\n"
    if not _has_future(upstream) and _has_future(own):
        text = _with_future(text)
    _pieces(text, f"the composed {where}")
    return text


def _pieces(text: str, where: str) -> list[_Piece]:
    try:
        body = ast.parse(text).body
    except SyntaxError as problem:
        raise CourseError(f"{where} is not Python (line {problem.lineno}): {problem.msg}.") from None
    lines = text.split("\n")
    pieces = []
    begin = 0
    for node in body:
        end = max(node.end_lineno or node.lineno, begin)
        pieces.append(_Piece(node, tuple(lines[begin:end]), _exercise_of(node)))  # what is above it goes with it
        begin = end
    return pieces


def _exercise_of(node: ast.stmt) -> str | None:
    for entry in node.decorator_list if isinstance(node, ast.ClassDef) else ():
        if not isinstance(entry, ast.Call) or not entry.args or not isinstance(entry.args[0], ast.Constant):
            continue
        name = entry.func.attr if isinstance(entry.func, ast.Attribute) else getattr(entry.func, "id", None)
        if name == "exercise":
            return str(entry.args[0].value)
    return None


def _is_given(piece: _Piece, same: set[str]) -> bool:
    """Whether upstream's file says it already, or it may stand at the top of a file alone."""
    docstring = isinstance(piece.node, ast.Expr) and isinstance(piece.node.value, ast.Constant)
    future = isinstance(piece.node, ast.ImportFrom) and piece.node.module == _FUTURE
    return docstring or future or ast.dump(piece.node) in same


def _has_future(pieces: Sequence[_Piece]) -> bool:
    return any(isinstance(piece.node, ast.ImportFrom) and piece.node.module == _FUTURE for piece in pieces)


def _with_future(text: str) -> str:
    body = ast.parse(text).body
    first = body[0] if body else None
    docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    lines = text.split("\n")
    at = (first.end_lineno or 0) if first and docstring else 0
    return "\n".join([*lines[:at], "from __future__ import annotations", *lines[at:]])


def _no_clash(theirs: Sequence[_Piece], ours: Sequence[_Piece], where: str) -> None:
    bound: dict[str, set[str]] = {}
    for piece in theirs:
        for name, origin in _bound(piece):
            bound.setdefault(name, set()).add(origin)
    for piece in ours:
        for name, origin in _bound(piece):
            if name in bound and bound[name] != {origin}:
                raise CourseError(
                    f"your {where}, line {piece.node.lineno}: the name {name!r} is upstream's too, in the same file,"
                    " and stands for something else there. Rename yours."
                )


def _bound(piece: _Piece) -> Iterator[tuple[str, str]]:
    """Each name that the statement binds, and where from: the same for the same import, else the statement's own."""
    node = piece.node
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        module = node.module if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0], f"{module}:{alias.name}:{alias.asname}"
        return
    table = symtable.symtable("\n".join(piece.lines), "checks", "exec")
    for symbol in table.get_symbols():
        if symbol.is_assigned() or symbol.is_imported():
            yield symbol.get_name(), ast.dump(node)
