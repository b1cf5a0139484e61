"""`kata demo`: a small class made of a lesson's own right and wrong answers, graded as any class is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.console import Console

from grader.corpus import known_answers
from grader.course import Course, CourseError, Lesson, find_course, read_text
from grader.judge.bench import Settings
from grader.judge.program import Limits
from grader.report import from_json
from grader.run import RunError, grade_paths

LESSON = "host_roundtrip"
EXERCISE = "host_roundtrip"
TIMEOUT = 2.0  # CPU seconds for one call: the endless loop should not keep a reader waiting


@dataclass(frozen=True)
class Student:
    """One member of the class: what they handed in, as which kind of file, and the mark it should get."""

    name: str
    cells: tuple[str, ...]
    mark: float | None  # None: the file cannot be read, so there is no mark
    kind: Literal["py", "ipynb", "cut off"] = "py"


def run_demo(folder: Path, jobs: int | None) -> bool:
    """Write the class to `folder`, grade it, and say whether every mark is as expected. Raises `RunError`."""
    try:
        course = find_course()
        lesson = course.lesson(LESSON)
        students = _class_of(lesson, course)
    except CourseError as error:
        raise RunError(str(error)) from None
    submissions, reports = folder / "submissions", folder / "reports"
    if folder.exists() and not (submissions.is_dir() or not any(folder.iterdir())):
        raise RunError(f"{folder} holds something else. Name a new folder: kata demo FOLDER.")
    for student in students:
        _hand_in(student, submissions / student.name, lesson)
    settings = Settings(limits=Limits(load=10.0, call=TIMEOUT))
    grade_paths([submissions], lesson.name, reports, settings, jobs, allow_unsandboxed=True)
    return _compare(students, reports, lesson)


def _class_of(lesson: Lesson, course: Course) -> list[Student]:
    """Twelve students who solved the whole lesson, but for what each did to `EXERCISE`."""
    if not lesson.has_solutions:
        raise CourseError("The demo class is made from solutions/, which this copy of the course does not have.")
    answers = {answer.name: answer for answer in known_answers(lesson)}
    solved, stub = read_text(lesson.source), read_text(lesson.stub)
    worth = course.exercise(EXERCISE).points
    others = sum(exercise.points for exercise in lesson.exercises) - worth

    def gave(name: str, answer: str, kind: Literal["py", "ipynb"] = "py") -> Student:
        if answer not in answers:
            raise CourseError(f"The demo class needs solutions/*/{answer}.py, which is not there.")
        known = answers[answer]
        mark = others + (worth if known.keeps is None else known.keeps)
        return Student(name, (solved, read_text(known.path)), mark, kind)

    return [
        gave("ada", "right/copy_then_in_place", "ipynb"),
        gave("alan", "wrong/device_only", "ipynb"),
        gave("barbara", "wrong/decoy_fetch"),
        gave("edsger", "wrong/endless_loop"),
        gave("emmy", "wrong/np_asarray", "ipynb"),
        gave("grace", "right/pytree"),
        Student("john", (solved, "import os\n\n\ndef host_roundtrip(x):\n    os._exit(0)\n"), others),
        gave("katherine", "wrong/float_factor"),
        Student("linus", (json.dumps(_notebook([stub]))[:-40],), None, "cut off"),
        gave("margaret", "wrong/device_put_back", "ipynb"),
        gave("niklaus", "wrong/in_place"),
        Student("tony", (stub,), 0, "ipynb"),
    ]


def _hand_in(student: Student, folder: Path, lesson: Lesson) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(_notebook(student.cells), indent=1) if student.kind == "ipynb" else "\n# %%\n".join(student.cells)
    suffix = "py" if student.kind == "py" else "ipynb"
    (folder / f"{lesson.name}.{suffix}").write_text(text, encoding="utf-8")


def _notebook(cells: Sequence[str]) -> dict[str, object]:
    """The smallest notebook with these code cells (nbformat 4.5)."""
    return {
        "cells": [
            {"cell_type": "code", "id": f"c{i}", "metadata": {}, "source": text, "outputs": [], "execution_count": None}
            for i, text in enumerate(cells)
        ],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _compare(students: Sequence[Student], reports: Path, lesson: Lesson) -> bool:
    console = Console(highlight=False)
    unexpected = 0
    for student in students:
        path = reports / student.name / f"{lesson.name}.json"
        mark = from_json(path.read_bytes()).points if path.exists() else None
        if mark != student.mark:
            unexpected += 1
            console.print(f"{student.name}: expected {student.mark}, got {mark}")
    console.print(f"{len(students) - unexpected} of {len(students)} students have the expected mark")
    return not unexpected
