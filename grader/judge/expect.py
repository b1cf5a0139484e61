"""Comparisons whose failure is a sentence.

`expect(result)` starts a chain; each link takes `otherwise`, the authored sentence a student gets when it
does not hold. `Mismatch.detail` adds call, result and expectation, and is shown for public checks only.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np

from grader import wire
from grader.judge.describe import value_in_words
from grader.judge.problems import Raised
from grader.judge.program import Result

_REPLACED = "other numbers than x holds, put there by this check to see what the result is made from"


class Mismatch(AssertionError):
    """A check that does not hold: `str()` is the authored sentence, `detail` tells what was compared."""

    def __init__(self, sentence: str, detail: str = "") -> None:
        self.detail = detail
        super().__init__(sentence)


class expect:
    """A chain of expectations about one `Result`; each returns the chain or raises `Mismatch`."""

    def __init__(self, result: Result) -> None:
        self._result = result

    def that(self, holds: bool, otherwise: str, expected: str = "") -> expect:
        """The general case: `holds` must be true."""
        if not holds:
            raise Mismatch(otherwise, self._compared(expected))
        return self

    def value(self, expected: np.ndarray, otherwise: str, rtol: float = 0.0) -> expect:
        """An array, NumPy's or JAX's, of exactly this shape, dtype and values (to `rtol`; NaN equals NaN)."""
        got = self._result.array
        holds = got is not None and got.dtype == expected.dtype and close(got, expected, rtol)
        return self.that(holds, otherwise, value_in_words(expected))

    def numbers(self, expected: np.ndarray, otherwise: str, rtol: float = 0.0) -> expect:
        """An array of this shape and these values, whatever its dtype; `dtype` has its own sentence."""
        got = self._result.array
        return self.that(got is not None and close(got, expected, rtol), otherwise, f"the numbers {expected}")

    def dtype(self, expected: Any, otherwise: str) -> expect:
        """An array of this dtype."""
        got = self._result.array
        return self.that(got is not None and got.dtype == np.dtype(expected), otherwise, f"dtype {np.dtype(expected)}")

    def shape(self, expected: tuple[int, ...], otherwise: str) -> expect:
        """An array of this shape."""
        got = self._result.array
        return self.that(got is not None and got.shape == expected, otherwise, f"shape {expected}")

    def is_array(self, otherwise: str) -> expect:
        """NumPy's or JAX's."""
        return self.that(self._result.array is not None, otherwise, "an array")

    def is_jax_array(self, otherwise: str) -> expect:
        """A concrete `jax.Array`."""
        return self.that(isinstance(self._result.value, wire.JaxArray), otherwise, "a jax.Array")

    def committed(self, expected: bool, otherwise: str) -> expect:
        """A `jax.Array` that is, or is not, committed to its device."""
        value = self._result.value
        holds = isinstance(value, wire.JaxArray) and value.committed is expected
        return self.that(holds, otherwise, "committed" if expected else "uncommitted")

    def on_device(self, number: int, otherwise: str) -> expect:
        """A `jax.Array` on device `number` of the default backend alone."""
        value = self._result.value
        holds = isinstance(value, wire.JaxArray) and [d.id for d in value.devices] == [number]
        return self.that(holds, otherwise, f"on device {number}")

    def asked(self, function: str, times: int, otherwise: str) -> expect:
        """The answered `function` was called so many times."""
        return self.that(len(self._result.asked(function)) == times, otherwise, f"{times} call(s) of {function}")

    def called(self, function: str, times: int, otherwise: str) -> expect:
        """The observed `function` was called so many times."""
        return self.that(self._result.calls.count(function) == times, otherwise, f"{times} call(s) of {function}")

    def traced_only(self, allowed: Collection[str], otherwise: str) -> expect:
        """JAX traced nothing but these functions."""
        extra = sorted(set(self._result.traced) - set(allowed))
        return self.that(not extra, otherwise, "no arithmetic on the device")

    def printed_nothing(self, otherwise: str) -> expect:
        """Nothing went to standard output during the call."""
        return self.that(not self._result.printed, otherwise, "nothing printed")

    def _compared(self, expected: str) -> str:
        call = ", ".join(value_in_words(argument) for argument in self._result.args)
        lines = [f"call:     {self._result.function}({call})", f"returned: {value_in_words(self._result.value)}"]
        if any(question.replaced for question in self._result.questions):
            lines.append(f"fetched:  {_REPLACED}")
        if self._result.printed:
            lines.append(f"printed:  {self._result.printed.rstrip()}")
        return "\n".join([*lines, f"expected: {expected}"] if expected else lines)


@contextlib.contextmanager
def raising(error: str, otherwise: str) -> Iterator[None]:
    """The submission must raise the built-in exception called `error`, or a subclass, inside."""
    try:
        yield
    except Raised as raised:
        if error not in raised.raised.types:
            raise Mismatch(f"{otherwise} {raised}", raised.detail) from None
    else:
        raise Mismatch(otherwise, f"expected: {error}")


def close(got: np.ndarray, expected: np.ndarray, rtol: float) -> bool:
    """Same shape and values to `rtol`; shapes first, so that nothing is broadcast; NaN equals NaN only."""
    if got.shape != expected.shape:
        return False
    a, b = (_wide(array) for array in (got, expected))
    with np.errstate(all="ignore"):
        near = np.abs(a - b) <= rtol * np.abs(b)
    return bool(np.all(near | (a == b) | (np.isnan(a) & np.isnan(b))))


def _wide(array: np.ndarray) -> np.ndarray:
    if array.dtype.kind in "biu":
        return array.astype(np.float64 if array.dtype == np.uint64 else np.int64)
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)
