"""The public checks of lesson 05: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.judge import (
    REAL,
    JaxArray,
    Program,
    Question,
    budget,
    exercise,
    expect,
    explains,
    jax_array,
    raising,
    shipped,
)

TIMES = """
    def make(note, factor):
        factor = jax.device_put(factor)

        def times(x):
            note("tracer" if isinstance(x, jax.core.Tracer) else "device" if isinstance(x, jax.Array) else "host")
            return jnp.multiply(x, factor)

        return times
"""

HALVE = """
    def make(note):
        @jax.jit
        def halve(x):
            note("traced")
            return x / np.float32(2) + np.float32(1)

        return halve
"""

TRAIN = """
    def make(note):
        @jax.jit
        def step(state, batch):
            error = batch - state
            return state + error / 2, (error**2).mean()

        return step
"""


def real(question: Question) -> Any:
    """Only look: the real function answers."""
    return REAL


def numbers(value: Any) -> list[Any]:
    """The items of a list, arrays as lists."""
    items = [item.value if isinstance(item, JaxArray) else item for item in value] if isinstance(value, list) else []
    return [item.tolist() if isinstance(item, (np.ndarray, np.generic)) else item for item in items]


@exercise("push_once")
@budget(to_host=0, to_device=1)
class TestPushOnce:
    A = np.array([1, 3, 0, -2, 5], np.float32)

    def test_returns_both_results(self, submission: Program):
        """times 2 and times 10"""
        got = submission.push_once(self.A, [shipped(TIMES, factor=np.float32(factor)) for factor in (2, 10)])
        expect(got).that(type(got.value) is list, otherwise=f"The result must be a list, not {got.kind}.")
        expect(got).that(
            numbers(got.value) == [[2, 6, 0, -4, 10], [10, 30, 0, -20, 50]],
            otherwise="Each function's result on `a` belongs into the list, in the order of the functions.",
            expected="[[2. 6. 0. -4. 10.], [10. 30. 0. -20. 50.]]",
        )

    def test_pushes_once(self, submission: Program):
        """hands every function an array that is on the device already"""
        got = submission.push_once(self.A, [shipped(TIMES, factor=np.float32(factor)) for factor in (2, 10)])
        expect(got).that(
            "host" not in got.noted,
            otherwise="A function was handed the NumPy array, and pushed it for itself: push `a` before the loop.",
        ).that(
            "tracer" not in got.noted,
            otherwise="A function was handed a tracer: call each one directly, outside any jit of your own.",
        )
        pushes = sum(got.calls.count(name) for name in ("jax.device_put", "jax.numpy.asarray", "jax.numpy.array"))
        expect(got).that(pushes > 0, otherwise="`a` was never pushed: `jax.device_put(a)` does it.")

    def test_takes_no_functions(self, submission: Program):
        """gives an empty list for no functions"""
        got = submission.push_once(self.A, [])
        expect(got).that(got.value == [], otherwise="With no functions the result is an empty list.", expected="[]")


@exercise("poly")
@budget(to_host=0, to_device=0)
@explains(
    "JaxRuntimeError",
    "Disallowed host-to-device",
    "On a warm call this sends numbers from the host to the device. Compiled code carries its constants inside.",
)
@explains("TracerArrayConversionError", "", "NumPy cannot compute with a tracer: use `jnp` inside jit.")
class TestPoly:
    def test_computes_three_values(self, submission: Program):
        """at 0, 1 and -2"""
        got = submission.poly(jax_array(np.array([0, 1, -2], np.float32)))
        expect(got).numbers(np.array([-1, 4, 7]), otherwise="These are not the values of 3x² + 2x - 1.", rtol=1e-5)
        expect(got).dtype(np.float32, otherwise="The dtype changed: float32 must stay float32.")

    def test_a_second_call_moves_and_traces_nothing(self, submission: Program):
        """moves and traces nothing when it has met the shape before"""
        submission.poly(jax_array(np.array([0, 1, -2], np.float32)))
        got = submission.poly(jax_array(np.array([3, 1, 2], np.float32)), guard="disallow_explicit")
        expect(got).that(
            not got.traced,
            otherwise="The second call was traced again: jit a function that stays, outside of `poly`.",
        )


@exercise("iterate")
@budget(to_host=0, to_device=1)
@explains("AttributeError", "astype", "x0 may be a plain Python number, which has no methods of an array.")
class TestIterate:
    def test_takes_three_steps(self, submission: Program):
        """three steps of x/2 + 1, from the Python float 8.0"""
        got = submission.iterate(shipped(HALVE), 8.0, 3)
        expect(got).numbers(np.array(2.75), otherwise="8 becomes 5, then 3.5, then 2.75.", rtol=1e-5)
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array.")
        expect(got).that(
            got.noted.count("traced") == 1,
            otherwise="The step was traced more than once: the first argument differs in type from the results.",
        )

    def test_takes_no_step(self, submission: Program):
        """no step at all, from the Python int 8"""
        got = submission.iterate(shipped(HALVE), 8, 0)
        expect(got).is_jax_array(otherwise=f"With n = 0 the result is {got.kind}, not a jax.Array.")
        expect(got).value(np.array(8, np.float32), otherwise="With n = 0 the result is x0, as float32.")


@exercise("train_log")
@budget(to_host=1, to_device=0)
@explains(
    "JudgeRefused", "concrete", "`step` must be called directly, once a batch: not under `jit`, `scan` or `vmap`."
)
@explains("ValueError", "at least one array", "With no batches there is nothing to stack: give `(state, [])`.")
class TestTrainLog:
    def test_two_batches(self, submission: Program):
        """two batches: last state, and both losses as floats"""
        batches = [np.array([2, 2], np.float32), np.array([3, 3], np.float32)]
        got = submission.train_log(shipped(TRAIN), jax_array(np.zeros(2, np.float32)), batches)
        expect(got).that(
            isinstance(got.value, tuple) and len(got.value) == 2,
            otherwise="The result must be two things: the last state and the list of losses.",
        )
        state, losses = got.value
        expect(got).that(
            isinstance(state, JaxArray) and np.allclose(state.value, [2, 2]),
            otherwise="The first thing must be the state after the last step, still on the device.",
            expected="state [2. 2.]",
        ).that(
            type(losses) is list and np.allclose(numbers(losses), [4, 4]) and len(losses) == 2,
            otherwise="The second thing must be the list of both losses.",
            expected="losses [4.0, 4.0]",
        ).that(all(type(loss) is float for loss in losses), otherwise="The losses must be Python floats: convert them.")

    def test_fetches_once(self, submission: Program):
        """fetches the losses with one `jax.device_get`"""

        def step(state: Any, batch: Any) -> Any:
            return state, jax_array(np.array(1, np.float32))

        got = submission.train_log(step, jax_array(np.zeros(2, np.float32)), [np.zeros(2, np.float32)] * 2)
        fetches = got.calls.count("jax.device_get")
        expect(got).that(fetches > 0, otherwise="`jax.device_get` was never called: fetch all losses with one call.")
        expect(got).that(fetches == 1, otherwise="`jax.device_get` was called more than once: it takes a whole list.")

    def test_no_batches(self, submission: Program):
        """no batches: the state as it was, and an empty list"""
        got = submission.train_log(shipped(TRAIN), jax_array(np.ones(2, np.float32)), [])
        right = isinstance(got.value, tuple) and len(got.value) == 2 and got.value[1] == []
        expect(got).that(right, otherwise="With no batches the result is `(state, [])`.", expected="(state, [])")


@exercise("normalise")
@budget(to_host=1, to_device=1)
@explains("ValueError", "concatenate", "Is there nothing to concatenate? An empty list of batches gives `[]`.")
@explains("ValueError", "same shape", "The batches may differ in length, so they cannot be stacked as they are.")
class TestNormalise:
    BATCHES = (np.array([1, 5, 5], np.float32), np.array([5, 1, 1, 5, 1], np.float32))  # mean 3, deviation 2

    def test_two_batches_of_unequal_length(self, submission: Program):
        """two batches of unequal length, with mean 3 and deviation 2"""
        got = submission.normalise(list(self.BATCHES))
        expect(got).that(type(got.value) is list, otherwise=f"The result must be a list, not {got.kind}.")
        expected = [(batch - 3) / 2 for batch in self.BATCHES]
        right = len(got.value) == 2 and all(
            isinstance(a, np.ndarray) and a.shape == b.shape and np.allclose(a, b, atol=1e-4)
            for a, b in zip(got.value, expected, strict=True)
        )
        expect(got).that(
            right,
            otherwise="Not the batches, less the common mean and divided by the common deviation, as NumPy arrays.",
            expected="[[-1. 1. 1.], [1. -1. -1. 1. -1.]]",
        )

    def test_stays_within_its_budget(self, submission: Program):
        """one `jax.device_put` in, one `jax.device_get` out"""
        answers = dict.fromkeys(("jax.device_put", "jax.numpy.asarray", "jax.numpy.array", "jax.device_get"), real)
        got = submission.normalise(list(self.BATCHES), answers=answers)
        pushes = [q for q in got.questions if q.function != "jax.device_get" and self.brings_host_data(q)]
        puts = [q for q in pushes if q.function == "jax.device_put"]
        fetches = got.calls.count("jax.device_get")
        expect(got).that(
            bool(puts), otherwise="`jax.device_put` was never given the batches: push them with one call."
        ).that(
            len(pushes) == 1, otherwise="Data was pushed more than once: `jax.device_put` takes a whole list of arrays."
        ).that(fetches > 0, otherwise="`jax.device_get` was never called: fetch the results with one call.").that(
            fetches == 1, otherwise="`jax.device_get` was called more than once: it takes a whole list of arrays."
        )

    @staticmethod
    def brings_host_data(question: Question) -> bool:
        """Whether a NumPy array was handed to the push."""
        return any(type(leaf) is np.ndarray for leaf in question.leaves)

    def test_the_edges(self, submission: Program):
        """no batches, an empty batch, and equal numbers"""
        none = submission.normalise([])
        expect(none).that(none.value == [], otherwise="No batches give an empty list.", expected="[]")
        got = submission.normalise([np.full(length, 7, np.float32) for length in (3, 0, 5)])
        expect(got).that(
            numbers(got.value) == [[0, 0, 0], [], [0, 0, 0, 0, 0]],
            otherwise="An empty batch stays empty, and equal numbers (deviation 0) become zeros.",
            expected="[[0. 0. 0.], [], [0. 0. 0. 0. 0.]]",
        )


@exercise("top_k_to_host")
@budget(to_host=1, to_device=0)
class TestTopKToHost:
    X = np.array([3, 8, 5, 8, 1, 0, -2, 4], np.float32)

    def test_the_three_largest(self, submission: Program):
        """the three largest of [3, 8, 5, 8, 1, 0, -2, 4]"""
        got = submission.top_k_to_host(jax_array(self.X), 3)
        expect(got).value(
            np.array([8, 8, 5], np.float32), otherwise="Not the three largest, largest first, as float32."
        )
        expect(got).that(
            isinstance(got.value, np.ndarray), otherwise=f"The result is {got.kind}, not a NumPy array: fetch it."
        )

    def test_moves_only_three_values(self, submission: Program):
        """moves three values, in one `jax.device_get`"""
        got = submission.top_k_to_host(jax_array(self.X), 3, answers={"jax.device_get": real})
        fetches = got.asked("jax.device_get")
        moved = sum(leaf.value.size for fetch in fetches for leaf in fetch.arrays)
        expect(got).that(bool(fetches), otherwise="`jax.device_get` was never called: fetch the three values with it.")
        expect(got).that(len(fetches) == 1, otherwise="`jax.device_get` was called more than once: one call is enough.")
        expect(got).that(
            moved == 3,
            otherwise=f"{moved} numbers were moved to the host: choose the three on the device, and fetch only them.",
            expected="3 numbers moved",
        )

    def test_refuses_too_large_a_k(self, submission: Program):
        """raises ValueError for k = 9"""
        with raising("ValueError", otherwise="There are eight values, so k = 9 must raise ValueError."):
            submission.top_k_to_host(jax_array(self.X), 9)
