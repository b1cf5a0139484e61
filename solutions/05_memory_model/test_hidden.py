"""The hidden checks of lesson 05: what was moved, when, and where the work was done.

Functions that a submission is handed report how they were called; the judge answers the transfers with numbers of
its own, so that a result shows which of them it was made from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from grader.judge import (
    REAL,
    JaxArray,
    Probe,
    Program,
    Question,
    Raised,
    Result,
    Seed,
    aligned,
    budget,
    exercise,
    expect,
    explains,
    jax_array,
    points,
    raising,
    shipped,
)

PUSHES = ("jax.device_put", "jax.numpy.asarray", "jax.numpy.array")

# Says what it was given and multiplies it by a secret number.
SCALES = """
    def make(note, number, factor):
        factor = jax.device_put(factor)

        def scaled(x):
            traced = isinstance(x, jax.core.Tracer)
            note([number, "tracer" if traced else "device" if isinstance(x, jax.Array) else "host"])
            return jnp.multiply(x, factor)

        return scaled
"""

# Says what it was given, and when its body is traced.
STEP = """
    def make(note, a, b):
        @jax.jit
        def body(x):
            note("traced")
            return a * x + b

        def step(x):
            traced = isinstance(x, jax.core.Tracer)
            note("tracer" if traced else "device" if isinstance(x, jax.Array) else "host")
            return body(x)

        return step
"""


def real(question: Question) -> Any:
    """Only look: the real function answers."""
    return REAL


def host_leaves(question: Question) -> list[np.ndarray]:
    """The NumPy arrays handed to a push."""
    return [leaf for leaf in question.leaves if type(leaf) is np.ndarray]


def host_copy(values: np.ndarray) -> Any:
    """A NumPy array as what an answered function returns; a bare one would stand for an argument's copy only."""
    return aligned(values, then=values)


def floats(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Random float32 numbers of either sign, none close to 0."""
    return (rng.uniform(0.5, 2.0, shape) * rng.choice([-1, 1], shape)).astype(np.float32)


@dataclass(frozen=True)
class PushOnce:
    """One call with three functions, its pushes seen by the judge."""

    a: np.ndarray
    factors: np.ndarray
    got: Result

    @property
    def pushes(self) -> int:
        """How often `a` itself was pushed by name."""
        leaves = [leaf for name in PUSHES for q in self.got.asked(name) for leaf in host_leaves(q)]
        return sum(leaf.shape == self.a.shape and np.array_equal(leaf, self.a) for leaf in leaves)


@pytest.fixture(scope="module")
def pushed(submission: Program, seed: Seed) -> PushOnce:
    rng = seed.rng("push_once")
    a, factors = floats(rng, 5), floats(rng, 3)
    fns = [shipped(SCALES, number=i, factor=factors[i]) for i in range(3)]
    return PushOnce(a, factors, submission.push_once(a, fns, answers=dict.fromkeys(PUSHES, real)))


@exercise("push_once")
@budget(to_host=0, to_device=1)
@explains("TypeError", "not subscriptable", "`fns` may be empty, and a `map` has no items: build a list.")
class TestPushOnce:
    @points(3)
    def test_returns_every_result_in_order(self, submission: Program, pushed: PushOnce, rng: np.random.Generator):
        """returns a list with one result a function, in order"""
        got = pushed.got
        expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
        expect(got).that(type(got.value) is list, otherwise=f"The result must be a list, not {got.kind}.")
        expect(got).that(len(got.value) == 3, otherwise="Three functions were given, and not three results returned.")
        for value, factor in zip(got.value, pushed.factors, strict=True):
            array = value.value if isinstance(value, JaxArray) else value
            right = isinstance(array, np.ndarray) and array.shape == (5,) and np.allclose(array, factor * pushed.a)
            expect(got).that(right, otherwise="A result is not what its function makes of `a`. Are all in order?")
        none = submission.push_once(floats(rng, 5), [], given="no functions")
        expect(none).that(none.value == [], otherwise="With no functions the result must be an empty list.")

    @points(3)
    def test_pushes_a_once_and_uses_it(self, pushed: PushOnce):
        """pushes `a` to the device once, and hands that array to every function"""
        given = [kind for _, kind in pushed.got.noted]
        expect(pushed.got).that(
            pushed.pushes > 0,
            otherwise="`a` was never pushed by name, so each call of a jitted function has to push it for itself: "
            "call `jax.device_put(a)` once, before the loop.",
        ).that(
            pushed.pushes == 1,
            otherwise="`a` was pushed more than once: push it before the loop and keep the device array.",
        ).that(
            "host" not in given,
            otherwise="`a` was pushed, but a function was still handed the NumPy array, which pushes it again: "
            "hand over what the push returned.",
        )

    @points(2)
    def test_calls_each_function_once_by_itself(self, pushed: PushOnce):
        """calls each function once, by itself"""
        expect(pushed.got).that(
            all(kind != "tracer" for _, kind in pushed.got.noted),
            otherwise="The functions were called with a tracer, inside another `jit` or `vmap`: they are compiled "
            "already, so call each one directly.",
        ).that(
            sorted(number for number, _ in pushed.got.noted) == [0, 1, 2],
            otherwise="Each function must be called exactly once.",
        )

    @points(1)
    def test_leaves_the_results_on_the_device(self, pushed: PushOnce):
        """leaves the results on the device"""
        value = pushed.got.value
        items = value if isinstance(value, (list, tuple)) else [value]
        expect(pushed.got).that(
            all(isinstance(item, JaxArray) for item in items),
            otherwise="What came back are not jax.Arrays: return the results as they are; the caller fetches.",
        ).called("jax.device_get", 0, otherwise="`jax.device_get` was called: nothing needs to come back here.")


@dataclass(frozen=True)
class Poly:
    """A cold and a warm call on an array committed to the last device."""

    x: np.ndarray
    cold: Result
    warm: Result


def poly_of(x: np.ndarray) -> np.ndarray:
    """3x² + 2x - 1."""
    return ((3 * x.astype(np.float64) + 2) * x - 1).astype(np.float32)


def last_device(submission: Program, x: np.ndarray) -> JaxArray:
    """`x` committed to the last device."""
    return jax_array(x, device=submission.devices - 1)


@pytest.fixture(scope="module")
def polynomial(submission: Program, seed: Seed) -> Poly:
    rng = seed.rng("poly")
    x, other = floats(rng, 7), floats(rng, 7)
    cold = submission.poly(last_device(submission, other), given="a 1-D array")
    return Poly(x, cold, submission.poly(last_device(submission, x), given="a 1-D array it has met before"))


@exercise("poly")
@budget(to_host=0, to_device=0)
@explains(
    "JaxRuntimeError",
    "Disallowed host-to-device",
    "On a warm call this sends numbers from the host to the device: a Python constant in eager code, an index, or a "
    "NumPy array. Compiled code carries its constants inside: put the formula into one jitted function.",
)
@explains("TracerArrayConversionError", "", "NumPy cannot compute with a tracer: use `jnp` inside jit.")
class TestPoly:
    @points(3)
    def test_computes_the_polynomial(self, submission: Program, polynomial: Poly, rng: np.random.Generator):
        """computes 3x² + 2x - 1, for every shape"""
        empty = np.zeros((2, 0), np.float32)
        for x, got in [
            (polynomial.x, polynomial.warm),
            (empty, submission.poly(jax_array(empty), given="an array of size 0")),
        ]:
            expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
            expect(got).is_array(otherwise=f"The result is {got.kind}, not an array.")
            expect(got).shape(x.shape, otherwise="The shape changed: the result must have the shape of x.")
            near = got.array is not None and np.allclose(got.array, poly_of(x), rtol=1e-4, atol=1e-4)
            expect(got).that(near, otherwise="The numbers are not those of 3x² + 2x - 1, element by element.")

    @points(2)
    def test_stays_on_the_device_of_x_in_float32(self, submission: Program, polynomial: Poly):
        """stays in float32 on the device of x"""
        got = polynomial.warm
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array.")
        expect(got).dtype(np.float32, otherwise="The dtype changed: float32 must stay float32.")
        expect(got).on_device(
            submission.devices - 1, otherwise="The result is on another device than x: compute where x is."
        )
        expect(got).committed(
            True, otherwise="x was committed to its device and the result is not: it was carried through the host."
        )

    @points(3)
    def test_a_warm_call_moves_nothing(self, submission: Program, polynomial: Poly):
        """a warm call moves nothing between host and device"""
        x = last_device(submission, polynomial.x)
        got = submission.poly(x, given="an array of a shape it has met before", guard="disallow_explicit")
        expect(got).called("jax.device_get", 0, otherwise="`jax.device_get` was called: nothing needs to come back.")

    @points(2)
    def test_a_warm_call_traces_nothing(self, polynomial: Poly):
        """a warm call traces and compiles nothing"""
        expect(polynomial.warm).that(
            not polynomial.warm.traced,
            otherwise="A second call on the same shape was traced again, so it is compiled again: jit a function that "
            "stays, outside `poly`, and not a new one in each call.",
        )


@dataclass(frozen=True)
class Iterated:
    """Calls on steps of their own; each `Result.noted` tells what its step was given and how often it was traced."""

    expected: dict[str, np.ndarray]
    got: dict[str, Result]
    more_traces: bool  # whether a longer loop traced more functions


@pytest.fixture(scope="module")
def iterated(submission: Program, seed: Seed) -> Iterated:
    rng = seed.rng("iterate")
    number, array = float(rng.uniform(1, 2)), rng.integers(1, 9, 3).astype(np.int32)
    starts: list[tuple[str, Any, int]] = [
        ("a Python float", number, 3),
        ("an int32 jax.Array", last_device(submission, array), 9),
    ]
    expected, got = {}, {}
    for given, x0, n in starts:
        a, b = rng.uniform(0.5, 1.0, 2).astype(np.float32)
        expected[given] = np.asarray(x0.value if isinstance(x0, JaxArray) else x0).astype(np.float32)
        for _ in range(n):
            expected[given] = a * expected[given] + b
        got[given] = submission.iterate(shipped(STEP, a=a, b=b), x0, n, given=given)
    # Another dtype and shape: up to five traces of their own (jax 0.8.1). A jit a step: six, for six steps more.
    few, many = (len(got[given].traced) for given in ("a Python float", "an int32 jax.Array"))
    return Iterated(expected, got, many > few + 5)


@exercise("iterate")
@budget(to_host=0, to_device=1)
@explains("TypeError", "scan", "The carry must keep its type: start the loop from a float32 `jax.Array`.")
@explains("TypeError", "body_fun", "The carry must keep its type: start the loop from a float32 `jax.Array`.")
@explains("TypeError", "scalar", "`float` takes a single number, and it fetches: hand the step's result on as it is.")
@explains("AttributeError", "astype", "x0 may be a plain Python number, which has no methods of an array.")
class TestIterate:
    @points(3)
    def test_applies_the_step_n_times(self, iterated: Iterated):
        """applies the step n times, from any kind of x0"""
        for given, got in iterated.got.items():
            expected = iterated.expected[given]
            expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
            array = np.asarray(got.value) if isinstance(got.value, (int, float)) else got.array
            right = array is not None and array.shape == expected.shape and np.allclose(array, expected, rtol=1e-4)
            expect(got).that(right, otherwise=f"Starting from {given}, this is not what n steps make of x0.")

    @points(2)
    def test_returns_a_float32_array_even_for_no_steps(self, submission: Program, iterated: Iterated):
        """returns a float32 jax.Array, for n = 0 too"""
        step = shipped(STEP, a=np.float32(2), b=np.float32(1))
        weak = jax_array(np.array(7, np.float32), weak=True)
        pair = np.full(2, 7.0)
        for given, x0 in [("a Python int", 7), ("a weakly typed jax scalar", weak), ("a float64 NumPy array", pair)]:
            got = submission.iterate(step, x0, 0, given=f"n = 0 and {given}")
            # A compiled loop traces its body even if it then runs it no times.
            ran = {"device", "host"} & set(got.noted)
            expect(got).that(not ran, otherwise="With n = 0 the step was called: it must not be.")
            self.is_float32(got, f"With n = 0 and {given} as x0")
            expect(got).numbers(
                pair if x0 is pair else pair[0], otherwise="With n = 0 the result must be x0, as float32."
            )
        for given, got in iterated.got.items():
            self.is_float32(got, f"Starting from {given}")

    @staticmethod
    def is_float32(got: Result, when: str) -> None:
        expect(got).is_jax_array(otherwise=f"{when}, the result is {got.kind}, not a jax.Array.")
        expect(got).dtype(np.float32, otherwise=f"{when}, the result is not float32.")
        expect(got).that(
            not got.value.weak_type,
            otherwise=f"{when}, the result is weakly typed: name the dtype, `jnp.asarray(x0, jnp.float32)`.",
        )

    @points(3)
    def test_traces_the_step_at_most_once(self, iterated: Iterated):
        """traces the step at most once, however many steps are taken"""
        for given, got in iterated.got.items():
            expect(got).that(
                got.noted.count("traced") <= 1,
                otherwise=f"Starting from {given}, the step was traced twice: its first argument and its result "
                "differ in type (dtype, or weak against strong). Make x0 a float32 `jax.Array` first.",
            )
        expect(iterated.got["an int32 jax.Array"]).that(
            not iterated.more_traces,
            otherwise="The more steps, the more functions were traced: the step is jitted already, so do not wrap it "
            "in a new `jit` each time round.",
        )

    @points(2)
    def test_keeps_the_carry_on_the_device(self, iterated: Iterated):
        """hands the step device arrays only, and never fetches"""
        for given, got in iterated.got.items():
            kinds = [note for note in got.noted if note != "traced"]
            expect(got).that(bool(kinds), otherwise="The step was never called.")
            expect(got).that(
                "host" not in kinds[1:],
                otherwise="From one step to the next the value was taken to the host: hand the step's own result on.",
            ).that(
                kinds[0] != "host",
                otherwise=f"Given {given}, the first step got a host value, which is pushed implicitly: make x0 a "
                "`jax.Array` before the loop.",
            ).called("jax.device_get", 0, otherwise="`jax.device_get` was called: nothing needs to come back.")
        got = iterated.got["an int32 jax.Array"]
        stayed = not isinstance(got.value, JaxArray) or got.value.committed
        expect(got).that(
            stayed, otherwise="x0 was committed to a device and the result is not: on the way it went through the host."
        )


@dataclass
class Training:
    """A step the judge answers, with losses only it knows, and a log of what was done in which order."""

    rng: np.random.Generator
    batches: list[np.ndarray]
    probes: bool
    replies: bool
    log: list[str] = field(default_factory=list)
    in_order: bool = True
    followed: bool = False  # whether the fetch was answered with `answered` instead of the losses

    def __post_init__(self) -> None:
        count = len(self.batches)
        self.states, self.losses, self.answered = (
            floats(self.rng, count + 1, 2),
            floats(self.rng, count),
            floats(self.rng, count),
        )

    def step(self, state: Any, batch: Any) -> Any:
        number = self.log.count("step")
        self.log.append("step")
        if number >= len(self.batches):
            return state, jax_array(np.array(0, np.float32))
        given = batch.value if isinstance(batch, JaxArray) else batch
        before = state.value if isinstance(state, JaxArray) else state
        self.in_order &= np.array_equal(given, self.batches[number]) and np.array_equal(before, self.states[number])
        loss = Probe(number) if self.probes else jax_array(np.array(self.losses[number]))
        return jax_array(self.states[number + 1]), loss

    def fetch(self, question: Question) -> Any:
        self.log.append("get")
        sizes = [leaf.value.size for leaf in question.arrays]
        if not self.replies or len(sizes) != len(question.leaves):
            return REAL
        if sizes == [len(self.batches)]:
            self.followed = True
            return host_copy(self.answered.reshape(question.arrays[0].value.shape))
        if sizes == [1] * len(self.batches):
            self.followed = True
            return [loss.reshape(leaf.value.shape) for loss, leaf in zip(self.answered, question.arrays, strict=True)]
        return REAL

    def read(self, question: Question) -> Any:
        if question.function == "probe.copy_to_host_async":
            return None
        kinds = {"probe.block_until_ready": "wait", "probe.__array__": "array"}
        self.log.append(kinds.get(question.function, "read"))
        loss = self.losses[question.leaves[0].id]
        return np.array(loss) if question.function == "probe.__array__" else float(loss)

    def run(self, submission: Program) -> Result:
        answers = {"jax.device_get": self.fetch, "probe": self.read}
        return submission.train_log(self.step, jax_array(self.states[0]), self.batches, answers=answers)

    @property
    def before_the_last_step(self) -> list[str]:
        """What happened while there were steps to come, or until it broke off."""
        steps = [place for place, what in enumerate(self.log) if what == "step"]
        end = steps[-1] if len(steps) >= len(self.batches) else len(self.log)
        return [what for what in self.log[:end] if what != "step"]


@dataclass(frozen=True)
class Trained:
    """A call on real numbers, a call whose fetch was answered with other numbers, and the log of one on probes."""

    plain: Training
    got: Result
    answered: Training
    fetched: Result
    probed: Training
    printed: str

    @property
    def moved(self) -> np.ndarray:
        """Every number that `jax.device_get` was asked for in the first call."""
        leaves = [leaf.value.ravel() for fetch in self.got.asked("jax.device_get") for leaf in fetch.arrays]
        return np.concatenate([*leaves, np.zeros(0, np.float32)])

    @property
    def fetched_at_once(self) -> bool:
        """Whether one `device_get` was given all the losses."""
        return len(self.got.asked("jax.device_get")) == 1 and bool(np.isin(self.plain.losses, self.moved).all())


@pytest.fixture(scope="module")
def trained(submission: Program, seed: Seed) -> Trained:
    rng = seed.rng("train_log")
    batches = [floats(rng, 3) for _ in range(4)]
    plain, answered, probed = (
        Training(rng, batches, probes, replies) for probes, replies in [(False, False), (False, True), (True, False)]
    )
    got = plain.run(submission)
    try:
        fetched = answered.run(submission)
    except Raised:  # the fetched tree had another structure than ours: the real numbers must do
        answered, fetched = plain, got
    try:
        printed = probed.run(submission).printed
    except Raised:  # `jnp.stack` does not take a probe; what happened until then is in the log
        printed = ""
    return Trained(plain, got, answered, fetched, probed, printed)


@exercise("train_log")
@budget(to_host=1, to_device=0)
@explains(
    "CalledWhileTracing", "concrete", "`step` must be called directly, once a batch: not under `jit`, `scan` or `vmap`."
)
@explains("ValueError", "at least one array", "With no batches there is nothing to stack: give `(state, [])`.")
class TestTrainLog:
    @points(3)
    def test_runs_every_step_and_returns_state_and_losses(self, trained: Trained):
        """runs the step over all batches and returns the last state and every loss"""
        got, training = trained.got, trained.plain
        expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
        expect(got).that(
            isinstance(got.value, (tuple, list)) and len(got.value) == 2,
            otherwise="The result must be two things: the last state and the list of losses.",
        )
        steps = training.log.count("step")
        expect(got).that(steps == 4, otherwise="`step` must be called exactly once a batch.")
        expect(got).that(
            training.in_order,
            otherwise="`step` was given another state or batch than expected: each step takes the state that the step "
            "before returned, and the next batch.",
        )
        state, losses = got.value
        last = state.value if isinstance(state, JaxArray) else state
        same = isinstance(last, np.ndarray) and np.array_equal(last, training.states[-1])
        expect(got).that(same, otherwise="The first thing returned is not the state after the last step.")
        numbers = _numbers(losses)
        expect(got).that(
            numbers is not None and len(numbers) == 4,
            otherwise="The second thing returned must be a list with one loss a batch.",
        ).that(
            numbers is not None and np.array_equal(numbers, training.losses),
            otherwise="The losses are not those that `step` returned, in order.",
        )

    @points(3)
    def test_reads_no_loss_before_the_last_step(self, trained: Trained):
        """reads or awaits no loss before the last step has been started"""
        early = trained.probed.before_the_last_step + trained.answered.before_the_last_step
        if trained.fetched_at_once:  # then jnp, which reads a probe where it would take a jax.Array as it is
            early = [what for what in early if what != "array"]
        expect(trained.got).that(
            "get" not in early,
            otherwise="`jax.device_get` was called while there were steps to come, so Python stood waiting for a loss: "
            "collect the losses, and fetch them after the last step.",
        ).that(
            not {"read", "array"} & set(early),
            otherwise="A loss was read (`float`, `.item()`, NumPy ...) while there were steps to come: keep it as it "
            "is and fetch after the last step.",
        ).that(
            "wait" not in early,
            otherwise="The loop waited for a loss (`block_until_ready`) before the next step: let the device run on.",
        ).that(
            not trained.printed and not trained.got.printed,
            otherwise="Something was printed during the loop: printing a loss reads it.",
        )

    @points(3)
    def test_fetches_all_losses_with_one_device_get(self, trained: Trained):
        """fetches all losses with one `jax.device_get`"""
        fetches = trained.got.asked("jax.device_get")
        expect(trained.got).that(
            bool(fetches), otherwise="`jax.device_get` was never called: fetch the losses with it, all in one call."
        ).that(
            len(fetches) == 1,
            otherwise="`jax.device_get` was called more than once: it takes a whole list, so one call is enough.",
        ).that(
            trained.fetched_at_once,
            otherwise="`jax.device_get` was called, but not on all the losses.",
        )
        numbers = _numbers(_pair(trained.fetched.value)[1])
        bypassed = numbers is not None and np.array_equal(numbers, trained.answered.losses)
        expect(trained.fetched).that(
            not (trained.answered.followed and bypassed),
            otherwise="The losses are not those that `jax.device_get` returned: they were read in another way.",
        )

    @points(1)
    def test_returns_floats_and_leaves_the_state(self, submission: Program, trained: Trained):
        """returns Python floats, leaves the state on the device, and takes no batches as well"""
        state, losses = _pair(trained.got.value)
        expect(trained.got).that(
            state is not None, otherwise="State and losses cannot be told apart: return the two, in this order."
        ).that(
            type(losses) is list and all(type(loss) is float for loss in losses),
            otherwise="The losses must be a list of Python floats: convert what you fetched.",
        ).that(
            isinstance(state, JaxArray),
            otherwise="The state is not a jax.Array any more: leave it on the device, as the last step returned it.",
        ).that(
            not any(question.asks_for(trained.plain.states[-1]) for question in trained.got.asked("jax.device_get")),
            otherwise="The state was fetched as well: it can be large, and nobody asked to see it.",
        )
        none = Training(trained.plain.rng, [], probes=False, replies=False)
        got = submission.train_log(none.step, jax_array(none.states[0]), [], given="no batches")
        expect(got).that(
            isinstance(got.value, tuple) and len(got.value) == 2 and got.value[1] == [],
            otherwise="With no batches the result must be the state and an empty list: `(state, [])`.",
        )
        same = isinstance(got.value[0], JaxArray) and np.array_equal(got.value[0].value, none.states[0])
        expect(got).that(same, otherwise="With no batches the state must come back as it was given.")


def _pair(value: Any) -> tuple[Any, Any]:
    """What should be state and losses; None for each if it is not two things."""
    return (value[0], value[1]) if isinstance(value, (tuple, list)) and len(value) == 2 else (None, None)


def _numbers(losses: Any) -> np.ndarray | None:
    """A list of numbers or 0-d arrays, or a 1-D array, as float32; None if it is nothing of the kind."""
    if isinstance(losses, JaxArray):
        losses = losses.value
    if isinstance(losses, (list, tuple)):
        losses = [loss.value if isinstance(loss, JaxArray) else loss for loss in losses]
        if not all(isinstance(loss, (int, float, np.generic)) or np.shape(loss) == () for loss in losses):
            return None
    try:
        return np.asarray(losses, np.float32)
    except (TypeError, ValueError):
        return None


@dataclass
class Normalising:
    """One call whose push and fetch the judge answers with numbers of its own, if it knows their structure."""

    batches: list[np.ndarray]
    instead: list[np.ndarray]  # what the push hands back
    secret: list[np.ndarray]  # what the fetch hands back
    replies: bool
    pushed: bool = False
    fetched: bool = False

    def push(self, question: Question) -> Any:
        host = host_leaves(question)
        shapes = [leaf.shape for leaf in host]
        if not self.replies or not host or question.leaves[0] is not host[0] or self.pushed:
            return REAL
        if len(host) == len(self.batches) and shapes == [batch.shape for batch in self.batches]:
            self.pushed = True
            return [jax_array(array) for array in self.instead]
        if len(host) == 1 and shapes == [(sum(map(len, self.batches)),)]:
            self.pushed = True
            return jax_array(np.concatenate(self.instead))
        return REAL

    def fetch(self, question: Question) -> Any:
        shapes = [leaf.value.shape for leaf in question.arrays]
        if not self.replies or len(shapes) != len(question.leaves) or self.fetched:
            return REAL
        if shapes == [batch.shape for batch in self.batches]:
            self.fetched = True
            return self.secret
        if shapes == [(sum(map(len, self.batches)),)]:
            self.fetched = True
            return host_copy(np.concatenate(self.secret))
        return REAL

    def run(self, submission: Program) -> Result:
        answers = {**dict.fromkeys(PUSHES, real), "jax.device_put": self.push, "jax.device_get": self.fetch}
        return submission.normalise(self.batches, answers=answers, given="batches of unequal lengths")


@dataclass(frozen=True)
class Normalised:
    """A call on real numbers, and one whose transfers were answered."""

    batches: list[np.ndarray]
    got: Result
    answered: Normalising
    other: Result


@pytest.fixture(scope="module")
def normalised(submission: Program, seed: Seed) -> Normalised:
    rng = seed.rng("normalise")
    lengths = (3, 5)

    def some(centre: float) -> list[np.ndarray]:
        # The batches differ in mean, so that means of means are not the mean.
        return [(rng.normal(centre + 2 * i, 1 + i, n)).astype(np.float32) for i, n in enumerate(lengths)]

    plain = Normalising(some(1), [], [], replies=False)
    got = plain.run(submission)
    answered = Normalising(plain.batches, some(-3), some(0), replies=True)
    try:
        other = answered.run(submission)
    except Raised:  # the tree had another structure than ours: the real numbers must do
        answered, other = plain, got
    return Normalised(plain.batches, got, answered, other)


def normal(batches: list[np.ndarray]) -> list[np.ndarray]:
    """Expected values, in float64."""
    everything = np.concatenate(batches).astype(np.float64)
    return [(batch - everything.mean()) / (everything.std() or 1) for batch in batches]


def same_batches(value: Any, expected: list[np.ndarray]) -> bool:
    """A list of arrays with these shapes and, nearly, these numbers."""
    arrays = [item.value if isinstance(item, JaxArray) else item for item in value] if type(value) is list else []
    return len(arrays) == len(expected) and all(
        isinstance(a, np.ndarray) and a.shape == b.shape and np.allclose(a, b, rtol=1e-3, atol=1e-3)
        for a, b in zip(arrays, expected, strict=True)
    )


def flat(value: Any) -> np.ndarray:
    """All numbers in a tree of arrays, in order."""
    if isinstance(value, JaxArray):
        value = value.value
    if isinstance(value, (list, tuple)):
        return np.concatenate([np.zeros(0), *map(flat, value)])
    return value.ravel().astype(np.float64) if isinstance(value, np.ndarray) else np.zeros(0)


@exercise("normalise")
@budget(to_host=1, to_device=1)
@explains("ValueError", "concatenate", "Is there nothing to concatenate? An empty list of batches gives `[]`.")
@explains("ValueError", "same shape", "The batches may differ in length, so they cannot be stacked as they are.")
@explains("ZeroDivisionError", "", "An empty list of batches gives `[]`, before anything is divided.")
class TestNormalise:
    @points(3)
    def test_one_mean_and_deviation_over_all_batches(self, normalised: Normalised):
        """subtracts one mean and divides by one deviation, over all batches"""
        got = normalised.got
        expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
        expect(got).that(type(got.value) is list, otherwise=f"The result must be a list, not {got.kind}.")
        expect(got).that(
            len(got.value) == 2, otherwise="The result must hold one array a batch, each as long as its batch."
        )
        by_batch = [normal([batch])[0] for batch in normalised.batches]
        expect(got).that(
            not same_batches(got.value, by_batch),
            otherwise="Each batch was given a mean and deviation of its own: compute one of each over all batches.",
        ).that(
            same_batches(got.value, normal(normalised.batches)),
            otherwise="The numbers are not right: one mean and one deviation (ddof 0) over all numbers of all batches. "
            "Longer batches weigh more.",
        ).that(
            all(isinstance(item, np.ndarray) and item.dtype == np.float32 for item in got.value),
            otherwise="The arrays returned must be NumPy arrays of float32: fetch them, and leave the dtype alone.",
        )

    @points(2)
    def test_copes_with_empty_and_constant_batches(self, submission: Program, normalised: Normalised):
        """copes with no batches, an empty batch, and a deviation of 0"""
        none = submission.normalise([], given="an empty list")
        expect(none).that(none.value == [], otherwise="An empty list of batches must give an empty list.")
        first, second = normalised.batches
        got = submission.normalise([first, np.zeros(0, np.float32), second], given="an empty batch among others")
        expect(got).that(type(got.value) is list, otherwise=f"The result must be a list, not {got.kind}.")
        lengths = [np.shape(getattr(a, "value", a)) for a in got.value]
        expect(got).that(
            lengths == [(3,), (0,), (5,)],
            otherwise="A batch of length 0 must come back with length 0, in its place.",
        ).that(
            np.allclose(flat(got.value), flat(normalised.got.value), rtol=1e-3, atol=1e-3),
            otherwise="An empty batch changed what becomes of the others: it holds no numbers, so it must not count.",
        )
        constant = [np.full(n, 4, np.float32) for n in (3, 0, 5)]
        got = submission.normalise(constant, given="equal numbers")
        expect(got).that(
            same_batches(got.value, normal(constant)),
            otherwise="When all numbers are equal the deviation is 0: the result must be zeros, not NaN or infinity.",
        )

    @points(2)
    def test_pushes_all_batches_with_one_device_put(self, normalised: Normalised):
        """pushes all batches with one `jax.device_put`"""
        got = normalised.got
        puts = [question for question in got.asked("jax.device_put") if host_leaves(question)]
        others = [q for name in PUSHES[1:] for q in got.asked(name) if host_leaves(q)]
        expect(got).that(
            bool(puts) or not others,
            otherwise="The data was pushed with `jnp.asarray` or `jnp.array`: `jax.device_put` takes a whole list.",
        ).that(
            bool(puts),
            otherwise="`jax.device_put` was never called on the batches: push them with it, all in one call.",
        ).that(
            len(puts) == 1 and not others,
            otherwise="Data was pushed more than once: `jax.device_put` takes a whole list, so one call is enough.",
        )
        pushed = np.concatenate([leaf.ravel() for leaf in host_leaves(puts[0])])
        expect(got).that(
            bool(np.isin(np.concatenate(normalised.batches), pushed).all()),
            otherwise="What was pushed are not the batches as given: push them first, compute afterwards.",
        )

    @points(1)
    def test_computes_on_the_device(self, normalised: Normalised):
        """computes on the device, from what was pushed"""
        plain, other = normalised.got, normalised.other
        fetches = plain.asked("jax.device_get")
        pushed, fetched = (
            flat([q.leaves for name in PUSHES for q in plain.asked(name)]),
            flat([q.leaves for q in fetches]),
        )
        if not fetches:
            expect(plain).that(
                normalised.answered.pushed and not plain.same_as(other),
                otherwise="The result does not depend on anything that was pushed: compute on the device, with `jnp`.",
            )
            return
        expect(plain).that(
            bool(np.isin(flat(plain.value), fetched).all()) and bool(np.isin(fetched, pushed, invert=True).any()),
            otherwise="The numbers returned are not those that were computed on the device and fetched, so NumPy "
            "did the work, or part of it: compute mean, deviation and result with `jnp`, and fetch the result.",
        )
        again = flat([q.leaves for q in other.asked("jax.device_get")])
        expect(other).that(
            not normalised.answered.pushed or not np.array_equal(again, fetched),
            otherwise="The result does not follow from what `jax.device_put` returned: compute with that.",
        )

    @points(2)
    def test_fetches_everything_with_one_device_get(self, normalised: Normalised):
        """fetches everything with one `jax.device_get`"""
        fetches = normalised.got.asked("jax.device_get")
        expect(normalised.got).that(
            bool(fetches), otherwise="`jax.device_get` was never called: fetch the results with it, all in one call."
        ).that(
            len(fetches) == 1,
            otherwise="`jax.device_get` was called more than once: mean and deviation can stay on the device, and the "
            "results fit into one call.",
        ).that(
            not any(fetch.traced for fetch in fetches),
            otherwise="`jax.device_get` met a tracer: under jit it fetches nothing. Call it on the jitted result.",
        )
        real_numbers = flat([q.leaves for q in normalised.other.asked("jax.device_get")])
        bypassed = bool(np.isin(flat(normalised.other.value), real_numbers).all())
        expect(normalised.other).that(
            not (normalised.answered.fetched and bypassed),
            otherwise="The result does not come from what `jax.device_get` returned.",
        )


@dataclass(frozen=True)
class TopK:
    """One call whose fetch of k numbers, if it is one, the judge answered with others."""

    x: np.ndarray
    got: Result
    answered: Result | None


K = 3


@pytest.fixture(scope="module")
def topped(submission: Program, seed: Seed) -> TopK:
    rng = seed.rng("top_k")
    x = rng.permutation(np.arange(9, dtype=np.float32)) - np.float32(3.5)  # a length no public check uses
    got = submission.top_k_to_host(
        last_device(submission, x), K, answers={"jax.device_get": real}, given="float32 data"
    )
    secret = np.sort(rng.uniform(50, 90, K).astype(np.float32))
    answered = False

    def fetch(question: Question) -> Any:
        nonlocal answered
        shapes = [leaf.value.shape for leaf in question.leaves if isinstance(leaf, JaxArray)]
        if shapes != [(K,)] or len(question.leaves) != 1:
            return REAL
        answered = True
        values = question.arrays[0].value
        return host_copy(secret if values[0] < values[-1] else secret[::-1].copy())

    try:
        other = submission.top_k_to_host(last_device(submission, x), K, answers={"jax.device_get": fetch})
    except Raised:  # the fetched tree had another structure than ours: the real numbers must do
        return TopK(x, got, None)
    return TopK(x, got, other if answered else None)


@exercise("top_k_to_host")
@budget(to_host=1, to_device=0)
@explains("ValueError", "read-only", "What `jax.device_get` hands back is read-only: make a new array, or copy first.")
class TestTopKToHost:
    @points(3)
    def test_returns_the_k_largest_in_descending_order(self, topped: TopK):
        """returns the k largest, in descending order"""
        got, ordered = topped.got, np.sort(topped.x)
        expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
        expect(got).is_array(otherwise=f"The result is {got.kind}, not an array.")
        expect(got).shape((K,), otherwise="The result must have one dimension and k values.")
        expect(got).that(
            not close_to(got, ordered[-K:]) and not close_to(got, ordered[:K]),
            otherwise="These are the smallest values, or the largest in ascending order: largest first.",
        ).that(close_to(got, ordered[::-1][:K]), otherwise="These are not the k largest values, largest first.")
        expect(got).dtype(np.float32, otherwise="The dtype changed: float32 must stay float32.")

    @points(2)
    @explains("ValueError", "", "k may be anything from 0 to the number of values.")
    def test_takes_every_k_from_0_to_n(self, submission: Program, rng: np.random.Generator):
        """takes k = 0 and k = n, repeated values and other dtypes"""
        x = np.array([4, 9, 9, 1, 9, 4, 2, 7])
        rng.shuffle(x)
        for k, when, dtype in [(0, "k = 0", np.int32), (8, "k = n", ml_dtypes.bfloat16)]:
            name = np.dtype(dtype).name
            got = submission.top_k_to_host(jax_array(x.astype(dtype)), k, given=f"{when} and {name} data")
            expect(got).is_array(otherwise=f"With {when} the result is {got.kind}, not an array.")
            expect(got).shape((k,), otherwise=f"With {when} the result must hold {when[4:]} values.")
            expect(got).numbers(np.sort(x)[::-1][:k], otherwise=f"With {when} these are not all values, largest first.")
            expect(got).dtype(dtype, otherwise=f"The dtype changed: {name} must stay {name}.")

    @points(1)
    def test_refuses_a_k_out_of_range(self, submission: Program):
        """raises ValueError for a k below 0 or above n"""
        x = jax_array(np.arange(8, dtype=np.float32))
        for k, when in [(9, "larger than n"), (-1, "negative")]:
            with raising("ValueError", otherwise=f"When k is {when}, ValueError must be raised."):
                submission.top_k_to_host(x, k, given=f"a k that is {when}")

    @points(3)
    def test_moves_k_values_in_one_read(self, topped: TopK):
        """moves k values to the host, in one `jax.device_get`"""
        fetches = topped.got.asked("jax.device_get")
        moved = sum(leaf.value.size for fetch in fetches for leaf in fetch.arrays)
        everything = any(fetch.asks_for(topped.x) for fetch in fetches) or moved == topped.x.size
        expect(topped.got).that(
            bool(fetches), otherwise="`jax.device_get` was never called: fetch the k values with it."
        ).that(
            not everything,
            otherwise="All of x was moved to the host to keep k values of it: choose on the device, then fetch.",
        ).that(
            len(fetches) == 1,
            otherwise="`jax.device_get` was called more than once: the k values fit into one array and one call.",
        ).that(
            not any(fetch.traced for fetch in fetches),
            otherwise="`jax.device_get` met a tracer: under jit it fetches nothing. Call it on the jitted result.",
        ).that(
            moved == K,
            otherwise="More than k numbers were moved: `jax.lax.top_k` returns indices too, and those can stay.",
        )
        if topped.answered is not None:
            expect(topped.got).that(
                not topped.answered.same_as(topped.got),
                otherwise="The result does not come from what `jax.device_get` returned.",
            )

    @points(1)
    def test_returns_a_numpy_array(self, topped: TopK):
        """returns a NumPy array"""
        expect(topped.got).that(
            isinstance(topped.got.value, np.ndarray),
            otherwise=f"The result is {topped.got.kind}, not a NumPy array: return what was fetched.",
        )


def close_to(got: Result, expected: np.ndarray) -> bool:
    """Same shape, same numbers."""
    return got.array is not None and got.array.shape == expected.shape and np.allclose(got.array, expected)
