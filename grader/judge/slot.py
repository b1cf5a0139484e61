"""A judge slot: one process that collects a course's tests once and runs them for submission after submission.

It speaks JSON lines (`Request` in, `Answer` out) on the two descriptors it is started with; the line `null` calls
off the round under way, whose answer then comes at once and means nothing. The loop is
pytest's own: `pytest_runtestloop` is replaced by one that waits for requests, and each round ends with
`nextitem=None`, so that even session fixtures are rebuilt for the next submission.

Run as `python -I -m grader.judge.slot SETTINGS FILE...`.
"""

from __future__ import annotations

import copy
import os
import queue
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from grader.judge.bench import Bench, Settings
from grader.judge.plugin import BENCH, SETTINGS
from grader.judge.program import Transfers
from grader.judge.protocol import Answer, Hello, Request
from grader.judge.verdicts import CHECK, Check, title
from grader.judge.workers import NoWorker
from grader.report import CheckResult, ExerciseResult
from grader.text import visible

MAX_NOTES = 20


class Slot:
    """The pytest plugin that turns a session into a slot."""

    def __init__(self, settings: Settings, requests: BinaryIO, answers: BinaryIO) -> None:
        self._settings = settings
        self._requests = requests
        self._answers = answers

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.stash[SETTINGS] = self._settings

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        bench = session.config.stash[BENCH] = Bench(self._settings)
        functions = [item for item in session.items if isinstance(item, pytest.Function)]
        parameters = {item: copy.deepcopy(item.callspec.params) for item in functions if hasattr(item, "callspec")}
        try:
            self._say(Hello(sandbox=bench.tier.value, backend=bench.backend))
        except NoWorker as error:
            self._say(Hello(problem=str(error)))
            return True
        for request in self._incoming(bench):
            items = [item for item in session.items if _wanted(item, request)]
            for item in items:
                _clear(item)
            for item, given in parameters.items():  # a check may have changed what it was given
                item.callspec.params.update(copy.deepcopy(given))
            self._say(_round(bench, items, request))
        return True

    def _incoming(self, bench: Bench) -> Iterator[Request]:
        waiting: queue.SimpleQueue[Request | None] = queue.SimpleQueue()

        def read() -> None:  # while a round runs: it may be called off
            try:
                for line in self._requests:
                    request = msgspec.json.decode(line, type=Request | None)
                    bench.call_off(request is None)
                    if request is not None:
                        waiting.put(request)
            finally:
                bench.call_off()  # whoever asked is gone
                waiting.put(None)

        threading.Thread(target=read, daemon=True).start()
        while request := waiting.get():
            yield request

    def _say(self, message: msgspec.Struct) -> None:
        self._answers.write(msgspec.json.encode(message) + b"\n")
        self._answers.flush()


def _wanted(item: pytest.Item, request: Request) -> bool:
    mark = item.get_closest_marker("exercise")
    return (
        mark is not None
        and item.path.parent.name == request.lesson
        and (request.which == "all" or item.path.name == "test_public.py")
        and request.exercise in (None, mark.args[0])
    )


def _clear(item: pytest.Item) -> None:
    """Leave nothing of the previous submission: captured output once showed up in the next one's report."""
    item._report_sections.clear()
    item.user_properties.clear()
    if CHECK in item.stash:
        del item.stash[CHECK]


def _round(bench: Bench, items: list[pytest.Item], request: Request) -> Answer:
    started = time.monotonic()
    bench.start(request.source, request.options)
    for item, following in zip(items, [*items[1:], None], strict=True):
        runtestprotocol(item, log=False, nextitem=following)
    checks = [item.stash[CHECK] for item in items if CHECK in item.stash]
    program = bench.submission(items[0].path.parent) if items else None
    notes = program.load_notes() if program else []
    notes += _wider_than_asked(items, bench.options.x64)
    budgets = _budgets(items, program.transfers) if program else {}
    bench.finish()
    return Answer(
        exercises=_by_exercise(checks),
        notes=tuple(visible(note, 500) for note in notes[:MAX_NOTES]),
        details={check.result.name: check.detail for check in checks if check.detail},
        budgets=budgets,
        seconds=round(time.monotonic() - started, 3),
    )


def _budgets(items: list[pytest.Item], seen: dict[str, Transfers]) -> dict[str, str]:
    budgets: dict[str, str] = {}
    for item in items:
        exercise, allowed = item.get_closest_marker("exercise"), item.get_closest_marker("budget")
        if exercise and allowed and exercise.args[0] in seen:
            made, (to_host, to_device) = seen[exercise.args[0]], allowed.args
            budgets[exercise.args[0]] = (
                f"{_of(made.to_host, 'call')} of `device_get` (budget {to_host}) and"
                f" {_of(made.to_device, 'named push', 'named pushes')} (budget {to_device}) in the last check."
                " Conversions that name neither, such as `np.asarray`, are not counted."
            )
    return budgets


def _of(made: int, one: str, many: str = "") -> str:
    return f"{made} {one if made == 1 else many or one + 's'}"


def _wider_than_asked(items: list[pytest.Item], x64: bool) -> list[str]:
    """A note on the checks that turn JAX's 64-bit types on by themselves."""
    named = [f"`{title(item)}`" for item in items if item.get_closest_marker("x64")]
    return [f"64-bit types were on for {', '.join(named)}, and off otherwise."] if named and not x64 else []


def _by_exercise(checks: list[Check]) -> tuple[ExerciseResult, ...]:
    grouped: dict[str, list[CheckResult]] = {}
    for check in checks:
        grouped.setdefault(check.exercise, []).append(check.result)
    return tuple(ExerciseResult(name=name, checks=tuple(results)) for name, results in grouped.items())


def run(settings: Settings, files: list[str]) -> int:
    """Serve requests on standard input until it ends; answers go to standard output."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)  # whatever pytest prints is for the operator's log, never part of an answer
    plugins = [Slot(settings, requests, answers)]
    flags = [
        "-q",
        "--tb=native",
        "--import-mode=importlib",
        "--noconftest",
        "-p",
        "no:cacheprovider",
        "-p",
        "grader.judge.plugin",
    ]
    root = os.path.commonpath([os.path.dirname(file) for file in files])
    inside = [os.path.relpath(file, root) for file in files]
    os.chdir(root)  # pytest takes `[` and `::` in what it is given for a test's name, and a folder may be called so
    ini = str(Path(__file__).with_name("slot.ini"))
    return int(pytest.main([*flags, "-c", ini, "--rootdir", ".", *inside], plugins=plugins))


if __name__ == "__main__":
    sys.exit(run(msgspec.json.decode(sys.argv[1], type=Settings), sys.argv[2:]))
