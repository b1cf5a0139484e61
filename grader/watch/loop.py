"""Passes saves, keys and verdicts to the state, does what it asks for, and shows it."""

from __future__ import annotations

import contextlib
import queue
import shutil
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from grader.course import Course, CourseError, Exercise
from grader.edition.reset import reset
from grader.judge.program import Source
from grader.judge.protocol import Answer
from grader.outputs import listing
from grader.outputs.display import WIDTH
from grader.outputs.spans import plain
from grader.student import progress
from grader.student.desk import CheckError, feedback
from grader.student.hints import hints_of
from grader.student.look import look, shown_path
from grader.student.workspace import Workspace
from grader.submissions import UnreadableSubmission
from grader.watch import screen
from grader.watch.checker import Checker, Question
from grader.watch.keys import read_keys
from grader.watch.saves import Saves, wake_on_events
from grader.watch.state import Check, Effect, Quit, Reading, Record, RecordHints, Reset, State
from grader.watch.terminal import Terminal, is_interactive

IDLE = 0.25  # seconds between looks at files and the window's size, where the system tells of neither
BUSY = 0.1  # while a check runs
SETTLING = 0.01  # while a file is being written


@dataclass(frozen=True)
class _Key:
    name: str


@dataclass(frozen=True)
class _Answered:
    question: Question
    answer: Answer | None
    problem: str


class _Leave(Exception):
    """The student is done."""


def watch(course: Course, exercises: Sequence[Exercise], first: Exercise | None = None) -> None:
    """Run until the student leaves: on a terminal with keys and a screen, elsewhere with a verdict a save."""
    session = _Session(course, exercises, keys=is_interactive())
    try:
        with contextlib.suppress(_Leave, KeyboardInterrupt):
            session.run(first)
    finally:
        session.stop.set()
    print(session.goodbye())


class _Session:
    def __init__(self, course: Course, exercises: Sequence[Exercise], keys: bool) -> None:
        self._course, self._workspace = course, Workspace(course)
        kept = progress.load(course)
        hints = {exercise.name: _hints(course, exercise) for exercise in exercises}
        self._state = State(exercises, hints, kept.solved, kept.hints, keys=keys)
        lessons = [course.lesson(name) for name in dict.fromkeys(exercise.lesson for exercise in exercises)]
        self._lesson_of = {path: lesson for lesson in lessons for path in (lesson.stub, lesson.notebook)}
        self._state.looks = {str(p): look(lesson, p) for p, lesson in self._lesson_of.items() if p.is_file()}
        self._saves = Saves(self._lesson_of)
        self._events: queue.SimpleQueue[_Key | _Answered | None] = queue.SimpleQueue()
        self.stop = threading.Event()
        self._checker = Checker(course, lambda *args: self._events.put(_Answered(*args)))
        self._asked_at = 0.0
        self._note = ""

    def run(self, first: Exercise | None) -> None:
        """Never returns: raises `_Leave` when asked to."""
        self._in_background(wake_on_events, {path.parent for path in self._lesson_of}, lambda: self._events.put(None))
        self._do(self._state.start(first))
        if not self._state.keys:
            self._run_plain()
        with Terminal(resumed=lambda: self._events.put(None)) as terminal:
            self._in_background(read_keys, lambda key: self._events.put(_Key(key)))
            size = terminal.size()
            while True:
                if terminal.size() != size:
                    size = terminal.size()
                    terminal.again()
                terminal.show(screen.draw(self._state, *size, waited=time.monotonic() - self._asked_at))
                self._step()

    def _run_plain(self) -> None:
        print("kata watch: save an answer and its checks run. Ctrl-C ends it.", flush=True)
        told = 0
        while True:
            self._step()
            if self._state.news > told:
                told = self._state.news
                width = min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)
                print("\n" + plain(screen.told(self._state, width)), flush=True)

    def _step(self) -> None:
        """Wait for something to happen, and let the state deal with all that has."""
        wait = SETTLING if self._saves.settling else BUSY if self._state.checking else IDLE
        with contextlib.suppress(queue.Empty):
            event = self._events.get(timeout=wait)
            while True:
                self._happened(event)
                event = self._events.get_nowait()
        for path in self._saves.settled(time.monotonic()):
            self._do(self._state.saved(str(path), look(self._lesson_of[path], path)))
        self._checker.hurry()

    def _happened(self, event: _Key | _Answered | None) -> None:
        if isinstance(event, _Key):
            self._do(self._state.key(event.name))
        elif isinstance(event, _Answered):
            self._do(self._judged(event))

    def _judged(self, event: _Answered) -> list[Effect]:
        shown, problem = None, event.problem
        if event.answer is not None:
            notes = (*event.answer.notes, *([self._note] if self._note else []))
            try:
                shown = feedback(event.question.exercise, msgspec.structs.replace(event.answer, notes=notes), "")
            except CheckError as error:
                problem = str(error)
        return self._state.judged(event.question.number, shown, problem)

    def _do(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Quit():
                    raise _Leave
                case Check(number, exercise):
                    self._check(number, exercise)
                case Record(exercise, passed):
                    progress.record(self._course, exercise, passed)
                case RecordHints(exercise, shown):
                    kept = progress.load(self._course)
                    kept.hints[exercise] = shown
                    progress.save(self._course, kept)
                case Reset(exercise):
                    self._do(self._state.was_reset(_reset(self._course, exercise)))

    def _check(self, number: int, exercise: Exercise) -> None:
        try:
            answer = self._workspace.answer(exercise)
        except (UnreadableSubmission, CourseError) as error:
            self._state.read(Reading(self._state.place_of(exercise), problem=str(error)))
            return
        self._note = answer.note
        seen = self._state.looks.get(str(answer.path)) or look(self._lesson_of[answer.path], answer.path)
        self._state.read(Reading(seen.place(exercise.name), answer.attempted))
        self._asked_at = time.monotonic()
        source = Source(answer.submission.kind, answer.submission.cells)
        self._checker.ask(Question(number, exercise, source))

    def _in_background(self, work: Any, *args: Any) -> None:
        threading.Thread(target=work, args=(*args, self.stop), daemon=True).start()

    def goodbye(self) -> str:
        """The last line, when the terminal is the shell's again."""
        state = self._state
        left = [exercise for exercise in state.exercises if exercise.name not in state.solved]
        of_lesson = len(state.exercises) < len(self._course.exercises)
        lesson = state.exercise.lesson
        done = f"{f'Lesson {lesson}: ' if of_lesson else ''}{listing.count(state.exercises, state.solved)}."
        command = f"kata watch {lesson}" if of_lesson else "kata watch"
        return f"{done} `{command}` goes on with {left[0].name}." if left else done


def _hints(course: Course, exercise: Exercise) -> tuple[Any, ...]:
    with contextlib.suppress(CourseError):
        return hints_of(course, exercise)
    return ()


def _reset(course: Course, exercise: Exercise) -> str:
    try:
        done = reset(course, exercise)
    except (CourseError, UnreadableSubmission, OSError) as error:
        return f"Not reset: {error}"
    if done is None:
        return f"{exercise.name} is the stub already: there was no answer to take away."
    elsewhere = " Another cell still answers it." if done.answered_elsewhere else ""
    return f"The stub is back. Your answer is kept in {shown_path(Path(done.backup))}.{elsewhere}"
