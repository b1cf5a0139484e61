"""What `check(f)` shows, in a notebook and in a terminal: first the one thing to do next.

The HTML has inline styles and no `<style>`, `role` or `aria-*`: JupyterLab removes those when a notebook
is reopened untrusted. Text keeps the colour of its surroundings, since no page can ask JupyterLab, VS Code
or Colab alike for their theme; the few colours here are readable on white and on dark grey.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass, field
from typing import Any

from grader.outputs import words
from grader.outputs.html import render
from grader.report import CheckResult, Verdict
from grader.text import visible

WIDTH = 88
BAR = 24
_LABEL = re.compile(r"(?:call|returned|fetched|printed|expected): +")  # as `grader.judge.expect` writes them


@dataclass(frozen=True)
class FeedbackData:
    """The outcome of the public checks of one exercise.

    `details` is plain text for a check's name: the call, what came back, what was expected. `budget` is the
    count of transfers made and allowed. `next_step` says what to type now and where the next hint is.
    """

    exercise: str
    checks: tuple[CheckResult, ...]
    details: dict[str, str] = field(default_factory=dict)
    budget: str | None = None
    notes: tuple[str, ...] = ()
    next_step: str = ""


class Feedback:
    """The value of a check cell, which Jupyter displays by itself."""

    def __init__(self, data: FeedbackData) -> None:
        self.data = data

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.verdict is Verdict.PASSED for check in self.data.checks)

    def __repr__(self) -> str:
        return self.text()

    def text(self, width: int = WIDTH) -> str:
        """The feedback as plain text, at most `width` columns wide."""
        return "\n".join(_lines(self.data, width))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        # These two and no more: JupyterLab prefers an application/json part and shows it as a tree.
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """The feedback as one HTML element."""
        return render(
            "display.html.j2",
            data=self.data,
            problems=_first_two(words.to_fix(self.data.checks)),
            details={check.name: detail_of(self.data, check) for check in self.data.checks},
            percent=round(100 * _share(self.data.checks)),
        )


def detail_of(data: FeedbackData, check: CheckResult) -> str:
    """The call and its outcome; nothing for a hidden check, whatever the caller handed over."""
    return "" if check.hidden else data.details.get(check.name, "")


def _first_two(problems: list[CheckResult]) -> list[CheckResult]:
    """The first problem, and the next of which something else is to be said."""
    others = [problem for problem in problems if words.sentence(problem) != words.sentence(problems[0])]
    return [*problems[:1], *others[:1]]


def _share(checks: tuple[CheckResult, ...]) -> float:
    return sum(check.verdict is Verdict.PASSED for check in checks) / max(1, len(checks))


def _lines(data: FeedbackData, width: int) -> list[str]:
    lines: list[str] = []
    for check in words.to_fix(data.checks)[:1]:
        title = f"{words.SYMBOLS[check.verdict]} {data.exercise}, {words.PHRASES[check.verdict]}: "
        lines += [*wrapped(title + (check.title or check.name), width), ""]
        lines += [*wrapped(words.sentence(check), width, "  "), ""]
        if detail := detail_of(data, check):
            lines += [*detailed(detail, width), ""]
    if not lines:
        symbol = words.SYMBOLS[words.overall(data.checks)]
        lines += [*wrapped(f"{symbol} {data.exercise}: {words.nothing_to_fix(data.checks)}", width), ""]
        for check in words.cannot_run(data.checks):
            lines += [*wrapped(words.sentence(check), width, "  "), ""]
    counted = f"  {words.progress(data.checks)}  "
    lines.append(counted + bar(_share(data.checks), width - len(counted)))
    longest = max((len(words.PHRASES[check.verdict]) for check in data.checks), default=0)
    for check in data.checks:
        phrase = words.PHRASES[check.verdict].ljust(longest)
        lines += wrapped(check.title or check.name, width, f"  {words.SYMBOLS[check.verdict]} {phrase}  ")
    if data.budget:
        lines += ["", *wrapped(data.budget, width, "  Transfers: ")]
    for note in data.notes:
        lines += ["", *wrapped(note, width, "  Note: ")]
    if data.next_step:
        lines += ["", *wrapped(data.next_step, width, "→ ")]
    return lines


def bar(share: float, width: int = BAR + 2) -> str:
    """`[######......]` in at most `width` columns: empty only where nothing is done, full only where all is."""
    inside = max(1, min(BAR, width - 2))
    filled = max(int(inside * share), 1 if share else 0)
    return f"[{'#' * filled}{'.' * (inside - filled)}]"


def detailed(detail: str, width: int) -> list[str]:
    """The call and its outcome at most `width` wide; what goes on stands under where it began."""
    lines: list[str] = []
    under = ""
    for line in detail.split("\n"):
        label = _LABEL.match(line)
        under = " " * label.end() if label else under
        lines += wrapped(line.removeprefix(label[0]) if label else line, width, "    " + (label[0] if label else under))
    return lines


def wrapped(text: str, width: int, prefix: str = "") -> list[str]:
    """The text at most `width` wide after a prefix, continued under its start; its own line breaks are kept."""
    lines: list[str] = []
    for line in visible(text).split("\n"):
        lines += textwrap.wrap(
            line.expandtabs(4),
            width,
            initial_indent=" " * len(prefix),
            subsequent_indent=" " * len(prefix),
            break_on_hyphens=False,
            replace_whitespace=False,
        ) or [""]
    return [(prefix + lines[0][len(prefix) :]).rstrip(), *lines[1:]]
