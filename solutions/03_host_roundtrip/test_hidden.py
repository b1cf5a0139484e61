"""The hidden checks of lesson 03. Shapes are random, so that nothing was compiled for them before."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from grader.judge import (
    JaxArray,
    Program,
    Result,
    Seed,
    aligned,
    budget,
    devices,
    exercise,
    expect,
    explains,
    jax_array,
    needs,
    points,
    raising,
    shipped,
)

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
@explains(
    "ValueError", "WRITEABLE", "What `jax.device_get` hands back stays read-only: make a new array, or copy first."
)
@explains("TypeError", "immutable", "A jax.Array cannot be changed in place: change a NumPy copy of it.")
@explains("TracerArrayConversionError", "", "Inside jit there is no value to fetch: leave the function undecorated.")
@explains("TypeError", "unhashable", "A jax.Array cannot be looked up in a cache: leave the function undecorated.")
@explains("IndexError", "", "x may have length 0, and then it has no first element.")
class TestHostRoundtrip:
    @points(3)
    def test_doubles_and_keeps_shape_and_dtype(self, submission: Program, rng: np.random.Generator):
        """doubles every element and keeps shape and dtype"""
        for dtype, length in [
            (np.float32, 7),
            (np.int32, 7),
            (ml_dtypes.bfloat16, 7),
            (np.float16, 7),
            (ml_dtypes.bfloat16, 0),
            (np.float32, 1),
        ]:
            x = rng.integers(-1000, 1000, length).astype(dtype)
            name = np.dtype(dtype).name
            got = submission.host_roundtrip(jax_array(x), given=f"{name} data")
            expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
            expect(got).is_array(
                otherwise=f"The result is {got.kind}, not an array: return what `jnp.asarray` gives you."
            )
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
            otherwise=f"The result is {observed.first.kind}, not a jax.Array: "
            "push the doubled array back, with `jnp.asarray`.",
        ).committed(
            False,
            otherwise="The result is committed to a device, so it never left it or was placed by name: "
            "it must be uncommitted.",
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
        expect(got).that(
            follows, otherwise="The result does not come from `jnp.asarray`: push the doubled array with it."
        )


FOUR_DTYPES = (np.float32, np.int32, ml_dtypes.bfloat16, np.float16)
NOT_IN_PLACE = "A jax.Array cannot be changed in place: change a NumPy copy of it."
A_NEW_ONE = "A jax.Array cannot be changed in place: compute a new one and return that."
READ_ONLY = "What you fetched is read-only, it may be JAX's own memory: write into a copy."
NO_RETURN = "Nothing was returned: end the function with `return`."


def unharmed(got: Result, x: np.ndarray) -> bool:
    """Whether the first argument is still a `jax.Array` of these values once the call is over."""
    after = got.args_after[0] if got.args_after else None
    return isinstance(after, JaxArray) and after.value.tobytes() == x.tobytes()


@exercise("stay_on_device")
@budget(to_host=0, to_device=0)
@explains("TypeError", "immutable", A_NEW_ONE)
@explains("TypeError", "does not support item assignment", A_NEW_ONE)
@explains("AttributeError", "sharding", "Name no place: what is made from x stays where x is.")
@explains("TracerArrayConversionError", "", "NumPy was handed a jax.Array, and to read it NumPy fetches it.")
@explains("ConcretizationTypeError", "", "Something asks for a number in x, and that is a fetch.")
@explains("TracerBoolConversionError", "", "An `if` or `assert` on a value of x has to fetch it.")
@explains("OverflowError", "", "Python's integers do not wrap around: were the numbers of x fetched one by one?")
@explains(
    "AttributeError", "block_until_ready", "Leave the waiting to the caller; under jit there is nothing to wait for."
)
class TestStayOnDevice:
    @points(3)
    def test_doubles_and_keeps_shape_and_dtype(self, submission: Program, rng: np.random.Generator):
        """doubles every element and keeps shape and dtype"""
        for dtype, length in [*((dtype, 4) for dtype in FOUR_DTYPES), (ml_dtypes.bfloat16, 0)]:
            # Integers too long for a float32, some of which wrap around when doubled.
            numbers = rng.integers(-(2**31), 2**31, length) | 1 if dtype is np.int32 else rng.normal(size=length)
            x = numbers.astype(dtype)
            with np.errstate(over="ignore"):
                doubled = x + x
            name = np.dtype(dtype).name
            got = submission.stay_on_device(jax_array(x), given=f"{name} data")
            expect(got).that(got.value is not None, otherwise=NO_RETURN)
            expect(got).is_array(otherwise=f"The result is {got.kind}, not an array.")
            expect(got).shape(x.shape, otherwise=f"The shape changed for an array of length {length}: it must stay.")
            expect(got).dtype(
                dtype, otherwise=f"The dtype changed: {name} must stay {name}. Double by the plain integer 2."
            )
            sentence = f"The result is not x doubled, for {name} data."
            if dtype is np.int32:
                sentence = "Not every int32 was doubled exactly: passing through floats, they lose their last digits."
            expect(got).numbers(doubled, otherwise=sentence)

    @points(3)
    def test_fetches_nothing(self, submission: Program, rng: np.random.Generator):
        """fetches nothing to the host, so it works under `jax.jit` too"""
        x, host_copy = (rng.normal(size=4).astype(np.float32) for _ in range(2))
        x[0] = 3e38  # doubled by NumPy, this is an overflow that NumPy tells us about
        got = submission.stay_on_device(jax_array(x), answers={"jax.device_get": host_copy})
        expect(got).asked(
            "jax.device_get", times=0, otherwise="`jax.device_get` was called: double x itself, where it is."
        ).printed_nothing(
            otherwise="Something was printed: printing a jax.Array is a fetch, so print nothing here.",
        ).that(
            not got.overflows,
            otherwise="NumPy did the doubling, on the host: double x itself, with `*` or a `jnp` function.",
        )
        traced = submission.stay_on_device(jax_array(x), under="jit", given="a tracer under `jax.jit`")
        expect(traced).that(traced.value is not None, otherwise=NO_RETURN)

    @points(2)
    def test_stays_on_x_s_device(self, submission: Program, rng: np.random.Generator):
        """leaves the result on x's device, tied to it as x is, and x usable"""
        x, last = rng.normal(size=4).astype(np.float32), submission.devices - 1
        got = submission.stay_on_device(jax_array(x, device=last), given="an array committed to a device")
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: it left the device.").committed(
            True,
            otherwise="x was committed to its device and the result is not: the numbers went through the host.",
        ).on_device(
            last, otherwise="The result is on another device than x: name no device, work goes where x is."
        ).that(unharmed(got, x), otherwise="x cannot be used any more after the call: do not donate or delete it.")
        free = submission.stay_on_device(jax_array(x), given="an uncommitted array")
        expect(free).committed(
            False, otherwise="An uncommitted x gave a committed result: name no device, work goes where x is."
        )


@exercise("snapshot")
@budget(to_host=1, to_device=0)
@explains("ValueError", "WRITEABLE", READ_ONLY)
@explains("ValueError", "read-only", READ_ONLY)
@explains("ValueError", "readonly", READ_ONLY)
@explains("ValueError", "avoid copy", "`copy=False` forbids the very copy that is asked for.")
@explains("AttributeError", "'numpy'", "`.numpy()` is PyTorch's; here NumPy reads the jax.Array: `np.array(x)`.")
@explains("AttributeError", "'cpu'", "`.cpu()` is PyTorch's; here NumPy reads the jax.Array: `np.array(x)`.")
class TestSnapshot:
    @points(2)
    def test_is_a_numpy_array_of_x_s_values(self, submission: Program, rng: np.random.Generator):
        """is an `np.ndarray` with x's shape and values"""
        for shape in ((3, 4), (0, 4), ()):
            x = rng.normal(size=shape).astype(np.float32)
            self._numpy(submission.snapshot(jax_array(x), given=f"shape {shape}"), f"for shape {shape}").shape(
                shape, otherwise=f"x had shape {shape} and the result has another: it must stay."
            ).numbers(x, otherwise="These are not the values of x.")

    @points(1)
    def test_keeps_the_dtype(self, submission: Program, rng: np.random.Generator):
        """keeps the dtype"""
        for dtype in (np.int8, ml_dtypes.bfloat16, np.bool_):
            x, name = rng.integers(0, 2, 7).astype(dtype), np.dtype(dtype).name
            got = submission.snapshot(jax_array(x), given=f"{name} data")
            expect(got).dtype(dtype, otherwise=f"The dtype changed: {name} must stay {name}.")
            expect(got).numbers(x, otherwise=f"These are not the values of x, for {name} data.")

    @points(3)
    def test_can_be_written_to(self, submission: Program, rng: np.random.Generator):
        """can be written to"""
        got = submission.snapshot(jax_array(rng.normal(size=(3, 4)).astype(np.float32)))
        self._numpy(got, "for shape (3, 4)").that(
            got.writeable is True,
            otherwise="The result is read-only: it is a window onto an array of JAX's, where a copy was asked for.",
        )

    @points(2)
    @needs("test_can_be_written_to")
    def test_is_independent_of_x(self, submission: Program, rng: np.random.Generator):
        """is independent of x: writing into it leaves x as it was"""
        x = rng.normal(size=(3, 4)).astype(np.float32)
        got = submission.snapshot(jax_array(x, device=submission.devices - 1))
        expect(got).that(
            isinstance(got.args_after[0], JaxArray),
            otherwise="x cannot be used any more after the call: a snapshot leaves x alone.",
        ).that(
            unharmed(got, x),
            otherwise="Writing into the result changed x: it is x's own memory, where a copy was asked for.",
        )

    def _numpy(self, got: Result, when: str) -> expect:
        return (
            expect(got)
            .that(got.value is not None, otherwise=NO_RETURN)
            .that(
                isinstance(got.value, np.ndarray),
                otherwise=f"The result is {got.kind}, not an `np.ndarray`, {when}.",
            )
        )


def a_slice(start: int, stop: int) -> Any:
    """A slice is no data for the wire, so it is made over there."""
    return shipped("def make(note, start, stop):\n    return slice(start, stop)", start=start, stop=stop)


@exercise("edit_on_host")
@budget(to_host=1, to_device=1)
@explains("ValueError", "read-only", READ_ONLY)
@explains("ValueError", "WRITEABLE", READ_ONLY)
@explains("TypeError", "immutable", NOT_IN_PLACE)
@explains("TypeError", "does not support item assignment", NOT_IN_PLACE)
@explains("TypeError", "slice", "An index may be a slice or a tuple too: leave it to NumPy's brackets, `h[index]`.")
@explains("TypeError", "list indices", "A list takes no tuple as index: edit a NumPy array, not a list.")
class TestEditOnHost:
    @points(3)
    def test_sets_the_item_and_nothing_else(self, submission: Program, rng: np.random.Generator):
        """sets what the index names, and nothing else"""
        flat, square = rng.normal(size=7).astype(np.float32), rng.normal(size=(3, 4)).astype(np.float32)
        number, row = float(np.float32(rng.normal())), rng.normal(size=3).astype(np.float32)
        for x, index, live, value, words in (
            (flat, 2, 2, number, "an integer index"),
            (flat, -2, -2, number, "a negative index"),
            (flat, slice(1, 4), a_slice(1, 4), row, "a slice and an array for it"),
            (square, (1, 2), (1, 2), number, "a tuple index into two dimensions"),
        ):
            expected = x.copy()
            expected[index] = value
            got = submission.edit_on_host(jax_array(x), live, value, given=words)
            expect(got).that(got.value is not None, otherwise=NO_RETURN)
            expect(got).is_array(otherwise=f"The result is {got.kind}, not an array: return the whole edited array.")
            expect(got).shape(x.shape, otherwise="The shape changed: return the whole array with the edit in it.")
            expect(got).that(
                not np.array_equal(got.array, x),
                otherwise=f"The result is x as it was: nothing was set, given {words}.",
            ).numbers(expected, otherwise=f"The result is not x with that one edit, given {words}.")

    @points(2)
    def test_keeps_the_dtype(self, submission: Program, rng: np.random.Generator):
        """keeps x's dtype, whatever the value's is"""
        for dtype, value in ((np.int32, 5.75), (ml_dtypes.bfloat16, 0.5)):
            x, name = rng.integers(10, 100, 7).astype(dtype), np.dtype(dtype).name
            expected = x.copy()
            expected[2] = value
            got = submission.edit_on_host(jax_array(x), 2, value, given=f"{name} data")
            expect(got).dtype(dtype, otherwise=f"The dtype changed: {name} must come back as {name}.")
            expect(got).numbers(expected, otherwise=f"The value was not stored as NumPy stores it into {name} data.")

    @points(2)
    def test_a_wrong_index_raises(self, submission: Program, rng: np.random.Generator):
        """raises IndexError for an index that is not there"""
        for index, words in ((7, "an index one past the end"), (-8, "a negative index before the start")):
            x = jax_array(rng.normal(size=7).astype(np.float32))
            with raising(
                "IndexError",
                otherwise=f"No IndexError for {words}: NumPy raises it by itself, if it is NumPy that sets the item.",
            ):
                submission.edit_on_host(x, index, 1.5, given=words)

    @points(2)
    def test_comes_back_uncommitted_on_the_default_device(self, submission: Program, rng: np.random.Generator):
        """comes back as a jax.Array, uncommitted, on the default device"""
        x = jax_array(rng.normal(size=7).astype(np.float32), device=submission.devices - 1)
        got = submission.edit_on_host(x, 2, 1.5)
        expect(got).is_jax_array(
            otherwise=f"The result is {got.kind}, not a jax.Array: push the edited array back.",
        ).committed(
            False,
            otherwise="The result is committed to a device, so it never left it or was placed by name: "
            "edit a host copy.",
        ).on_device(0, otherwise="The result is not on the default device: push it back without naming a place.")

    @points(1)
    def test_leaves_x_alone(self, submission: Program, rng: np.random.Generator):
        """leaves x as it was"""
        x = rng.normal(size=7).astype(np.float32)
        got = submission.edit_on_host(jax_array(x), 2, 1.5)
        expect(got).that(unharmed(got, x), otherwise="x is not what it was before the call: edit a copy of it.")


@dataclass
class OnTheHost:
    """A function of the judge's, to be given a host array: it keeps what it got and answers from a list."""

    replies: list[np.ndarray]
    got: list[Any] = field(default_factory=list)

    def __call__(self, *args: Any, **kwargs: Any) -> np.ndarray:
        self.got.append(args[0] if len(args) == 1 and not kwargs else args)
        return self.replies[min(len(self.got), len(self.replies)) - 1]


@dataclass(frozen=True)
class There:
    """One call with x in one place; `f` is what the submission was given to apply."""

    words: str
    x: np.ndarray
    devices: list[int]
    f: OnTheHost
    result: Result


@pytest.fixture(scope="module")
def journeys(submission: Program, seed: Seed) -> tuple[There, ...]:
    """x on one device, then x sharded. What f returns has another dtype, and f's second reply other numbers."""
    rng, calls = seed.rng("roundtrip_like"), []
    for words, ids in (("an x on one device", [2]), ("a sharded x", [0, 1, 2])):
        x = rng.normal(size=6).astype(np.float32)
        f = OnTheHost([rng.integers(-1000, 1000, 6).astype(np.int32) for _ in range(2)])
        placed = jax_array(x, sharded_over=3) if len(ids) == 3 else jax_array(x, device=2)
        calls.append(There(words, x, ids, f, submission.roundtrip_like(placed, f, given=words)))
    return tuple(calls)


@exercise("roundtrip_like")
@devices(3)
@budget(to_host=1, to_device=1)
@explains("CalledWhileTracing", "tracing", "Under jit there are no numbers to hand to f: call f outside jit.")
@explains("ValueError", "full shape", "An array of that shape cannot be cut as x is: was f given the whole of x?")
@explains("TracerArrayConversionError", "", "Under jit there are no numbers to fetch: leave the function undecorated.")
@explains(
    "AttributeError", "NamedSharding", "An array on several devices has no single `.device`: `.sharding` says it all."
)
class TestRoundtripLike:
    @points(3)
    def test_f_is_called_once_with_the_whole_array(self, journeys: tuple[There, ...]):
        """calls f once, with the whole of x as an `np.ndarray`"""
        for call in journeys:
            expect(call.result).that(
                bool(call.f.got), otherwise="f was never called: apply it to the fetched array."
            ).that(
                len(call.f.got) == 1,
                otherwise=f"f was called more than once, given {call.words}: once, with the whole array.",
            ).that(
                not isinstance(call.f.got[0], JaxArray),
                otherwise="f was handed a jax.Array: it works on the host, so fetch x first.",
            ).that(
                isinstance(call.f.got[0], np.ndarray),
                otherwise="f was not handed one `np.ndarray`.",
            ).that(
                call.f.got[0].tobytes() == call.x.tobytes(),
                otherwise=f"f was not handed the whole of x as it is, given {call.words}.",
            )

    @points(2)
    def test_returns_what_f_made(self, journeys: tuple[There, ...]):
        """returns what f made, in the dtype that f chose"""
        for call in journeys:
            expect(call.result).that(call.result.value is not None, otherwise=NO_RETURN).is_array(
                otherwise=f"The result is {call.result.kind}, not an array."
            ).that(
                any(np.array_equal(call.result.array, reply) for reply in call.f.replies),
                otherwise=f"The result is not what f returned, given {call.words}.",
            ).dtype(
                np.int32,
                otherwise="f may change the dtype: keep the dtype of what f returned, not that of x.",
            )

    @points(3)
    def test_goes_back_to_where_x_is(self, journeys: tuple[There, ...]):
        """puts the result where x is: same devices, split as x is, committed"""
        for call in journeys:
            expect(call.result).is_jax_array(
                otherwise=f"The result is {call.result.kind}, not a jax.Array: push it back."
            )
            at = [device.id for device in call.result.value.devices]
            expect(call.result).that(
                at == call.devices,
                otherwise=f"The result is not on the devices of x, given {call.words}: "
                "x knows where it is, put it there.",
            ).committed(
                True,
                otherwise=f"The result is uncommitted, x was committed, given {call.words}: put it there by name.",
            ).that(
                not call.result.value.sharding.endswith("replicated"),
                otherwise="The result lies whole on each device of x, which is split over them: `x.sharding` says how.",
            )

    @points(1)
    def test_leaves_x_alone(self, journeys: tuple[There, ...]):
        """leaves x as it was"""
        for call in journeys:
            expect(call.result).that(
                unharmed(call.result, call.x), otherwise="x is not what it was before the call: leave it as it is."
            )


@exercise("safe_push")
@budget(to_host=0, to_device=1)
@explains("BufferError", "", "dlpack does not know this dtype, and it is made for sharing memory: just copy.")
class TestSafePush:
    @points(2)
    def test_pushes_values_and_dtype(self, submission: Program, rng: np.random.Generator):
        """pushes shape, values and dtype of a"""
        for dtype, shape in ((np.float32, (3, 4)), (np.int32, (7,)), (ml_dtypes.bfloat16, (7,)), (np.float32, (0,))):
            a, name = rng.integers(-100, 100, shape).astype(dtype), np.dtype(dtype).name
            got = submission.safe_push(a, given=f"{name} data")
            expect(got).that(got.value is not None, otherwise=NO_RETURN)
            expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: push a.")
            expect(got).numbers(a, otherwise="The result does not have the shape and values of a.")
            expect(got).dtype(dtype, otherwise=f"The dtype changed: {name} must arrive as {name}.")

    @points(3)
    def test_later_writes_do_not_show(self, submission: Program, rng: np.random.Generator):
        """does not change when a is written to afterwards"""
        for shape in ((7,), (3, 4)):
            a, later = (rng.normal(size=shape).astype(np.float32) for _ in range(2))
            got = submission.safe_push(aligned(a, then=later))
            expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: push a.")
            expect(got).that(
                not np.array_equal(got.array, later),
                otherwise="We wrote to a after the call, and the result changed with it: JAX took over a's own memory. "
                "Have a copy made.",
            ).numbers(a, otherwise="The result does not have the values that a had when it was pushed.")

    @points(2)
    def test_a_stays_writable(self, submission: Program, rng: np.random.Generator):
        """leaves a as it was, and open for writing"""
        a, later = (rng.normal(size=7).astype(np.float32) for _ in range(2))
        unchanged = submission.safe_push(a)
        expect(unchanged).that(
            bool(np.array_equal(unchanged.args_after[0], a)),
            otherwise="a is not what it was before the call: it belongs to the caller, leave it as it was.",
        )
        got = submission.safe_push(aligned(a, then=later))
        expect(got).that(
            bool(np.array_equal(got.args_after[0], later)),
            otherwise="a can no longer be written to after the call: it belongs to the caller, leave it as it was.",
        )

    @points(1)
    def test_arrives_uncommitted_on_the_default_device(self, submission: Program, rng: np.random.Generator):
        """arrives on the default device, uncommitted"""
        got = submission.safe_push(rng.normal(size=7).astype(np.float32))
        expect(got).committed(
            False, otherwise="The result is committed to a device: push it without naming a place."
        ).on_device(0, otherwise="The result is not on the default device: push it without naming a place.")
