"""The data-only protocol between judge and worker.

A frame is a big-endian u32 header length, a JSON header and the raw bytes of the arrays it mentions.
The header holds the frame's kind, its nonce, one value as a tagged tree and the size of each buffer.
Nothing executable ever travels and nothing is unpickled: whatever bytes arrive, decoding gives one of
the plain records below or raises `WireError`. Sizes are checked before anything is read.

Depends on NumPy and ml_dtypes alone, since both sides import it.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

MAX_HEADER = 4 << 20  # bytes: a hundred thousand Python numbers fit
MAX_BODY = 256 << 20  # bytes of array data in one frame
MAX_DEPTH = 32
MAX_INT_DIGITS = 1000
MAX_ODD_KEYS = 1000  # of one dict, not counting text, whose hash alone nobody can choose
MAX_DIMS = 16
_TAKEN = b"taken"  # told from any buffer that arrives by identity

_DTYPE_NAMES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int4", "uint4"),
    *("float16", "float32", "float64", "bfloat16", "float8_e4m3fn", "float8_e5m2", "complex64", "complex128"),
)
DTYPES: dict[str, np.dtype[Any]] = {name: np.dtype(getattr(ml_dtypes, name, None) or name) for name in _DTYPE_NAMES}


class WireError(Exception):
    """The other side sent something that is not a frame, or a value cannot be sent."""


@dataclass(frozen=True)
class Device:
    """A device by platform and id. Towards a worker, platform "default" means `jax.devices()[id]`.

    A pretend device is an object that only looks like one, for machines this is not.
    """

    platform: str
    id: int
    process_index: int = 0
    pretend: bool = False

    def __str__(self) -> str:
        return f"jax.devices()[{self.id}]" if self.platform == "default" else f"{self.platform}:{self.id}"


@dataclass(frozen=True, eq=False)
class JaxArray:
    """A `jax.Array` as data: its values and what its public attributes say about placement.

    `sharding` is its type's name, with ", replicated" where each of several devices holds the whole. Towards a
    worker, several devices mean sharded over them along the first axis.
    """

    value: np.ndarray
    weak_type: bool = False
    devices: tuple[Device, ...] = ()
    committed: bool = False
    sharding: str = ""

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.value.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self.value.shape


@dataclass(frozen=True)
class Raised:
    """An exception in a worker: its type's names, nearest first, and where in the student's cells it was."""

    types: tuple[str, ...]
    message: str = ""
    cell: int | None = None
    line: int | None = None


@dataclass(frozen=True)
class Callback:
    """A callable that stays with the judge; the worker gets a stub that asks."""

    id: int


@dataclass(frozen=True)
class Probe:
    """A fake device value: the worker's object asks the judge whenever it is awaited or read."""

    id: int


@dataclass(frozen=True)
class Shipped:
    """A function made in the worker, so that JAX can trace it: `source` defines `make(note, **secrets)`.

    `words` say what is made; they stay with the judge.
    """

    source: str
    secrets: dict[str, Any]
    words: str = "a function"


@dataclass(frozen=True, eq=False)
class Aligned:
    """A writeable NumPy argument on a 64-byte boundary, overwritten by `then` once the call has returned."""

    value: np.ndarray
    then: np.ndarray


@dataclass(frozen=True)
class Opaque:
    """Something that is not sent as data; a check can say what it was, no more."""

    type: str


@dataclass(frozen=True)
class Frame:
    """One message: what it is, which exchange it belongs to, and its content."""

    kind: str
    nonce: str
    body: dict[str, Any]


def encode(value: Any) -> tuple[Any, list[bytes]]:
    """The tagged tree of `value` and the buffers it refers to. Raises `WireError` for other types."""
    buffers: list[bytes] = []
    return _encode(value, buffers, 0), buffers


def _encode(value: Any, buffers: list[bytes], depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise WireError(f"The value is nested deeper than {MAX_DEPTH} levels.")
    if type(value) in _ENCODERS:
        return _ENCODERS[type(value)](value, buffers, depth + 1)
    if isinstance(value, np.dtype):
        return ["dtype", _dtype_name(value)]
    if isinstance(value, np.generic):
        return ["npscalar", *_array_parts(np.asarray(value), buffers)]
    raise WireError(f"A {type(value).__name__} cannot be sent.")


def _int_text(value: int) -> str:
    if abs(value) >= 10**MAX_INT_DIGITS:
        raise WireError("The integer is too large to send.")
    return str(value)


def _dtype_name(dtype: np.dtype[Any]) -> str:
    if DTYPES.get(dtype.name) != dtype:
        raise WireError(f"Arrays of dtype {dtype} cannot be sent.")
    return dtype.name


def _array_parts(array: np.ndarray, buffers: list[bytes]) -> list[Any]:
    name = _dtype_name(array.dtype)
    if array.nbytes > MAX_BODY:
        raise WireError(f"The array has {array.nbytes} bytes; at most {MAX_BODY} are sent.")
    buffers.append(np.ascontiguousarray(array).tobytes())
    return [name, list(array.shape), len(buffers) - 1]


def _encode_dict(value: dict[Any, Any], buffers: list[bytes], depth: int) -> Any:
    _check_keys(value)
    return ["dict", [[_encode(k, buffers, depth), _encode(v, buffers, depth)] for k, v in value.items()]]


def _device_parts(device: Device) -> list[Any]:
    return [device.platform, device.id, device.process_index, device.pretend]


def _encode_aligned(value: Aligned, buffers: list[bytes], depth: int) -> Any:
    return ["aligned", _array_parts(value.value, buffers), _array_parts(value.then, buffers)]


def _encode_jax(value: JaxArray, buffers: list[bytes], depth: int) -> Any:
    devices = [_device_parts(d) for d in value.devices]
    return ["jax", *_array_parts(value.value, buffers), value.weak_type, devices, value.committed, value.sharding]


_ENCODERS: dict[type, Callable[[Any, list[bytes], int], Any]] = {
    type(None): lambda v, b, d: None,
    bool: lambda v, b, d: v,
    str: lambda v, b, d: ["str", v],
    int: lambda v, b, d: ["int", _int_text(v)],
    float: lambda v, b, d: ["float", v.hex()],
    complex: lambda v, b, d: ["complex", v.real.hex(), v.imag.hex()],
    bytes: lambda v, b, d: ["bytes", v.hex()],
    list: lambda v, b, d: ["list", [_encode(i, b, d) for i in v]],
    tuple: lambda v, b, d: ["tuple", [_encode(i, b, d) for i in v]],
    dict: _encode_dict,
    np.ndarray: lambda v, b, d: ["ndarray", *_array_parts(v, b)],
    JaxArray: _encode_jax,
    Device: lambda v, b, d: ["device", *_device_parts(v)],
    Probe: lambda v, b, d: ["probe", v.id],
    Shipped: lambda v, b, d: ["shipped", v.source, _encode(v.secrets, b, d)],
    Aligned: _encode_aligned,
    Raised: lambda v, b, d: ["raised", list(v.types), v.message, v.cell, v.line],
    Callback: lambda v, b, d: ["callback", v.id],
    Opaque: lambda v, b, d: ["opaque", v.type],
}


def decode(tree: Any, buffers: list[bytes]) -> Any:
    """The value of a tagged tree. Raises `WireError` if it is not one."""
    try:
        return _decode(tree, buffers, 0)
    except WireError:
        raise
    except Exception as error:
        raise WireError(f"malformed value ({type(error).__name__})") from error


def _decode(tree: Any, buffers: list[bytes], depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise WireError("nested too deeply")
    if tree is None or isinstance(tree, bool):
        return tree
    if not isinstance(tree, list) or not tree:
        raise WireError("an untagged value")
    tag, *parts = tree
    decoder = _DECODERS.get(tag) if isinstance(tag, str) else None
    if decoder is None:
        raise WireError("an unknown tag")
    return decoder(buffers, depth + 1, *parts)


_INTEGER = re.compile(rf"-?[0-9]{{1,{MAX_INT_DIGITS}}}")


def _decode_int(text: Any) -> int:
    if not isinstance(text, str) or not _INTEGER.fullmatch(text):
        raise WireError("not an integer")
    return int(text)


def _decode_array(buffers: list[bytes], name: Any, shape: Any, index: Any) -> np.ndarray:
    dtype = DTYPES[_text(name)]
    sizes = tuple(_small_int(s) for s in shape)
    if len(sizes) > MAX_DIMS or min(sizes, default=0) < 0:
        raise WireError("not a shape")
    data = _taken(buffers, _small_int(index))
    if math.prod(sizes) * dtype.itemsize != len(data):
        raise WireError("an array whose bytes do not fit its shape")
    return np.frombuffer(data, dtype).reshape(sizes).copy()


def _taken(buffers: list[bytes], index: int) -> bytes:
    """Each buffer is one array's alone: else a few bytes could stand for a thousand copies of a large one."""
    data, buffers[index] = buffers[index], _TAKEN
    if data is _TAKEN:
        raise WireError("a buffer of two arrays")
    return data


def _small_int(value: Any) -> int:
    if type(value) is not int or abs(value) >= 1 << 62:
        raise WireError("not an integer")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise WireError("not a text")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise WireError("not a truth value")
    return value


def _decode_dict(buffers: list[bytes], depth: int, pairs: Any) -> dict[Any, Any]:
    keys = [_decode(key, buffers, depth) for key, _ in pairs]
    _check_keys(keys)
    return {key: _decode(value, buffers, depth) for key, (_, value) in zip(keys, pairs, strict=True)}


def _check_keys(keys: Iterable[Any]) -> None:
    # Numbers of equal hash are easily found, and a dict of n of them takes n * n steps to make.
    if sum(type(key) is not str for key in keys) > MAX_ODD_KEYS:
        raise WireError(f"A dict has more than {MAX_ODD_KEYS} keys that are not text.")


def _decode_device(platform: Any, number: Any, process: Any, pretend: Any) -> Device:
    return Device(_text(platform), _small_int(number), _small_int(process), _flag(pretend))


def _decode_aligned(buffers: list[bytes], depth: int, value: Any, then: Any) -> Aligned:
    return Aligned(_decode_array(buffers, *value), _decode_array(buffers, *then))


def _decode_jax(
    b: list[bytes], d: int, n: Any, s: Any, i: Any, weak: Any, devices: Any, com: Any, words: Any
) -> JaxArray:
    placed = tuple(_decode_device(*device) for device in devices)
    return JaxArray(_decode_array(b, n, s, i), _flag(weak), placed, _flag(com), _text(words))


def _decode_raised(b: list[bytes], d: int, types: Any, message: Any, cell: Any, line: Any) -> Raised:
    where = [None if v is None else _small_int(v) for v in (cell, line)]
    return Raised(tuple(_text(t) for t in types), _text(message), where[0], where[1])


_DECODERS: dict[str, Callable[..., Any]] = {
    "str": lambda b, d, v: _text(v),
    "int": lambda b, d, v: _decode_int(v),
    "float": lambda b, d, v: float.fromhex(v),
    "complex": lambda b, d, re, im: complex(float.fromhex(re), float.fromhex(im)),
    "bytes": lambda b, d, v: bytes.fromhex(v),
    "list": lambda b, d, v: [_decode(i, b, d) for i in v],
    "tuple": lambda b, d, v: tuple(_decode(i, b, d) for i in v),
    "dict": _decode_dict,
    "ndarray": lambda b, d, n, s, i: _decode_array(b, n, s, i),
    "npscalar": lambda b, d, n, s, i: _decode_array(b, n, s, i)[()],
    "jax": _decode_jax,
    "device": lambda b, d, p, i, k, pretend: _decode_device(p, i, k, pretend),
    "probe": lambda b, d, v: Probe(_small_int(v)),
    "shipped": lambda b, d, source, secrets: Shipped(_text(source), _decode(secrets, b, d)),
    "aligned": _decode_aligned,
    "dtype": lambda b, d, v: DTYPES[_text(v)],
    "raised": _decode_raised,
    "callback": lambda b, d, v: Callback(_small_int(v)),
    "opaque": lambda b, d, v: Opaque(_text(v)),
}


def pack(frame: Frame) -> bytes:
    """The bytes of a frame. Raises `WireError` if it is too large or holds something unsendable."""
    tree, buffers = encode(frame.body)
    if sum(map(len, buffers)) > MAX_BODY:
        raise WireError(f"The values have more than {MAX_BODY} bytes of array data.")
    header = json.dumps([frame.kind, frame.nonce, tree, [len(b) for b in buffers]]).encode()
    if len(header) > MAX_HEADER:
        raise WireError(f"The value takes more than {MAX_HEADER} bytes to describe.")
    return b"".join([struct.pack(">I", len(header)), header, *buffers])


def unpack(read: Callable[[int], bytes], max_body: int = MAX_BODY) -> Frame:
    """The next frame, from `read(n)`, which returns exactly n bytes or raises `EOFError`.

    Raises `WireError` for anything malformed or larger than `max_body` bytes of array data.
    """
    (length,) = struct.unpack(">I", read(4))
    if length > MAX_HEADER:
        raise WireError("a header larger than allowed")
    try:
        kind, nonce, tree, sizes = json.loads(read(length).decode())
        sizes = [_small_int(size) for size in sizes]
    except (ValueError, TypeError, RecursionError) as error:
        raise WireError(f"a malformed header ({type(error).__name__})") from error
    if min(sizes, default=0) < 0 or sum(sizes) > max_body or len(sizes) > MAX_HEADER // 16:
        raise WireError("more array data than allowed")
    body = decode(tree, [read(size) for size in sizes])
    if not isinstance(body, dict):
        raise WireError("a frame without a body")
    return Frame(_text(kind), _text(nonce), body)
