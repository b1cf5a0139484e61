from __future__ import annotations

import pytest

from grader.outputs import words
from grader.report import Verdict
from grader.tests.sample_reports import a_check, a_report, half_right


@pytest.mark.parametrize(("value", "shown"), [(7.0, "7"), (7.5, "7.5"), (10 / 3, "3.33"), (0, "0"), (0.1 + 0.2, "0.3")])
def test_points_are_short(value, shown):
    assert words.points(value) == shown


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_a_symbol_one_column_wide_and_words(verdict):
    from rich.cells import cell_len

    assert cell_len(words.SYMBOLS[verdict]) == 1
    assert words.PHRASES[verdict]
    assert len(set(words.SYMBOLS.values())) == len(set(words.PHRASES.values())) == len(Verdict)


def test_the_first_thing_is_the_first_that_the_student_can_fix():
    report = a_report(
        a_check(Verdict.CANNOT_RUN, "needs two devices"),
        a_check(Verdict.BLOCKED, "waits"),
        a_check(Verdict.TIMEOUT, "It ran for 10 seconds."),
        a_check(Verdict.FAILED, "Wrong dtype."),
    )
    assert words.first_thing(report) == "It ran for 10 seconds."


def test_a_check_without_a_message_is_named_by_its_title():
    assert words.first_thing(a_report(a_check(Verdict.CRASHED))) == "doubles: crashed"


def test_a_check_that_cannot_run_is_not_for_the_student_to_fix():
    report = a_report(a_check(Verdict.PASSED), a_check(Verdict.CANNOT_RUN, "needs two devices"))
    assert words.first_thing(report) == "nothing to fix; 1 check cannot run here"


def test_all_passed_and_no_checks_are_told_apart():
    assert words.first_thing(a_report(a_check(Verdict.PASSED))) == "all checks passed"
    assert words.first_thing(a_report()) == "there were no checks to run"


def test_progress_counts_checks_and_scores_count_points():
    report = half_right()
    assert words.progress(words.all_checks(report)) == "1 of 3 checks"
    assert words.score(report) == "3/7.5"
