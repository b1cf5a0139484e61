from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from grader.outputs.table import show_class
from grader.report import Verdict
from grader.tests.sample_reports import a_check, a_report, half_right, unreadable


def shown(reports, unread=(), *, width=80, **console):
    file = io.StringIO()
    show_class(reports, list(unread), Console(file=file, width=width, **console))
    return file.getvalue()


def test_a_row_has_student_points_and_the_first_thing_to_fix():
    text = shown([half_right(), a_report(a_check(Verdict.PASSED), student="bea")])
    rows = [re.split(" {2,}", line.strip()) for line in text.splitlines()]
    assert ["ada", "3/7.5", "Call jax.device_get once, on x."] in rows
    assert ["bea", "2/2", "all checks passed"] in rows


def test_the_lesson_is_a_column_only_when_there_are_several():
    assert "lesson" not in shown([half_right()])
    text = shown([half_right(), half_right(lesson="04_other")])
    assert "lesson" in text
    assert "04_other" in text


def test_a_file_that_could_not_be_read_is_a_row_too():
    text = shown([half_right()], [unreadable(), unreadable(None, None, "empty")])
    assert "not read: bob.ipynb: not JSON" in text
    assert "not read: bob.ipynb: empty" in text
    assert "1 graded, 2 not read" in text


@pytest.mark.parametrize(("tier", "said"), [("A", "sandbox tier A"), ("B", "sandbox tier B"), ("C", "not for grades")])
def test_the_sandbox_tier_stands_under_the_table(tier, said):
    text = shown([half_right(sandbox=tier)])
    assert said in text.split("1 graded")[1]
    assert ("not for grades" in text) == (tier == "C")


def test_an_incomplete_mark_is_marked_in_its_row_and_explained_below():
    text = shown([half_right(), a_report(a_check(Verdict.CANNOT_RUN), student="bea")])
    assert "0/2 *" in text
    assert "3/7.5 *" not in text
    assert "* Incomplete" in text


@pytest.mark.parametrize("width", [40, 80, 200])
def test_no_line_is_wider_than_the_console(width):
    text = shown([half_right(student="a" * 60, lesson="x" * 30), half_right()], [unreadable()], width=width)
    assert max(map(len, text.splitlines())) <= width
    assert text.count("a" * 7)


def test_without_a_terminal_or_with_no_color_there_are_no_escape_sequences(monkeypatch):
    assert "\x1b" not in shown([half_right()])
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in shown([half_right()], force_terminal=True)


def test_an_ascii_console_gets_ascii():
    file = io.TextIOWrapper(raw := io.BytesIO(), encoding="ascii")
    show_class([half_right(student="Zoë")], [], Console(file=file, width=80))
    file.flush()
    assert b"Zo?" in raw.getvalue()


def test_nothing_graded_and_nothing_read_says_so():
    assert shown([]).strip() == "0 graded"
