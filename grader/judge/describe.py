"""Values in words, for students: type, dtype, weak type, device and commitment, and the numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader import wire

# What is not sent as data, by the name of its type: the few names that say what to mend.
_NOT_DATA = {
    "builtin_function_or_method": "a function",
    "coroutine": "a coroutine",
    "function": "a function",
    "generator": "a generator",
    "map": "a map object",
    "method": "a function",
    "set": "a set",
}


def kind_of(value: Any) -> str:
    """One noun phrase, safe to show: "a jax.Array", "None"; a class's own name could carry hidden data."""
    if value is None:
        return "None"
    if isinstance(value, wire.JaxArray):
        return "a jax.Array"
    if isinstance(value, np.ndarray):
        return "a NumPy array"
    if isinstance(value, np.generic):
        return f"a NumPy scalar ({value.dtype})"
    if isinstance(value, wire.Device):
        return "a device"
    if isinstance(value, wire.Opaque):
        return _NOT_DATA.get(value.type, "something else")
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def value_in_words(value: Any) -> str:
    """The whole value: `jax.Array float32[2] on cpu:0, uncommitted: [1. 2.]`."""
    if isinstance(value, wire.JaxArray):
        weak = ", weakly typed" if value.weak_type else ""
        place = ", ".join(map(str, value.devices)) or "the default device"
        held = "committed" if value.committed else "uncommitted"
        return f"jax.Array {array_type(value.value)}{weak} on {place}, {held}: {_numbers(value.value)}"
    if isinstance(value, np.ndarray):
        return f"NumPy array {array_type(value)}: {_numbers(value)}"
    if isinstance(value, (list, tuple)):
        inside = ", ".join(value_in_words(item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {value_in_words(item)}" for key, item in value.items()) + "}"
    if isinstance(value, wire.Opaque):
        return f"a {value.type}"
    if isinstance(value, wire.Device):
        return str(value)
    if isinstance(value, wire.Shipped):
        return value.words
    if callable(value):
        return "a function"
    if isinstance(value, wire.Probe):
        return "a result that the checks watch"
    if isinstance(value, wire.Aligned):
        return value_in_words(value.value)
    return repr(value)


def array_type(array: np.ndarray) -> str:
    """`float32[2,3]`."""
    return f"{array.dtype}[{','.join(map(str, array.shape))}]"


def _numbers(array: np.ndarray) -> str:
    return np.array2string(array, separator=" ", threshold=200)
