"""The worker: one submission in one process, answering the judge's calls one at a time.

Everything the judge wants comes as a frame, everything it learns goes back as one (`grader.wire`).
This side may be lied to and may lie; it holds no answer, no test and no other submission.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NoReturn

from grader import wire
from grader.worker import plugins, sandbox


class Worker:
    """Serves frames until the judge hangs up. `stream` is the wire, `observer` already installed."""

    def __init__(self, stream: IO[bytes], observer: Any) -> None:
        from grader.worker import loader

        self._stream = stream
        self._observer = observer
        self._loaded = loader.Loaded({})
        self._asking = threading.Lock()
        self._nonce = ""

    def serve(self) -> None:
        """Answer frames in order; returns when the judge closes the wire."""
        handlers = {"load": self._load, "call": self._call, "backend": self._backend}
        while True:
            try:
                frame = wire.unpack(exactly(self._stream))
            except EOFError:
                return
            self._nonce = frame.nonce
            self._send("result", handlers[frame.kind](frame.body))

    def _load(self, body: dict[str, Any]) -> dict[str, Any]:
        from grader.worker import loader

        def begin(cell: int, line: int) -> None:
            self._ask({"cell": cell, "line": line})

        left_out = frozenset((cell, line) for cell, line in body["left_out"])
        cells = loader.Cells(body["kind"], body["cells"], frozenset(body["demos"]), left_out)
        with self._observer.paused():
            self._loaded = loader.load(cells, body["pickle"].tobytes(), begin)
        return {"errors": self._loaded.errors}

    def _backend(self, body: dict[str, Any]) -> dict[str, Any]:
        import jax
        import numpy as np

        python = ".".join(map(str, sys.version_info[:3]))
        versions = {"jax": jax.__version__, "numpy": np.__version__, "python": python}
        return {"platform": jax.default_backend(), "devices": jax.device_count(), **versions}

    def _call(self, body: dict[str, Any]) -> dict[str, Any]:
        from grader.worker.convert import describe, to_live
        from grader.worker.stubs import Stubs

        name, namespace = body["name"], self._loaded.namespace
        if name not in namespace:
            names = [key for key, value in namespace.items() if callable(value) and isinstance(key, str)]
            return {"missing": difflib.get_close_matches(name, names, 1, 0.7)}
        if not callable(namespace[name]):
            return {"not_callable": True}
        stubs = Stubs(self._observer, self._ask, frozenset(body["answers"]))
        try:
            args = to_live(body["args"], stubs)
            kwargs = to_live(body["kwargs"], stubs)
            with self._observer.watching(stubs.handle) as trace:
                with _guarded(body["guard"]):
                    value = _manner(namespace[name], body["under"])(*args, **kwargs)
                with self._observer.paused(), self._observer.stubbed():
                    outcome = _evidence(value, args, stubs)
        except BaseException as error:  # SystemExit too: the student's exception is an answer
            outcome = {"raised": describe(error, self._loaded.cells)}
            trace = self._observer.trace
        seen = {"calls": trace.calls[:10_000], "traced": trace.traced[:10_000], "overflows": trace.overflows}
        return {**outcome, **seen, "pushes": trace.pushes, "noted": stubs.noted}

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        with self._asking:
            self._send("question", question)
            reply = wire.unpack(exactly(self._stream)).body
        if "refused" in reply:
            raise TypeError(reply["refused"])
        return reply

    def _send(self, kind: str, body: dict[str, Any]) -> None:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):  # the submission may have closed or replaced it
                stream.flush()
        try:
            data = wire.pack(wire.Frame(kind, self._nonce, body))
        except wire.WireError as error:
            data = wire.pack(wire.Frame(kind, self._nonce, {"unsendable": str(error)}))
        self._stream.write(data)
        self._stream.flush()


def exactly(stream: IO[bytes]) -> Callable[[int], bytes]:
    """What `wire.unpack` reads with: n bytes, or `EOFError` where the judge has hung up."""

    def read(size: int) -> bytes:
        data = stream.read(size)
        if len(data) < size:
            raise EOFError
        return data

    return read


def _manner(function: Any, under: str) -> Any:
    import jax

    return jax.jit(function) if under == "jit" else function


def _guarded(level: str) -> contextlib.AbstractContextManager[Any]:
    import jax

    return jax.transfer_guard_host_to_device(level) if level else contextlib.nullcontext()


def _evidence(value: Any, args: Any, stubs: Any) -> dict[str, Any]:
    """The result as data, and what became of the arguments: after the call, and after the result is overwritten."""
    import jax
    import numpy as np

    from grader.worker.convert import to_record

    jax.block_until_ready(value)
    stubs.overwrite()
    outcome: dict[str, Any] = {"value": to_record(value), "writeable": None}
    if outcome["value"] is value and type(value) is np.ndarray:
        outcome["value"] = value.copy()
        outcome["writeable"] = bool(value.flags.writeable)
        if value.flags.writeable and value.size:
            value[...] = np.ones((), value.dtype) if np.any(value != 1) else np.zeros((), value.dtype)
    outcome["args"] = to_record(args)
    outcome["x64"] = bool(jax.config.read("jax_enable_x64"))
    return outcome


def configure(options: dict[str, Any]) -> None:
    """Set what must be set before JAX's backend starts: simulated devices, x64, platform."""
    import jax

    if options["platform"] == "cpu":
        plugins.leave_out()
        jax.config.update("jax_platforms", "cpu")
    else:  # with CPU beside it, as JAX has it by itself
        jax.config.update("jax_platforms", f"{options['platform']},cpu")
    if options.get("devices"):
        jax.config.update("jax_num_cpu_devices", options["devices"])
    jax.config.update("jax_enable_x64", bool(options.get("x64")))


def live(stream: IO[bytes], request: dict[str, Any], folder: Path, observer: Any) -> None:
    """Put on the jail and serve; `request` is what the operator chose, `folder` this worker's own."""
    os.chdir(folder)
    named = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "MPLCONFIGDIR")
    os.environ.update(dict.fromkeys(named, str(folder)))
    tempfile.tempdir = None
    configure(request)
    devices = [Path(node) for node in request["nodes"]]
    sandbox.confine(sandbox.Tier(request["tier"]), folder, sandbox.Limits(**request["limits"]), devices)
    Worker(stream, observer).serve()


def redirect(stdout: int = 1, stderr: int = 2) -> None:
    """Point the process's output at these descriptors, which are closed, its input at nothing; unbuffered here."""
    null = os.open(os.devnull, os.O_RDONLY)
    for number, descriptor in enumerate((null, stdout, stderr)):
        if descriptor != number:
            os.dup2(descriptor, number)
            os.close(descriptor)
    sys.stdin = os.fdopen(0, closefd=False)
    # On Windows too a line ends in one byte: what is printed is judged.
    written = {"buffering": 1, "encoding": "utf-8", "errors": "backslashreplace", "newline": "\n", "closefd": False}
    sys.stdout, sys.stderr = os.fdopen(1, "w", **written), os.fdopen(2, "w", **written)


def end(error: BaseException | None) -> NoReturn:
    """Leave at once, whatever a submission has set to run at exit; an error is the operator's to read."""
    if error is not None:
        with contextlib.suppress(OSError):
            os.write(2, f"worker: {type(error).__name__}: {error}\n".encode(errors="replace"))
    os._exit(0 if error is None else 1)


def prepare() -> Any:
    """Import everything a submission is likely to use and install the observer; starts no backend."""
    import ml_dtypes  # noqa: F401
    import numpy  # noqa: F401

    with contextlib.suppress(ImportError):  # half a second that each lesson's plots would cost each submission
        importlib.import_module("matplotlib.pyplot")

    from grader.worker import convert, loader, stubs  # noqa: F401
    from grader.worker.observer import Observer

    plugins.names()  # reads all installed metadata: here once, not in each worker
    observer = Observer()
    observer.install()
    return observer
