"""Asks the warm judge slot in a thread of its own, so that keys work meanwhile; the newest question wins."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from grader.course import Course, CourseError, Exercise
from grader.judge.program import Source
from grader.judge.protocol import Answer
from grader.student.checking import OPTIONS
from grader.student.desk import CheckError, Desk


@dataclass(frozen=True)
class Question:
    """What to run the public checks of `exercise` on."""

    number: int
    exercise: Exercise
    source: Source


Answered = Callable[[Question, Answer | None, str], None]


class Checker:
    """`answered` is called, in the checker's thread, with the question and its answer or what went wrong.

    The slot ends with this process, and nobody waits for that: its standard input closes, and it cleans up by itself.
    """

    def __init__(self, course: Course, answered: Answered) -> None:
        self._course, self._answered = course, answered
        self._desk = Desk()
        self._changed = threading.Condition()
        self._waiting: Question | None = None
        self._busy = False
        threading.Thread(target=self._work, daemon=True).start()

    def ask(self, question: Question) -> None:
        """Answer this next. A question under way is called off."""
        with self._changed:
            self._waiting = question
            self._changed.notify()
        self.hurry()

    def hurry(self) -> None:
        """Call off what is under way while something newer waits. Worth repeating: a call may come too early."""
        with self._changed:
            late = self._busy and self._waiting is not None
        if late:
            self._desk.call_off()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                while self._waiting is None:
                    self._changed.wait()
                question, self._waiting, self._busy = self._waiting, None, True
            exercise = question.exercise
            try:
                answer = self._desk.ask(self._course, OPTIONS, question.source, exercise.lesson, exercise.name)
            except (CheckError, CourseError) as error:
                self._answered(question, None, str(error))
            except Exception as error:  # whatever it is, keys must go on working and say so
                self._answered(question, None, f"The check could not run ({type(error).__name__}: {error}).")
            else:
                self._answered(question, answer, "")
