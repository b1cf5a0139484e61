"""Workers forked from a warm process, the zygote (Linux): 40 ms of CPU each where a cold one takes two seconds."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from grader.judge.streams import Pipes
from grader.judge.workers import CLOSE_SECONDS, READY_SECONDS, Link, NoWorker
from grader.worker import sandbox

FORK_SECONDS = 30
_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid


class Forker:
    """The judge's handle on the zygote, which is started when first needed."""

    def __init__(self, tier: sandbox.Tier, nodes: Sequence[str]) -> None:
        self._tier = tier
        self._nodes = [Path(node) for node in nodes]
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    @property
    def pid(self) -> int | None:
        """The zygote's process id (in tier A, bubblewrap's), if it runs."""
        return self._process.pid if self._process else None

    def fork(self, request: dict[str, Any]) -> Link | None:
        """A new worker; None if the zygote does not start or refuses. Raises `NoWorker` if the worker is dumb."""
        mine, theirs = credentialed_pair()
        streams = Pipes()
        try:
            folder = self._asked_twice(request, [theirs.fileno(), *streams.writing])
            if folder is None:
                mine.close()
                streams.close()
                return None
        except BaseException:
            mine.close()
            streams.close()
            raise
        finally:
            theirs.close()
            streams.handed_over()
        try:
            pid = pid_from_greeting(mine)
            if pid is None:
                raise EOFError
            process = psutil.Process(pid)
        except (OSError, EOFError, psutil.Error) as error:
            mine.close()
            streams.close()
            self._discard(folder)
            raise NoWorker(f"A worker did not start ({type(error).__name__}); run `kata doctor`.") from error
        # In tier A the folder lies in the sandbox, and its tmpfs caps bytes but not entries.
        inside = self._tier is sandbox.Tier.A
        seen = Path(f"/proc/{process.pid}/root{folder}" if inside else folder)

        def end() -> None:
            with contextlib.suppress(psutil.Error, OSError):
                process.kill()
            self._discard(folder)

        return Link(mine, process, streams, seen, end)

    def _asked_twice(self, request: dict[str, Any], descriptors: list[int]) -> str | None:
        for _ in range(2):  # a zygote that was killed from outside is replaced once
            try:
                return self._ask(request, descriptors).get("scratch")
            except (OSError, EOFError, ValueError):
                self.close()
        return None

    def _ask(self, request: dict[str, Any], descriptors: list[int]) -> dict[str, Any]:
        if self._process is not None and self._process.poll() is not None:
            self.close()
        control = self._control or self._start()
        control.settimeout(FORK_SECONDS)
        socket.send_fds(control, [json.dumps(request).encode()], descriptors)
        return _record(control)

    def _start(self) -> socket.socket:
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)  # a record a request
        self._process = subprocess.Popen(
            sandbox.python_command(self._tier, "grader.worker.zygote", str(theirs.fileno()), devices=self._nodes),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=None if os.environ.get("KATA_DEBUG") else subprocess.DEVNULL,
            env=sandbox.clean_environment(self._tier),
            pass_fds=[theirs.fileno()],
            cwd="/",
        )
        theirs.close()
        self._control = mine
        mine.settimeout(READY_SECONDS)
        _record(mine)
        return mine

    def _discard(self, folder: str) -> None:
        """Have the private folder of a worker that has ended removed, and the worker waited for."""
        if self._control:
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


def credentialed_pair() -> tuple[socket.socket, socket.socket]:
    """Two connected sockets; on Linux the first learns who writes to the second."""
    mine, theirs = socket.socketpair()
    if hasattr(socket, "SO_PASSCRED"):  # before anything is sent: the kernel stamps messages as they go in
        mine.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
    return mine, theirs


def pid_from_greeting(conn: socket.socket) -> int | None:
    """The worker's pid in our namespace, from the kernel's credentials of its first byte; then `conn` never blocks.

    Raises `EOFError` or OSError if there is no greeting.
    """
    conn.settimeout(READY_SECONDS)
    first, ancillary, _, _ = conn.recvmsg(1, socket.CMSG_SPACE(_CREDENTIALS.size))
    if first != b"+":
        raise EOFError
    conn.setblocking(False)
    for _, _, data in ancillary:
        return _CREDENTIALS.unpack(data)[0]
    return None


def _record(control: socket.socket) -> dict[str, Any]:
    data = control.recv(1 << 16)
    if not data:
        raise EOFError
    return json.loads(data)
