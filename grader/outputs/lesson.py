"""What `check()` shows of a whole lesson: the first thing to do, then a line for each exercise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grader.outputs import words
from grader.outputs.display import WIDTH, FeedbackData, bar, detail_of, detailed, wrapped
from grader.outputs.html import render
from grader.report import Verdict


@dataclass(frozen=True)
class LessonData:
    """The public checks of a lesson's exercises, in order; `next_step` says what to type now."""

    title: str
    exercises: tuple[FeedbackData, ...]
    next_step: str = ""

    @property
    def first(self) -> FeedbackData | None:
        """The exercise to go on with: one that was tried before one that was not."""
        open_ones = [exercise for exercise in self.exercises if words.to_fix(exercise.checks)]
        tried = [exercise for exercise in open_ones if words.overall(exercise.checks) is not Verdict.NOT_ATTEMPTED]
        return next(iter(tried or open_ones), None)


@dataclass(frozen=True)
class Row:
    """One exercise in a line: how it stands, in one verdict, and its name with how many of its checks passed."""

    verdict: Verdict
    name: str


class LessonFeedback:
    """The value of a cell with `check()`, which Jupyter displays by itself."""

    def __init__(self, data: LessonData) -> None:
        self.data = data

    @property
    def passed(self) -> bool:
        """Whether every check of every exercise passed."""
        return all(row.verdict is Verdict.PASSED for row in self._rows())

    def __repr__(self) -> str:
        return self.text()

    def text(self, width: int = WIDTH) -> str:
        """The feedback as plain text, at most `width` columns wide."""
        return "\n".join(self._lines(width))

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html()}

    def html(self) -> str:
        """The feedback as one HTML element."""
        first = self.data.first
        rows = self._rows()
        return render(
            "lesson.html.j2",
            data=self.data,
            rows=rows,
            first=first,
            verdict=self._verdict(),
            problem=words.to_fix(first.checks)[0] if first else None,
            detail=detail_of(first, words.to_fix(first.checks)[0]) if first else "",
            count=_count(rows),
            percent=round(100 * _share(rows)),
            notes=self._notes(),
        )

    def _rows(self) -> list[Row]:
        return [_row(exercise) for exercise in self.data.exercises]

    def _verdict(self) -> Verdict:
        first = self.data.first
        every = [check for exercise in self.data.exercises for check in exercise.checks]
        return words.overall(first.checks if first else every)

    def _notes(self) -> list[str]:
        return list(dict.fromkeys(note for exercise in self.data.exercises for note in exercise.notes))

    def _lines(self, width: int) -> list[str]:
        lines: list[str] = []
        rows, first = self._rows(), self.data.first
        if first:
            problem = words.to_fix(first.checks)[0]
            title = f"{words.SYMBOLS[problem.verdict]} {first.exercise}, {words.PHRASES[problem.verdict]}: "
            lines += [*wrapped(title + (problem.title or problem.name), width), ""]
            lines += [*wrapped(words.sentence(problem), width, "  "), ""]
            if detail := detail_of(first, problem):
                lines += [*detailed(detail, width), ""]
        else:
            lines += [f"{words.SYMBOLS[self._verdict()]} nothing to fix", ""]
        lines += wrapped(self.data.title, width, "  ")
        counted = f"  {_count(rows)}  "
        lines.append(counted + bar(_share(rows), width - len(counted)))
        longest = max((len(words.PHRASES[row.verdict]) for row in rows), default=0)
        for row in rows:
            phrase = words.PHRASES[row.verdict].ljust(longest)
            lines += wrapped(row.name, width, f"  {words.SYMBOLS[row.verdict]} {phrase}  ")
        for note in self._notes():
            lines += ["", *wrapped(note, width, "  Note: ")]
        if self.data.next_step:
            lines += ["", *wrapped(self.data.next_step, width, "→ ")]
        return lines


def _row(exercise: FeedbackData) -> Row:
    verdict = words.overall(exercise.checks)
    count = "" if verdict is Verdict.NOT_ATTEMPTED else f" ({words.progress(exercise.checks)})"
    return Row(verdict, exercise.exercise + count)


def _count(rows: list[Row]) -> str:
    return f"{_passed(rows)}/{words.counted(len(rows), 'exercise')}"


def _share(rows: list[Row]) -> float:
    return _passed(rows) / max(1, len(rows))


def _passed(rows: list[Row]) -> int:
    return sum(row.verdict is Verdict.PASSED for row in rows)
