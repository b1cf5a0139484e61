"""What `hint` shows: the steps so far, as Markdown where that is rendered."""

from __future__ import annotations

from typing import Any

from grader.student.hints import Hint
from grader.text import visible


class HintsShown:
    """The first steps of an exercise's hints, the newest last.

    `total` is how many there are, and `command` what to type for the next.
    """

    def __init__(self, exercise: str, hints: tuple[Hint, ...], total: int, command: str) -> None:
        self._exercise = exercise
        self._hints = hints
        self._total = total
        self._command = command

    def __repr__(self) -> str:
        return visible(self._text("Hint {} of {} for {}: {}"))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/markdown": self._text("**Hint {} of {}** for `{}`: *{}*")}

    def _text(self, heading: str) -> str:
        parts = [
            f"{heading.format(number, self._total, self._exercise, hint.title)}\n\n{hint.text}"
            for number, hint in enumerate(self._hints, start=1)
        ]
        left = self._total - len(self._hints)
        ending = f"→ For the next one: `{self._command}`" if left else "→ That was the last hint."
        return "\n\n".join([*parts, ending])
