"""Feedback on a terminal: its own text as lines of spans, each with a style named for what it means."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO, Any, Literal

from grader.outputs import words
from grader.report import Verdict

Style = Literal["", "bold", "dim", "good", "bad", "key"]

_CODES: dict[Style, str] = {"bold": "1", "dim": "2", "good": "32", "bad": "31", "key": "1;36"}
_BAD = (Verdict.FAILED, Verdict.ERROR, Verdict.TIMEOUT, Verdict.CRASHED)
_STYLES: dict[str, Style] = {
    words.SYMBOLS[Verdict.PASSED]: "good",
    **{words.SYMBOLS[verdict]: "bad" for verdict in _BAD},
}


@dataclass(frozen=True)
class Span:
    """Some text of a line, and what it is."""

    text: str
    style: Style = ""


Line = tuple[Span, ...]


def styled(feedback: str) -> list[Line]:
    """The lines of a feedback's text: a symbol gives its own colour, that of the first line to the whole line."""
    return [_styled(line, whole=number == 0) for number, line in enumerate(feedback.split("\n"))]


def plain(lines: Iterable[Line]) -> str:
    """The text of the lines, without colours."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def ansi(line: Line) -> str:
    """The line with the escape sequences of its colours."""
    return "".join(f"\x1b[{_CODES[s.style]}m{s.text}\x1b[0m" if s.style else s.text for s in line)


def wants_colour(stream: IO[Any]) -> bool:
    """Whether `stream` is a terminal whose user has nothing against colours (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _styled(line: str, whole: bool) -> Line:
    body = line.lstrip()
    if not body:
        return ()
    style = _STYLES.get(body[0], "bold" if whole else "")
    head = line if whole else line[: len(line) - len(body) + 1]
    return (Span(head, style), Span(line[len(head) :])) if len(head) < len(line) else (Span(head, style),)
