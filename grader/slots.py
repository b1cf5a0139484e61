"""The handle on a judge slot: a subprocess that runs a course's tests for one submission at a time.

The slot is the only process that reads hidden tests; whoever grades supervises it from outside, replaces
it when it dies, and never waits for it without a deadline.
"""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import msgspec

from grader import apart
from grader.judge.bench import Settings
from grader.judge.protocol import Answer, Hello, Request

START_SECONDS = 300  # wall clock for pytest, a zygote and JAX to start on a busy machine
ROUND_SECONDS = 1800  # the slot has clocks of its own; this one is for a slot that hangs


class SlotFailed(Exception):
    """The slot could not start, died or hung. The message is one line."""


class Slot:
    """One running slot for these test files. Only `call_off` and `close` are for other threads than the asking one."""

    def __init__(self, settings: Settings, files: Sequence[Path]) -> None:
        encoded = msgspec.json.encode(settings).decode()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-m", "grader.judge.slot", encoded, *map(str, files)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("KATA_DEBUG") else subprocess.DEVNULL,
            env=_environment(),
            process_group=apart.PROCESS_GROUP,  # who asked decides what Ctrl-C and a stop button mean
            creationflags=apart.CREATION_FLAGS,
        )
        self._lines: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self._hello: Hello | None = None
        self._writing = threading.Lock()

    @property
    def pid(self) -> int:
        """The slot's process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self._process.poll() is None

    @property
    def ready(self) -> bool:
        """Whether it is up, so that a question is answered without waiting for its start."""
        return self._hello is not None or not self._lines.empty()

    def hello(self) -> Hello:
        """What the slot judges with. Raises `SlotFailed` if it cannot judge at all."""
        if self._hello is None:
            self._hello = msgspec.json.decode(self._line(START_SECONDS), type=Hello)
        if self._hello.problem:
            raise SlotFailed(self._hello.problem)
        return self._hello

    def ask(self, request: Request) -> Answer:
        """Judge one submission. Raises `SlotFailed`."""
        self.hello()
        try:
            self._write(msgspec.json.encode(request))
        except (OSError, ValueError) as error:  # ValueError: closed by another thread
            raise SlotFailed("The judge's process ended.") from error
        return msgspec.json.decode(self._line(ROUND_SECONDS), type=Answer)

    def call_off(self) -> None:
        """From another thread: `ask` is to return at once, with an answer that means nothing."""
        with contextlib.suppress(OSError, ValueError):
            self._write(b"null")

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with self._writing:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()

    def _line(self, seconds: float) -> bytes:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self.close()
            raise SlotFailed(f"The judge's process gave no answer within {seconds} seconds.") from None
        if not line.endswith(b"\n"):  # nothing, or the half of an answer, of a slot that was killed
            self.close()
            raise SlotFailed("The judge's process ended.")
        return line

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def close(self) -> None:
        """End the slot; its workers end with it."""
        with contextlib.suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()  # lets it end its workers in order
        if self._hello is None:  # it is starting, listens to nobody yet and has no submission
            self._process.kill()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _environment() -> dict[str, str]:
    """The caller's, without what would change how the slot's pytest runs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return {**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
