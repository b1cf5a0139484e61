"""The hints of an exercise, in steps: an idea, a pointer into the documentation, a skeleton."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

from grader.course import Course, CourseError, Exercise, read_text
from grader.student import progress
from grader.text import visible

_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Hint:
    """One step. `text` is Markdown."""

    title: str
    text: str


def hints_of(course: Course, exercise: Exercise) -> tuple[Hint, ...]:
    """The steps for `exercise`, in order. Raises CourseError where the lesson's hints.md has none for it."""
    lesson = course.lesson(exercise.lesson)
    if not lesson.hints.is_file():
        raise CourseError(f"There are no hints, as {lesson.hints} is missing: {lesson.how_to_restore}.")
    sections = _sections(read_text(lesson.hints), "##")
    if exercise.name not in sections:
        raise CourseError(f"There are no hints for {exercise.name!r} in {lesson.name}/hints.md.")
    return tuple(Hint(title, text) for title, text in _sections(sections[exercise.name], "###").items())


def one_more(course: Course, exercise: Exercise) -> tuple[tuple[Hint, ...], int]:
    """The steps that were shown before and the next one, which is noted as shown; and how many steps there are.

    Raises CourseError where there are none.
    """
    hints = hints_of(course, exercise)
    kept = progress.load(course)
    shown = min(kept.hints.get(exercise.name, 0) + 1, len(hints))
    kept.hints[exercise.name] = shown
    progress.save(course, kept)
    return hints[:shown], len(hints)


def invitation(course: Course, exercise: Exercise) -> str:
    """`Hint 1 of 3`, the step that `one_more` would show; nothing where there are no hints or all were shown."""
    try:
        total = len(hints_of(course, exercise))
    except CourseError:
        return ""
    shown = progress.load(course).hints.get(exercise.name, 0)
    return f"Hint {shown + 1} of {total}" if shown < total else ""


def as_text(markdown: str, width: int) -> list[str]:
    """A hint for a terminal: paragraphs wrapped to `width` columns, code as it is, a link's address after its text."""
    lines: list[str] = []
    for number, part in enumerate(re.split(r"^```\w*\n(.*?)^```$", markdown, flags=re.MULTILINE | re.DOTALL)):
        if number % 2:
            lines += ["    " + line for line in visible(part.rstrip()).split("\n")]
            continue
        for block in filter(str.strip, re.split(r"\n(?=- )|\n\s*\n", part)):
            text = _LINK.sub(r"\1 (\2)", " ".join(visible(block).split()))
            indent = "  " * text.startswith("- ")
            whole = textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
            lines += [line[at : at + width] for line in whole for at in range(0, len(line), width)]
            lines += [""] * (not text.startswith("- "))
        lines += [""] * (bool(lines) and bool(lines[-1]))
    return lines[: len(lines) - (bool(lines) and not lines[-1])]


def _sections(text: str, heading: str) -> dict[str, str]:
    parts = re.split(rf"^{heading} +(.+)$", text, flags=re.MULTILINE)
    return {title.strip(): body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}
