"""Talks to one worker: the judge's clock, its limits and its kill. How one is started is `grader.judge.starting`'s.

CPU time decides, so that a loaded machine changes no verdict; wall clock at `WALL_FACTOR` times that is the
backstop for a submission that waits without computing. Every wait here has a deadline.
"""

from __future__ import annotations

import contextlib
import secrets
import select
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from grader import wire
from grader.judge.streams import MAX_OUTPUT, Streams
from grader.worker import sandbox, scratch

WALL_FACTOR = 5
TICK = 0.02  # seconds between looks at the worker's CPU time and memory
DISK_TICK = 0.1  # seconds between looks at what it wrote
READY_SECONDS = 120  # wall clock for a new process to import JAX on a busy machine
CLOSE_SECONDS = 2
MAX_RESULT = 64 << 20  # bytes of array data in one answer
MAX_RECEIVED = MAX_RESULT + wire.MAX_HEADER  # bytes in one exchange: the judge keeps every question
MAX_QUESTIONS = 10_000  # in one exchange


class WorkerEnded(Exception):
    """The worker is gone; the message is a sentence about the submission."""


class OutOfTime(WorkerEnded):
    """It was stopped for using more time than allowed."""


class Died(WorkerEnded):
    """It ended by itself, broke the protocol, or was stopped for using too much of something else."""


class NoWorker(Exception):
    """No worker could be started: the machine's fault, not the submission's."""


@dataclass(frozen=True)
class Options:
    """What the operator chose for workers: JAX platform (`grader.judge.accelerator`), simulated CPU devices, x64."""

    platform: str = "cpu"
    devices: int = 1
    x64: bool = False


@dataclass(frozen=True)
class Outcome:
    """The worker's answer to one frame, and what was printed to standard output meanwhile."""

    body: dict[str, Any]
    printed: str


Answerer = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass(frozen=True)
class Link:
    """A started worker as the judge holds it, made by `grader.judge.starting`.

    `conn` is its wire and never blocks, `folder` where its private folder is seen from here (None: the sandbox alone
    limits it), `end` ends the process and gives back what belongs to it.
    """

    conn: socket.socket
    process: psutil.Process
    streams: Streams
    folder: Path | None
    end: Callable[[], None]


class Worker:
    """One running worker. Any `WorkerEnded` it raises is final: the process is dead by then."""

    def __init__(self, link: Link, limits: sandbox.Limits) -> None:
        self._link, self._limits = link, limits
        self._conn, self._process, self._streams = link.conn, link.process, link.streams
        self.ended: WorkerEnded | None = None
        self._look_at_disk = 0.0
        self._received = 0
        self._gone = False

    def exchange(self, kind: str, body: dict[str, Any], seconds: float, answer: Answerer | None = None) -> Outcome:
        """Send one frame and wait for its result, answering questions on the way.

        `seconds` is CPU time. Raises `OutOfTime`, `Died`, or `wire.WireError` if `body` cannot be sent.
        """
        if self.ended:
            raise self.ended
        nonce = secrets.token_hex(8)
        data = wire.pack(wire.Frame(kind, nonce, body))
        self._streams.forget()
        self._received = questions = 0
        self._resume()
        clock = _Clock(self._process, seconds)
        try:
            self._write(data, clock)
            while True:
                frame = wire.unpack(lambda size: self._read(size, clock), MAX_RESULT)
                if frame.nonce != nonce:
                    raise wire.WireError("a nonce that was not asked for")
                if frame.kind == "result":
                    break
                if frame.kind != "question" or answer is None:
                    raise wire.WireError("an unexpected kind of frame")
                questions += 1
                if questions > MAX_QUESTIONS:
                    raise Died(f"It called the grader's functions more than {MAX_QUESTIONS} times.")
                self._write(wire.pack(wire.Frame("reply", nonce, answer(frame.body))), clock)
            self._suspend()
            self._streams.settle()
            self._check_output()
            self._look_at_disk = 0.0  # what it holds now it may hold for long
            self._check_limits()
        except (wire.WireError, EOFError, OSError, psutil.Error) as error:
            raise self._end(_how_it_died(error)) from error
        except WorkerEnded as ended:
            raise self._end(ended) from None
        except BaseException:  # a test's own answer broke: this worker waits for a reply that never comes
            self._end(Died("It was stopped in the middle of a call."))
            raise
        return Outcome(frame.body, self._streams.printed[0].decode(errors="replace"))

    def _suspend(self) -> None:
        # Nobody watches it between exchanges, and its threads could go on.
        with contextlib.suppress(psutil.Error, OSError):
            self._process.suspend()

    def _resume(self) -> None:
        with contextlib.suppress(psutil.Error, OSError):
            self._process.resume()

    def _end(self, ended: WorkerEnded) -> WorkerEnded:
        self.kill()
        self.ended = ended
        return ended

    def _write(self, data: bytes, clock: _Clock) -> None:
        view = memoryview(data)
        while view:
            self._wait([self._conn], clock)
            with contextlib.suppress(BlockingIOError):
                view = view[self._conn.send(view) :]

    def _read(self, size: int, clock: _Clock) -> bytes:
        pieces = bytearray()
        self._received += size
        if self._received > MAX_RECEIVED:
            raise Died(f"It sent more than {MAX_RECEIVED >> 20} MiB.")
        while len(pieces) < size:
            with contextlib.suppress(BlockingIOError):
                piece = self._conn.recv(min(size - len(pieces), 1 << 20))
                if not piece:
                    raise EOFError
                pieces += piece
                continue
            self._wait([], clock)
        return bytes(pieces)

    def _wait(self, writable: list[socket.socket], clock: _Clock) -> None:
        """Sleep until something can be read or written, at most a tick, and look at the clock."""
        select.select([self._conn, *self._streams.waitable()], writable, [], TICK)
        self._streams.drain()
        self._check_output()
        clock.check()
        self._check_limits()

    def _check_output(self) -> None:
        if self._streams.flooded:
            raise Died(f"It printed more than {MAX_OUTPUT >> 20} MiB.")

    def _check_limits(self) -> None:
        limits = self._limits
        with self._process.oneshot():
            if self._process.memory_info().rss > limits.memory_bytes:
                raise Died(f"It used more than {limits.memory_bytes >> 20} MiB of memory.")
            if self._process.num_threads() > limits.threads:
                raise Died(f"It started more than {limits.threads} threads.")
        if self._link.folder and time.monotonic() > self._look_at_disk:
            self._look_at_disk = time.monotonic() + DISK_TICK
            self._check_disk(self._link.folder)

    def _check_disk(self, folder: Path) -> None:
        limits = self._limits
        size, entries = scratch.usage(folder, self._process.pid)
        if size > limits.scratch_bytes or entries > scratch.MAX_ENTRIES:
            raise Died(f"It wrote more than {limits.scratch_bytes >> 20} MiB or {scratch.MAX_ENTRIES} files.")

    def used(self) -> float:
        """CPU seconds its process has used so far; 0 if it is gone."""
        with contextlib.suppress(psutil.Error):
            return _cpu_seconds(self._process)
        return 0.0

    def stop(self) -> None:
        """End the process, from any thread: the exchange under way ends in `Died`."""
        with contextlib.suppress(psutil.Error, OSError):
            self._process.kill()

    def kill(self) -> None:
        """Stop the worker for good and give back what it held."""
        if not self._gone:
            self._gone = True
            self._link.end()
            self._conn.close()
            self._streams.close()


class _Clock:
    """CPU time used since it was made, with the wall clock as backstop."""

    def __init__(self, process: psutil.Process, seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._cpu = _cpu_seconds(process)
        self._wall = time.monotonic()

    def check(self) -> None:
        """Raise `OutOfTime` once either is exceeded; `psutil.NoSuchProcess` if the worker is gone."""
        if _cpu_seconds(self._process) - self._cpu > self._seconds:
            used = f"It ran for more than {self._seconds:g} seconds of CPU time."
            raise OutOfTime(f"{used} Is there a loop that never ends?")
        if time.monotonic() - self._wall > self._seconds * WALL_FACTOR:
            waited = f"It gave no answer within {self._seconds * WALL_FACTOR:g} seconds."
            raise OutOfTime(f"{waited} Is there a loop that never ends, or does it wait for something?")


def _cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def _how_it_died(error: Exception) -> Died:
    if isinstance(error, wire.WireError):
        return Died("Its process sent something that is not an answer.")
    return Died("Its process ended before it answered (os._exit, a crash in native code, or out of memory).")
