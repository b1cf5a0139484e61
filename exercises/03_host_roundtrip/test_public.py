"""The public checks of lesson 03: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from grader.judge import (
    JaxArray,
    Program,
    Result,
    aligned,
    budget,
    devices,
    exercise,
    expect,
    explains,
    jax_array,
    raising,
    shipped,
)

NO_RETURN = "Nothing was returned: end the function with `return`."
PRINTED = "Something was printed: printing a jax.Array fetches it, so print nothing here."
# What JAX itself traces to carry an array in, whichever version.
PLUMBING = {"stage", "copy", "convert_element_type", "device_put", "_identity_fn"}


def is_array(got: Result) -> expect:
    """Expects an array, JAX's or NumPy's."""
    return (
        expect(got)
        .that(got.value is not None, otherwise=NO_RETURN)
        .is_array(otherwise=f"The result is {got.kind}, not an array.")
    )


def is_jax_array(got: Result, what_to_do: str) -> expect:
    """Expects a `jax.Array`."""
    return (
        expect(got)
        .that(got.value is not None, otherwise=NO_RETURN)
        .is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: {what_to_do}.")
    )


def unharmed(got: Result, x: np.ndarray) -> bool:
    """Whether the first argument is still a `jax.Array` of these values once the call is over."""
    after = got.args_after[0] if got.args_after else None
    return isinstance(after, JaxArray) and after.value.tobytes() == x.tobytes()


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
    def test_doubles_a_float32_array(self, submission: Program):
        """doubles [1.5, -2, 8]"""
        got = submission.host_roundtrip(jax_array(np.array([1.5, -2, 8], np.float32)))
        is_array(got).numbers(np.array([3, -4, 16]), otherwise="The result is not x doubled.").dtype(
            np.float32, otherwise="The dtype changed: float32 must come back as float32."
        )

    def test_keeps_int32(self, submission: Program):
        """keeps an integer array an integer array"""
        got = submission.host_roundtrip(jax_array(np.array([3, -7, 0, 12], np.int32)))
        is_array(got).numbers(np.array([6, -14, 0, 24]), otherwise="The result is not x doubled.").dtype(
            np.int32,
            otherwise="The dtype changed: int32 must come back as int32. Double by the integer 2, and convert nothing.",
        )

    def test_takes_an_empty_array(self, submission: Program):
        """takes an array of length 0"""
        empty = np.zeros(0, ml_dtypes.bfloat16)  # a list of nothing has forgotten its dtype
        got = submission.host_roundtrip(jax_array(empty))
        is_array(got).value(empty, otherwise="An array of length 0 must come back as it is, its dtype too.")

    def test_fetches_with_device_get(self, submission: Program):
        """fetches x with `jax.device_get`, once, and doubles that copy with NumPy"""
        x, host_copy = np.array([1, 2, 4, 3, 5], np.float32), np.array([10, 30, 50, 40, 20], np.float32)
        got = submission.host_roundtrip(jax_array(x), answers={"jax.device_get": host_copy})
        fetches = got.asked("jax.device_get")
        expect(got).that(bool(fetches), otherwise="`jax.device_get` was never called: fetch x with it.").that(
            not any(fetch.traced for fetch in fetches),
            otherwise="`jax.device_get` was called under `jit` or `vmap`, where there are no values to fetch: call it"
            " directly.",
        ).that(len(fetches) == 1, otherwise="`jax.device_get` was called more than once: keep what it returns.").that(
            fetches[0].asks_for(x),
            otherwise="`jax.device_get` was called, but not on x: fetch the whole of x before doing anything to it.",
        ).printed_nothing(otherwise=PRINTED)
        is_array(got).numbers(
            2 * host_copy,
            otherwise="We had `jax.device_get` return [10, 30, 50, 40, 20] and the result is not that, doubled: double"
            " what it returned, not x.",
        ).traced_only(
            PLUMBING, otherwise="The doubling ran on the device: double the NumPy array, before it is pushed back."
        )

    def test_comes_back_as_a_jax_array(self, submission: Program):
        """comes back as a jax.Array, uncommitted"""
        got = submission.host_roundtrip(jax_array(np.array([1, 2, 3], np.float32), device=0))
        is_jax_array(got, "push it back with `jnp.asarray`").committed(
            False,
            otherwise="The result is committed to a device: push it with `jnp.asarray`, and name no place.",
        )

    def test_is_pushed_with_jnp_asarray(self, submission: Program):
        """is pushed back with `jnp.asarray`"""
        got = submission.host_roundtrip(jax_array(np.array([1, 2, 3], np.float32)))
        for function in ("jax.device_put", "jax.numpy.array"):
            name = function.replace("jax.numpy", "jnp")
            sentence = f"`{name}` pushed it back, which works; this kata asks for `jnp.asarray`."
            expect(got).called(function, times=0, otherwise=sentence)
        pushes = got.calls.count("jax.numpy.asarray")
        expect(got).that(pushes > 0, otherwise="`jnp.asarray` was never called: push the doubled array with it.")


WINDOW = "What you fetched is read-only, it may be JAX's own memory: write into a copy."
NOT_IN_PLACE = "A jax.Array cannot be changed in place: change a NumPy copy of it."
A_NEW_ONE = "A jax.Array cannot be changed in place: compute a new one and return that."


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
    def test_doubles_a_float32_array(self, submission: Program):
        """doubles [1.5, -2, 8, 0]"""
        got = submission.stay_on_device(jax_array(np.array([1.5, -2, 8, 0], np.float32)))
        is_array(got).numbers(np.array([3, -4, 16, 0]), otherwise="The result is not x doubled.").dtype(
            np.float32, otherwise="The dtype changed: float32 must stay float32."
        )

    def test_keeps_int32(self, submission: Program):
        """keeps an integer array an integer array, exact to the last digit"""
        got = submission.stay_on_device(jax_array(np.array([3, -7, 0, 20_000_001], np.int32)))
        is_array(got).dtype(
            np.int32, otherwise="The dtype changed: int32 must stay int32. Double by the plain integer 2."
        ).numbers(
            np.array([6, -14, 0, 40_000_002]),
            otherwise="The result is not x doubled: if integers pass through floats, they lose their last digits.",
        )

    def test_works_under_jit(self, submission: Program):
        """works under `jax.jit`, where there is nothing to fetch"""
        got = submission.stay_on_device(jax_array(np.array([1.5, -2, 8, 0], np.float32)), under="jit")
        is_array(got).numbers(np.array([3, -4, 16, 0]), otherwise="Under `jax.jit` the result is not x doubled.")

    def test_stays_on_the_device(self, submission: Program):
        """fetches nothing: the result stays on x's device, committed if x is"""
        x = np.array([1, 2, 3, 4], np.float32)
        got = submission.stay_on_device(jax_array(x, device=0))
        is_jax_array(got, "it left the device").committed(
            True, otherwise="x was committed, the result is not: the numbers went through the host."
        ).called(
            "jax.device_get", times=0, otherwise="`jax.device_get` was called: double x itself, where it is."
        ).printed_nothing(otherwise=PRINTED).that(
            unharmed(got, x), otherwise="x cannot be used any more after the call: do not donate or delete it."
        )
        got = submission.stay_on_device(jax_array(x))
        is_jax_array(got, "it left the device").committed(
            False, otherwise="x was uncommitted, the result is committed: name no device, work goes where x is."
        )


@exercise("snapshot")
@budget(to_host=1, to_device=0)
@explains("ValueError", "WRITEABLE", WINDOW)
@explains("ValueError", "read-only", WINDOW)
@explains("ValueError", "readonly", WINDOW)
@explains("ValueError", "avoid copy", "`copy=False` forbids the very copy that is asked for.")
@explains("AttributeError", "'numpy'", "`.numpy()` is PyTorch's; here NumPy reads the jax.Array: `np.array(x)`.")
@explains("AttributeError", "'cpu'", "`.cpu()` is PyTorch's; here NumPy reads the jax.Array: `np.array(x)`.")
class TestSnapshot:
    def test_is_a_numpy_array(self, submission: Program):
        """is an `np.ndarray` with the values and the dtype of x"""
        x = np.array([[1, 2, 3], [4, 5, 6]], np.int32)
        self.copies(submission.snapshot(jax_array(x)), x)

    def test_keeps_every_shape(self, submission: Program):
        """is an `np.ndarray` of x's shape for shape () and (0, 4) too"""
        for x in (np.array(2.5, np.float32), np.zeros((0, 4), np.float32)):
            self.copies(submission.snapshot(jax_array(x)), x)

    def test_can_be_written_to_and_x_does_not_notice(self, submission: Program):
        """can be written to, and x does not notice"""
        x = np.array([1, 2, 3], np.float32)
        got = submission.snapshot(jax_array(x))
        expect(got).that(
            got.writeable is True,
            otherwise="The result is read-only: it is a window onto an array of JAX's. Make a copy.",
        ).that(
            isinstance(got.args_after[0], JaxArray),
            otherwise="x cannot be used any more after the call: a snapshot leaves x alone.",
        ).that(
            unharmed(got, x), otherwise="We wrote into the result, and x changed: it is x's own memory. Make a copy."
        )

    @staticmethod
    def copies(got: Result, x: np.ndarray) -> None:
        expect(got).that(got.value is not None, otherwise=NO_RETURN).that(
            isinstance(got.value, np.ndarray), otherwise=f"The result is {got.kind}, not an `np.ndarray`."
        ).shape(x.shape, otherwise=f"x has shape {x.shape} and the result has another: it must stay.").numbers(
            x, otherwise="The result does not have the values of x."
        ).dtype(x.dtype, otherwise=f"The dtype changed: {x.dtype} must stay {x.dtype}.")


@exercise("edit_on_host")
@budget(to_host=1, to_device=1)
@explains("ValueError", "read-only", WINDOW)
@explains("ValueError", "WRITEABLE", WINDOW)
@explains("TypeError", "immutable", NOT_IN_PLACE)
@explains("TypeError", "does not support item assignment", NOT_IN_PLACE)
@explains("TypeError", "slice", "An index may be a slice or a tuple too: leave it to NumPy's brackets, `h[index]`.")
@explains("TypeError", "only integer", "An index may be a tuple too: leave it to NumPy's brackets, `h[index]`.")
@explains("TypeError", "list indices", "A list takes no tuple as index: edit a NumPy array, not a list.")
class TestEditOnHost:
    def test_sets_one_element(self, submission: Program):
        """sets element 1 of [1, 2, 3] to 7.5"""
        x = np.array([1, 2, 3], np.float32)
        got = submission.edit_on_host(jax_array(x), 1, 7.5)
        self.edited(got, np.array([1, 7.5, 3], np.float32))
        expect(got).that(unharmed(got, x), otherwise="x is not what it was before the call: edit a copy of it.")

    def test_takes_what_numpy_takes_in_brackets(self, submission: Program):
        """takes a negative index, a tuple and a slice"""
        flat, square = np.array([1, 2, 3], np.float32), np.array([[1, 2, 3], [4, 5, 6]], np.float32)
        got = submission.edit_on_host(jax_array(flat), -1, 9)
        self.edited(got, np.array([1, 2, 9], np.float32))
        got = submission.edit_on_host(jax_array(square), (1, 2), 9)
        self.edited(got, np.array([[1, 2, 3], [4, 5, 9]], np.float32))
        two = shipped("def make(note):\n    return slice(0, 2)", words="slice(0, 2)")
        got = submission.edit_on_host(jax_array(flat), two, np.array([8, 9], np.float32))
        self.edited(got, np.array([8, 9, 3], np.float32))

    def test_keeps_int32(self, submission: Program):
        """keeps an int32 array int32, also if the value is 5.75"""
        got = submission.edit_on_host(jax_array(np.array([1, 2, 3], np.int32)), 1, 5.75)
        expect(got).dtype(
            np.int32, otherwise="The dtype changed: x is int32 and the result must be, whatever the value is."
        ).numbers(np.array([1, 5, 3]), otherwise="NumPy stores 5.75 as 5 in an int32 array: let it do the assignment.")

    def test_a_wrong_index_raises(self, submission: Program):
        """raises IndexError for element 3 of three"""
        with raising(
            "IndexError",
            otherwise="There is no element 3, and no IndexError: NumPy raises it by itself, if it is NumPy that sets"
            " the element.",
        ):
            submission.edit_on_host(jax_array(np.array([1, 2, 3], np.float32)), 3, 7.5)

    def test_comes_back_as_a_jax_array(self, submission: Program):
        """comes back as a jax.Array, uncommitted"""
        got = submission.edit_on_host(jax_array(np.array([1, 2, 3], np.float32), device=0), 0, 5)
        is_jax_array(got, "push it back").committed(
            False, otherwise="The result is committed to a device: edit a host copy, push that, and name no place."
        )

    @staticmethod
    def edited(got: Result, expected: np.ndarray) -> None:
        is_array(got).shape(expected.shape, otherwise="Return the whole array with the edit in it.").numbers(
            expected, otherwise="The result is not x with that one edit."
        ).dtype(expected.dtype, otherwise=f"The dtype changed: {expected.dtype} must stay {expected.dtype}.")


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
    def test_f_gets_a_numpy_array_once(self, submission: Program):
        """calls f once, with x as an `np.ndarray`, and returns what f made"""
        x, given = np.array([3, 1, 2], np.float32), []

        def f(*args: Any) -> np.ndarray:
            given.extend(args)
            return np.array([10, 20, 30], np.int32)

        got = submission.roundtrip_like(jax_array(x, device=1), f)
        self.called_once(got, given, x)
        is_array(got).numbers(
            np.array([10, 20, 30]), otherwise="We had f return [10, 20, 30]; the result must be just that."
        ).dtype(np.int32, otherwise="f returned int32: keep the dtype of what f made, not that of x.")

    def test_goes_back_to_x_s_device(self, submission: Program):
        """puts the result on x's device, committed, and leaves x alone"""
        x = np.array([3, 1, 2], np.float32)
        got = submission.roundtrip_like(jax_array(x, device=1), _negative)
        is_jax_array(got, "push it back").on_device(
            1, otherwise="x is on device 1 and the result is not: put it where x is."
        ).committed(True, otherwise="x is committed and the result is not: name the place to `jax.device_put`.").that(
            unharmed(got, x), otherwise="x is not what it was before the call: leave it as it is."
        )

    def test_goes_back_to_x_s_devices(self, submission: Program):
        """calls f once for a sharded x, and splits the result as x is split"""
        x, given = np.arange(6, dtype=np.float32), []

        def f(*args: Any) -> np.ndarray:
            given.extend(args)
            return _negative(args[0])

        got = submission.roundtrip_like(jax_array(x, sharded_over=3), f)
        self.called_once(got, given, x)
        is_jax_array(got, "push it back")
        at = [device.id for device in got.value.devices]
        expect(got).that(
            at == [0, 1, 2],
            otherwise="x is spread over three devices and the result is not: `x.sharding` says where x is.",
        ).that(
            not got.value.sharding.endswith("replicated"),
            otherwise="The result lies whole on each device of x, which is split over them: `x.sharding` says how.",
        )

    @staticmethod
    def called_once(got: Result, given: list[Any], x: np.ndarray) -> None:
        expect(got).that(bool(given), otherwise="f was never called: apply it to the fetched array.").that(
            len(given) == 1, otherwise="f was called more than once: once is enough, with the whole array."
        ).that(isinstance(given[0], np.ndarray), otherwise="f was not handed an `np.ndarray`: fetch x first.").that(
            given[0].dtype == x.dtype, otherwise=f"f was handed {given[0].dtype} data: hand over x as it is, {x.dtype}."
        ).that(given[0].tobytes() == x.tobytes(), otherwise="f was not handed the whole of x, as it is.")


def _negative(h: Any) -> Any:
    return -(h.value if isinstance(h, JaxArray) else np.asarray(h))


@exercise("safe_push")
@budget(to_host=0, to_device=1)
@explains("BufferError", "", "dlpack does not know this dtype, and it is made for sharing memory: just copy.")
class TestSafePush:
    def test_pushes(self, submission: Program):
        """pushes an array as it is, to the default device, uncommitted"""
        for dtype in (np.int32, np.uint8):
            a = np.array([1, 2, 3, 4], dtype)
            got = submission.safe_push(a)
            is_jax_array(got, "push a").numbers(a, otherwise="The result does not have the values of a.").dtype(
                dtype, otherwise=f"The dtype changed: {a.dtype} must arrive as {a.dtype}."
            ).committed(False, otherwise="The result is committed to a device: push it without naming a place.")
            expect(got).that(
                np.array_equal(got.args_after[0], a),
                otherwise="a is not what it was before the call: it belongs to the caller, leave it as it is.",
            )

    def test_later_writes_do_not_show(self, submission: Program):
        """does not change when a is written to afterwards"""
        a, later = np.array([1, 2, 3], np.float32), np.full(3, 99, np.float32)
        got = submission.safe_push(aligned(a, then=later))
        expect(got).that(
            not np.array_equal(got.args_after[0], a),
            otherwise="We wanted to write to a after the call and could not: leave a open for writing.",
        )
        expect(got).numbers(
            a,
            otherwise="We wrote 99 into a after the call, and the result changed with it: JAX took over a's own"
            " memory. Have a copy made.",
        )
