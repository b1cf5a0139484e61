"""`kata reset EXERCISE`: the stub of one exercise again, in the file that held the answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from grader import cells, percent
from grader.course import Course, CourseError, Exercise
from grader.edition.contents import write
from grader.edition.update import Backup
from grader.student.workspace import Workspace, attempted, stubs_of


@dataclass(frozen=True)
class Reset:
    """The file in which the stub was put back, a copy of it as it was, and whether another cell still answers."""

    path: Path
    backup: Path
    answered_elsewhere: bool


def reset(course: Course, exercise: Exercise) -> Reset | None:
    """Put the stub of `exercise` back, and nothing else; None where there is no answer.

    Raises CourseError and UnreadableSubmission.
    """
    workspace = Workspace(course)
    answer = workspace.answer(exercise)
    if not answer.attempted:
        return None
    lesson, path = course.lesson(exercise.lesson), answer.path
    stub = stubs_of(lesson).get(exercise.name)
    if stub is None:
        raise CourseError(f"The stub of {exercise.name} is not known here: {course.root} was not made by `kata start`.")
    data = path.read_bytes()
    replaced = (
        _in_notebook(data, exercise.name, stub) if path.suffix == ".ipynb" else _in_text(data, exercise.name, stub)
    )
    backup = Backup(course.root)
    backup.keep(workspace.named(path), data)
    assert backup.folder is not None
    write(path, replaced)
    return Reset(path, backup.folder / workspace.named(path), exercise.name in attempted(path, lesson))


def _in_notebook(data: bytes, name: str, stub: str) -> bytes:
    book = cells.document(data.decode("utf-8-sig"))
    at = _place(cells.parse(data, ".ipynb"), name)
    blank = {"cell_type": "code", "execution_count": None, "metadata": {"exercise": name}, "outputs": []}
    if at.there:
        book["cells"][at.index] |= {"execution_count": None, "outputs": []}
    else:
        book["cells"].insert(at.index, blank)
    book["cells"][at.index]["source"] = stub.splitlines(keepends=True)
    return (json.dumps(book, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _in_text(data: bytes, name: str, stub: str) -> bytes:
    text = data.decode("utf-8-sig").replace("\r\n", "\n")
    parts = list(percent.split(text))
    at = _place(cells.parse(data, ".py"), name)
    header = parts[at.index].header if at.there else f'# %% exercise="{name}"'
    cell = percent.Cell((header, *stub.split("\n"), "", ""), 0)
    parts[at.index : at.index + at.there] = [cell]
    text = percent.join(tuple(parts)).rstrip("\n") + "\n"
    return (text.replace("\n", "\r\n") if b"\r\n" in data else text).encode()


@dataclass(frozen=True)
class _Place:
    """Where the exercise's cell is, or where one belongs if it was deleted."""

    index: int
    there: bool


def _place(found: tuple[cells.Cell, ...], name: str) -> _Place:
    names = [cell.name for cell in found]
    if ("exercise", name) in names:
        return _Place(names.index(("exercise", name)), True)
    return _Place(names.index(("check", name)) if ("check", name) in names else len(found), False)
