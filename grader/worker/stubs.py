"""Functions whose answer the judge chooses.

A stub flattens its arguments here, sends the leaves as data and returns what comes back, in the shape
the real function would have used: pytrees keep their structure, host copies are read-only as JAX's are,
non-arrays pass through, and a tracer is returned unchanged (and reported), as JAX's own `device_get`
does; a constant reply under `jit` would let a jitted wrong answer pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.core
import numpy as np

from grader import wire
from grader.worker.convert import to_live, to_record
from grader.worker.observer import Observer

MAX_NOTES = 10_000
_RAISED = {kind.__name__: kind for kind in (RuntimeError, ValueError, TypeError, IndexError, KeyboardInterrupt)}
Ask = Callable[[dict[str, Any]], dict[str, Any]]


class CalledWhileTracing(RuntimeError):
    """A callable that lives with the judge was given a tracer, which has no value to send there."""

    def __init__(self) -> None:
        super().__init__("This function must be given concrete values; it was called while tracing.")


class Stubs:
    """The stubs of one call. `ask` sends a question to the judge and returns its reply."""

    def __init__(self, observer: Observer, ask: Ask, answered: frozenset[str]) -> None:
        self._observer = observer
        self._ask = ask
        self._answered = answered
        self._aligned: list[tuple[np.ndarray, np.ndarray]] = []
        self.noted: list[Any] = []

    def handle(self, name: str, real: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """An observed function was called (the observer's handler)."""
        if name not in self._answered or (name == "jax.local_devices" and args and isinstance(args[0], str)):
            # The latter raises TypeError, on a pretended machine too: the first parameter is the process.
            return real(*args, **kwargs)
        with self._observer.stubbed():
            leaves, tree = jax.tree_util.tree_flatten((args, kwargs))
            reply = self._ask({"function": name, "leaves": [_leaf(leaf) for leaf in leaves]})
        if "value" in reply:
            return self._live(reply["value"])
        if "raise" in reply:
            kind, text = reply["raise"]
            raise _RAISED[kind](text)
        replies: dict[int, Any] = reply.get("leaves", {})
        if not replies:
            return real(*args, **kwargs)
        with self._observer.stubbed():
            chosen = [self._live(replies[i]) if i in replies else _real_copy(leaf) for i, leaf in enumerate(leaves)]
        return jax.tree_util.tree_unflatten(tree, chosen)[0][0]

    def callable(self, number: int) -> Callable[..., Any]:
        """The stub of a callable that was passed as an argument; eager only."""

        def judged(*args: Any, **kwargs: Any) -> Any:
            with self._observer.paused(), self._observer.stubbed():
                if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree_util.tree_leaves((args, kwargs))):
                    raise CalledWhileTracing
                reply = self._ask({"callback": number, "args": to_record(args), "kwargs": to_record(kwargs)})
                return self._live(reply["value"])

        return judged

    def probe(self, number: int) -> Probe:
        """A fake device value."""

        def ask(method: str) -> Any:
            with self._observer.paused(), self._observer.stubbed():
                reply = self._ask({"function": f"probe.{method}", "leaves": [wire.Probe(number)]})
                return self._live(reply.get("value"))

        return Probe(number, ask)

    def shipped(self, source: str, secrets: dict[str, Any]) -> Any:
        """What the judge's `make` makes here, from the arguments it sent along."""
        names: dict[str, Any] = {"jax": jax, "jnp": jax.numpy, "np": np, "lax": jax.lax}
        exec(compile(source, "<shipped>", "exec"), names)
        return names["make"](self._note, **secrets)

    def _note(self, value: Any) -> None:
        if len(self.noted) < MAX_NOTES:
            with self._observer.paused(), self._observer.stubbed():
                self.noted.append(_leaf(value))

    def aligned(self, value: np.ndarray, then: np.ndarray) -> np.ndarray:
        """A copy of `value` on a 64-byte boundary, to be overwritten by `then` (see `overwrite`)."""
        raw = np.zeros(value.nbytes + 64, np.uint8)
        start = -raw.ctypes.data % 64
        array = raw[start : start + value.nbytes].view(value.dtype).reshape(value.shape)
        array[...] = value
        self._aligned.append((array, then))
        return array

    def overwrite(self) -> None:
        """Write to the aligned arguments, as their owner may once the call has returned."""
        for array, then in self._aligned:
            if array.flags.writeable:
                array[...] = then

    def _live(self, record: Any) -> Any:
        return _read_only(to_live(record, self))


class Probe:
    """In the worker: an object that can be awaited and read, and tells the judge each time."""

    def __init__(self, number: int, ask: Callable[[str], Any]) -> None:
        self._number, self._ask = number, ask

    def block_until_ready(self) -> Probe:
        self._ask("block_until_ready")
        return self

    def copy_to_host_async(self) -> None:
        self._ask("copy_to_host_async")

    def item(self) -> Any:
        return self._ask("item")

    def __float__(self) -> float:
        return float(self._ask("__float__"))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self._ask("__array__"), dtype)


def _leaf(leaf: Any) -> Any:
    if isinstance(leaf, Probe):
        return wire.Probe(leaf._number)
    try:
        record = to_record(leaf)
        wire.encode(record)  # what cannot be sent must not end the call
        return record
    except wire.WireError:
        return wire.Opaque(type(leaf).__name__)


def _real_copy(leaf: Any) -> Any:
    """What `device_get` returns for a leaf the judge did not answer."""
    if isinstance(leaf, jax.Array) and not isinstance(leaf, jax.core.Tracer):
        return _read_only(np.array(leaf))
    return leaf


def _read_only(live: Any) -> Any:
    """A host copy as JAX hands it out: a view that cannot be made writeable again."""
    if type(live) is not np.ndarray:
        return live
    return np.frombuffer(live.tobytes(), live.dtype).reshape(live.shape)
