"""A student's folder of the tiny course, and the student's editor."""

from __future__ import annotations

import os
from pathlib import Path

from grader import percent
from grader.build import build
from grader.course import open_course
from grader.edition.start import start
from grader.tests.tiny_course import write_course

RIGHT = "def double(x):\n    return 2 * x"
WRONG = "def double(x):\n    return x"


def make_edition(root: Path) -> Path:
    """A course below `root` and its student edition, whose folder is returned."""
    source = write_course(root / "source")
    build(open_course(source))
    start(root / "edition", open_course(source))
    return root / "edition"


def lesson_file(edition: Path) -> Path:
    """The lesson as a file."""
    return edition / "exercises" / "01_tiny" / "lesson.py"


def write_answer(path: Path, exercise: str, text: str) -> None:
    """Put `text` into the exercise's cell of a lesson.py and save as most editors do: by renaming."""
    cells = [
        percent.Cell((cell.header, *text.split("\n"), "", ""), 0) if cell.exercise == exercise else cell
        for cell in percent.split(path.read_text())
    ]
    temporary = path.with_suffix(".py~")
    temporary.write_text(percent.join(tuple(cells)))
    os.replace(temporary, path)
