"""The public checks for somebody at work: `check` in a notebook, `kata check` and `kata watch`.

A judge slot stays warm between questions, so that an answer takes a fraction of a second. Nothing here
needs solutions/, and any sandbox tier will do: it is the student's own machine.
"""

from __future__ import annotations

import threading

from grader.course import Course, Exercise
from grader.judge.bench import Settings
from grader.judge.program import Limits, Options, Source
from grader.judge.protocol import Answer, Request
from grader.outputs.display import Feedback, FeedbackData
from grader.report import Backend
from grader.slots import Slot, SlotFailed

LIMITS = Limits(load=10.0, call=5.0)


class CheckError(Exception):
    """The check could not be made. The message is one sentence: what happened and what to do."""


class Desk:
    """One warm slot with a course's public checks, replaced when the platform or the course change or it died."""

    def __init__(self) -> None:
        self._slot: Slot | None = None
        self._for: tuple[Settings, Course] | None = None
        self._starting = threading.Lock()

    def ask(self, course: Course, options: Options, source: Source, lesson: str, exercise: str | None = None) -> Answer:
        """Run the public checks of one exercise, or of the whole lesson. Raises `CheckError`."""
        found = course.lesson(lesson)
        if not found.public_tests.is_file():
            why = f"as {found.public_tests} is missing: {found.how_to_restore}"
            raise CheckError(f"There are no checks for lesson {lesson}, {why}.")
        try:
            request = Request(lesson=lesson, source=source, which="public", exercise=exercise, options=options)
            return self._slot_for(course, options.platform).ask(request)
        except SlotFailed as error:
            self.close()
            raise CheckError(f"The check could not run: {error} Try again; if it stays, run `kata doctor`.") from error
        except BaseException:
            self.close()  # interrupted in mid-answer: the slot's next line would be for this question
            raise

    def open(self, course: Course, platform: str) -> bool:
        """Start the slot if none runs, without waiting for it. Returns whether it is ready to answer at once."""
        return self._slot_for(course, platform).ready

    def _slot_for(self, course: Course, platform: str) -> Slot:
        settings = Settings(options=Options(platform), limits=LIMITS)
        with self._starting:
            if self._slot is not None and not (self._for == (settings, course) and self._slot.alive):
                self.close()
            if self._slot is None:
                tests = [lesson.public_tests for lesson in course.lessons if lesson.public_tests.is_file()]
                self._slot, self._for = Slot(settings, tests), (settings, course)
            return self._slot

    @property
    def backend(self) -> Backend | None:
        """What the last question was answered on; None where none was."""
        return self._slot.hello().backend if self._slot and self._slot.ready else None

    def call_off(self) -> None:
        """From another thread: a question under way is to be answered at once, in whatever way."""
        if slot := self._slot:
            slot.call_off()

    def close(self) -> None:
        """End the slot. The next question starts another."""
        slot, self._slot = self._slot, None  # before the waiting: no other thread is to ask a slot that ends
        if slot is not None:
            slot.close()


def feedback(exercise: Exercise, answer: Answer, next_step: str) -> Feedback:
    """What to show of `answer` for one exercise. Raises `CheckError` where it has no check."""
    checks = tuple(check for result in answer.exercises if result.name == exercise.name for check in result.checks)
    if not checks:
        raise CheckError(f"There are no checks for `{exercise.name}` in lesson {exercise.lesson}.")
    budget = answer.budgets.get(exercise.name)
    said = " ".join(check.message for check in checks)
    notes = tuple(note for note in answer.notes if note.removeprefix("Your code ") not in said)  # what is news
    return Feedback(FeedbackData(exercise.name, checks, answer.details, budget, notes, next_step))
