"""The public checks for somebody at work: `check` in a notebook, `kata check` and `kata watch`.

A judge slot stays warm between questions, so that an answer takes a fraction of a second. Nothing here
needs solutions/, and any sandbox tier will do: it is the student's own machine.
"""

from __future__ import annotations

from grader.course import Course, Exercise
from grader.judge.bench import Settings
from grader.judge.program import Limits, Options, Source
from grader.judge.protocol import Answer, Request
from grader.outputs.display import Feedback, FeedbackData
from grader.slots import Slot, SlotFailed

LIMITS = Limits(load=10.0, call=5.0)


class CheckError(Exception):
    """The check could not be made. The message is one sentence: what happened and what to do."""


class Desk:
    """One warm slot with a course's public checks, replaced when the settings or the course change."""

    def __init__(self) -> None:
        self._slot: Slot | None = None
        self._for: tuple[Settings, Course] | None = None

    def ask(self, course: Course, options: Options, source: Source, lesson: str, exercise: str | None = None) -> Answer:
        """Run the public checks of one exercise, or of the whole lesson. Raises `CheckError`."""
        public = course.lesson(lesson).public_tests
        if not public.is_file():
            raise CheckError(
                f"There are no checks for lesson {lesson}: {public} is missing. In a course with solutions/, run"
                " `kata build`."
            )
        try:
            request = Request(lesson=lesson, source=source, which="public", exercise=exercise)
            return self._slot_for(Settings(options=options, limits=LIMITS), course).ask(request)
        except SlotFailed as error:
            self.close()
            raise CheckError(f"The check could not run: {error} Try again; if it stays, run `kata doctor`.") from error
        except BaseException:
            self.close()  # interrupted in mid-answer: the slot's next line would be for this question
            raise

    def _slot_for(self, settings: Settings, course: Course) -> Slot:
        if self._for != (settings, course):
            self.close()
        if self._slot is None:
            tests = [lesson.public_tests for lesson in course.lessons if lesson.public_tests.is_file()]
            self._slot, self._for = Slot(settings, tests), (settings, course)
        return self._slot

    def close(self) -> None:
        """End the slot. The next question starts another."""
        if self._slot is not None:
            self._slot.close()
        self._slot = None


def feedback(exercise: Exercise, answer: Answer, next_step: str) -> Feedback:
    """What to show of `answer` for one exercise. Raises `CheckError` where it has no check."""
    checks = tuple(check for result in answer.exercises if result.name == exercise.name for check in result.checks)
    if not checks:
        raise CheckError(f"There are no checks for `{exercise.name}` in lesson {exercise.lesson}.")
    budget = answer.budgets.get(exercise.name)
    return Feedback(FeedbackData(exercise.name, checks, answer.details, budget, answer.notes, next_step))
