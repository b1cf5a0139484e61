"""Watches how an answer is reached, from inside the worker.

Installed before any student code, by replacing public functions in every public module that shows them,
so that each import alias meets the wrapper. Everything seen here could be imitated by a determined
student; what must not be imitable is decided by the judge's replies (`grader.worker.stubs`).
Measured behind each choice: `docs/errata.md` and CONTRIBUTING.md, "What can be observed".
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.monitoring
import numpy as np

_DEVICE_QUERIES = ("devices", "local_devices", "device_count", "local_device_count", "process_index", "process_count")
OBSERVED: dict[str, tuple[Any, str]] = {
    **{f"jax.{name}": (jax, name) for name in ("device_get", "device_put", "block_until_ready", "default_backend")},
    **{f"jax.{name}": (jax, name) for name in _DEVICE_QUERIES},
    **{f"jax.numpy.{name}": (jax.numpy, name) for name in ("asarray", "array", "dot", "promote_types", "result_type")},
    "jax.config.update": (jax.config, "update"),
    "numpy.dot": (np, "dot"),
    "time.perf_counter": (time, "perf_counter"),
}
_PUSHES = ("jax.device_put", "jax.numpy.asarray", "jax.numpy.array")
# The one private module a student meets in tracebacks and may import from; JAX itself does not call it.
_ALSO_PRIVATE = {"jax.device_get": "jax._src.api"}
_TRACED = "/jax/core/compile/jaxpr_trace_duration"


@dataclass
class Trace:
    """What happened during one call: observed functions in order, functions traced, NumPy overflows.

    `pushes` counts the calls that were given host data to put on a device.
    """

    calls: list[str] = field(default_factory=list)
    pushes: int = 0
    traced: list[str] = field(default_factory=list)
    overflows: int = 0


Handler = Callable[[str, Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]


class Observer:
    """One a process. `handler` decides what an observed function returns; by default the real thing."""

    def __init__(self) -> None:
        self.trace = Trace()
        self.handler: Handler = lambda name, real, args, kwargs: real(*args, **kwargs)
        self._busy = threading.local()

    def install(self) -> None:
        """Replace the observed functions. Call once, before student code."""
        for name, (module, attribute) in OBSERVED.items():
            real = getattr(module, attribute)
            wrapper = self._wrap(name, real)
            for place in (module, *_aliases(name, attribute, real)):
                setattr(place, attribute, wrapper)
        jax.monitoring.register_event_duration_secs_listener(self._on_event)

    def _wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(real)
        def observed(*args: Any, **kwargs: Any) -> Any:
            if getattr(self._busy, "depth", 0):
                return real(*args, **kwargs)
            with self.paused():
                self.trace.calls.append(name)
                self.trace.pushes += name in _PUSHES and not (args and isinstance(args[0], jax.Array))
                return self.handler(name, real, args, kwargs)

        with contextlib.suppress(ValueError):  # built-in functions may have none
            observed.__signature__ = inspect.signature(real)  # type: ignore[attr-defined]
        del observed.__wrapped__
        return observed

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Nothing done inside is the student's doing."""
        self._busy.depth = getattr(self._busy, "depth", 0) + 1
        try:
            yield
        finally:
            self._busy.depth -= 1

    @contextlib.contextmanager
    def watching(self, handler: Handler) -> Iterator[Trace]:
        """Watch one call, with `handler` answering for observed functions."""
        previous, self.handler, self.trace = self.handler, handler, Trace()
        try:
            with np.errstate(over="call", call=self._on_overflow):
                yield self.trace
        finally:
            self.handler = previous

    def _on_event(self, event: str, duration_secs: float, **details: str | int) -> None:
        if event == _TRACED and not getattr(self._busy, "stub", False):
            self.trace.traced.append(str(details.get("fun_name", "")))

    @contextlib.contextmanager
    def stubbed(self) -> Iterator[None]:
        """Inside a stub: what JAX traces and transfers here is the grader's own work, not the student's."""
        self._busy.stub = True
        try:
            with jax.transfer_guard("allow"):
                yield
        finally:
            self._busy.stub = False

    def _on_overflow(self, kind: str, flag: int) -> None:
        self.trace.overflows += 1


def _aliases(name: str, attribute: str, real: Callable[..., Any]) -> list[Any]:
    """Every loaded public JAX module (and the listed private one) whose `attribute` is `real`."""
    private = _ALSO_PRIVATE.get(name)
    return [
        module
        for key, module in list(sys.modules.items())
        if (key == "jax" or key.startswith("jax.") or key == private) and vars(module).get(attribute) is real
    ]
