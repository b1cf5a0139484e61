"""What a worker prints: taken in while it runs, so that it never waits for a reader, and kept up to a limit.

`Pipes` are looked at when `select` says so; `Readers` are threads, for where `select` takes sockets only.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
from typing import Protocol

KEPT_OUTPUT = 1 << 16  # bytes of each stream kept from one exchange
MAX_OUTPUT = 8 << 20  # bytes of each stream after which the worker is stopped
SETTLE_SECONDS = 1.0  # wall clock for a reader to reach what a stopped worker had printed


class Streams(Protocol):
    """Standard output and standard error of one worker."""

    def waitable(self) -> list[int]:
        """Descriptors that `select` should watch."""
        ...

    def drain(self) -> None:
        """Take in what there is, without waiting."""
        ...

    def settle(self) -> None:
        """Take in all that the worker, which is stopped, has printed so far."""
        ...

    def forget(self) -> None:
        """Keep nothing of what was printed before."""
        ...

    @property
    def flooded(self) -> bool:
        """Whether one of them has had more than `MAX_OUTPUT` bytes."""
        ...

    @property
    def printed(self) -> tuple[bytes, bytes]:
        """The first `KEPT_OUTPUT` bytes of each since `forget`."""
        ...

    def close(self) -> None:
        """Give the descriptors back."""
        ...


class Pipes:
    """Two pipes, read by whoever waits for the worker."""

    def __init__(self) -> None:
        self._pairs = [os.pipe(), os.pipe()]
        self.writing = [writing for _, writing in self._pairs]
        self._reading = [reading for reading, _ in self._pairs]
        self._kept = {fd: bytearray() for fd in self._reading}
        self._totals = dict.fromkeys(self._reading, 0)
        for fd in self._reading:
            os.set_blocking(fd, False)

    def handed_over(self) -> None:
        """The worker has its ends: close ours."""
        for fd in self.writing:
            os.close(fd)
        self.writing = []

    def waitable(self) -> list[int]:
        return self._reading

    def drain(self) -> None:
        for fd in list(self._reading):
            with contextlib.suppress(BlockingIOError):
                while not self.flooded:
                    piece = os.read(fd, 1 << 16)
                    if not piece:  # the submission closed it
                        self._reading.remove(fd)
                        os.close(fd)
                        break
                    self._totals[fd] += len(piece)
                    self._kept[fd] += piece[: max(KEPT_OUTPUT - len(self._kept[fd]), 0)]

    def settle(self) -> None:
        self.drain()

    def forget(self) -> None:
        for kept in self._kept.values():
            kept.clear()

    @property
    def flooded(self) -> bool:
        return max(self._totals.values()) > MAX_OUTPUT

    @property
    def printed(self) -> tuple[bytes, bytes]:
        output, errors = self._kept.values()
        return bytes(output), bytes(errors)

    def close(self) -> None:
        self.handed_over()
        for fd in self._reading:
            os.close(fd)
        self._reading = []


class Readers:
    """Two pipes, each read by a thread of its own."""

    def __init__(self) -> None:
        self._readers = [_Reader(), _Reader()]
        self.writing = [reader.writing for reader in self._readers]

    def handed_over(self) -> None:
        """The worker has its ends. Ours stay open, for `settle`."""

    def waitable(self) -> list[int]:
        return []

    def drain(self) -> None:
        """The threads do."""

    def settle(self) -> None:
        for reader in self._readers:
            reader.settle()

    def forget(self) -> None:
        for reader in self._readers:
            reader.forget()

    @property
    def flooded(self) -> bool:
        return max(reader.total for reader in self._readers) > MAX_OUTPUT

    @property
    def printed(self) -> tuple[bytes, bytes]:
        output, errors = self._readers
        return output.printed, errors.printed

    def close(self) -> None:
        for reader in self._readers:
            reader.close()


class _Reader:
    """One pipe. Past the limit it goes on reading and keeps nothing, so that nobody blocks on it."""

    def __init__(self) -> None:
        self._reading, self.writing = os.pipe()
        self.total = 0
        self._lock = threading.Lock()
        self._kept = bytearray()
        self._seen = 0  # bytes since `forget`
        self._tail = b""  # the last bytes seen, in which a mark may have begun
        self._mark = secrets.token_bytes(16)
        self._end = KEPT_OUTPUT  # where in `_kept` the last mark stood
        self._reached = threading.Event()
        self._closing = False
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while (piece := os.read(self._reading, 1 << 16)) and not self._closing:
                with self._lock:
                    self._take(piece)
        os.close(self._reading)

    def _take(self, piece: bytes) -> None:
        self._kept += piece[: max(KEPT_OUTPUT - len(self._kept), 0)]
        if (at := (self._tail + piece).find(self._mark)) >= 0:
            self._end = max(self._seen - len(self._tail) + at, 0)
            self._reached.set()
        self._seen += len(piece)
        self.total += len(piece)
        self._tail = (self._tail + piece)[-len(self._mark) :]

    def settle(self) -> None:
        """Wait until all that is in the pipe has been read: a pipe keeps its order, so a mark of ours says when."""
        with self._lock:
            self._mark, self._tail = secrets.token_bytes(16), b""
            self._reached.clear()
        os.write(self.writing, self._mark)
        self._reached.wait(SETTLE_SECONDS)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()
            self._seen, self._end = 0, KEPT_OUTPUT

    @property
    def printed(self) -> bytes:
        with self._lock:
            return bytes(self._kept[: self._end])

    def close(self) -> None:
        """Let the thread go, whoever else still holds the pipe."""
        if not self._closing:
            self._closing = True
            with contextlib.suppress(OSError):
                os.write(self.writing, b"\n")
            os.close(self.writing)
