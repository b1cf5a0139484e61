"""What `list` shows: the course's lessons and exercises, and which of them pass their public checks."""

from __future__ import annotations

from typing import Any

from grader.course import Course
from grader.outputs import words
from grader.outputs.html import render
from grader.report import Verdict
from grader.student.progress import Progress


class Listing:
    """All exercises of `course`, each with how it stands."""

    def __init__(self, course: Course, progress: Progress) -> None:
        self._course = course
        self._solved = progress.solved

    def __repr__(self) -> str:
        lines = [f"{self._count()} pass their public checks"]
        for lesson in self._course.lessons:
            lines += ["", f"{lesson.name}: {lesson.title}"]
            lines += [
                f"  {words.SYMBOLS[verdict]} {name}  ({phrase})" for name, verdict, phrase in self._rows(lesson.name)
            ]
        return "\n".join(lines)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        lessons = [(lesson, self._rows(lesson.name)) for lesson in self._course.lessons]
        page = render("listing.html.j2", lessons=lessons, count=self._count(), verdict=Verdict.PASSED)
        return {"text/plain": repr(self), "text/html": page}

    def _rows(self, lesson: str) -> list[tuple[str, Verdict, str]]:
        names = [exercise.name for exercise in self._course.lesson(lesson).exercises]
        return [
            (name, Verdict.PASSED, "passes") if name in self._solved else (name, Verdict.NOT_ATTEMPTED, "open")
            for name in names
        ]

    def _count(self) -> str:
        names = {exercise.name for lesson in self._course.lessons for exercise in lesson.exercises}
        return f"{len(names & self._solved)}/{words.counted(len(names), 'exercise')}"
