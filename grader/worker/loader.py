"""Runs a submission's cells in order in one namespace, with IPython's meaning.

A cell that raises is recorded and the rest goes on. Magics and shell lines are skipped (a timing magic's
own body runs), top-level `await` works. A `.py` file is cut at its `# %%` marks, but only between
statements, so that a mark inside a string is text.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import itertools
import linecache
import re
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from grader import wire
from grader.worker.convert import describe
from grader.worker.demos import Piece, without_demos
from grader.worker.lines import lines_of

_MARK = re.compile(r"^#\s*%%")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_RUNS_ITS_BODY = {"time", "timeit", "capture", "prun"}


@dataclass
class Loaded:
    """A submission after its cells have run: its namespace, its cells' file names, and what was raised."""

    namespace: dict[str, Any]
    cells: dict[str, int] = field(default_factory=dict)
    errors: list[wire.Raised] = field(default_factory=list)


@dataclass(frozen=True)
class Cells:
    """What is to be run: `texts` of kind "py" or "ipynb", but for the unchanged `demos` nothing depends on.

    Of the pieces in `left_out` (number of the cell, first line) only the definitions and imports are run. For kind
    "function" the texts are those of the files of a pickled function and its helpers, and nothing of them is run.
    """

    kind: str
    texts: list[str]
    demos: frozenset[str] = frozenset()
    left_out: frozenset[tuple[int, int]] = frozenset()


def load(cells: Cells, pickled: bytes, begin: Callable[[int, int], None]) -> Loaded:
    """Run `cells` in a new `__main__`, or unpickle a (name, function, file names of its code and its helpers').

    `begin` hears of each piece before it runs: the number of its cell and the line it begins at.
    """
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    loaded = Loaded(module.__dict__)
    _stand_in_for_grader()
    if cells.kind == "function":
        _load_function(loaded, pickled)
        return loaded
    shell = _Shell(loaded)
    loaded.namespace["get_ipython"] = lambda: shell
    pieces: list[Piece] = []
    for number, source in enumerate(cells.texts, start=1):
        name = f"<cell {number}>"
        loaded.cells[name] = number
        lines = [line + "\n" for line in lines_of(source)]
        linecache.cache[name] = (len(source), None, lines, name)  # for inspect.getsource
        pieces += _pieces_of_file(source, name) if cells.kind == "py" else [Piece(source, _readable(source), name)]
    for piece in without_demos(pieces, cells.demos):
        place = loaded.cells[piece.cell], _first_line(piece)
        begin(*place)
        _run(loaded, _definitions(piece) if place in cells.left_out else piece)
    return loaded


def _load_function(loaded: Loaded, pickled: bytes) -> None:
    import cloudpickle

    try:
        name, function, files = cloudpickle.loads(pickled)
        loaded.namespace[name] = function
        loaded.cells.update((file, number) for number, file in enumerate(files, start=1))
    except BaseException as error:
        loaded.errors.append(describe(error, {}))


def _first_line(piece: Piece) -> int:
    if isinstance(piece.code, ast.Module):
        return _begins(piece.code.body[0])
    return 1 + len(piece.code) - len(piece.code.lstrip("\n"))


def _begins(statement: ast.stmt) -> int:
    return min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))])


def _definitions(piece: Piece) -> Piece:
    """Of a piece that does not come to its end, what can be expected to."""
    try:
        module = piece.code if isinstance(piece.code, ast.Module) else ast.parse(_without_magics(piece.code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return replace(piece, code="")
    kept: list[ast.stmt] = [s for s in module.body if isinstance(s, _DEFINITIONS)]
    return replace(piece, code=ast.Module(kept, type_ignores=[]))


def _run(loaded: Loaded, piece: Piece) -> None:
    try:
        text = _without_magics(piece.code) if isinstance(piece.code, str) else piece.code
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        code = compile(text, piece.cell, "exec", flags=flags, dont_inherit=True)
        result = eval(code, loaded.namespace)
        if inspect.iscoroutine(result):
            asyncio.run(result)
    except BaseException as error:  # SystemExit and KeyboardInterrupt too: one cell never ends the load
        loaded.errors.append(describe(error, loaded.cells))


def _pieces_of_file(source: str, cell: str) -> list[Piece]:
    """The file's statements grouped by `# %%` mark; its text cut at the marks if it does not parse."""
    lines = lines_of(source)
    marks = [0, *(i for i, line in enumerate(lines, start=1) if _MARK.match(line)), len(lines) + 1]
    texts = ["\n".join(lines[start : end - 1]) for start, end in itertools.pairwise(marks)]
    try:
        statements = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # Blank lines before each part keep its line numbers true to the file.
        return [
            Piece("\n" * start + text + "\n", _readable(text), cell) for start, text in zip(marks, texts, strict=False)
        ]
    groups: dict[int, list[ast.stmt]] = {}
    for statement in statements:
        groups.setdefault(sum(mark < _begins(statement) for mark in marks) - 1, []).append(statement)
    return [Piece(ast.Module(body, type_ignores=[]), texts[group], cell) for group, body in sorted(groups.items())]


def _readable(text: str) -> str:
    """`text`, or nothing where it is neither Python nor IPython's: then it will not run, and needs no other cell."""
    try:
        ast.parse(_without_magics(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    return text


def _without_magics(source: str) -> str:
    """Plain Python for a cell: IPython's own rewriting of magics, shell lines and `?` help."""
    try:
        ast.parse(source)
        return source  # the common case needs no IPython
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        from IPython.core.inputtransformer2 import TransformerManager

        before = len(source) - len(source.lstrip("\n"))
        return "\n" * before + TransformerManager().transform_cell(source.lstrip("\n"))


class _Shell:
    """What IPython's rewritten magics talk to: it skips them, but runs the body of a timing magic."""

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded

    def run_line_magic(self, name: str, line: str, *rest: Any) -> None:
        self.run_cell_magic(name, "", line)

    def run_cell_magic(self, name: str, line: str, body: str) -> None:
        if name in _RUNS_ITS_BODY:
            exec(_without_magics(body), self._loaded.namespace)

    def getoutput(self, *command: Any) -> list[str]:
        return []

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **kwargs: None


def _stand_in_for_grader() -> None:
    """`from grader import check, hint` in a submission gives functions that do nothing: the judge checks."""

    def check(*exercises: Any, **options: Any) -> None:
        return None

    notebook = types.ModuleType("grader.notebook")
    sys.modules["grader.notebook"] = notebook
    for module in (notebook, sys.modules["grader"]):
        module.check = module.hint = check  # type: ignore[attr-defined]
