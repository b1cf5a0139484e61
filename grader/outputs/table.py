"""The class in a terminal: a row a submission, the first thing to fix, and the sandbox they ran in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grader.outputs import words
from grader.report import Report

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from grader.submissions import Unreadable

LONGEST_NAME = 40
LONGEST_THING = 240  # three lines at 80 columns; the report has the rest


def show_class(reports: Sequence[Report], unreadable: Sequence[Unreadable], console: Console) -> None:
    """Print the table, the count, and what the reader of a mark must know: sandbox tier, incomplete marks."""
    from rich import box
    from rich.table import Table

    several = len({item.lesson for item in (*reports, *unreadable) if item.lesson}) > 1
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    widest = console.width // 4  # a long name must leave room for the message
    table.add_column("student", overflow="fold", max_width=widest)
    if several:
        table.add_column("lesson", overflow="fold", max_width=widest)
    table.add_column("points", justify="right", no_wrap=True)
    table.add_column("first thing to fix", overflow="fold", ratio=1)
    for student, lesson, *rest in sorted([*map(_graded, reports), *map(_unread, unreadable)]):
        cells = [student, lesson, *rest] if several else [student, *rest]
        table.add_row(*(_plain(cell, console) for cell in cells))
    if table.row_count:
        console.print(table)
        console.print()
    for line in _foot(reports, unreadable):
        console.print(_plain(line, console))


def _graded(report: Report) -> tuple[str, str, str, str]:
    mark = words.score(report) + (" *" if report.incomplete else "")
    thing = words.cell(words.first_thing(report), LONGEST_THING)
    return words.cell(report.student, LONGEST_NAME), words.cell(report.lesson, LONGEST_NAME), mark, thing


def _unread(item: Unreadable) -> tuple[str, str, str, str]:
    thing = words.cell("not read: " + words.not_read(item), LONGEST_THING)
    return words.cell(item.student or "?", LONGEST_NAME), words.cell(item.lesson or "?", LONGEST_NAME), "-", thing


def _foot(reports: Sequence[Report], unreadable: Sequence[Unreadable]) -> list[str]:
    lines = [f"{len(reports)} graded" + (f", {len(unreadable)} not read" if unreadable else "")]
    if any(report.incomplete for report in reports):
        lines.append("* " + words.INCOMPLETE)
    return lines + [f"sandbox {words.TIERS[tier]}" for tier in sorted({report.sandbox for report in reports})]


def _plain(text: str, console: Console) -> Text:
    """The text as rich shows it literally: no markup, no emoji codes, nothing the console cannot encode."""
    from rich.text import Text

    return Text(text.encode(console.encoding, "replace").decode(console.encoding))
