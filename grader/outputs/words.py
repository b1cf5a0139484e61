"""The words and numbers every output shares: verdicts, points, what to fix first, sandbox tiers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grader.report import CheckResult, ExerciseResult, Report, Verdict
from grader.text import visible

if TYPE_CHECKING:
    from grader.submissions import Unreadable

# One column wide and present in the fonts of every common terminal, which the emoji for these are not.
SYMBOLS = {
    Verdict.PASSED: "✓",
    Verdict.FAILED: "✗",
    Verdict.ERROR: "!",
    Verdict.TIMEOUT: "…",
    Verdict.CRASHED: "†",
    Verdict.BLOCKED: "‖",
    Verdict.NOT_ATTEMPTED: "○",
    Verdict.CANNOT_RUN: "–",
}

PHRASES = {
    Verdict.PASSED: "passed",
    Verdict.FAILED: "failed",
    Verdict.ERROR: "raised an error",
    Verdict.TIMEOUT: "out of time",
    Verdict.CRASHED: "crashed",
    Verdict.BLOCKED: "blocked",
    Verdict.NOT_ATTEMPTED: "not attempted",
    Verdict.CANNOT_RUN: "cannot run here",
}

TIERS = {
    "A": "tier A: no view of other files, no network, limited system calls, memory and time",
    "B": "tier B: Landlock, limited system calls, memory and time; no namespaces",
    "C": "tier C: a process of its own with limits, nothing more; not for grades (kata doctor says what is missing)",
}

ALL_PASSED = "all checks passed"
INCOMPLETE = "Incomplete: a check could not run on this machine, so the mark is not final"

# What the student can act on. A check that cannot run here is nobody's to fix.
_FIXABLE = {Verdict.FAILED, Verdict.ERROR, Verdict.TIMEOUT, Verdict.CRASHED, Verdict.NOT_ATTEMPTED}


def points(value: float) -> str:
    """`7`, `7.5` or `3.33`: at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def score(result: Report | ExerciseResult | CheckResult) -> str:
    """Points reached of points there are, as `7/10`."""
    return f"{points(result.points)}/{points(result.max_points)}"


def progress(checks: Iterable[CheckResult]) -> str:
    """`4 of 6 checks`."""
    verdicts = [check.verdict for check in checks]
    return f"{verdicts.count(Verdict.PASSED)} of {counted(len(verdicts), 'check')}"


def counted(number: int, noun: str) -> str:
    """`1 check`, `2 checks`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def to_fix(checks: Iterable[CheckResult]) -> list[CheckResult]:
    """The checks a student can do something about, in order; blocked ones only where nothing else is wrong."""
    checks = list(checks)
    fixable = [check for check in checks if check.verdict in _FIXABLE]
    return fixable or [check for check in checks if check.verdict is Verdict.BLOCKED]


def sentence(check: CheckResult) -> str:
    """What is wrong, in the author's words; the title and verdict where the author wrote none."""
    return check.message or f"{check.title or check.name}: {PHRASES[check.verdict]}"


def first_thing(report: Report) -> str:
    """One line for a table of many: the first thing to fix, or why there is none."""
    for exercise in report.exercises:
        for check in to_fix(exercise.checks)[:1]:
            prefix = f"{exercise.name}: " if len(report.exercises) > 1 else ""
            return prefix + sentence(check)
    return nothing_to_fix(all_checks(report))


def nothing_to_fix(checks: Iterable[CheckResult]) -> str:
    """What to say of checks that leave the student nothing to do."""
    verdicts = [check.verdict for check in checks]
    if not verdicts:
        return "there were no checks to run"
    missing = verdicts.count(Verdict.CANNOT_RUN)
    return f"nothing to fix; {counted(missing, 'check')} cannot run here" if missing else ALL_PASSED


def cannot_run(checks: Iterable[CheckResult]) -> list[CheckResult]:
    """The checks that are nobody's to fix here, each of which says why."""
    return [check for check in checks if check.verdict is Verdict.CANNOT_RUN]


def overall(checks: Iterable[CheckResult]) -> Verdict:
    """All of them in one verdict: that of the first to fix; without one, passed, unless a check could not run."""
    checks = list(checks)
    for check in [*to_fix(checks), *cannot_run(checks)]:
        return check.verdict
    return Verdict.PASSED


def all_checks(report: Report) -> list[CheckResult]:
    """The checks of every exercise, in order."""
    return [check for exercise in report.exercises for check in exercise.checks]


def not_read(item: Unreadable) -> str:
    """The file, and why it could not be read."""
    return f"{item.filename}: {item.reason}"


def cell(text: str, limit: int) -> str:
    """The text for a cell of a table: harmless, each run of white space one space, at most `limit` characters."""
    return visible(" ".join(text.split()), limit)
