"""Arguments a test makes for a submission."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np

from grader import wire


def jax_array(
    values: np.ndarray, device: int | None = None, sharded_over: int = 0, weak: bool = False
) -> wire.JaxArray:
    """A `jax.Array` with these values and dtype in the worker.

    Committed to `jax.devices()[device]` if a device is named; sharded over the first `sharded_over` devices along
    its first axis if that is given (committed, with a NamedSharding); else uncommitted on the default device. A
    weak one is a scalar made from a Python number.
    """
    numbers = range(sharded_over) if sharded_over else [] if device is None else [device]
    placed = tuple(wire.Device("default", number) for number in numbers)
    return wire.JaxArray(np.array(values), weak_type=weak, devices=placed, committed=bool(placed))


def shipped(body: str, *, words: str = "a function", **secrets: Any) -> wire.Shipped:
    """A function that JAX must be able to trace, made in the worker by `make(note, **secrets)` in `body`.

    The submission can read `body`, so it holds no expected value: what must stay unknown is among the `secrets`,
    which are data. `words` are what a student reads in its place. `note(value)` adds to `Result.noted`; `jax`,
    `jnp`, `np` and `lax` are there.
    """
    return wire.Shipped(textwrap.dedent(body), secrets, words)


def aligned(values: np.ndarray, then: np.ndarray) -> wire.Aligned:
    """A writeable NumPy array on a 64-byte boundary, which JAX on CPU may adopt instead of copying.

    Once the call has returned and its result is ready, `then` is written into it, and only then is the result read.
    """
    return wire.Aligned(np.array(values), np.array(then))
