"""`Program`: the judge's handle on code that runs in workers.

`submission` and `reference` in a test are both Programs: `submission.f(x)` sends the call to a worker and
returns a `Result`, which holds what came back and how it was reached. Nothing here runs student code.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from grader import wire
from grader.judge.answers import Answers, Question, arrays_in, reply, with_callbacks
from grader.judge.describe import kind_of
from grader.judge.loading import MAX_LEFT_OUT, Place, Whereabouts
from grader.judge.problems import (
    Blocked,
    Crashed,
    NotAttempted,
    NotDefined,
    Raised,
    SubmissionProblem,
    TimedOut,
    type_name,
)
from grader.judge.starting import Zygote
from grader.judge.workers import Options, Outcome, OutOfTime, Worker, WorkerEnded
from grader.worker.lines import lines_of

MAX_QUOTED = 120  # characters of a student's line
MAX_LOAD_ERRORS = 100  # as many as are looked at; each is looked up in the submission's text


@dataclass(frozen=True)
class Source:
    """A submission's code as data: cells of text, or one pickled function from a notebook."""

    kind: str  # "py", "ipynb" or "function"
    cells: tuple[str, ...] = ()
    pickle: bytes = b""
    names: tuple[str, ...] = ()  # what a function's author calls each cell: "your cell"

    def where(self, raised: wire.Raised) -> str:
        """ " at code cell 2, line 3: `...`", quoting the judge's copy: what a worker quotes could be anything."""
        if raised.line is None or raised.cell is None or not 0 < raised.cell <= len(self.cells):
            return ""
        lines = lines_of(self.cells[raised.cell - 1])
        if not 0 < raised.line <= len(lines):
            return ""
        line = lines[raised.line - 1].strip()
        quoted = f"`{line if len(line) <= MAX_QUOTED else line[:MAX_QUOTED] + '…'}`"
        if self.names:
            return f" at line {raised.line} of {self.names[raised.cell - 1]}: {quoted}"
        cell = f"code cell {raised.cell}, " if len(self.cells) > 1 else ""
        return f" at {cell}line {raised.line}: {quoted}"


@dataclass(frozen=True)
class Limits:
    """CPU seconds for loading a submission and for one call."""

    load: float = 20.0
    call: float = 10.0


@dataclass(frozen=True)
class Manner:
    """How a call is made.

    `answers` are the judge's (`grader.judge.answers`); `given` says in words what the function is given, should it
    raise; `under` "jit" calls `jax.jit` of it; `guard` is a level of `jax.transfer_guard_host_to_device`.
    """

    answers: Answers = field(default_factory=dict)
    given: str = ""
    under: Literal["", "jit"] = ""
    guard: str = ""


@dataclass(frozen=True, eq=False)
class Result:
    """What one call returned, and how.

    `value` is plain data (`grader.wire`). `questions` are the answered functions' calls as the judge saw
    them. The worker's observer saw `calls` (observed functions in order), `traced` (names JAX traced), `overflows`
    (of NumPy floats) and `noted` (by shipped functions). `args_after` are the arguments once the result, if it is a
    NumPy array that is `writeable`, was overwritten; `x64_after` is JAX's flag then.
    """

    function: str
    args: tuple[Any, ...]
    value: Any
    printed: str = ""
    calls: tuple[str, ...] = ()
    traced: tuple[str, ...] = ()
    overflows: int = 0
    questions: tuple[Question, ...] = ()
    noted: tuple[Any, ...] = ()
    args_after: tuple[Any, ...] = ()
    writeable: bool | None = None
    x64_after: bool = False

    def asked(self, function: str) -> tuple[Question, ...]:
        """The calls of one answered function."""
        return tuple(q for q in self.questions if q.function == function)

    def same_as(self, other: Result) -> bool:
        """Whether both calls returned the same thing, bit for bit, placement included."""
        return wire.encode(self.value) == wire.encode(other.value)

    @property
    def kind(self) -> str:
        """What came back, as a noun phrase safe to show: "None", "a NumPy array"."""
        return kind_of(self.value)

    @property
    def array(self) -> Any:
        """The values as an `np.ndarray`, wherever they were; None if the result is not an array."""
        value = self.value.value if isinstance(self.value, wire.JaxArray) else self.value
        return value if isinstance(value, np.ndarray) else None


@dataclass(frozen=True)
class Transfers:
    """How often one call was seen to move data; what goes by the buffer protocol is not seen on CPU."""

    to_host: int = 0
    to_device: int = 0


@dataclass
class Program:
    """Code in workers: one worker for each platform, device count and x64, started when first asked for."""

    source: Source
    zygote: Zygote
    options: Options
    limits: Limits = field(default_factory=Limits)
    demos: frozenset[str] = frozenset()  # digests of the course's demonstration cells

    def __post_init__(self) -> None:
        self._workers: dict[Options, Worker] = {}
        self._ended: dict[str, SubmissionProblem] = {}  # exercises that need not be tried again
        self.using = self.options  # for the next call
        self._unloadable: SubmissionProblem | None = None
        self._left_out: dict[Place, WorkerEnded] = {}  # cells of which only the definitions are run, and why
        self._busy: Worker | None = None
        self.load_errors: tuple[wire.Raised, ...] = ()
        self.transfers: dict[str, Transfers] = {}  # the last call's, by function

    @property
    def devices(self) -> int:
        """How many devices the next call is made with."""
        return self.using.devices

    @property
    def x64(self) -> bool:
        """Whether the next call is made with JAX's 64-bit types on."""
        return self.using.x64

    def __getattr__(self, function: str) -> Callable[..., Result]:
        if function.startswith("_"):
            raise AttributeError(function)

        def call(
            *args: Any,
            answers: Answers | None = None,
            given: str = "",
            under: Literal["", "jit"] = "",
            guard: str = "",
            **kwargs: Any,
        ) -> Result:
            return self.call(function, args, kwargs, Manner(answers or {}, given, under, guard))

        return call

    def call(self, function: str, args: tuple[Any, ...], kwargs: dict[str, Any], manner: Manner) -> Result:
        """Call `function` in the worker. Raises a `SubmissionProblem` if that gives no result."""
        if function in self._ended:
            raise self._ended[function]
        questions: list[Question] = []
        callables: list[Callable[..., Any]] = []
        body = {
            "name": function,
            "args": with_callbacks(args, callables),
            "kwargs": with_callbacks(kwargs, callables),
            "answers": list(manner.answers),
            "under": manner.under,
            "guard": manner.guard,
        }

        def answer(asked: dict[str, Any]) -> dict[str, Any]:
            return reply(asked, manner.answers, callables, questions, arrays_in([args, kwargs]))

        outcome = self._exchange(function, "call", body, self.limits.call, answer)
        return self._result(function, args, outcome, tuple(questions), manner.given)

    def _exchange(self, function: str, kind: str, body: dict[str, Any], seconds: float, answer: Any) -> Outcome:
        worker, using = self._worker(), self.using
        try:
            return self._ask(worker, kind, body, seconds, answer)
        except OutOfTime as error:
            self._ended[function] = Blocked("Not tried: an earlier check of this exercise ran out of time.")
            raise TimedOut(f"`{function}` was stopped. {error}") from None
        except WorkerEnded as error:
            raise Crashed(f"`{function}` gave no answer. {error}") from None
        finally:
            if worker.ended:
                del self._workers[using]

    def call_off(self) -> None:
        """Let the call under way end at once and try no other. From any thread."""
        self._unloadable = Blocked("Not tried: it was called off.")
        if worker := self._busy:
            worker.stop()

    def _ask(self, worker: Worker, kind: str, body: dict[str, Any], seconds: float, answer: Any = None) -> Outcome:
        self._busy = worker  # before the look at `_unloadable`: whoever calls off sets that and then looks here
        try:
            if self._unloadable:
                raise self._unloadable
            return worker.exchange(kind, body, seconds, answer)
        finally:
            self._busy = None

    def _worker(self) -> Worker:
        if self._unloadable:
            raise self._unloadable
        if self.using not in self._workers:
            self._workers[self.using] = self._loaded()
        return self._workers[self.using]

    def _loaded(self) -> Worker:
        """A new worker that has run the submission's cells; one that never ends is left out the next time."""
        while True:
            worker = self.zygote.spawn(self.using)
            whereabouts = Whereabouts(self.source.cells, worker.used, self.limits.load)
            try:
                self._load(worker, whereabouts)
                return worker
            except SubmissionProblem:  # called off before it began
                worker.kill()
                raise
            except WorkerEnded as ended:
                place = whereabouts.culprit(ended)
                if place is None or place in self._left_out or len(self._left_out) == MAX_LEFT_OUT:
                    raise self._cannot_load(ended) from None
                self._left_out[place] = ended

    def _load(self, worker: Worker, whereabouts: Whereabouts) -> None:
        source = self.source
        pickled = np.frombuffer(source.pickle, np.uint8)  # as an array: a frame takes more of those than of plain bytes
        body = {
            "kind": source.kind,
            "cells": list(source.cells),
            "pickle": pickled,
            "demos": sorted(self.demos),
            "left_out": [[place.cell, place.line] for place in self._left_out],
        }
        errors = self._ask(worker, "load", body, self.limits.load, whereabouts.hear).body.get("errors")
        self.load_errors = tuple(e for e in _list(errors)[:MAX_LOAD_ERRORS] if isinstance(e, wire.Raised))

    def _cannot_load(self, ended: WorkerEnded) -> SubmissionProblem:
        if isinstance(ended, OutOfTime):
            self._unloadable = Blocked("Not tried: running the submission's cells took too long.")
            return TimedOut(f"Running the submission's cells was stopped. {ended}")
        self._unloadable = Blocked("Not tried: running the submission's cells ended its process.")
        return Crashed(f"Running the submission's cells gave no answer. {ended}")

    def _result(
        self, function: str, args: tuple[Any, ...], outcome: Outcome, questions: tuple[Question, ...], given: str
    ) -> Result:
        body = outcome.body
        if "missing" in body:
            raise self._not_defined(function, body["missing"])
        if "not_callable" in body:
            raise NotDefined(f"`{function}` is not a function after all cells have run: the last one to bind it wins.")
        if isinstance(body.get("raised"), wire.Raised):
            raise self._raised(function, body["raised"], given, outcome.printed)
        if "unsendable" in body:
            value: Any = wire.Opaque("value too large to look at")
        else:
            value = body.get("value")
        calls = _texts(body.get("calls"))
        self.transfers[function] = Transfers(calls.count("jax.device_get"), _count(body.get("pushes")))
        return Result(
            function,
            args,
            value,
            outcome.printed,
            calls,
            _texts(body.get("traced")),
            _count(body.get("overflows")),
            questions,
            tuple(_list(body.get("noted"))),
            tuple(_list(body.get("args"))),
            body.get("writeable") if isinstance(body.get("writeable"), bool) else None,
            body.get("x64") is True,
        )

    def _raised(self, function: str, raised: wire.Raised, given: str, printed: str) -> SubmissionProblem:
        name = type_name(raised)
        if name == "NotImplementedError":
            self._ended[function] = NotAttempted(f"`{function}` still raises NotImplementedError: write its body.")
            return self._ended[function]
        when = f", given {given}," if given else ""
        return Raised(f"`{function}`{when} raised {name}{self.source.where(raised)}.", raised, printed)

    def _not_defined(self, function: str, near: Any) -> SubmissionProblem:
        words = f"`{function}` is not defined after all cells have run."
        for place, ended in self._left_out.items():
            if re.search(rf"\b{re.escape(function)}\b", self.source.cells[place.cell - 1]):
                kind = TimedOut if isinstance(ended, OutOfTime) else Crashed
                return kind(f"{words} {self._what_was_left_out(place, ended)} Mend that first.")
        if isinstance(near, list) and near and self._wrote(near[0], function):
            return NotDefined(f"{words} There is a `{near[0]}`: if it is the one, rename it.")
        if self.load_errors:
            first = self.load_errors[0]
            if self.source.kind == "function":
                words = f"`{function}` could not be made anew in the process that runs the checks"
                return NotDefined(f"{words}: {type_name(first)}.", f"{type_name(first)}: {first.message}")
            words += f" Before that, your code raised {type_name(first)}{self.source.where(first)}: mend that first."
            return NotDefined(words, f"{type_name(first)}: {first.message}")
        self._ended[function] = NotAttempted(f"{words} Write it in the exercise's cell.")
        return self._ended[function]

    def load_notes(self) -> list[str]:
        """Sentences on what running the cells raised and left out; a stub's NotImplementedError is not news."""
        if self.source.kind == "function":  # no cell ran, and what went wrong is each check's message
            return []
        left_out = [self._what_was_left_out(place, ended) for place, ended in self._left_out.items()]
        raised = [(type_name(error), self.source.where(error)) for error in self.load_errors]
        return left_out + [
            f"Your code raised {name}{where}." for name, where in raised if name != "NotImplementedError"
        ]

    def _what_was_left_out(self, place: Place, ended: WorkerEnded) -> str:
        where = f"Code cell {place.cell}" if len(self.source.cells) > 1 else f"The cell at line {place.line}"
        how = "never ended" if isinstance(ended, OutOfTime) else "ended its process"
        return f"{where} {how}, so it was left out: of it only definitions and imports were run."

    def _wrote(self, name: Any, function: str) -> bool:
        """Whether a name a worker mentions is close and stands in the submission; else it could carry anything."""
        if not isinstance(name, str) or not name.isidentifier() or len(name) > 2 * len(function):
            return False
        word = re.compile(rf"\b{re.escape(name)}\b")
        return bool(difflib.get_close_matches(function, [name], 1, 0.7)) and any(map(word.search, self.source.cells))

    def close(self) -> None:
        """End all workers. The program can be used again, from a fresh start."""
        for worker in self._workers.values():
            worker.kill()
        self._workers.clear()
        self._ended.clear()
        self._left_out.clear()
        self._unloadable = None


def _count(value: Any) -> int:
    return value if type(value) is int else 0


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(item for item in _list(value) if isinstance(item, str))
