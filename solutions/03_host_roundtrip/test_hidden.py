"""The hidden checks of lesson 03. Shapes are random, so that nothing was compiled for them before."""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np
import pytest

from grader.judge import Program, Result, Seed, budget, exercise, expect, explains, jax_array, points

# What JAX itself traces to carry an array in, whichever version.
PLUMBING = {"stage", "copy", "convert_element_type", "device_put", "_identity_fn"}


@dataclass(frozen=True)
class Observed:
    """Three calls on one fresh shape, their host copies chosen by us.

    `first` and `other_copy` differ in the copy handed back, `first` and `other_x` in x alone.
    """

    x: np.ndarray
    first: Result
    other_copy: Result
    other_x: Result


@pytest.fixture(scope="module")
def observed(submission: Program, seed: Seed) -> Observed:
    rng = seed.rng("host_roundtrip/observed")
    length = int(rng.integers(20, 60))
    x, other_x, copy, other_copy = (rng.normal(size=length).astype(np.float32) for _ in range(4))

    def call(x: np.ndarray, host_copy: np.ndarray) -> Result:
        # Committed, so that whatever stays on the device stays committed to it.
        placed = jax_array(x, device=submission.devices - 1)
        return submission.host_roundtrip(placed, answers={"jax.device_get": host_copy})

    return Observed(x, call(x, copy), call(x, other_copy), call(other_x, copy))


@exercise("host_roundtrip")
@budget(to_host=1, to_device=1)
@explains("ValueError", "read-only", "What `jax.device_get` hands back is read-only: make a new array, or copy first.")
@explains("ValueError", "WRITEABLE", "What `jax.device_get` hands back stays read-only: make a new array, or copy first.")
@explains("TypeError", "immutable", "A jax.Array cannot be changed in place: change a NumPy copy of it.")
@explains("TracerArrayConversionError", "", "Inside jit there is no value to fetch: leave the function undecorated.")
class TestHostRoundtrip:
    @points(3)
    def test_doubles_and_keeps_shape_and_dtype(self, submission: Program, rng: np.random.Generator):
        """doubles every element and keeps shape and dtype"""
        for dtype, length in [
            (np.float32, 7),
            (np.int32, 7),
            (ml_dtypes.bfloat16, 7),
            (np.float16, 7),
            (np.float32, 0),
            (np.float32, 1),
        ]:
            x = rng.integers(-1000, 1000, length).astype(dtype)
            name = np.dtype(dtype).name
            got = submission.host_roundtrip(jax_array(x), given=f"{name} data")
            expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
            expect(got).is_array(otherwise=f"The result is {got.kind}, not an array: return what `jnp.asarray` gives you.")
            expect(got).shape(x.shape, otherwise=f"The shape changed for an array of length {length}: it must stay.")
            expect(got).numbers(2 * x, otherwise=f"The result is not x doubled, for {name} data.")
            expect(got).dtype(dtype, otherwise=f"The dtype changed: {name} must come back as {name}.")

    @points(2)
    def test_device_get_is_called_once_on_x(self, observed: Observed):
        """fetches x with `jax.device_get`, once"""
        got = observed.first
        fetches = got.asked("jax.device_get")
        expect(got).that(
            bool(fetches),
            otherwise="`jax.device_get` was never called: fetch x with it, not by another route.",
        ).that(
            not any(fetch.traced for fetch in fetches),
            otherwise="`jax.device_get` met a tracer: under jit it returns it unchanged and nothing leaves the device.",
        ).that(
            any(fetch.asks_for(observed.x) for fetch in fetches),
            otherwise="`jax.device_get` was called, but not on x: fetch the whole of x before doing anything to it.",
        ).asked(
            "jax.device_get",
            times=1,
            otherwise="`jax.device_get` was called more than once: one fetch is enough, keep its result.",
        ).printed_nothing(
            otherwise="Something was printed: printing a jax.Array is one more fetch, so print nothing here.",
        )

    @points(2)
    def test_the_answer_is_made_from_the_host_copy_by_numpy(self, observed: Observed):
        """makes the answer from the host copy, with NumPy"""
        expect(observed.first).that(
            observed.first.same_as(observed.other_x) and not observed.first.same_as(observed.other_copy),
            otherwise="The result does not depend on what `jax.device_get` returned: double that host copy, not x.",
        ).traced_only(
            PLUMBING,
            otherwise="The arithmetic ran on the device: double the NumPy array, before it is pushed back.",
        )

    @points(2)
    def test_comes_back_uncommitted_on_the_default_device(self, observed: Observed):
        """comes back as a jax.Array, uncommitted, on the default device"""
        answers_anything = observed.first.same_as(observed.other_x) and observed.first.same_as(observed.other_copy)
        expect(observed.first).is_jax_array(
            otherwise=f"The result is {observed.first.kind}, not a jax.Array: push the doubled array back, with `jnp.asarray`.",
        ).committed(
            False,
            otherwise="The result is committed to a device, so it never left it or was placed by name: it must be uncommitted.",
        ).on_device(
            0,
            otherwise="The result is not on the default device: push it back without naming a place.",
        ).that(
            not answers_anything,
            otherwise="The result is the same whatever x is, so nothing came back.",
        )

    @points(1)
    def test_is_pushed_with_jnp_asarray(self, submission: Program, rng: np.random.Generator):
        """pushes the result back with `jnp.asarray`"""
        x, host_copy, pushed = (rng.normal(size=7).astype(np.float32) for _ in range(3))
        answers = {"jax.device_get": host_copy, "jax.numpy.asarray": lambda question: jax_array(pushed)}
        got = submission.host_roundtrip(jax_array(x, device=submission.devices - 1), answers=answers)
        for function in ("jax.device_put", "jax.numpy.array"):
            name = function.replace("jax.numpy", "jnp")
            sentence = f"`{name}` pushed it back, which works; this kata asks for `jnp.asarray`."
            expect(got).called(function, times=0, otherwise=sentence)
        follows = got.array is not None and any(np.array_equal(got.array, made) for made in (pushed, 2 * pushed))
        expect(got).that(follows, otherwise="The result does not come from `jnp.asarray`: push the doubled array with it.")
