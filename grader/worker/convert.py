"""Between live objects in the worker and the records of `grader.wire`."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from grader import wire

MAX_MESSAGE = 2000  # characters of an exception's text


def to_live(value: Any, stub: Callable[[int], Any]) -> Any:
    """What student code is given for a decoded value: JAX arrays are placed, callbacks become stubs."""
    if isinstance(value, wire.JaxArray):
        return _placed(value)
    if isinstance(value, wire.Device):
        return find_device(value)
    if isinstance(value, wire.Callback):
        return stub(value.id)
    if isinstance(value, (list, tuple)):
        return type(value)(to_live(item, stub) for item in value)
    if isinstance(value, dict):
        return {key: to_live(item, stub) for key, item in value.items()}
    return value


def _placed(array: wire.JaxArray) -> jax.Array:
    if array.weak_type:
        return jax.numpy.asarray(array.value.item())
    # device_put, not jnp.array, which compiles once a shape; a copy, since on CPU it may adopt the buffer.
    device = find_device(array.devices[0]) if array.committed else None
    return jax.device_put(array.value.copy(), device)


def find_device(device: wire.Device) -> jax.Device:
    """The live device a record means. Raises `LookupError` if this process has none such."""
    if device.platform == "default":
        return jax.devices()[device.id]
    for candidate in jax.devices(device.platform):
        if candidate.id == device.id:
            return candidate
    raise LookupError(f"no device {device}")


def to_record(value: Any) -> Any:
    """The sendable record of a live value; exact types only, so that no subclass can speak for itself."""
    kind = type(value)
    if value is None or kind in (bool, int, float, complex, str):
        return value
    if isinstance(value, jax.core.Tracer):
        return wire.Opaque("tracer")
    if isinstance(value, jax.Array):
        return _array_record(value)
    if kind is np.ndarray or (isinstance(value, np.generic) and value.dtype.name in wire.DTYPES):
        return value if value.dtype.name in wire.DTYPES else wire.Opaque(f"NumPy array of {value.dtype}")
    if kind in (list, tuple):
        return kind(to_record(item) for item in value)
    if kind is dict:
        return {to_record(key): to_record(item) for key, item in value.items()}
    if isinstance(value, np.dtype):
        return value if value.name in wire.DTYPES else wire.Opaque(f"dtype {value}")
    if isinstance(value, jax.Device):
        return wire.Device(value.platform, value.id, value.process_index)
    return wire.Opaque(kind.__name__)


def _array_record(array: jax.Array) -> Any:
    if array.dtype.name not in wire.DTYPES:
        return wire.Opaque(f"jax.Array of {array.dtype}")
    if array.is_deleted():
        return wire.Opaque("deleted jax.Array")
    return wire.JaxArray(
        value=np.array(array),
        weak_type=bool(array.weak_type),
        devices=tuple(sorted((to_record(d) for d in array.devices()), key=lambda d: (d.platform, d.id))),
        committed=bool(array.committed),
        sharding=type(array.sharding).__name__,
    )


def describe(error: BaseException, cells: dict[str, int]) -> wire.Raised:
    """The record of an exception: where in the student's own cells it happened, never deeper.

    `cells` gives the number of the cell compiled under each file name.
    """
    types = tuple(c.__name__ for c in type(error).__mro__ if c not in (object, BaseException))
    cell = line = None
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename in cells:
            cell, line = cells[frame.f_code.co_filename], number
    if isinstance(error, SyntaxError) and line is None:
        cell, line = cells.get(error.filename or ""), error.lineno
    return wire.Raised(types, _message(error), cell, line)


def _message(error: BaseException) -> str:
    try:
        return str(error)[:MAX_MESSAGE]
    except BaseException:  # a hostile __str__ may raise anything at all
        return ""


def device_at(platform: str, number: int) -> jax.Device:
    """What a device in a notebook's globals becomes here (`grader.sending`)."""
    return find_device(wire.Device(platform, number))
