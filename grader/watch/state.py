"""What `kata watch` does next, without doing it: keys, saves and verdicts come in, things to do come out."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.course import Exercise
from grader.outputs.display import Feedback
from grader.student.hints import Hint
from grader.student.look import Look


@dataclass(frozen=True)
class Check:
    """Read the exercise's file and run its checks; the outcome is to be handed in under `number`."""

    number: int
    exercise: Exercise


@dataclass(frozen=True)
class Record:
    """Keep that the exercise passed, or that it does not."""

    exercise: str
    passed: bool


@dataclass(frozen=True)
class RecordHints:
    """Keep how many hints of the exercise were shown."""

    exercise: str
    shown: int


@dataclass(frozen=True)
class Reset:
    """Put the exercise's stub back, keeping a copy of the answer."""

    exercise: Exercise


@dataclass(frozen=True)
class Quit:
    """Leave."""


Effect = Check | Record | RecordHints | Reset | Quit


class View(enum.Enum):
    """What the screen shows."""

    FEEDBACK = "feedback"
    HINT = "hint"
    LIST = "list"
    RESET = "reset"
    KEYS = "keys"


@dataclass(frozen=True)
class Reading:
    """What was found on reading an exercise's answer: its place, and why it could not be read, if so."""

    place: str
    attempted: bool = True
    problem: str = ""


@dataclass
class State:
    """The exercises walked through, in order, and where the student is. Methods return what is to be done."""

    exercises: Sequence[Exercise]
    hints: Mapping[str, Sequence[Hint]]
    solved: set[str]
    shown_hints: dict[str, int]
    looks: dict[str, Look] = field(default_factory=dict)  # by path
    keys: bool = True  # whether there is a keyboard to press them on
    at: int = 0
    view: View = View.FEEDBACK
    reading: Reading | None = None
    feedback: Feedback | None = None
    problem: str = ""  # why there is no feedback
    notice: str = ""  # said once
    question: int = 0  # the number of the latest check
    checking: bool = False
    warm: bool = False  # whether any check was answered yet: the first takes seconds
    hint_at: int = 0  # the step on the screen, from 1
    news: int = 0  # how many outcomes there were to tell
    scroll: int = 0
    cursor: int = 0  # in the list

    @property
    def exercise(self) -> Exercise:
        """The exercise at hand."""
        return self.exercises[self.at]

    @property
    def hints_here(self) -> Sequence[Hint]:
        """The hints of the exercise at hand, in order."""
        return self.hints.get(self.exercise.name, ())

    @property
    def passed(self) -> bool:
        """Whether the feedback on the screen says that the exercise at hand is solved."""
        return self.feedback is not None and self.feedback.passed

    @property
    def all_solved(self) -> bool:
        """Whether nothing is left of the walk."""
        return all(exercise.name in self.solved for exercise in self.exercises)

    @property
    def started(self) -> frozenset[str]:
        """The exercises that have an answer in one of their files."""
        return frozenset().union(*(look.started for look in self.looks.values()))

    def next_unsolved(self) -> Exercise | None:
        """The first exercise after the one at hand that is not solved, going round; None if there is no other."""
        after = [*self.exercises[self.at + 1 :], *self.exercises[: self.at]]
        return next((exercise for exercise in after if exercise.name not in self.solved), None)

    def place_of(self, exercise: Exercise) -> str:
        """Where to edit an exercise: in a file of the kind the one at hand is in, where there is one."""
        notebook = bool(self.reading) and ".ipynb" in self.reading.place
        looks = [look for look in self.looks.values() if look.lesson == exercise.lesson]
        looks.sort(key=lambda look: look.shown.endswith(".ipynb") != notebook)
        return looks[0].place(exercise.name) if looks else exercise.name

    def start(self, exercise: Exercise | None = None) -> list[Effect]:
        """Begin at `exercise`, or else at the first that is not solved."""
        first = next((i for i, e in enumerate(self.exercises) if e.name not in self.solved), 0)
        return self._go(self.exercises.index(exercise) if exercise else first)

    def key(self, key: str) -> list[Effect]:
        """A key was pressed: a character, or "up", "down", "enter", "escape", "interrupt"."""
        self.notice = ""
        if key in ("q", "Q", "interrupt"):
            return [Quit()]
        if self.view is View.RESET:
            self.view = View.FEEDBACK
            return [Reset(self.exercise)] if key in ("y", "Y") else []
        if self.view is View.LIST and (effects := self._key_in_list(key)) is not None:
            return effects
        if key in ("down", "j", " ", "pagedown"):
            self.scroll += 1 if key in ("down", "j") else 10
        elif key in ("up", "k", "b", "pageup"):
            self.scroll = max(0, self.scroll - (1 if key in ("up", "k") else 10))
        elif key == "enter":
            return self._check()
        elif key == "h":
            return self._next_hint()
        elif key == "n":
            return self._next()
        elif key == "p":
            return self._previous()
        elif key == "l":
            self._show(View.LIST)
            self.cursor = self.at
        elif key == "r":
            self._show(View.RESET)
        elif key == "?":
            self._show(View.FEEDBACK if self.view is View.KEYS else View.KEYS)
        elif key == "escape":
            self._show(View.FEEDBACK)
        return []

    def saved(self, path: str, look: Look) -> list[Effect]:
        """A file was saved. The exercise at hand follows the student: it is the one whose text was changed."""
        before, self.looks[path] = self.looks.get(path), look
        changed = look.changed(before)
        here = [i for i, e in enumerate(self.exercises) if e.lesson == look.lesson and e.name in changed]
        if here and self.at not in here:
            return self._go(min(here, key=lambda i: (self.exercises[i].name in self.solved, i)))
        return self._check() if look.lesson == self.exercise.lesson else []

    def read(self, reading: Reading) -> None:
        """The answer at hand was read."""
        self.reading = reading
        if reading.problem:
            self._outcome(None, reading.problem)

    def judged(self, number: int, feedback: Feedback | None, problem: str = "") -> list[Effect]:
        """A check is done: with feedback, or with a sentence that says why there is none."""
        if number != self.question:
            return []  # the text was saved again meanwhile
        self.warm = True
        self._outcome(feedback, problem)
        if feedback is None:
            return []
        name = self.exercise.name
        (self.solved.add if feedback.passed else self.solved.discard)(name)
        return [Record(name, feedback.passed)]

    def was_reset(self, words: str) -> list[Effect]:
        """The stub is back, or could not be put back: `words` say so."""
        self.notice = words
        return []

    def _outcome(self, feedback: Feedback | None, problem: str) -> None:
        self.checking, self.feedback, self.problem, self.scroll = False, feedback, problem, 0
        self.news += 1

    def _go(self, index: int) -> list[Effect]:
        if index != self.at:
            self.reading = None
        self.at, self.feedback, self.problem = index, None, ""
        return self._check()

    def _check(self) -> list[Effect]:
        self._show(View.FEEDBACK)
        self.question += 1
        self.checking = True
        return [Check(self.question, self.exercise)]

    def _show(self, view: View) -> None:
        self.view, self.scroll = view, 0

    def _next(self) -> list[Effect]:
        following = self.next_unsolved()
        if following is not None:
            return self._go(self.exercises.index(following))
        self._show(View.FEEDBACK)
        self.notice = "Everything is solved." if self.all_solved else "All others are solved: this is the last one."
        return []

    def _previous(self) -> list[Effect]:
        if self.at:
            return self._go(self.at - 1)
        self._show(View.FEEDBACK)
        self.notice = "This is the first one."
        return []

    def _next_hint(self) -> list[Effect]:
        name, steps = self.exercise.name, len(self.hints_here)
        if not steps:
            self.notice = f"There are no hints for {name}."
            return []
        shown = min(self.shown_hints.get(name, 0), steps)
        # Coming back shows the last one again. From a hint it goes on to the next, and from the last to the first.
        self.hint_at = self.hint_at % steps + 1 if self.view is View.HINT else max(1, shown)
        self._show(View.HINT)
        self.shown_hints[name] = max(shown, self.hint_at)
        return [RecordHints(name, self.shown_hints[name])]

    def _key_in_list(self, key: str) -> list[Effect] | None:
        steps = {"down": 1, "j": 1, "up": -1, "k": -1, " ": 10, "pagedown": 10, "b": -10, "pageup": -10}
        if key in steps:
            self.cursor = min(max(self.cursor + steps[key], 0), len(self.exercises) - 1)
            return []
        if key == "enter":
            return self._go(self.cursor)
        if key == "l":
            self._show(View.FEEDBACK)
            return []
        return None
