"""The warm process that workers are forked from.

It imports JAX and the observer and stops there: it never traces, lowers or starts a backend (a fork
after that hangs), holds no secret, and is asserted single-threaded before each fork. It is trusted; what
it forks is not. Requests come over one Unix socket, each with the descriptors of the new worker's wire,
standard output and standard error.

Run as `python -m grader.worker.zygote FD`. One worker without a fork is `grader.worker.cold`.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
from pathlib import Path
from typing import IO, Any, cast

from grader.worker import main, sandbox, scratch

MAX_REQUEST = 1 << 16


def run(control: socket.socket) -> None:
    """Fork a worker for each request until the judge hangs up."""
    observer = main.prepare()
    sandbox.prepare()
    control.sendall(b'{"ready": true}')
    workers: dict[str, int] = {}
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, MAX_REQUEST, 3)
        if not data:
            return
        request = json.loads(data)
        if "discard" in request:
            _discard(workers.pop(request["discard"], 0), Path(request["discard"]))
            continue
        reason = _why_not_to_fork()
        if reason:
            control.sendall(json.dumps({"refused": reason}).encode())
            _close(descriptors)
            continue
        folder = scratch.make()
        child = os.fork()
        if child == 0:
            control.close()
            work(request, folder, descriptors, observer)
        workers[str(folder)] = child
        _close(descriptors)
        control.sendall(json.dumps({"scratch": str(folder)}).encode())


def work(request: dict[str, Any], folder: Path, descriptors: list[int], observer: Any) -> None:
    """Become the worker and never return: greet the judge, put on the jail, serve, exit."""
    ended: BaseException | None = None
    try:
        wire_fd, out, err = descriptors
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        main.redirect(out, err)
        stream = socket.socket(fileno=wire_fd)
        # The first byte carries this process's credentials, which is how the judge learns its pid.
        stream.sendall(b"+")
        with stream.makefile("rwb") as file:
            main.live(cast(IO[bytes], file), request, folder, observer)
    except BaseException as error:
        ended = error
    finally:
        main.end(ended)


def _why_not_to_fork() -> str:
    tasks = Path("/proc/self/task")
    if tasks.is_dir() and len(list(tasks.iterdir())) > 1:
        return "the zygote has more than one thread"
    bridge = sys.modules.get("jax._src.xla_bridge")
    if bridge is not None and getattr(bridge, "_backends", None):
        return "a JAX backend was started in the zygote"
    return ""


def _discard(worker: int, folder: Path) -> None:
    """End a worker for good, if the judge has not, and then remove its folder, which nobody writes to now."""
    if worker:
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
    with contextlib.suppress(OSError):
        scratch.remove(folder)


def _close(descriptors: list[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


if __name__ == "__main__":
    run(socket.socket(fileno=int(sys.argv[1])))
