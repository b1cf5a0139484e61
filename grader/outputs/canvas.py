"""Canvas: an instructor's own gradebook export with our marks in the chosen columns, ready to be imported again.

Canvas exports `Student,ID,SIS User ID,SIS Login ID,Section,<assignment> (12345),...`, then often a "Manual Posting"
row, a "Points Possible" row, the students, and "Student, Test". Every other value is handed back as it came.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from grader.course import nearest
from grader.outputs import words
from grader.report import Report, Verdict, total
from grader.submissions._names import match_lesson

STUDENT, SECTION = "Student", "Section"
IDS = ("ID", "SIS User ID", "SIS Login ID")  # in this order, before the name
_NUMBER = re.compile(r" \(\d+\)\Z")
_USER = re.compile(r"(?:.*_)?(\d+)\Z", re.DOTALL)  # what stays of Canvas's file names: NAME_USERID
_BOM = "\ufeff"


class CanvasError(Exception):
    """The export cannot be filled in. The message is one line."""


@dataclass
class Gradebook:
    """An export, row by row. `rows` are lists as long as `header`; `students` are the numbers of those of students."""

    header: list[str]
    rows: list[list[str]]
    delimiter: str
    newline: str
    bom: bool
    students: list[int] = field(default_factory=list)
    possible: list[str] = field(default_factory=list)

    def data(self) -> bytes:
        """The file again, in the form it came in."""
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=self.delimiter, lineterminator=self.newline)
        writer.writerows([self.header, *self.rows])
        return (_BOM * self.bom + text.getvalue()).encode()

    def column(self, name: str) -> int:
        """The column headed `name`, with or without Canvas's number. Raises `CanvasError` naming the nearest."""
        found = [n for n in self.assignments() if name in (self.header[n], _NUMBER.sub("", self.header[n]))]
        if len(found) == 1:
            return found[0]
        known = [self.header[n] for n in self.assignments()]
        if found:
            raise CanvasError(
                f"Two columns are called {name!r}: give the number with it, like {self.header[found[0]]!r}."
            )
        bare = [_NUMBER.sub("", heading) for heading in known]
        raise CanvasError(f"There is no assignment {name!r} in the export. {nearest(name, bare, known)}")

    def assignments(self) -> list[int]:
        """The columns that marks may go to: those right of the section that have Canvas's number."""
        start = self.header.index(SECTION) if SECTION in self.header else self.header.index("ID")
        return [n for n in range(start + 1, len(self.header)) if _NUMBER.search(self.header[n])]


@dataclass
class Outcome:
    """What became of an export: `said` are lines for the instructor, `unmatched` those about somebody left out."""

    data: bytes
    written: int = 0
    said: list[str] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)


def read_gradebook(data: bytes) -> Gradebook:
    """The export in `data`. Raises `CanvasError` if it is not one."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CanvasError(f"The export is not UTF-8 (byte {error.start}). Export it from Canvas again.") from None
    bom = text.startswith(_BOM)
    text = text.removeprefix(_BOM)
    first = text.split("\n", 1)[0]
    delimiter = ";" if first.startswith(f"{STUDENT};") else ","
    try:
        header, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except (csv.Error, ValueError) as error:
        raise CanvasError(f"The export is not CSV ({error}). Export it from Canvas again.") from None
    if STUDENT not in header or "ID" not in header:
        raise CanvasError("The export has no columns Student and ID: export the gradebook from Canvas, as CSV.")
    book = Gradebook(header, rows, delimiter, "\r\n" if first.endswith("\r") else "\n", bom)
    for number, row in enumerate(rows):
        if len(row) > len(header):
            raise CanvasError(f"Row {number + 2} of the export has more cells than the header. Export it again.")
        row += [""] * (len(header) - len(row))
        name, identity = row[header.index(STUDENT)].strip(), row[header.index("ID")].strip()
        if name == "Points Possible":
            book.possible = row
        elif identity and name != "Student, Test":
            book.students.append(number)
    return book


def fill(book: Gradebook, reports: Sequence[Report], columns: Mapping[str, int], rescale: bool) -> Outcome:
    """`book` with the reports of each lesson in its column, points scaled to what Canvas says is possible.

    Raises `CanvasError` where a report is incomplete and `rescale` does not say to judge by the checks that ran.
    """
    wanted = [report for report in reports if report.lesson in columns]
    incomplete = [f"{report.student}/{report.lesson}" for report in wanted if report.incomplete]
    if incomplete and not rescale:
        raise CanvasError(
            f"{words.counted(len(incomplete), 'report')} not final, since a check could not run: {_listed(incomplete)}."
            " Grade on a machine that can run it, or pass --rescale to go by the checks that ran."
        )
    rows, unmatched = _match(book, wanted)
    outcome = Outcome(b"", unmatched=unmatched)
    for report in wanted:
        if report.student not in rows:
            continue
        column = columns[report.lesson]
        mark = _mark(report, _possible(book, column))
        if mark is None:
            outcome.unmatched.append(f"no mark for {report.student}: none of the checks of {report.lesson} could run")
            continue
        book.rows[rows[report.student]][column] = words.points(mark)
        outcome.written += 1
    for lesson, column in columns.items():
        outcome.said += _about(lesson, book, column, [report for report in wanted if report.lesson == lesson])
        graded = {rows[report.student] for report in wanted if report.lesson == lesson and report.student in rows}
        missing = [book.rows[n][book.header.index(STUDENT)] for n in book.students if n not in graded]
        outcome.unmatched += [f"no report of {lesson} for {words.cell(name, 80)}" for name in missing]
    outcome.data = book.data()
    return outcome


def columns_for(book: Gradebook, lessons: Sequence[str], assignments: Sequence[str]) -> dict[str, int]:
    """The column of each lesson: those named, one a lesson in the same order, else the one that has its name."""
    if assignments:
        if len(assignments) != len(lessons):
            raise CanvasError(
                f"{words.counted(len(assignments), 'assignment')} for {words.counted(len(lessons), 'lesson')}"
                f" ({', '.join(lessons)}): give one --assignment for each --lesson, in the same order."
            )
        columns = {lesson: book.column(name) for lesson, name in zip(lessons, assignments, strict=True)}
        if len(set(columns.values())) < len(columns):
            raise CanvasError("Two lessons would go to one assignment: give each its own.")
        return columns
    found: dict[str, int] = {}
    for lesson in lessons:
        named = [n for n in book.assignments() if match_lesson(_NUMBER.sub("", book.header[n]), [lesson])]
        if len(named) != 1:
            many = f"{len(named)} assignments are" if named else "No assignment in the export is"
            raise CanvasError(f'{many} named after {lesson}: say which with --lesson {lesson} --assignment "NAME".')
        found[lesson] = named[0]
    return found


def _match(book: Gradebook, reports: Sequence[Report]) -> tuple[dict[str, int], list[str]]:
    """The row of each student, and a line for each who has none or not one alone."""
    rows: dict[str, int] = {}
    lines: list[str] = []
    takers: dict[int, list[str]] = {}
    for student, name in {report.student: report.name for report in reports}.items():
        found = next(filter(None, _candidates(book, student, name)), [])
        shown = student if name in ("", student) else f"{student} ({words.cell(name, 80)})"
        if len(found) == 1:
            takers.setdefault(found[0], []).append(student)
        elif found:
            who = "; ".join(book.rows[n][book.header.index(STUDENT)] for n in found)
            lines.append(f"{shown} could be {len(found)} in the export: {words.cell(who, 200)}")
        else:
            lines.append(f"nobody in the export is {shown}")
    for row, students in takers.items():
        if len(students) == 1:
            rows[students[0]] = row
        else:
            who = words.cell(book.rows[row][book.header.index(STUDENT)], 80)
            lines.append(f"{' and '.join(students)} could all be {who} in the export")
    return rows, lines


def _candidates(book: Gradebook, student: str, name: str) -> Iterator[list[int]]:
    """Rows that may be the student's, by the surest evidence first. An empty list is no evidence."""
    said = {student, name} - {""}
    users = {match[1] for text in said if (match := _USER.fullmatch(text))}
    for heading in IDS:
        if heading in book.header:
            at = book.header.index(heading)
            wanted = {text.casefold() for text in (users | said if heading == "ID" else said)}
            yield [n for n in book.students if book.rows[n][at].strip().casefold() in wanted]
    forms = {form for text in said for form in _forms(re.sub(r"_\d+\Z", "", text))}
    at = book.header.index(STUDENT)
    yield [n for n in book.students if forms & _forms(book.rows[n][at])]


def _forms(name: str) -> set[str]:
    """How a name may be written without being another: words in any order, or Canvas's own lastfirst."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    found = re.findall(r"\w+", plain.replace("_", " "))
    given = re.findall(r"\w+", plain.partition(",")[2])
    family = re.findall(r"\w+", plain.partition(",")[0])
    return {" ".join(sorted(found)), "".join(family + given), "".join(given + family)} - {""}


def _possible(book: Gradebook, column: int) -> float | None:
    try:
        possible = float(book.possible[column])
    except (IndexError, ValueError):
        return None
    return possible if 0 < possible < float("inf") else None


def _mark(report: Report, possible: float | None) -> float | None:
    """Points for Canvas; None where there is nothing to judge by."""
    unknown = total(c.max_points for e in report.exercises for c in e.checks if c.verdict is Verdict.CANNOT_RUN)
    judged = report.max_points - unknown
    if judged <= 0:
        return None
    worth = possible if possible is not None else report.max_points
    return total([report.points * worth / judged])


def _about(lesson: str, book: Gradebook, column: int, reports: Sequence[Report]) -> Iterator[str]:
    """What an instructor should know of how a lesson's marks were made."""
    possible = _possible(book, column)
    name = words.cell(book.header[column], 80)
    worth = sorted({report.max_points for report in reports})
    if len(worth) > 1:
        many = ", ".join(map(words.points, worth))
        yield f"{lesson}: its reports are out of {many} points; grade them all again with the same checks"
    if possible is None:
        yield f"{name}: the export does not say how many points are possible; ours are written as they are"
    elif worth and worth != [possible]:
        yield f"{name}: scaled from {words.points(worth[-1])} points to the {words.points(possible)} possible in Canvas"
    if any(report.incomplete for report in reports):
        yield f"{lesson}: marks of incomplete reports go by the checks that ran"
    if any(report.sandbox == "C" for report in reports):
        yield f"{lesson}: some marks come from sandbox tier C, which is not for grades"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
