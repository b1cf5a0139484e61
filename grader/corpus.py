"""The answers a lesson keeps to test itself with: `wrong/` and `right/`, and what each declares.

A wrong answer opens with a docstring and header comments:

    # caught-by: test_one, test_two     the hidden checks that must not pass, all of them, in order
    # says: host copy; double           words the first one's message must contain
    # keeps: 5                          the points it keeps
    # applies: jax<0.10.1               optional: where this holds, a JAX version and/or a platform

A file is about one exercise: the one named before `__` in its name (`place__ignores_device.py`), or else the
lesson's first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from grader.course import Course, CourseError, Lesson, read_text
from grader.grade import Slots, hidden_and_public
from grader.judge.bench import Settings
from grader.judge.program import Source
from grader.judge.protocol import Request
from grader.report import Backend, CheckResult, ExerciseResult, Verdict

_HEADER = re.compile(r"^# (caught-by|says|keeps|applies): *(.*?) *$")
_VERSION = re.compile(r"jax(<|>=)([\d.]+)")


@dataclass(frozen=True)
class KnownAnswer:
    """One file of `wrong/` or `right/`. A right one is caught by nothing and keeps everything (`keeps` None)."""

    path: Path
    lesson: str
    exercise: str
    caught_by: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    keeps: float | None = None
    applies: str = ""

    @property
    def name(self) -> str:
        """ "wrong/device_only"."""
        return f"{self.path.parent.name}/{self.path.stem}"

    def applies_to(self, backend: Backend) -> bool:
        """Whether what it declares holds on this backend."""
        for part in self.applies.replace(",", " ").split():
            match = _VERSION.fullmatch(part)
            if match:
                older = _numbers(backend.jax) < _numbers(match[2])
                if older != (match[1] == "<"):
                    return False
            elif part != backend.platform:
                return False
        return True

    def contradictions(self, result: ExerciseResult) -> list[str]:
        """What in the result of its exercise is not as declared, a line each."""
        missed = [check for check in result.checks if check.hidden and check.verdict is not Verdict.PASSED]
        names = tuple(check.name for check in missed)
        kept = result.max_points if self.keeps is None else self.keeps
        lines = []
        if names != self.caught_by:
            lines.append(f"caught by {names or 'nothing'}, declared {self.caught_by or 'nothing'}: {_said(missed)}")
        if result.points != kept:
            lines.append(f"keeps {result.points:g} points, declared {kept:g}")
        if missed and not all(word.lower() in missed[0].message.lower() for word in self.says):
            lines.append(f"says {missed[0].message!r}, declared to contain {self.says}")
        if self.keeps is None:
            public = [check for check in result.checks if not check.hidden and check.verdict is not Verdict.PASSED]
            lines += [f"false alarm of {check.name}: {check.message}" for check in public]
        return lines


@dataclass(frozen=True)
class Heard:
    """What a slot said of one answer: its exercise's result, the details of public checks by name, and where."""

    result: ExerciseResult
    details: dict[str, str]
    backend: Backend


def known_answers(lesson: Lesson) -> list[KnownAnswer]:
    """All of a lesson's wrong and right answers. Raises `CourseError` for a header that says too little."""
    return [_wrong(path, lesson) for path in lesson.wrong] + [
        KnownAnswer(path, lesson.name, _exercise(path, lesson)) for path in lesson.right
    ]


def _wrong(path: Path, lesson: Lesson) -> KnownAnswer:
    matches = map(_HEADER.match, read_text(path).splitlines()[:20])
    header = {match[1]: match[2] for match in matches if match}
    try:
        return KnownAnswer(
            path,
            lesson.name,
            _exercise(path, lesson),
            tuple(name.strip() for name in header["caught-by"].split(",")),
            tuple(word.strip() for word in header["says"].split(";")),
            float(header["keeps"]),
            header.get("applies", ""),
        )
    except (KeyError, ValueError) as error:
        raise CourseError(
            f"{path.name} in wrong/ needs the header lines caught-by, says and keeps ({error})."
        ) from None


def judge_known(
    answers: Sequence[KnownAnswer], course: Course, settings: Settings, jobs: int | None = None
) -> Iterator[tuple[KnownAnswer, ExerciseResult]]:
    """Judge each answer on its own exercise, leaving out those not declared for this backend.

    Raises `SlotFailed` if a judge slot dies.
    """
    for answer, heard in hear_known(answers, course, settings, jobs):
        yield answer, heard.result


def hear_known(
    answers: Sequence[KnownAnswer], course: Course, settings: Settings, jobs: int | None = None
) -> Iterator[tuple[KnownAnswer, Heard]]:
    """As `judge_known`, with all that the slot said."""
    lessons = [course.lesson(name) for name in dict.fromkeys(answer.lesson for answer in answers)]
    slots = Slots(settings, hidden_and_public(lessons))

    def judge(answer: KnownAnswer) -> Heard | None:
        slot = slots.mine()
        backend = slot.hello().backend
        if backend is None or not answer.applies_to(backend):
            return None
        source = Source("py", (read_text(answer.path),))
        reply = slot.ask(Request(lesson=answer.lesson, source=source, exercise=answer.exercise))
        return Heard(reply.exercises[0], reply.details, backend)

    pool = ThreadPoolExecutor(jobs or os.cpu_count())
    try:
        for answer, heard in zip(answers, pool.map(judge, answers), strict=True):
            if heard is not None:
                yield answer, heard
    finally:
        pool.shutdown(cancel_futures=True)
        slots.close()


def _exercise(path: Path, lesson: Lesson) -> str:
    named, mark, _ = path.stem.partition("__")
    if not mark:
        return lesson.exercises[0].name
    if named not in {exercise.name for exercise in lesson.exercises}:
        raise CourseError(f"{path.parent.name}/{path.name} is about {named!r}, which is no exercise of {lesson.name}.")
    return named


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def _said(checks: list[CheckResult]) -> str:
    return "; ".join(f"{check.verdict.value}: {check.message}" for check in checks)
