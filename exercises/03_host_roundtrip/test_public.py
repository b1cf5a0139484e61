"""The public checks of lesson 03: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.judge import JaxArray, Program, aligned, budget, devices, exercise, expect, explains, jax_array, raising


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
        expect(got).numbers(np.array([3, -4, 16, 0]), otherwise="The result is not x doubled.")
        expect(got).dtype(np.float32, otherwise="The dtype changed: float32 must stay float32.")

    def test_keeps_int32(self, submission: Program):
        """keeps an integer array an integer array, exact to the last digit"""
        got = submission.stay_on_device(jax_array(np.array([3, -7, 0, 20_000_001], np.int32)))
        expect(got).dtype(np.int32, otherwise="The dtype changed: int32 must stay int32. Doubled by what?")
        expect(got).numbers(
            np.array([6, -14, 0, 40_000_002]),
            otherwise="The result is not x doubled: did integers pass through floats?",
        )

    def test_works_under_jit(self, submission: Program):
        """works under `jax.jit`, where there is nothing to fetch"""
        got = submission.stay_on_device(jax_array(np.array([1.5, -2, 8, 0], np.float32)), under="jit")
        expect(got).numbers(np.array([3, -4, 16, 0]), otherwise="Under `jax.jit` the result is not x doubled.")

    def test_stays_on_the_device(self, submission: Program):
        """stays on x's device, committed if x is"""
        got = submission.stay_on_device(jax_array(np.array([1, 2, 3, 4], np.float32), device=0))
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: it left the device.")
        expect(got).committed(True, otherwise="x was committed, the result is not: the numbers went through the host.")


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
        got = submission.snapshot(jax_array(x))
        is_numpy = isinstance(got.value, np.ndarray)
        expect(got).that(is_numpy, otherwise=f"The result is {got.kind}, not an `np.ndarray`.")
        expect(got).value(x, otherwise="The result does not have the values and the dtype of x.")

    def test_keeps_shape_and_type_of_a_single_number(self, submission: Program):
        """is an `np.ndarray` for shape () too"""
        x = np.array(2.5, np.float32)
        got = submission.snapshot(jax_array(x))
        is_numpy = isinstance(got.value, np.ndarray)
        expect(got).that(is_numpy, otherwise=f"The result is {got.kind}, not an `np.ndarray`.")
        expect(got).value(x, otherwise="The result does not have the value and the dtype of x.")

    def test_can_be_written_to_and_x_does_not_notice(self, submission: Program):
        """can be written to, and x does not notice"""
        x = np.array([1, 2, 3], np.float32)
        got = submission.snapshot(jax_array(x))
        expect(got).that(got.writeable is True, otherwise="The result cannot be written to: make a copy.")
        after = got.args_after[0]
        unharmed = isinstance(after, JaxArray) and np.array_equal(after.value, x)
        expect(got).that(unharmed, otherwise="x is not what it was once the result is written to: make a copy.")


@exercise("edit_on_host")
@budget(to_host=1, to_device=1)
@explains("ValueError", "read-only", WINDOW)
@explains("ValueError", "WRITEABLE", WINDOW)
@explains("TypeError", "immutable", NOT_IN_PLACE)
@explains("TypeError", "does not support item assignment", NOT_IN_PLACE)
class TestEditOnHost:
    def test_sets_one_element(self, submission: Program):
        """sets element 1 of [1, 2, 3] to 7.5"""
        got = submission.edit_on_host(jax_array(np.array([1, 2, 3], np.float32)), 1, 7.5)
        expect(got).is_array(otherwise=f"The result is {got.kind}, not an array.")
        expect(got).value(np.array([1, 7.5, 3], np.float32), otherwise="The result is not x with that one edit.")

    def test_keeps_int32(self, submission: Program):
        """keeps an integer array an integer array"""
        got = submission.edit_on_host(jax_array(np.array([1, 2, 3, 4], np.int32)), -1, 9)
        expect(got).value(np.array([1, 2, 3, 9], np.int32), otherwise="The result is not x with that one edit.")

    def test_a_wrong_index_raises(self, submission: Program):
        """raises IndexError for element 3 of three"""
        with raising("IndexError", otherwise="There is no element 3, and no IndexError: is it NumPy that sets it?"):
            submission.edit_on_host(jax_array(np.array([1, 2, 3], np.float32)), 3, 7.5)

    def test_comes_back_as_a_jax_array(self, submission: Program):
        """comes back as a jax.Array, uncommitted"""
        got = submission.edit_on_host(jax_array(np.array([1, 2], np.float32), device=0), 0, 5)
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: push it back.")
        expect(got).committed(False, otherwise="The result is committed to a device: edit a host copy, and push that.")


@exercise("roundtrip_like")
@devices(3)
@budget(to_host=1, to_device=1)
@explains("JudgeRefused", "tracing", "Under jit there are no numbers to hand to f: call f outside jit.")
@explains("ValueError", "full shape", "An array of that shape cannot be cut as x is: was f given the whole of x?")
@explains("TracerArrayConversionError", "", "Under jit there are no numbers to fetch: leave the function undecorated.")
@explains(
    "AttributeError", "NamedSharding", "An array on several devices has no single `.device`: `.sharding` says it all."
)
class TestRoundtripLike:
    def test_f_gets_a_numpy_array_once(self, submission: Program):
        """calls f once, with x as an `np.ndarray`"""
        x, given = np.array([3, 1, 2], np.float32), []

        def f(*args: Any) -> np.ndarray:
            given.extend(args)
            return np.array([10, 20, 30], np.float32)

        got = submission.roundtrip_like(jax_array(x, device=1), f)
        expect(got).that(bool(given), otherwise="f was never called: apply it to the fetched array.")
        expect(got).that(len(given) == 1, otherwise="f was called more than once: once, with the whole array.")
        is_numpy = isinstance(given[0], np.ndarray)
        expect(got).that(is_numpy, otherwise="f was not handed an `np.ndarray`: fetch x first.")
        expect(got).numbers(
            np.array([10, 20, 30]), otherwise="We had f return [10, 20, 30]; the result must be just that."
        )

    def test_goes_back_to_x_s_device(self, submission: Program):
        """puts the result on x's device, committed"""
        got = submission.roundtrip_like(jax_array(np.array([3, 1, 2], np.float32), device=1), _negative)
        expect(got).on_device(1, otherwise="x is on device 1 and the result is not: put it where x is.")
        expect(got).committed(True, otherwise="x is committed and the result is not: put it there by name.")

    def test_goes_back_to_x_s_devices(self, submission: Program):
        """puts the result on all devices of a sharded x"""
        got = submission.roundtrip_like(jax_array(np.arange(6, dtype=np.float32), sharded_over=3), _negative)
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: push it back.")
        at = [device.id for device in got.value.devices]
        expect(got).that(at == [0, 1, 2], otherwise="x is sharded over three devices and the result is not.")


def _negative(h: Any) -> Any:
    return -(h.value if isinstance(h, JaxArray) else np.asarray(h))


@exercise("safe_push")
@budget(to_host=0, to_device=1)
class TestSafePush:
    def test_pushes(self, submission: Program):
        """pushes an integer array as it is, to the default device, uncommitted"""
        a = np.array([1, 2, 3, 4], np.int32)
        got = submission.safe_push(a)
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array: push a.")
        expect(got).value(a, otherwise="The result does not have the values and the dtype of a.")
        expect(got).committed(False, otherwise="The result is committed to a device: push it without naming a place.")

    def test_later_writes_do_not_show(self, submission: Program):
        """does not change when a is written to afterwards"""
        a, later = np.array([1, 2, 3], np.float32), np.full(3, 99, np.float32)
        got = submission.safe_push(aligned(a, then=later))
        expect(got).that(
            not np.array_equal(got.args_after[0], a),
            otherwise="We wanted to write to a after the call and could not: leave a open for writing.",
        )
        expect(got).numbers(a, otherwise="We wrote 99 into a after the call, and the result changed: copy a.")
