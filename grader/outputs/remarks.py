"""What an instructor should know beside the marks: notebooks that were repaired, late work, work that cannot be read.

The file has all remarks of the class; the terminal those of the run.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.files import write_atomically
from grader.outputs import words
from grader.outputs.summary import text_cell

if TYPE_CHECKING:
    from rich.console import Console


class Remark(NamedTuple):
    """One sentence about one student's work for one lesson; the field names are the file's column names."""

    student: str
    lesson: str
    remark: str


def show_remarks(remarks: Sequence[Remark], console: Console) -> None:
    """Print the remarks, a line each, under a heading; nothing where there are none."""
    if not remarks:
        return
    console.print()
    console.print(f"{words.counted(len({r[:2] for r in remarks}), 'submission')} with something to know:")
    for remark in sorted(set(remarks)):
        line = f"  {words.cell(remark.student, 40)}, {remark.lesson}: {words.cell(remark.remark, 400)}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    console.print()


def write_remarks(folder: Path, remarks: Sequence[Remark], graded: Sequence[tuple[str, str]]) -> Path:
    """Write `folder/remarks.csv`: this run's remarks, and former ones on whatever is not in `graded`; its path."""
    path = folder / "remarks.csv"
    now = set(graded)
    former = [remark for remark in _former(path) if remark[:2] not in now]
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(Remark._fields)
    writer.writerows([text_cell(cell) for cell in remark] for remark in sorted({*former, *remarks}))
    write_atomically(path, file.getvalue().encode())
    return path


def _former(path: Path) -> list[Remark]:
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8", errors="replace") as file:
        return [Remark(*row) for row in csv.reader(file) if len(row) == 3][1:]
