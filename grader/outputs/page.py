"""HTML pages to hand out or keep: one student's feedback, and the class. No scripts, nothing loaded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from grader.outputs import words
from grader.outputs.html import render
from grader.report import Report

if TYPE_CHECKING:
    from grader.submissions import Unreadable


def feedback_html(report: Report) -> str:
    """One student's page: the one thing to do next, then the mark, then every check."""
    problems = ((exercise.name, words.to_fix(exercise.checks)[:1]) for exercise in report.exercises)
    exercise, problem = next(((name, found[0]) for name, found in problems if found), ("", None))
    return render(
        "feedback.html.j2", report=report, checks=words.all_checks(report), exercise=exercise, problem=problem
    )


def class_html(reports: Sequence[Report], unreadable: Sequence[Unreadable]) -> str:
    """The class, lesson by lesson: points, progress and the first thing to fix of each student."""
    ordered = sorted(reports, key=lambda report: (report.lesson, report.student))
    return render(
        "class.html.j2",
        reports=reports,
        unreadable=unreadable,
        lessons=[(lesson, list(members)) for lesson, members in groupby(ordered, key=lambda report: report.lesson)],
        incomplete=any(report.incomplete for report in reports),
        tiers=sorted({report.sandbox for report in reports}),
    )
