"""From solutions/ to what students get: the stub, its public tests, its hints and its notebook.

The answers live between `### BEGIN SOLUTION` and `### END SOLUTION` and nowhere else; what is built
holds none of them, no hidden test, no right/ and no wrong/. The same course gives the same bytes on
every machine: cell ids come from the lesson's text, and the JSON is written here and not by a library.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader import percent
from grader.course import INSTALL, Course, CourseError, Lesson, read_text
from grader.files import write_atomically
from grader.first_cell import first_cell

BEGIN = "### BEGIN SOLUTION"
END = "### END SOLUTION"

# The header fields that a notebook keeps: jupytext adds some of its own, which change with its version.
_KEPT_METADATA = ("check", "exercise", "nbgrader", "tags")
_CELL_ID = re.compile(r"[a-zA-Z0-9_-]{1,60}")  # nbformat's rule, with room for a number
_NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def build(course: Course) -> list[Path]:
    """Bring exercises/ and notebooks/ up to date. Returns the files written or removed: none if there was no drift.

    Raises CourseError, before anything is written, if a lesson is not as it must be.
    """
    changed = []
    for path, content in _expected(course).items():
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)
            changed.append(path)
    for path in course.left_behind():
        path.unlink()
        changed.append(path)
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
    return changed


def drift(course: Course) -> list[str]:
    """What `build` would do, one line a file ("changed: exercises/03_host_roundtrip/lesson.py"). Raises as it does."""
    lines = []
    for path, content in _expected(course).items():
        if not path.is_file():
            lines.append(f"missing: {_named(path, course)}")
        elif path.read_bytes() != content:
            lines.append(f"changed: {_named(path, course)}")
    return lines + [f"stray: {_named(path, course)}" for path in course.left_behind()]


def stub(lesson: Lesson) -> str:
    """The student's lesson.py. Raises CourseError, naming file and cell, where an answer is marked wrongly."""
    cells = percent.split(read_text(lesson.source))
    return percent.join(tuple(_without_answer(cell, f"{lesson.name}/lesson.py") for cell in cells))


def answer_of(lesson: Lesson, exercise: str) -> str:
    """The author's cell for `exercise`, without the two markers. Raises CourseError if it cannot be read."""
    cells = percent.split(read_text(lesson.source))
    lines = [line for cell in cells if cell.exercise == exercise for line in cell.lines[1:]]
    return "\n".join(line for line in lines if line.strip() not in (BEGIN, END)).strip("\n")


def notebook(lesson: Lesson, text: str, install: str = INSTALL) -> bytes:
    """The notebook of a stub's text: nbformat 4.5, no outputs, first a cell that installs `install` where need be.

    Raises CourseError without the `author` extra.
    """
    try:
        import jupytext  # late: with nbformat it costs 2 to 3 CPU-seconds, and only authors have them
        import nbformat
    except ImportError:
        raise CourseError(
            "kata build needs jupytext and nbformat, and they are not installed: pip install -e '.[author]'"
        ) from None
    read: Any = jupytext.reads(text, fmt="py:percent")
    cells = [first_cell(install), *_notebook_cells(lesson, read.cells)]
    document = {"cells": cells, "metadata": _NOTEBOOK_METADATA, "nbformat": 4, "nbformat_minor": 5}
    content = json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    nbformat.validate(nbformat.reads(content, as_version=4))
    return content.encode()


def _expected(course: Course) -> dict[Path, bytes]:
    """Every file that should be there, with its content."""
    files = {}
    for lesson in course.lessons:
        if not lesson.has_solutions:
            raise CourseError(
                f"{course.root} has no solutions/, so there is nothing to build from: use the author's copy."
            )
        text = stub(lesson)
        files[lesson.stub] = text.encode()
        files[lesson.public_tests] = _public_tests(lesson).encode()
        files[lesson.hints] = read_text(lesson.hints_source).encode()
        files[lesson.notebook] = notebook(lesson, text, course.install)
    return files


def _without_answer(cell: percent.Cell, where: str) -> percent.Cell:
    """The cell as a student gets it, each answer replaced by a NotImplementedError at its indentation."""
    place = f"{where}, the cell at line {cell.first_line}"
    kept: list[str] = []
    answers = 0
    open_line = None
    for number, line in enumerate(cell.lines, cell.first_line):
        marker = line.strip()
        if marker == BEGIN:
            if cell.exercise is None:
                raise CourseError(
                    f'{place}: it has a solution and names no exercise. Write `# %% exercise="NAME"` above it.'
                )
            if open_line is not None:
                raise CourseError(
                    f"{place}: line {number} begins a solution inside the one of line {open_line}. End that one first."
                )
            open_line = number
            kept.append(f'{line[: line.index("#")]}raise NotImplementedError("{cell.exercise}: your code goes here")')
        elif marker == END:
            if open_line is None:
                raise CourseError(
                    f"{place}: line {number} ends a solution that was not begun. Write `{BEGIN}` above the answer."
                )
            open_line = None
            answers += 1
        elif "BEGIN SOLUTION" in line or "END SOLUTION" in line:
            raise CourseError(
                f"{place}: line {number} is nearly a marker, and the answer would show. Write `{BEGIN}` or `{END}`."
            )
        elif open_line is None:
            kept.append(line)
    if open_line is not None:
        raise CourseError(f"{place}: the solution of line {open_line} has no end. Write `{END}` below the answer.")
    if cell.exercise is not None and not answers:
        raise CourseError(
            f"{place}: exercise {cell.exercise!r} has no answer marked. Put it between `{BEGIN}` and `{END}`."
        )
    return percent.Cell(tuple(kept), cell.first_line)


def _public_tests(lesson: Lesson) -> str:
    """The text of test_public.py. Raises CourseError if it imports from solutions/, which a student does not have."""
    text = read_text(lesson.public_tests_source)
    where = f"solutions/{lesson.name}/test_public.py"
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError as problem:
        raise CourseError(f"{where} is not Python (line {problem.lineno}): {problem.msg}.") from None
    for node in nodes:
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = ["." * node.level + (node.module or "")]
        else:
            continue
        for module in modules:
            if module.split(".")[0] in ("", "solutions", "test_hidden"):
                raise CourseError(
                    f"{where}, line {node.lineno}: it imports {module}, which a student does not have."
                    " Write what it needs in the file itself."
                )
    return text


def _notebook_cells(lesson: Lesson, cells: list[Any]) -> Iterator[dict[str, Any]]:
    taken: set[str] = set()
    for cell in cells:
        metadata = {key: cell.metadata[key] for key in _KEPT_METADATA if key in cell.metadata}
        made = {
            "cell_type": cell.cell_type,
            "id": _cell_id(lesson, metadata, cell, taken),
            "metadata": metadata,
            "source": cell.source.splitlines(keepends=True),
        }
        yield made | ({"execution_count": None, "outputs": []} if cell.cell_type == "code" else {})


def _cell_id(lesson: Lesson, metadata: dict[str, Any], cell: Any, taken: set[str]) -> str:
    """An id that stays while the cell does: its exercise or check, else a digest of its text; numbered if taken."""
    digest = hashlib.sha256(f"{lesson.name}\n{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:12]
    named = [f"{kind}-{metadata[kind]}" for kind in ("exercise", "check") if kind in metadata]
    base = next(filter(_CELL_ID.fullmatch, named), digest)
    spellings = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 2))
    chosen = next(spelling for spelling in spellings if spelling not in taken)
    taken.add(chosen)
    return chosen


def _named(path: Path, course: Course) -> str:
    return path.relative_to(course.root).as_posix()
