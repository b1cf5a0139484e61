"""Starts workers and talks to one: the judge's clock, its kill, and the capture of what is printed.

CPU time decides, so that a loaded machine changes no verdict; wall clock at `WALL_FACTOR` times that is the
backstop for a submission that waits without computing. Every wait here has a deadline.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psutil

from grader import wire
from grader.worker import sandbox, scratch

WALL_FACTOR = 5
TICK = 0.02  # seconds between looks at the worker's CPU time and memory
DISK_TICK = 0.1  # seconds between looks at what it wrote
READY_SECONDS = 120  # wall clock for a zygote to import JAX on a busy machine
FORK_SECONDS = 30
CLOSE_SECONDS = 2
KEPT_OUTPUT = 1 << 16  # bytes of each stream kept from one exchange
MAX_OUTPUT = 8 << 20  # bytes of each stream after which the worker is stopped
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
    """What the operator chose for workers: JAX platform (None: what JAX detects), simulated devices, x64."""

    platform: str | None = None
    devices: int = 1
    x64: bool = False


@dataclass(frozen=True)
class Outcome:
    """The worker's answer to one frame, and what was printed to standard output meanwhile."""

    body: dict[str, Any]
    printed: str


Answerer = Callable[[dict[str, Any]], dict[str, Any]]


class Zygote:
    """The judge's handle on the process that workers are forked from, started when first needed."""

    def __init__(self, tier: sandbox.Tier, limits: sandbox.Limits, cold: bool = False) -> None:
        self.tier = tier
        self.limits = limits
        self._cold = cold or sys.platform != "linux"  # elsewhere forking with JAX loaded is not safe
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def spawn(self, options: Options) -> Worker:
        """A new worker. Raises `NoWorker` when neither a fork nor a cold start succeeds."""
        request = {**asdict(options), "tier": self.tier.value, "limits": asdict(self.limits)}
        mine, theirs = socket.socketpair()
        if hasattr(socket, "SO_PASSCRED"):  # before anything is sent: the kernel stamps messages as they go in
            mine.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        streams = [os.pipe(), os.pipe()]
        try:
            descriptors = [theirs.fileno(), streams[0][1], streams[1][1]]
            folder, process = self._launch(request, descriptors)
        except BaseException:
            mine.close()
            for reading, _ in streams:
                os.close(reading)
            raise
        finally:
            theirs.close()
            for _, writing in streams:
                os.close(writing)
        return Worker(self, mine, [reading for reading, _ in streams], folder, process)

    def _launch(self, request: dict[str, Any], descriptors: list[int]) -> tuple[str, subprocess.Popen[bytes] | None]:
        for _ in range(2):  # a zygote that was killed from outside is replaced once
            if self._cold:
                break
            try:
                reply = self._ask(request, descriptors)
            except (OSError, EOFError, ValueError):
                self.close()
                continue
            if "scratch" in reply:
                return reply["scratch"], None
            break
        return "", self._popen(["--cold", json.dumps(request), *map(str, descriptors)], descriptors)

    def _ask(self, request: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        if self._process is not None and self._process.poll() is not None:
            self.close()
        control = self._control or self._start()
        control.settimeout(FORK_SECONDS)
        socket.send_fds(control, [json.dumps(request).encode()], descriptors)
        return _record(control)

    def _start(self) -> socket.socket:
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # a record a request
        self._process = self._popen([str(theirs.fileno())], [theirs.fileno()])
        theirs.close()
        self._control = mine
        mine.settimeout(READY_SECONDS)
        _record(mine)
        return mine

    def _popen(self, arguments: list[str], descriptors: list[int]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            sandbox.python_command(self.tier, "grader.worker.zygote", *arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=None if os.environ.get("KATA_DEBUG") else subprocess.DEVNULL,
            env=sandbox.clean_environment(self.tier),
            pass_fds=descriptors,
            cwd="/",
        )

    def discard(self, folder: str) -> None:
        """Remove the private folder of a worker that has ended."""
        if self._control and folder:
            with contextlib.suppress(OSError):
                self._control.sendall(json.dumps({"discard": folder}).encode())

    def close(self) -> None:
        """End the zygote, and with it whatever is left of its workers."""
        if self._control:
            self._control.close()  # it exits by itself, so that its CPU time is accounted for
        if self._process:
            try:
                self._process.wait(CLOSE_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._control = self._process = None


def _record(control: socket.socket) -> dict[str, Any]:
    data = control.recv(1 << 16)
    if not data:
        raise EOFError
    return json.loads(data)


class Worker:
    """One running worker. Any `WorkerEnded` it raises is final: the process is dead by then."""

    def __init__(
        self,
        zygote: Zygote,
        conn: socket.socket,
        streams: list[int],
        folder: str,
        process: subprocess.Popen[bytes] | None,
    ) -> None:
        self._zygote, self._conn, self._scratch, self._cold = zygote, conn, folder, process
        self._streams = streams
        self._printed: dict[int, bytearray] = {fd: bytearray() for fd in streams}
        self._totals = dict.fromkeys(streams, 0)
        self.ended: WorkerEnded | None = None
        self._look_at_disk = 0.0
        self._received = 0
        for fd in streams:
            os.set_blocking(fd, False)
        try:
            self._process = psutil.Process(self._greeting())
        except (OSError, EOFError, psutil.Error) as error:
            self.kill()
            raise NoWorker(f"A worker did not start ({type(error).__name__}); run `kata doctor`.") from error

    def _greeting(self) -> int:
        """The worker's pid in our namespace, from the kernel's credentials of its first byte."""
        credentials = struct.Struct("3i")
        self._conn.settimeout(READY_SECONDS)
        first, ancillary, _, _ = self._conn.recvmsg(1, socket.CMSG_SPACE(credentials.size))
        if first != b"+":
            raise EOFError
        self._conn.setblocking(False)
        for _, _, data in ancillary:
            return credentials.unpack(data)[0]
        assert self._cold is not None
        return self._cold.pid

    def exchange(self, kind: str, body: dict[str, Any], seconds: float, answer: Answerer | None = None) -> Outcome:
        """Send one frame and wait for its result, answering questions on the way.

        `seconds` is CPU time. Raises `OutOfTime`, `Died`, or `wire.WireError` if `body` cannot be sent.
        """
        if self.ended:
            raise self.ended
        nonce = secrets.token_hex(8)
        data = wire.pack(wire.Frame(kind, nonce, body))
        for kept in self._printed.values():
            kept.clear()
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
            self._drain()
            self._look_at_disk = 0.0  # what it holds now it may hold for long
            self._check_limits()
        except (wire.WireError, EOFError, OSError, psutil.Error) as error:
            raise self._end(_how_it_died(error)) from error
        except WorkerEnded as ended:
            raise self._end(ended) from None
        except BaseException:  # a test's own answer broke: this worker waits for a reply that never comes
            self._end(Died("It was stopped in the middle of a call."))
            raise
        return Outcome(frame.body, bytes(self._printed[self._streams[0]]).decode(errors="replace"))

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
        select.select([self._conn, *self._totals], writable, [], TICK)
        self._drain()
        clock.check()
        self._check_limits()

    def _drain(self) -> None:
        for fd in list(self._totals):
            with contextlib.suppress(BlockingIOError):
                while piece := os.read(fd, 1 << 16):
                    self._totals[fd] += len(piece)
                    room = KEPT_OUTPUT - len(self._printed[fd])
                    self._printed[fd] += piece[: max(room, 0)]
                    if self._totals[fd] > MAX_OUTPUT:
                        raise Died(f"It printed more than {MAX_OUTPUT >> 20} MiB.")
                del self._totals[fd]  # the submission closed it
                os.close(fd)

    def _check_limits(self) -> None:
        limits = self._zygote.limits
        with self._process.oneshot():
            if self._process.memory_info().rss > limits.memory_bytes:
                raise Died(f"It used more than {limits.memory_bytes >> 20} MiB of memory.")
            if self._process.num_threads() > limits.threads:
                raise Died(f"It started more than {limits.threads} threads.")
        if self._scratch and time.monotonic() > self._look_at_disk:
            self._look_at_disk = time.monotonic() + DISK_TICK
            self._check_disk()

    def _check_disk(self) -> None:
        # In tier A the folder lies in the sandbox, and its tmpfs caps bytes but not entries.
        inside = self._zygote.tier is sandbox.Tier.A
        folder = Path(f"/proc/{self._process.pid}/root{self._scratch}" if inside else self._scratch)
        limits = self._zygote.limits
        size, entries = scratch.usage(folder, self._process.pid)
        if size > limits.scratch_bytes or entries > scratch.MAX_ENTRIES:
            raise Died(f"It wrote more than {limits.scratch_bytes >> 20} MiB or {scratch.MAX_ENTRIES} files.")

    def kill(self) -> None:
        """Stop the worker for good and give back what it held."""
        if hasattr(self, "_process"):
            with contextlib.suppress(psutil.Error, OSError):
                self._process.send_signal(signal.SIGKILL)
        if self._cold:
            self._cold.kill()
            self._cold.wait()
        self._conn.close()
        for fd in list(self._totals):
            os.close(fd)
        self._totals.clear()
        self._zygote.discard(self._scratch)
        self._scratch = ""


class _Clock:
    """CPU time used since it was made, with the wall clock as backstop."""

    def __init__(self, process: psutil.Process, seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._cpu = self._used()
        self._wall = time.monotonic()

    def _used(self) -> float:
        times = self._process.cpu_times()
        return times.user + times.system

    def check(self) -> None:
        """Raise `OutOfTime` once either is exceeded; `psutil.NoSuchProcess` if the worker is gone."""
        if self._used() - self._cpu > self._seconds:
            raise OutOfTime(f"It ran for more than {self._seconds:g} seconds of CPU time.")
        if time.monotonic() - self._wall > self._seconds * WALL_FACTOR:
            raise OutOfTime(f"It gave no answer within {self._seconds * WALL_FACTOR:g} seconds.")


def _how_it_died(error: Exception) -> Died:
    if isinstance(error, wire.WireError):
        return Died("Its process sent something that is not an answer.")
    return Died("Its process ended before it answered (os._exit, a crash in native code, or out of memory).")
