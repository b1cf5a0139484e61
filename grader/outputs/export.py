"""From a folder of reports to a file of somebody else's: reads the one, writes the other, says what is in the way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.course import nearest
from grader.files import write_atomically
from grader.outputs.canvas import CanvasError, Outcome, columns_for, fill, read_gradebook
from grader.outputs.summary import earlier


def export_canvas(
    gradebook: Path, reports: Path, lessons: Sequence[str], assignments: Sequence[str], rescale: bool, out: Path
) -> Outcome:
    """Write `gradebook`, filled in from the reports in the folder `reports`, to `out`.

    Raises `CanvasError` in one line, before anything is written.
    """
    if not reports.is_dir():
        raise CanvasError(f"There is no folder {reports}: name the one that `kata grade` wrote with --reports.")
    graded, damaged = earlier(reports)
    if not graded:
        raise CanvasError(f"There is no report in {reports}: name the folder that `kata grade` wrote with --reports.")
    known = sorted({report.lesson for report in graded})
    wanted = [_lesson(name, known) for name in lessons] or known
    if len(set(wanted)) < len(wanted):
        raise CanvasError("A lesson is named twice with --lesson. Name each once.")
    try:
        book = read_gradebook(gradebook.read_bytes())
    except OSError as error:
        raise CanvasError(f"{gradebook} cannot be read ({error.strerror}).") from None
    if out.exists() and out.samefile(gradebook):
        raise CanvasError(f"{out} is the export itself. Name another file with --out.")
    outcome = fill(book, graded, columns_for(book, wanted, assignments), rescale)
    outcome.unmatched += [file.reason for file in damaged if file.lesson in wanted]
    try:
        write_atomically(out, outcome.data)
    except OSError as error:
        raise CanvasError(f"{out} cannot be written ({error.strerror}). Name another file with --out.") from None
    return outcome


def _lesson(name: str, known: Sequence[str]) -> str:
    """The lesson with reports that `name` means: its folder's name, its topic or its number."""
    for lesson in known:
        number, _, topic = lesson.partition("_")
        if name in (lesson, topic, number, number.lstrip("0")) and name:
            return lesson
    raise CanvasError(f"There is no report of a lesson {name!r}. {nearest(name, list(known), list(known))}")
