"""The public checks of lesson 02: what `check` runs, on three simulated devices. They show call and result."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.judge import Device, JaxArray, Program, Result, devices, exercise, expect, explains, jax_array

APART = (
    "Arrays committed to different devices cannot meet in one operation; `jax.device_put`, outside jit, moves them:"
    " put both on `device` first."
)
AS_ARRAY = "`device=` in `jnp.asarray` does not move a committed array; `jax.device_put` does."
CALLED = "`.device` is a property, without brackets; the method that lists all devices is `.devices()`."
NUMBER = "`device` is a device already, not the number of one."

FIRST, SECOND, THIRD = (Device("default", number) for number in range(3))


def places(value: Any) -> list[int]:
    """The ids of the devices that a `jax.Array` is on; none for anything else."""
    return [d.id for d in value.devices] if isinstance(value, JaxArray) else []


def _is_a_list(got: Result) -> expect:
    """Expects a list; what came back instead is in the detail."""
    return expect(got).that(isinstance(got.value, list), otherwise="The result is not a list.")


def _is(got: Result, expected: list[int]) -> bool:
    """Whether the result is this list of plain ints."""
    return type(got.value) is list and list(map(repr, got.value)) == list(map(repr, expected))


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
        _is_a_list(got).that(_is(got, [2]), otherwise="This array is on device 2 alone.", expected="[2]")

    def test_an_array_sharded_over_three_devices(self, submission: Program):
        """gives [0, 1, 2] for an array sharded over three devices"""
        got = submission.device_ids(jax_array(np.arange(6, dtype=np.float32), sharded_over=3))
        _is_a_list(got).that(
            _is(got, [0, 1, 2]),
            otherwise="This array has a piece on each of three devices.",
            expected="[0, 1, 2]",
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
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}; expected one jax.Array.").value(
            np.array([1.5, 2.5, 4.0], np.float64 if submission.x64 else np.float32),
            otherwise="The array does not hold the list's numbers, in JAX's dtype for Python floats.",
        ).on_device(1, otherwise="The array is not on the device that was named.").committed(
            True, otherwise="The array is not committed to the device that was named."
        )

    def test_a_committed_array_moves(self, submission: Program):
        """moves an array that is committed to another device"""
        x = np.array([3, 1, 2], np.int32)
        got = submission.place(jax_array(x, device=2), FIRST)
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}; expected a jax.Array.").value(
            x, otherwise="Values and dtype must survive the move."
        ).on_device(0, otherwise="The array is not on the device that was named.").committed(
            True, otherwise="The array is not committed to the device that was named."
        )

    def test_without_a_device(self, submission: Program):
        """without a device, leaves placed data alone and commits no host data"""
        x = np.array([3, 1, 2], np.float32)
        got = submission.place(jax_array(x, device=2))
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}; expected a jax.Array.").on_device(
            2, otherwise="Placed data must stay where it is when no device is named."
        ).committed(True, otherwise="Placed data must stay committed when no device is named.")
        got = submission.place(x)
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}; expected a jax.Array.").committed(
            False, otherwise="Host data must stay uncommitted when no device is named."
        )


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
        """deals four arrays to devices 2 and 1"""
        arrays = [np.full(3, number, np.float32) for number in range(4)]
        got = submission.spread(arrays, [THIRD, SECOND])
        items = got.value if isinstance(got.value, list) else []
        _is_a_list(got).that(
            len(items) == 4,
            otherwise="The list must hold four arrays, one for each that was given.",
        ).that(
            [places(item) for item in items] == [[2], [1], [2], [1]],
            otherwise="The arrays are not dealt in turn to the devices of the list.",
            expected="arrays on the devices 2, 1, 2, 1",
        ).that(
            all(item.committed for item in items),
            otherwise="The arrays must be committed to their devices.",
        ).that(
            all(np.array_equal(item.value, array) for item, array in zip(items, arrays, strict=True)),
            otherwise="Result i must hold array i.",
        )

    @explains("IndexError", "", "There may be no arrays at all.")
    def test_no_arrays(self, submission: Program):
        """gives [] for no arrays"""
        got = submission.spread([], [FIRST, SECOND])
        _is_a_list(got).that(_is(got, []), otherwise="No arrays in, no arrays out.", expected="[]")


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
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}; expected a jax.Array.").value(
            x + y, otherwise="The result is not x + y."
        ).on_device(0, otherwise="The sum is not on the device that was named.").committed(
            True, otherwise="The sum is not committed to the device that was named."
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
