"""Whatever a submission managed to get into a report, every format shows it as text."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from rich.cells import cell_len
from rich.console import Console

from grader.notebook.screen import Line
from grader.outputs.display import Feedback, FeedbackData
from grader.outputs.junit import junit_xml
from grader.outputs.lesson import LessonData, LessonFeedback
from grader.outputs.page import class_html, feedback_html
from grader.outputs.summary import summary_csv
from grader.outputs.table import show_class
from grader.report import Report, Verdict
from grader.submissions import Unreadable
from grader.tests.sample_reports import HOSTILE, HUGE, a_check, a_report, hostile_report, unreadable

# What no output may hold: C0 and C1 controls but line ends and tabs, bidi controls, separators, half characters.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def the_unreadable(report: Report) -> list[Unreadable]:
    """A file of the same student, and one of nobody known, with the report's text for a reason."""
    reason = report.exercises[0].checks[0].message
    return [unreadable(report.student, report.lesson, reason), unreadable(None, None, reason)]


def table(report: Report) -> str:
    file = io.StringIO()
    show_class([report], the_unreadable(report), Console(file=file, width=80))
    return file.getvalue()


def summary(report: Report) -> str:
    return summary_csv([report], the_unreadable(report)).decode()


def junit(report: Report) -> str:
    return junit_xml([report]).decode()


def class_page(report: Report) -> str:
    return class_html([report], the_unreadable(report))


def feedback(report: Report) -> Feedback:
    (exercise,) = report.exercises
    text = exercise.checks[0].message
    details = {check.name: text for check in exercise.checks}
    return Feedback(FeedbackData(exercise.name, exercise.checks, details, text, report.notes, text))


def notebook_html(report: Report) -> str:
    return feedback(report).html()


def notebook_text(report: Report) -> str:
    return repr(feedback(report))


def lesson(report: Report) -> LessonFeedback:
    data = feedback(report).data
    return LessonFeedback(LessonData(data.next_step, (data, data), data.next_step))


def lesson_html(report: Report) -> str:
    return lesson(report).html()


def lesson_text(report: Report) -> str:
    return repr(lesson(report))


def one_line_html(report: Report) -> str:
    return Line(report.student)._repr_mimebundle_()["text/html"]


WRITERS = [table, summary, junit, feedback_html, class_page, notebook_html, notebook_text, lesson_html, lesson_text]

hostile = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
every_writer = pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.__name__)


@hostile
@every_writer
def test_nothing_unseen_gets_out_and_all_of_it_is_utf8(writer, text):
    written = writer(hostile_report(text))
    assert written.encode()
    assert not UNSEEN.search(written.replace("\r\n", "\n"))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE.keys())
@every_writer
def test_a_huge_message_is_written_in_a_few_seconds(writer, text):
    written = writer(a_report(a_check(Verdict.FAILED, text)))
    if writer in (table, summary):
        assert len(written) < 5_000


class Tags(HTMLParser):
    """The tags and attributes that a browser would see."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: set[tuple[str, frozenset[str]]] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add((tag, frozenset(name for name, _ in attrs)))


@hostile
@pytest.mark.parametrize(
    "writer",
    [feedback_html, class_page, notebook_html, lesson_html, one_line_html],
    ids=lambda writer: writer.__name__,
)
def test_html_has_the_same_tags_whatever_the_text(writer, text):
    assert Tags(writer(hostile_report(text))).seen == Tags(writer(hostile_report("plain"))).seen


@hostile
def test_xml_is_well_formed_and_has_the_same_elements_whatever_the_text(text):
    tags = [element.tag for element in ET.fromstring(junit(hostile_report(text))).iter()]
    assert tags == [element.tag for element in ET.fromstring(junit(hostile_report("plain"))).iter()]


@hostile
def test_csv_has_one_line_a_row_and_no_formula(text):
    written = summary(hostile_report(text))
    lines = list(csv.reader(io.StringIO(written, newline=""), strict=True))
    assert len(lines) == written.count("\r\n") == 3
    for line in lines:
        assert len(line) == 10
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in line)


@hostile
def test_a_terminal_table_stays_in_its_columns_and_on_a_few_lines(text):
    lines = table(hostile_report(text)).splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert len(lines) < 40


def test_rich_markup_and_emoji_codes_are_shown_as_written():
    written = table(a_report(a_check(Verdict.FAILED, "[bold red]x[/bold red] :skull:")))
    assert "[bold red]x[/bold red] :skull:" in written
