"""`summary.csv`: a row a student and lesson, for spreadsheets and gradebooks.

The JSON reports are the truth. The summary is rebuilt from all of them at each run, so a student who is
not in this run, or whose new file cannot be read, keeps the mark they had.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from grader.files import write_atomically
from grader.outputs import words
from grader.report import Report, from_json

if TYPE_CHECKING:
    from grader.submissions import Unreadable

LONGEST_CELL = 1000  # a spreadsheet refuses cells over 32,767 characters; the report has the rest

# What spreadsheets read as the start of a formula (OWASP "CSV injection"), full-width forms included.
_FORMULA_STARTS = tuple("=+-@\t\r＝＋－＠")


class _Row(NamedTuple):
    """One line of the file; the field names are the column names."""

    student: str
    name: str
    lesson: str
    points: float | None
    max_points: float | None
    status: str
    first_problem: str
    sandbox: str = ""
    incomplete: str = ""
    key: str = ""


class Damaged(NamedTuple):
    """A file that stands where a report should and is not one."""

    student: str
    lesson: str
    reason: str


def summary_csv(reports: Sequence[Report], unreadable: Sequence[Unreadable]) -> bytes:
    """The summary of one run by itself, as UTF-8 CSV with CRLF line ends (RFC 4180)."""
    return _csv(_rows(reports, unreadable, [], []))


def write_summary(folder: Path, reports: Sequence[Report], unreadable: Sequence[Unreadable]) -> Path:
    """Write `folder/summary.csv` for this run and all earlier reports in `folder`, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    former, damaged = earlier(folder)
    path = folder / "summary.csv"
    write_atomically(path, _csv(_rows(reports, unreadable, former, damaged)))
    return path


def earlier(folder: Path) -> tuple[list[Report], list[Damaged]]:
    """The reports at `folder/STUDENT/LESSON.json`, and the files there that are none."""
    former: list[Report] = []
    damaged: list[Damaged] = []
    for path in sorted(folder.glob("[!.]*/[!.]*.json")):
        student, lesson = path.parent.name, path.stem
        try:
            report = from_json(path.read_bytes())
            if (report.student, report.lesson) != (student, lesson):
                raise ValueError(f"it is the report of {report.student}/{report.lesson}")
        except (msgspec.MsgspecError, ValueError, RecursionError, OSError) as error:
            said = words.cell(str(error), LONGEST_CELL)  # it quotes the file
            reason = f"{student}/{path.name} is not the report of this submission: {said}. Grade it again."
            damaged.append(Damaged(student, lesson, reason))
        else:
            former.append(report)
    return former, damaged


def _rows(
    reports: Iterable[Report], unreadable: Iterable[Unreadable], former: Iterable[Report], damaged: Iterable[Damaged]
) -> list[_Row]:
    """One row a student and lesson: this run over earlier ones, and what could not be read said beside the mark."""
    rows: dict[tuple[str, str, str], _Row] = {}
    for report in former:
        rows[report.student, report.lesson, ""] = _graded(report)
    for file in damaged:
        rows[file.student, file.lesson, ""] = _Row(
            file.student, "", file.lesson, None, None, "report damaged", file.reason
        )
    now = set()
    for report in reports:
        now.add((report.student, report.lesson, ""))
        rows[report.student, report.lesson, ""] = _graded(report)
    for item in unreadable:
        whose = (item.student or "", item.lesson or "", "" if item.student and item.lesson else item.filename)
        reason = words.not_read(item)
        old = rows.get(whose)
        if old is None:
            rows[whose] = _Row(whose[0], "", whose[1], None, None, "unreadable", reason)
        elif whose in now:
            rows[whose] = old._replace(status="graded, another file unreadable")
        elif old.status == "graded":
            rows[whose] = old._replace(status="unreadable, earlier mark kept", first_problem=reason)
        else:
            rows[whose] = old._replace(first_problem=f"{old.first_problem} {reason}")
    return [rows[whose] for whose in sorted(rows)]


def _graded(report: Report) -> _Row:
    return _Row(
        report.student,
        report.name,
        report.lesson,
        report.points,
        report.max_points,
        "graded",
        words.first_thing(report),
        report.sandbox,
        str(report.incomplete).lower(),
        report.key,
    )


def _csv(rows: Iterable[_Row]) -> bytes:
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(_Row._fields)
    for row in rows:
        writer.writerow([text_cell(cell) if isinstance(cell, str) else _number(cell) for cell in row])
    return file.getvalue().encode()


def _number(value: float | None) -> str:
    return "" if value is None else words.points(value)


def text_cell(value: str) -> str:
    """One line of harmless text that no spreadsheet takes for a formula."""
    cell = words.cell(value, LONGEST_CELL)
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell
