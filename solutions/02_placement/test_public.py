"""The public checks of lesson 02: what `check` runs, on three simulated devices. They show call and result."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.judge import (
    REAL,
    Device,
    JaxArray,
    Program,
    Question,
    Result,
    devices,
    exercise,
    expect,
    explains,
    jax_array,
    shipped,
)

APART = (
    "Arrays committed to different devices cannot meet in one operation; `jax.device_put`, outside jit, moves them:"
    " put both on `device` first."
)
AS_ARRAY = "`device=` in `jnp.asarray` does not move a committed array; `jax.device_put` does."
CALLED = "`.device` is a property, without brackets; the method that lists all devices is `.devices()`."
NUMBER = "`device` is a device already, not the number of one."
NO_RETURN = "Nothing was returned: end the function with `return`."

FIRST, SECOND, THIRD = (Device("default", number) for number in range(3))


def places(value: Any) -> list[int]:
    """The ids of the devices that a `jax.Array` is on; none for anything else."""
    return [d.id for d in value.devices] if isinstance(value, JaxArray) else []


def on_devices(values: np.ndarray, *numbers: int) -> Any:
    """An array cut in pieces, which lie on these devices, in this order."""
    return shipped(
        """
        def make(note, values, numbers):
            devices = np.array([jax.devices()[number] for number in numbers])
            mesh = jax.sharding.Mesh(devices, ("i",))
            return jax.device_put(values, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i")))
        """,
        words=f"jax.Array {values.dtype}[{len(values)}], its pieces on the devices {', '.join(map(str, numbers))}",
        values=values,
        numbers=list(numbers),
    )


def uncommitted_on(number: int, values: np.ndarray) -> Any:
    """An uncommitted array on a device that is not the default one."""
    return shipped(
        """
        def make(note, values, number):
            with jax.default_device(jax.devices()[number]):
                return jax.device_put(values)
        """,
        words=f"jax.Array {values.dtype}[{len(values)}] on device {number}, uncommitted: {values}",
        values=values,
        number=number,
    )


def real(question: Question) -> Any:
    """Only look: the real function answers."""
    return REAL


def _is_a_list(got: Result) -> expect:
    """Expects a list."""
    return (
        expect(got)
        .that(got.value is not None, otherwise=NO_RETURN)
        .that(isinstance(got.value, list), otherwise=f"The result is {got.kind}. It must be a list.")
    )


def _is_an_array(got: Result) -> expect:
    """Expects one `jax.Array`."""
    words = f"The result is {got.kind}. It must be one jax.Array."
    if isinstance(got.value, list):
        words += " (`jax.device_put` takes a list for many separate arrays.)"
    return expect(got).that(got.value is not None, otherwise=NO_RETURN).is_jax_array(otherwise=words)


@exercise("device_ids")
@devices(3)
@explains("TypeError", "not callable", CALLED)
@explains("AttributeError", "'id'", "The `.device` of a sharded array is a sharding, which has no `id`.")
@explains("AttributeError", "'mesh'", "Only a NamedSharding has a mesh; an array on one device has none.")
@explains("TypeError", "'<' not supported", "Devices have no order, their ids have: take the ids first, then sort.")
class TestDeviceIds:
    def test_an_array_on_the_third_device(self, submission: Program):
        """gives [2] for an array on device 2"""
        got = submission.device_ids(jax_array(np.array([1, 2, 4], np.float32), device=2))
        self.lists_ids(got).that(
            got.value == [2], otherwise="This array is on device 2 alone: ask the array, not JAX.", expected="[2]"
        )

    def test_an_array_sharded_over_three_devices(self, submission: Program):
        """gives [0, 1, 2] for an array sharded over three devices"""
        got = submission.device_ids(jax_array(np.arange(6, dtype=np.float32), sharded_over=3))
        self.lists_ids(got).that(
            got.value == [0, 1, 2],
            otherwise="This array has a piece on each of three devices: `x.devices()` gives all of them.",
            expected="[0, 1, 2]",
        )

    def test_sorts_the_ids(self, submission: Program):
        """gives [0, 2] for an array whose first half is on device 2 and the second on device 0"""
        got = submission.device_ids(on_devices(np.arange(6, dtype=np.float32), 2, 0))
        self.lists_ids(got).that(
            sorted(got.value) == [0, 2],
            otherwise="This array has a piece on device 2 and another on device 0, and nothing on device 1.",
            expected="[0, 2]",
        ).that(
            got.value == [0, 2],
            otherwise="The ids must be in ascending order, whatever order the pieces lie in: sort the ids.",
            expected="[0, 2]",
        )

    @staticmethod
    def lists_ids(got: Result) -> expect:
        return _is_a_list(got).that(
            all(type(item) is int for item in got.value),
            otherwise="The list must hold plain ints: take the `.id` of each device, as it is.",
        )


@exercise("place")
@devices(3)
@explains("ValueError", "incompatible devices", AS_ARRAY)
@explains("AttributeError", "'to'", "`.to` is PyTorch's; a JAX array is moved by `jax.device_put`.")
@explains("TypeError", "indices must be integers", NUMBER)
class TestPlace:
    def test_a_list_becomes_one_array_on_the_device(self, submission: Program):
        """makes one committed array of a list"""
        got = submission.place([1.5, 2.5, 4.0], SECOND)
        x = np.array([1.5, 2.5, 4.0], np.float64 if submission.x64 else np.float32)
        _is_an_array(got).numbers(x, otherwise="The array does not hold the numbers of the list.").dtype(
            x.dtype, otherwise=f"Python floats become {x.dtype} here: let JAX choose the dtype, convert nothing."
        )
        self.committed_to(got, 1)

    def test_a_committed_array_moves(self, submission: Program):
        """moves an array that is committed to another device"""
        x = np.array([3, 1, 2], np.int32)
        got = submission.place(jax_array(x, device=2), FIRST)
        _is_an_array(got).numbers(x, otherwise="The values changed on the way.").dtype(
            np.int32, otherwise="The dtype changed on the way: int32 must stay int32, convert nothing."
        )
        self.committed_to(got, 0)

    def test_an_array_that_is_there_is_committed(self, submission: Program):
        """commits an array that is on the device already, uncommitted"""
        got = submission.place(jax_array(np.array([3, 1, 2], np.float32)), FIRST)
        _is_an_array(got)
        self.committed_to(got, 0)

    def test_without_a_device(self, submission: Program):
        """without a device, leaves placed data alone and commits no host data"""
        x = np.array([3, 1, 2], np.float32)
        for given, number, committed in [(jax_array(x, device=2), 2, True), (uncommitted_on(1, x), 1, False)]:
            was = "committed" if committed else "uncommitted"
            got = submission.place(given)
            _is_an_array(got).on_device(
                number, otherwise=f"No device was named, so this array must stay where it was: on device {number}."
            ).committed(committed, otherwise=f"No device was named, so this array must stay as it was: {was}.")
        got = submission.place(x)
        _is_an_array(got).committed(
            False, otherwise="A NumPy array was given and no device was named: the result must be uncommitted."
        )

    @staticmethod
    def committed_to(got: Result, number: int) -> None:
        expect(got).on_device(
            number,
            otherwise=f"The array is not on the device that was named, device {number}: `jax.device_put` moves it"
            " (though not inside `jit`).",
        ).committed(True, otherwise="The array is there and not committed: name the device to `jax.device_put`.")


@exercise("spread")
@devices(3)
@explains("IndexError", "", "There can be more arrays than devices: after the last device comes the first again.")
@explains("ValueError", "incompatible devices", AS_ARRAY)
@explains("ZeroDivisionError", "", "With no arrays there is nothing to divide or to place.")
@explains("ValueError", "NamedSharding", "Each array goes whole to one device: no sharding over several is needed.")
@explains("ValueError", "prefix", "Given two lists, `jax.device_put` needs a device for each array.")
@explains("TypeError", "indices must be integers", NUMBER)
class TestSpread:
    def test_four_arrays_over_two_devices(self, submission: Program):
        """deals four arrays to devices 2 and 0"""
        values = [np.full(3, number, np.float32) for number in range(3)] + [np.array([7, 8, 9], np.int32)]
        # Array 1 is on device 0 already, and uncommitted; array 2 is committed elsewhere.
        arrays = [values[0], jax_array(values[1]), jax_array(values[2], device=1), values[3]]
        got = submission.spread(arrays, [THIRD, FIRST])
        items = got.value if isinstance(got.value, list) else []
        _is_a_list(got).that(
            len(items) == 4,
            otherwise=f"Four arrays were given, {len(items)} came back: after the last device comes the first again.",
        ).that(
            [places(item) for item in items] == [[2], [0], [2], [0]],
            otherwise="The arrays are not dealt in turn: the first goes to the first device of the list, the second to "
            "the second, and so on, round and round.",
            expected="arrays on the devices 2, 0, 2, 0",
        ).that(
            all(item.committed for item in items),
            otherwise="Every array must be committed to its device, one that is there already too: `jax.device_put` "
            "with the device does it.",
        ).that(
            all(np.array_equal(item.value, array) for item, array in zip(items, values, strict=True)),
            otherwise="Result i must hold array i.",
        ).that(
            all(item.value.dtype == array.dtype for item, array in zip(items, values, strict=True)),
            otherwise="An array changed its dtype: the last one is int32 and must stay so. Place each by itself.",
        )

    @explains("IndexError", "", "There may be no arrays at all.")
    def test_no_arrays(self, submission: Program):
        """gives [] for no arrays"""
        got = submission.spread([], [FIRST, SECOND])
        _is_a_list(got).that(got.value == [], otherwise="No arrays in, no arrays out.", expected="[]")


@exercise("add_on")
@devices(3)
@explains("ValueError", "incompatible devices", APART)
@explains("RuntimeError", "deleted", "An array that was donated is gone: the caller still needs x and y.")
@explains("AttributeError", "'to'", "`.to` is PyTorch's; a JAX array is moved by `jax.device_put`.")
@explains("TypeError", "indices must be integers", NUMBER)
class TestAddOn:
    def test_arrays_from_two_other_devices(self, submission: Program):
        """adds arrays from devices 1 and 2 on device 0"""
        x, y = np.array([1, 2, 4], np.float32), np.array([10, 20, 40], np.float32)
        got = submission.add_on(jax_array(x, device=1), jax_array(y, device=2), FIRST)
        self.is_sum_on(got, x + y, 0)

    def test_arrays_that_share_another_device(self, submission: Program):
        """adds two int32 arrays from device 0 on device 2"""
        x, y = np.array([1, 2, 4], np.int32), np.array([10, 20, 40], np.int32)
        got = submission.add_on(jax_array(x, device=0), jax_array(y, device=0), THIRD)
        self.is_sum_on(got, x + y, 2)

    def test_adds_where_it_is_told(self, submission: Program):
        """does the addition itself on the device, and not elsewhere"""
        x, y = np.array([1, 2, 3e38], np.float32), np.array([10, 20, 3e38], np.float32)
        watched = {"jax.device_put": real, "jax.device_get": real}
        # 3e38 + 3e38 is too large for float32: if NumPy adds, it tells us so.
        got = submission.add_on(jax_array(x, device=1), jax_array(y, device=2), FIRST, answers=watched)
        pushed = [leaf for question in got.asked("jax.device_put") for leaf in question.arrays]
        expect(got).that(
            not got.asked("jax.device_get"),
            otherwise="`jax.device_get` was called: x and y go from device to device, by `jax.device_put`.",
        ).that(
            got.overflows == 0,
            otherwise="NumPy did the addition, on the host: move x and y to `device`, and add there.",
        ).that(
            not any(places(leaf) != [0] and leaf.value[0] == 11 for leaf in pushed),
            otherwise="The sum was computed elsewhere and then moved: move x and y to `device` first, then add.",
        )

    def test_x_and_y_survive(self, submission: Program):
        """leaves x and y usable and where they were"""
        x = np.array([1, 2, 4], np.float32)
        got = submission.add_on(jax_array(x, device=2), jax_array(x, device=1), THIRD)
        after = got.args_after[:2]
        expect(got).that(
            [places(array) for array in after] == [[2], [1]],
            otherwise="x or y is gone or has moved: `jax.device_put` gives new arrays, so leave the old ones alone.",
        )

    @staticmethod
    def is_sum_on(got: Result, total: np.ndarray, number: int) -> None:
        _is_an_array(got).numbers(total, otherwise="The result is not x + y.").dtype(
            total.dtype, otherwise=f"The dtype changed: the sum of {total.dtype} arrays is {total.dtype}."
        ).on_device(
            number, otherwise=f"The sum is not on the device that was named, device {number}: move x and y there first."
        ).committed(True, otherwise="The sum is not committed to the device: name it to `jax.device_put`.")
