"""The hints of an exercise, in steps: an idea, a pointer into the documentation, a skeleton."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.course import Course, CourseError, Exercise, read_text


@dataclass(frozen=True)
class Hint:
    """One step. `text` is Markdown."""

    title: str
    text: str


def hints_of(course: Course, exercise: Exercise) -> tuple[Hint, ...]:
    """The steps for `exercise`, in order. Raises CourseError where the lesson's hints.md has none for it."""
    lesson = course.lesson(exercise.lesson)
    sections = _sections(read_text(lesson.hints), "##")
    if exercise.name not in sections:
        raise CourseError(f"There are no hints for {exercise.name!r} in {lesson.name}/hints.md.")
    return tuple(Hint(title, text) for title, text in _sections(sections[exercise.name], "###").items())


def _sections(text: str, heading: str) -> dict[str, str]:
    parts = re.split(rf"^{heading} +(.+)$", text, flags=re.MULTILINE)
    return {title.strip(): body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}
