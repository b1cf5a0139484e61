"""Between live objects in the worker and the records of `grader.wire`."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import jax
import jax.core
import numpy as np

from grader import wire

MAX_MESSAGE = 2000  # characters of an exception's text


class Maker(Protocol):
    """Makes the objects that talk back: see `grader.worker.stubs.Stubs`."""

    def callable(self, number: int) -> Callable[..., Any]: ...
    def probe(self, number: int) -> Any: ...
    def shipped(self, source: str, secrets: dict[str, Any]) -> Any: ...
    def aligned(self, value: np.ndarray, then: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class PretendDevice:
    """Looks like a `jax.Device`, and equals itself however often it is asked for; nothing can be placed on it."""

    platform: str
    id: int
    process_index: int
    local_hardware_id: None = None  # JAX's own is None for another process's device

    @property
    def device_kind(self) -> str:
        return f"pretend {self.platform}"

    def __repr__(self) -> str:
        return f"PretendDevice({self.platform}:{self.id})"


def to_live(value: Any, make: Maker) -> Any:
    """What student code is given for a decoded value: JAX arrays are placed, callbacks become stubs."""
    match value:
        case wire.JaxArray():
            return _placed(value)
        case wire.Device(pretend=True):
            return PretendDevice(value.platform, value.id, value.process_index)
        case wire.Device():
            return find_device(value)
        case wire.Callback():
            return make.callable(value.id)
        case wire.Probe():
            return make.probe(value.id)
        case wire.Shipped():
            return make.shipped(value.source, to_live(value.secrets, make))
        case wire.Aligned():
            return make.aligned(value.value, value.then)
        case list() | tuple():
            return type(value)(to_live(item, make) for item in value)
        case dict():
            return {key: to_live(item, make) for key, item in value.items()}
    return value


def _placed(array: wire.JaxArray) -> jax.Array:
    if array.weak_type:
        return jax.numpy.asarray(array.value.item())
    # device_put, not jnp.array, which compiles once a shape; a copy, since on CPU it may adopt the buffer.
    return jax.device_put(array.value.copy(), _place(array))


def _place(array: wire.JaxArray) -> Any:
    if not array.committed:
        return None
    devices = [find_device(device) for device in array.devices]
    if len(devices) == 1:
        return devices[0]
    mesh = jax.sharding.Mesh(np.array(devices), ("i",))
    return jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i"))


def find_device(device: wire.Device) -> Any:
    """The live device a record means. Raises `LookupError` if this process has none such."""
    if device.platform == "default":
        return jax.devices()[device.id]
    for candidate in jax.devices(device.platform):
        if candidate.id == device.id:
            return candidate
    raise LookupError(f"no device {device}")


def to_record(value: Any) -> Any:
    """The sendable record of a live value; exact types only, so that no subclass can speak for itself."""
    kind: Any = type(value)
    if value is None or kind in (bool, int, float, complex, str):
        return value
    if isinstance(value, jax.core.Tracer):
        return wire.Opaque("tracer")
    if isinstance(value, jax.Array):
        return _array_record(value)
    if kind is np.ndarray or _is_sendable_scalar(value):
        return value if value.dtype.name in wire.DTYPES else wire.Opaque(f"NumPy array of {value.dtype}")
    if kind in (list, tuple):
        return kind(to_record(item) for item in value)
    if kind is dict:
        return {to_record(key): to_record(item) for key, item in value.items()}
    if isinstance(value, type) and issubclass(value, np.generic):
        value = np.dtype(value)
    if type(value).__name__ == "_ScalarMeta":  # jnp.int32 and its like
        value = np.dtype(value.dtype)
    if isinstance(value, np.dtype):
        return value if value.name in wire.DTYPES else wire.Opaque(f"dtype {value}")
    if isinstance(value, (jax.Device, PretendDevice)):
        return wire.Device(value.platform, value.id, value.process_index, isinstance(value, PretendDevice))
    return wire.Opaque(kind.__name__)


def _is_sendable_scalar(value: Any) -> bool:
    return isinstance(value, np.generic) and value.dtype.name in wire.DTYPES


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
        sharding=_sharding_in_words(array),
    )


def _sharding_in_words(array: jax.Array) -> str:
    whole = len(array.devices()) > 1 and array.is_fully_replicated
    return f"{type(array.sharding).__name__}{', replicated' if whole else ''}"


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


def device_at(platform: str, number: int) -> Any:
    """What a device in a notebook's globals becomes here (`grader.notebook.sending`)."""
    return find_device(wire.Device(platform, number))
