"""The public checks of lesson 05: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np

from grader.judge import (
    REAL,
    JaxArray,
    Mismatch,
    Probe,
    Program,
    Question,
    Raised,
    Result,
    aligned,
    budget,
    exercise,
    expect,
    explains,
    jax_array,
    raising,
    shipped,
)

PUSHES = ("jax.device_put", "jax.numpy.asarray", "jax.numpy.array")
NO_RETURN = "Nothing was returned: end the function with `return`."

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

        def step(x):
            note("tracer" if isinstance(x, jax.core.Tracer) else "device" if isinstance(x, jax.Array) else "host")
            return halve(x)

        return step
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


def host_leaves(question: Question) -> list[np.ndarray]:
    """The NumPy arrays handed to a push."""
    return [leaf for leaf in question.leaves if type(leaf) is np.ndarray]


def is_list(got: Result) -> expect:
    """Expects a list."""
    return (
        expect(got)
        .that(got.value is not None, otherwise=NO_RETURN)
        .that(type(got.value) is list, otherwise=f"The result must be a list, not {got.kind}.")
    )


def is_jax_array(got: Result) -> expect:
    """Expects a `jax.Array`."""
    return (
        expect(got)
        .that(got.value is not None, otherwise=NO_RETURN)
        .is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array.")
    )


@exercise("push_once")
@budget(to_host=0, to_device=1)
@explains("TypeError", "not subscriptable", "`fns` may be empty, and a `map` has no items: build a list.")
class TestPushOnce:
    A = np.array([1, 3, 0, -2, 5], np.float32)

    def test_returns_both_results(self, submission: Program):
        """times 2 and times 10"""
        got = submission.push_once(self.A, [shipped(TIMES, factor=np.float32(factor)) for factor in (2, 10)])
        is_list(got).that(
            numbers(got.value) == [[2, 6, 0, -4, 10], [10, 30, 0, -20, 50]],
            otherwise="Each function's result on `a` belongs into the list, in the order of the functions.",
            expected="[[2. 6. 0. -4. 10.], [10. 30. 0. -20. 50.]]",
        ).that(
            all(isinstance(item, JaxArray) for item in got.value),
            otherwise="The results were fetched to the host: return them as they are, the caller fetches.",
        ).called("jax.device_get", times=0, otherwise="`jax.device_get` was called: nothing needs to come back here.")

    def test_pushes_once(self, submission: Program):
        """pushes `a` once and hands that array to every function, once"""
        fns = [shipped(TIMES, factor=np.float32(factor)) for factor in (2, 10)]
        got = submission.push_once(self.A, fns, answers=dict.fromkeys(PUSHES, real))
        pushed = [leaf for name in PUSHES for question in got.asked(name) for leaf in host_leaves(question)]
        pushes = sum(leaf.shape == self.A.shape and np.array_equal(leaf, self.A) for leaf in pushed)
        expect(got).that(
            pushes > 0,
            otherwise="`a` was never pushed by name, so each function has to push it for itself: call"
            " `jax.device_put(a)` once, before the loop.",
        ).that(
            pushes == 1, otherwise="`a` was pushed more than once: push it before the loop and keep the device array."
        ).that(
            "host" not in got.noted,
            otherwise="`a` was pushed, but a function was still handed the NumPy array, and pushed it again: hand over"
            " what the push returned.",
        ).that(
            "tracer" not in got.noted,
            otherwise="A function was called inside a `jit` or `vmap` of your own: it is compiled already, so call it"
            " directly.",
        ).that(
            len(got.noted) == 2, otherwise=f"Two functions, {len(got.noted)} calls: each must be called exactly once."
        )

    def test_takes_no_functions(self, submission: Program):
        """gives an empty list for no functions"""
        got = submission.push_once(self.A, [])
        expect(got).that(got.value == [], otherwise="With no functions the result is an empty list.", expected="[]")


@exercise("poly")
@budget(to_host=0, to_device=0)
@explains(
    "JaxRuntimeError",
    "Disallowed host-to-device",
    "On a warm call this sends numbers from the host to the device: a Python constant in eager code, an index, or a "
    "NumPy array. Compiled code carries its constants inside: put the formula into one jitted function.",
)
@explains("TracerArrayConversionError", "", "NumPy cannot compute inside jit, where there are no numbers: use `jnp`.")
class TestPoly:
    def test_computes_three_values(self, submission: Program):
        """at 0, 1 and -2"""
        got = submission.poly(jax_array(np.array([0, 1, -2], np.float32), device=0))
        expect(got).that(got.value is not None, otherwise=NO_RETURN).is_array(
            otherwise=f"The result is {got.kind}, not an array."
        ).shape((3,), otherwise="The shape changed: the result must have the shape of x.").numbers(
            np.array([-1, 4, 7]), otherwise="These are not the values of 3x² + 2x - 1.", rtol=1e-5
        ).dtype(np.float32, otherwise="The dtype changed: float32 must stay float32.")
        is_jax_array(got).committed(
            True, otherwise="x was committed to its device and the result is not: it was carried through the host."
        )

    def test_a_second_call_moves_and_traces_nothing(self, submission: Program):
        """moves and traces nothing when it has met the shape before"""
        submission.poly(jax_array(np.array([0, 1, -2], np.float32), device=0))
        got = submission.poly(jax_array(np.array([3, 1, 2], np.float32), device=0), guard="disallow_explicit")
        expect(got).that(
            not got.traced,
            otherwise="The second call was traced again, so it was compiled again: jit a function that stays, outside"
            " `poly`, and not a new one in each call.",
        ).called("jax.device_get", times=0, otherwise="`jax.device_get` was called: nothing needs to come back.")


@exercise("iterate")
@budget(to_host=0, to_device=1)
@explains("TypeError", "scan", "The carry must keep its type: start the loop from a float32 `jax.Array`.")
@explains("TypeError", "body_fun", "The carry must keep its type: start the loop from a float32 `jax.Array`.")
@explains("TypeError", "scalar", "`float` takes a single number, and it fetches: hand the step's result on as it is.")
@explains("AttributeError", "astype", "x0 may be a plain Python number, which has no methods of an array.")
class TestIterate:
    def test_takes_three_steps(self, submission: Program):
        """three steps of x/2 + 1, from the Python float 8.0"""
        got = submission.iterate(shipped(HALVE), 8.0, 3)
        expect(got).that(got.value is not None, otherwise=NO_RETURN)
        value = np.asarray(got.value) if isinstance(got.value, (int, float)) else got.array
        expect(got).that(
            value is not None and value.shape == () and np.allclose(value, 2.75),
            otherwise="With three steps, 8 becomes 5, then 3.5, then 2.75.",
            expected="2.75",
        )
        is_jax_array(got).dtype(np.float32, otherwise="The result is not float32.")
        self.stays_on_the_device(got)
        expect(got).that(
            got.noted.count("traced") == 1,
            otherwise="The step was traced twice: what it was given first and what it returned differ in type (dtype,"
            " or weak against strong). Make x0 a float32 `jax.Array` before the loop.",
        )

    def test_takes_nine_steps(self, submission: Program):
        """nine steps, from an int32 array that is committed to a device"""
        few = submission.iterate(shipped(HALVE), 8.0, 3)
        got = submission.iterate(shipped(HALVE), jax_array(np.array([2, 514], np.int32), device=0), 9)
        is_jax_array(got).numbers(np.array([2, 3]), otherwise="2 stays 2, and 514 becomes 3.", rtol=1e-5)
        self.stays_on_the_device(got)
        expect(got).committed(
            True, otherwise="x0 was committed to a device and the result is not: on the way it went through the host."
        ).that(
            len(got.traced) <= len(few.traced) + 5,
            otherwise="The more steps, the more functions were traced: the step is jitted already, so do not wrap it in"
            " a new `jit` each time round.",
        )

    def test_takes_no_step(self, submission: Program):
        """no step at all, from the Python int 8"""
        got = submission.iterate(shipped(HALVE), 8, 0)
        is_jax_array(got).value(np.array(8, np.float32), otherwise="With n = 0 the result is x0, as float32.").that(
            not got.value.weak_type,
            otherwise="With n = 0 the result is weakly typed: name the dtype, `jnp.asarray(x0, jnp.float32)`.",
        ).that(not {"device", "host"} & set(got.noted), otherwise="With n = 0 the step was called: it must not be.")

    @staticmethod
    def stays_on_the_device(got: Result) -> None:
        kinds = [note for note in got.noted if note != "traced"]
        expect(got).that(bool(kinds), otherwise="The step was never called.").that(
            "host" not in kinds[1:],
            otherwise="From one step to the next the value was taken to the host: hand the step's own result on.",
        ).that(
            kinds[0] != "host",
            otherwise="The first step was handed a value of the host, and pushed it: make x0 a `jax.Array` before the"
            " loop.",
        ).called("jax.device_get", times=0, otherwise="`jax.device_get` was called: nothing needs to come back.")


@exercise("train_log")
@budget(to_host=1, to_device=0)
@explains(
    "CalledWhileTracing", "concrete", "`step` must be called directly, once a batch: not under `jit`, `scan` or `vmap`."
)
@explains("ValueError", "at least one array", "With no batches there is nothing to stack: give `(state, [])`.")
class TestTrainLog:
    def test_two_batches(self, submission: Program):
        """two batches: last state, and both losses as floats"""
        batches = [np.array([2, 2], np.float32), np.array([3, 3], np.float32)]
        got = submission.train_log(shipped(TRAIN), jax_array(np.zeros(2, np.float32)), batches)
        expect(got).that(got.value is not None, otherwise=NO_RETURN).that(
            isinstance(got.value, tuple) and len(got.value) == 2,
            otherwise="The result must be two things: the last state and the list of losses.",
        )
        state, losses = got.value
        expect(got).that(
            isinstance(state, JaxArray),
            otherwise="The first thing must be the last state, still on the device, as the step returned it.",
        ).that(
            np.allclose(state.value, [2, 2]),
            otherwise="This is not the state after the last step: each step takes the state that the one before gave.",
            expected="state [2. 2.]",
        ).that(
            type(losses) is list and len(losses) == 2 and np.allclose(numbers(losses), [4, 4]),
            otherwise="The second thing must be the list of both losses.",
            expected="losses [4.0, 4.0]",
        ).that(
            all(type(loss) is float for loss in losses),
            otherwise="The losses must be Python floats: convert what you fetched.",
        )

    def test_fetches_once(self, submission: Program):
        """fetches the losses with one `jax.device_get`"""
        made, instead = np.array([0.5, 0.25], np.float32), np.array([7, 9], np.float32)
        steps = iter(made)

        def step(state: Any, batch: Any) -> Any:
            return jax_array(np.array([1, 2, 3], np.float32)), jax_array(np.array(next(steps, 0), np.float32))

        def fetch(question: Question) -> Any:
            sizes = [leaf.value.size for leaf in question.arrays]
            if sizes == [2]:
                return aligned(instead.reshape(question.arrays[0].value.shape), then=instead)
            if sizes == [1, 1]:
                shapes = [leaf.value.shape for leaf in question.arrays]
                return [loss.reshape(shape) for loss, shape in zip(instead, shapes, strict=True)]
            return REAL

        def run(answer: Any) -> Result:
            nonlocal steps
            steps, state = iter(made), jax_array(np.zeros(3, np.float32))
            return submission.train_log(step, state, [np.zeros(2, np.float32)] * 2, answers={"jax.device_get": answer})

        got = run(real)
        fetches = got.asked("jax.device_get")
        expect(got).that(
            bool(fetches), otherwise="`jax.device_get` was never called: fetch all losses with it, in one call."
        ).that(len(fetches) == 1, otherwise="`jax.device_get` was called more than once: it takes a whole list.").that(
            not any(leaf.value.size == 3 for leaf in fetches[0].arrays),
            otherwise="The state was fetched as well: it can be large, and nobody asked to see it.",
        ).printed_nothing(otherwise="Something was printed: printing a loss reads it, so print nothing.")
        try:
            answered = run(fetch)
        except Raised:  # what was fetched had another structure: then the first call must do
            return
        losses = answered.value[1] if isinstance(answered.value, tuple) and len(answered.value) == 2 else None
        expect(answered).that(
            not isinstance(losses, list) or numbers(losses) != made.tolist(),
            otherwise="We had `jax.device_get` return the losses 7 and 9, and the list does not hold them: the losses"
            " were read a second time, in another way.",
            expected="losses [7.0, 9.0]",
        )

    def test_runs_ahead(self, submission: Program):
        """reads and awaits no loss before the last step has been started"""
        log = []

        def step(state: Any, batch: Any) -> Any:
            log.append("step")
            return state, Probe(len(log))

        def fetch(question: Question) -> Any:
            log.append("fetch")
            return REAL

        def read(question: Question) -> Any:
            if question.function == "probe.copy_to_host_async":
                return None
            names = {"probe.block_until_ready": "wait", "probe.__array__": "array"}
            log.append(names.get(question.function, "read"))
            return np.array(1, np.float32) if question.function == "probe.__array__" else 1.0

        state, batches = jax_array(np.zeros(2, np.float32)), [np.zeros(2, np.float32)] * 3
        with contextlib.suppress(Raised):  # not all of jnp takes these losses; what happened is in the log
            submission.train_log(step, state, batches, answers={"jax.device_get": fetch, "probe": read})
        steps = [place for place, what in enumerate(log) if what == "step"]
        early = log[: steps[-1]] if len(steps) == 3 else log
        for what, sentence in [
            ("fetch", "`jax.device_get` was called while there were steps to come: fetch after the last step."),
            (
                "read",
                "A loss was read while there were steps to come: keep it as it is, fetch after the last step.",
            ),
            ("wait", "The loop waited for a loss before the next step (`block_until_ready`): let the device run on."),
        ]:
            if what in early:
                raise Mismatch(sentence)

    def test_no_batches(self, submission: Program):
        """no batches: the state as it was, and an empty list"""
        got = submission.train_log(shipped(TRAIN), jax_array(np.ones(2, np.float32)), [])
        right = isinstance(got.value, tuple) and len(got.value) == 2 and got.value[1] == []
        expect(got).that(right, otherwise="With no batches the result is `(state, [])`.", expected="(state, [])").that(
            isinstance(got.value[0], JaxArray) and np.array_equal(got.value[0].value, [1, 1]),
            otherwise="With no batches the state must come back as it was given.",
        )


@exercise("normalise")
@budget(to_host=1, to_device=1)
@explains("ValueError", "concatenate", "Is there nothing to concatenate? An empty list of batches gives `[]`.")
@explains("ValueError", "same shape", "The batches may differ in length, so they cannot be stacked as they are.")
@explains("ZeroDivisionError", "", "An empty list of batches gives `[]`, before anything is divided.")
class TestNormalise:
    BATCHES = (np.array([1, 5, 5], np.float32), np.array([5, 1, 1, 5, 1], np.float32))  # mean 3, deviation 2

    def test_two_batches_of_unequal_length(self, submission: Program):
        """two batches of unequal length, with mean 3 and deviation 2"""
        got = submission.normalise(list(self.BATCHES))
        is_list(got).that(
            [np.shape(getattr(item, "value", item)) for item in got.value] == [(3,), (5,)],
            otherwise="The list must hold one array a batch, each as long as its batch.",
        ).that(
            all(isinstance(item, np.ndarray) for item in got.value),
            otherwise="The list must hold NumPy arrays: fetch the results.",
        )
        expected = [(batch - 3) / 2 for batch in self.BATCHES]
        own = [(batch - batch.mean()) / batch.std() for batch in self.BATCHES]
        expect(got).that(
            not self.near(got.value, own),
            otherwise="Each batch got a mean and a deviation of its own: compute one of each, over all batches.",
        ).that(
            self.near(got.value, expected),
            otherwise="Take one mean and one deviation (ddof 0) over all eight numbers: subtract, then divide. Longer"
            " batches weigh more.",
            expected="[[-1. 1. 1.], [1. -1. -1. 1. -1.]]",
        ).that(
            all(item.dtype == np.float32 for item in got.value),
            otherwise="The arrays must be float32: leave the dtype alone.",
        )

    def test_stays_within_its_budget(self, submission: Program):
        """one `jax.device_put` in, the work on the device, one `jax.device_get` out"""
        got = submission.normalise(list(self.BATCHES), answers=dict.fromkeys((*PUSHES, "jax.device_get"), real))
        pushes = [question for name in PUSHES for question in got.asked(name) if host_leaves(question)]
        puts, fetches = [q for q in pushes if q.function == "jax.device_put"], got.asked("jax.device_get")
        expect(got).that(
            bool(puts), otherwise="`jax.device_put` was never given the batches: push them with one call."
        ).that(
            len(pushes) == 1, otherwise="Data was pushed more than once: `jax.device_put` takes a whole list of arrays."
        ).that(
            set(self.flat(self.BATCHES)) <= set(self.flat(host_leaves(puts[0]))),
            otherwise="What was pushed are not the batches as given: push them first, compute afterwards.",
        ).that(bool(fetches), otherwise="`jax.device_get` was never called: fetch the results with one call.").that(
            len(fetches) == 1,
            otherwise="`jax.device_get` was called more than once: mean and deviation can stay on the device, and the"
            " results fit into one call.",
        ).that(
            not fetches[0].traced,
            otherwise="`jax.device_get` was called under `jit`, which fetches nothing: call it on the jitted result.",
        ).that(
            set(self.flat(got.value)) <= set(self.flat(leaf.value for leaf in fetches[0].arrays)),
            otherwise="The numbers returned are not those that were fetched, so NumPy did part of the work: compute"
            " mean, deviation and result with `jnp`, and fetch the result.",
        )

    def test_the_edges(self, submission: Program):
        """no batches, an empty batch, and equal numbers"""
        none = submission.normalise([])
        expect(none).that(none.value == [], otherwise="No batches give an empty list.", expected="[]")
        got = submission.normalise([np.full(length, 7, np.float32) for length in (3, 0, 5)])
        lengths = [len(item) for item in numbers(got.value)]
        is_list(got).that(
            lengths == [3, 0, 5], otherwise="A batch of length 0 must come back with length 0, in its place."
        ).that(
            numbers(got.value) == [[0, 0, 0], [], [0, 0, 0, 0, 0]],
            otherwise="All numbers are equal here, so the deviation is 0: the result must be zeros, not NaN.",
            expected="[[0. 0. 0.], [], [0. 0. 0. 0. 0.]]",
        )

    @staticmethod
    def near(arrays: list[np.ndarray], expected: list[np.ndarray]) -> bool:
        return all(np.allclose(a, b, atol=1e-4) for a, b in zip(arrays, expected, strict=True))

    @staticmethod
    def flat(arrays: Any) -> list[float]:
        return [float(number) for array in arrays for number in np.ravel(array)]


@exercise("top_k_to_host")
@budget(to_host=1, to_device=0)
@explains("ValueError", "read-only", "What `jax.device_get` hands back is read-only: make a new array, or copy first.")
class TestTopKToHost:
    X = np.array([3, 8, 5, 8, 1, 0, -2, 4], np.float32)

    def test_the_three_largest(self, submission: Program):
        """the three largest of [3, 8, 5, 8, 1, 0, -2, 4]"""
        got = submission.top_k_to_host(jax_array(self.X), 3)
        expect(got).that(got.value is not None, otherwise=NO_RETURN).is_array(
            otherwise=f"The result is {got.kind}, not a NumPy array: return what was fetched."
        ).numbers(np.array([8, 8, 5]), otherwise="These are not the three largest numbers, the largest first.").dtype(
            np.float32, otherwise="The dtype changed: float32 must stay float32."
        ).that(isinstance(got.value, np.ndarray), otherwise=f"The result is {got.kind}, not a NumPy array: fetch it.")

    @explains("ValueError", "", "k may be anything from 0 to the number of values.")
    def test_every_k(self, submission: Program):
        """none (k = 0) and all (k = 8) of the same numbers, as int32"""
        x = self.X.astype(np.int32)
        for k in (0, 8):
            got = submission.top_k_to_host(jax_array(x), k)
            expect(got).shape((k,), otherwise=f"With k = {k} the result must hold {k} numbers.").numbers(
                np.sort(x)[::-1][:k], otherwise=f"With k = {k} these are not all numbers, the largest first."
            ).dtype(np.int32, otherwise="The dtype changed: int32 must stay int32.")

    def test_moves_only_three_values(self, submission: Program):
        """moves three values, in one `jax.device_get`"""
        got = submission.top_k_to_host(jax_array(self.X), 3, answers={"jax.device_get": real})
        fetches = got.asked("jax.device_get")
        moved = sum(leaf.value.size for fetch in fetches for leaf in fetch.arrays)
        expect(got).that(
            bool(fetches), otherwise="`jax.device_get` was never called: fetch the three values with it."
        ).that(
            len(fetches) == 1,
            otherwise="`jax.device_get` was called more than once: the three values fit into one array and one call.",
        ).that(
            not fetches[0].traced,
            otherwise="`jax.device_get` was called under `jit`, which fetches nothing: call it on the jitted result.",
        ).that(
            moved == 3,
            otherwise=f"{moved} numbers were moved to the host: choose the three on the device, and fetch only them.",
            expected="3 numbers moved",
        )

    def test_refuses_a_k_out_of_range(self, submission: Program):
        """raises ValueError for k = 9 and k = -1"""
        for k in (9, -1):
            with raising("ValueError", otherwise=f"There are eight values, so k = {k} must raise ValueError."):
                submission.top_k_to_host(jax_array(self.X), k)
