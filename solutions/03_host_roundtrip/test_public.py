"""The public checks of lesson 03: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

import numpy as np

from grader.judge import Program, budget, exercise, expect, explains, jax_array


@exercise("host_roundtrip")
@budget(to_host=1, to_device=1)
@explains("ValueError", "read-only", "What `jax.device_get` hands back is read-only: make a new array, or copy first.")
@explains(
    "ValueError", "WRITEABLE", "What `jax.device_get` hands back stays read-only: make a new array, or copy first."
)
@explains("TypeError", "immutable", "A jax.Array cannot be changed in place: change a NumPy copy of it.")
@explains("TracerArrayConversionError", "", "Inside jit there is no value to fetch: leave the function undecorated.")
class TestHostRoundtrip:
    def test_doubles_a_float32_array(self, submission: Program):
        """doubles [1.5, -2, 8]"""
        got = submission.host_roundtrip(jax_array(np.array([1.5, -2, 8], np.float32)))
        expect(got).numbers(np.array([3, -4, 16]), otherwise="The result is not x doubled.")
        expect(got).dtype(np.float32, otherwise="The dtype changed: float32 must come back as float32.")

    def test_keeps_int32(self, submission: Program):
        """keeps an integer array an integer array"""
        got = submission.host_roundtrip(jax_array(np.array([3, -7, 0, 12], np.int32)))
        expect(got).numbers(np.array([6, -14, 0, 24]), otherwise="The result is not x doubled.")
        expect(got).dtype(np.int32, otherwise="The dtype changed: int32 must come back as int32. Doubled by what?")

    def test_fetches_with_device_get(self, submission: Program):
        """fetches x with `jax.device_get`, once, and works on that copy"""
        x, host_copy = np.array([1, 2, 4], np.float32), np.array([10, 30, 50], np.float32)
        got = submission.host_roundtrip(jax_array(x), answers={"jax.device_get": host_copy})
        fetches = len(got.asked("jax.device_get"))
        expect(got).that(fetches > 0, otherwise="`jax.device_get` was never called: fetch x with it.")
        expect(got).that(fetches == 1, otherwise="`jax.device_get` was called more than once: keep what it returns.")
        expect(got).numbers(
            2 * host_copy,
            otherwise="We had `jax.device_get` return [10, 30, 50]; the result must be that, doubled.",
        )

    def test_comes_back_as_a_jax_array(self, submission: Program):
        """comes back as a jax.Array, uncommitted"""
        got = submission.host_roundtrip(jax_array(np.array([1, 2], np.float32), device=0))
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: push it back.")
        expect(got).committed(False, otherwise="The result is committed to a device: did the data ever leave it?")
