"""What `check(f)` shows, in a notebook and in a terminal: first the one thing to do next.

The HTML has inline styles and no `<style>`, `role` or `aria-*`: JupyterLab removes those when a notebook
is reopened untrusted. Text keeps the colour of its surroundings, since no page can ask JupyterLab, VS Code
or Colab alike for their theme; the few colours here are readable on white and on dark grey.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import Any

from grader.outputs import words
from grader.outputs.html import render
from grader.report import CheckResult, Verdict
from grader.text import visible

WIDTH = 88
BAR = 24


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
        return "\n".join(_lines(self.data))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        # These two and no more: JupyterLab prefers an application/json part and shows it as a tree.
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """The feedback as one HTML element."""
        return render(
            "display.html.j2",
            data=self.data,
            problems=words.to_fix(self.data.checks)[:2],
            details={check.name: _detail(self.data, check) for check in self.data.checks},
            percent=round(100 * _share(self.data.checks)),
        )


def _detail(data: FeedbackData, check: CheckResult) -> str:
    """The call and its outcome; nothing for a hidden check, whatever the caller handed over."""
    return "" if check.hidden else data.details.get(check.name, "")


def _share(checks: tuple[CheckResult, ...]) -> float:
    return sum(check.verdict is Verdict.PASSED for check in checks) / max(1, len(checks))


def _lines(data: FeedbackData) -> list[str]:
    lines: list[str] = []
    for check in words.to_fix(data.checks)[:1]:
        title = f"{words.SYMBOLS[check.verdict]} {data.exercise}, {words.PHRASES[check.verdict]}: "
        lines += [*_wrapped(title + (check.title or check.name)), ""]
        lines += [*_wrapped(words.sentence(check), "  "), ""]
        if detail := _detail(data, check):
            lines += [*_wrapped(detail, "    "), ""]
    if not lines:
        done = words.SYMBOLS[Verdict.PASSED]
        lines += [*_wrapped(f"{done} {data.exercise}: {words.nothing_to_fix(data.checks)}"), ""]
    filled = int(BAR * _share(data.checks))
    lines.append(f"  {words.progress(data.checks)}  [{'#' * filled}{'.' * (BAR - filled)}]")
    longest = max((len(words.PHRASES[check.verdict]) for check in data.checks), default=0)
    for check in data.checks:
        phrase = words.PHRASES[check.verdict].ljust(longest)
        lines += _wrapped(check.title or check.name, f"  {words.SYMBOLS[check.verdict]} {phrase}  ")
    if data.budget:
        lines += ["", *_wrapped(data.budget, "  Transfers: ")]
    for note in data.notes:
        lines += ["", *_wrapped(note, "  Note: ")]
    if data.next_step:
        lines += ["", *_wrapped(data.next_step, "→ ")]
    return lines


def _wrapped(text: str, prefix: str = "") -> list[str]:
    """The text at most `WIDTH` wide after a prefix, continued under its start; its own line breaks are kept."""
    lines: list[str] = []
    for line in visible(text).split("\n"):
        lines += textwrap.wrap(
            line.expandtabs(4),
            WIDTH,
            initial_indent=" " * len(prefix),
            subsequent_indent=" " * len(prefix),
            break_on_hyphens=False,
            replace_whitespace=False,
        ) or [""]
    return [(prefix + lines[0][len(prefix) :]).rstrip(), *lines[1:]]
