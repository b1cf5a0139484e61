"""Workers without a fork: a process that imports JAX and waits for its options, and only then becomes a worker.

Started ahead (`grader.judge.starting`), the two seconds that this takes are nobody's. Until it is given options it
holds nothing but installed software, and it ends when the judge hangs up.
"""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Protocol, cast

import psutil

from grader import apart, wire
from grader.judge.forked import credentialed_pair, pid_from_greeting
from grader.judge.loopback import Listener
from grader.judge.streams import Pipes, Readers
from grader.judge.workers import CLOSE_SECONDS, READY_SECONDS, Link, NoWorker
from grader.worker import sandbox, scratch


class Door(Protocol):
    """How the wire gets to the new process. `address` is what its standard input says about it."""

    address: dict[str, Any]

    def open(self, process: subprocess.Popen[bytes]) -> tuple[socket.socket, int]:
        """The wire and the worker's process id. Raises OSError or `EOFError`."""
        ...

    def close(self) -> None:
        """Let nobody in any more."""
        ...


class Inherited:
    """A socket that the new process inherits; POSIX only, and the only way into tiers A and B."""

    def __init__(self) -> None:
        self._mine, self._theirs = credentialed_pair()
        self.descriptor = self._theirs.fileno()
        self.address: dict[str, Any] = {"descriptor": self.descriptor}

    def open(self, process: subprocess.Popen[bytes]) -> tuple[socket.socket, int]:
        self._theirs.close()
        return self._mine, pid_from_greeting(self._mine) or process.pid

    def close(self) -> None:
        self._mine.close()
        self._theirs.close()


class Loopback:
    """A connection that the new process makes, on any system."""

    def __init__(self) -> None:
        self._listener = Listener()
        self.address: dict[str, Any] = self._listener.address

    def open(self, process: subprocess.Popen[bytes]) -> tuple[socket.socket, int]:
        # The pid is the worker's word, given before it holds a submission: in a Windows virtual environment Popen
        # knows only the launcher, whose child Python is.
        return self._listener.accept(lambda: process.poll() is None, READY_SECONDS)

    def close(self) -> None:
        self._listener.close()


class Cold:
    """One process on its way to be a worker."""

    def __init__(self, tier: sandbox.Tier, portable: bool, nodes: Sequence[str] = ()) -> None:
        self._tier = tier
        door = Loopback() if portable else Inherited()
        self._door: Door = door
        self._streams = Readers() if portable else Pipes()
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            sandbox.python_command(tier, "grader.worker.cold", devices=[Path(node) for node in nodes]),
            stdin=subprocess.PIPE,
            stdout=self._streams.writing[0],
            stderr=self._streams.writing[1],
            env=sandbox.clean_environment(tier),
            pass_fds=[door.descriptor] if isinstance(door, Inherited) else [],
            cwd=tempfile.gettempdir() if portable else "/",
            process_group=apart.PROCESS_GROUP,
            creationflags=apart.CREATION_FLAGS,
        )
        self._streams.handed_over()
        self._stdin = cast(IO[bytes], self._process.stdin)  # stays open: its end tells the worker that we are gone
        with contextlib.suppress(OSError):  # it has died at once, which `take` will find
            self._stdin.write(json.dumps(door.address).encode() + b"\n")
            self._stdin.flush()

    def take(self, request: dict[str, Any]) -> Link:
        """Make it a worker with these options. Raises `NoWorker`; either way it can be taken once."""
        folder: Path | None = None
        try:
            conn, pid = self._door.open(self._process)
            process = psutil.Process(pid)
            if self._tier is not sandbox.Tier.A:  # there it makes one inside
                folder = scratch.make()
            conn.settimeout(READY_SECONDS)
            conn.sendall(wire.pack(wire.Frame("start", "", {**request, "folder": str(folder or "")})))
            conn.setblocking(False)
        except (OSError, EOFError, psutil.Error) as error:
            reason = self._why_not(error)
            self.close()
            _remove(folder)
            raise NoWorker(f"A worker did not start ({reason}); run `kata doctor`.") from error

        def end() -> None:
            self.close()
            _remove(folder)

        return Link(conn, process, self._streams, folder, end)

    def _why_not(self, error: Exception) -> str:
        """In words; what the process wrote before it held a submission may be repeated."""
        with contextlib.suppress(OSError):
            self._streams.settle()
        said = self._streams.printed[1].decode(errors="replace").strip().splitlines()
        return said[-1][:300] if said else type(error).__name__

    def close(self) -> None:
        """End the process and, as far as they can be found, those it has started."""
        with contextlib.suppress(psutil.Error):
            alive = self._process.poll() is None  # else its number may be somebody else's by now
            for child in psutil.Process(self._process.pid).children(recursive=True) if alive else ():
                with contextlib.suppress(psutil.Error):
                    child.kill()
        self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SECONDS)
        with contextlib.suppress(OSError):
            self._stdin.close()
        self._door.close()
        self._streams.close()


def _remove(folder: Path | None) -> None:
    if folder:
        with contextlib.suppress(OSError):
            scratch.remove(folder)
