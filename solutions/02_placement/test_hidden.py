"""The hidden checks of lesson 02. Everything runs on three simulated devices, so that there is somewhere to move to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from grader.judge import (
    REAL,
    Device,
    JaxArray,
    Program,
    Question,
    Result,
    Seed,
    close,
    devices,
    exercise,
    expect,
    explains,
    jax_array,
    points,
    shipped,
)

APART = (
    "Arrays committed to different devices cannot meet in one operation; `jax.device_put`, outside jit, moves them:"
    " put both on `device` first."
)
CALLED = "`.device` is a property, without brackets; the method that lists all devices is `.devices()`."
AS_ARRAY = "`device=` in `jnp.asarray` does not move a committed array; `jax.device_put` does."
WIDE = {np.dtype(np.float32): np.dtype(np.float64), np.dtype(np.int32): np.dtype(np.int64)}  # with JAX's x64 on
MOVES = "`jax.device_put`, outside jit, moves and commits."
NUMBER = "`device` is a device already, not the number of one."
NO_LIST = "The result is not a list: return a list, of plain ints."
NO_TREE = "`jax.device_put` takes a list for a tree of separate arrays."


def on_devices(values: np.ndarray, *numbers: int) -> Any:
    """An array sharded along its first axis over these devices, in this order."""
    return shipped(
        """
        def make(note, values, numbers):
            devices = np.array([jax.devices()[number] for number in numbers])
            mesh = jax.sharding.Mesh(devices, ("i",))
            return jax.device_put(values, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("i")))
        """,
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
        values=values,
        number=number,
    )


def device(number: int) -> Device:
    """`jax.devices()[number]`."""
    return Device("default", number)


def places(value: Any) -> list[int]:
    """The ids of the devices that a `jax.Array` is on; none for anything else."""
    return [d.id for d in value.devices] if isinstance(value, JaxArray) else []


def numbers_in(got: Result) -> list[Any]:
    """What a list-like result holds, so that a tuple or an array of NumPy's is not taken for wrong numbers."""
    if got.array is not None:
        return got.array.tolist() if got.array.ndim else []
    items = got.value if isinstance(got.value, (list, tuple)) else []
    return [item.item() if isinstance(item, np.generic) else item for item in items]


@exercise("device_ids")
@devices(3)
@explains("TypeError", "not callable", CALLED)
@explains("AttributeError", "'id'", "The `.device` of a sharded array is a sharding, which has no `id`.")
@explains("AttributeError", "'mesh'", "Only a NamedSharding has a mesh; an array on one device has none.")
@explains("TypeError", "'<' not supported", "Devices have no order, their ids have: take the ids first, then sort.")
class TestDeviceIds:
    @points(2)
    def test_names_the_device_of_an_array_on_one_device(self, submission: Program, rng: np.random.Generator):
        """names the device of an array that is on one device"""
        for number in (2, 0, 1):
            x = jax_array(rng.normal(size=3).astype(np.float32), device=number)
            got = submission.device_ids(x, given="an array on one device")
            _lists_ids(got).that(
                len(numbers_in(got)) <= 1,
                otherwise="An array on one device has one id: ask the array where it is, not JAX which devices exist.",
            ).that(
                bool(numbers_in(got)),
                otherwise="The list is empty: an array on one device gives a list of one id.",
            ).that(
                numbers_in(got) == [number],
                otherwise="That is not the device the array is on: ask the array, which need not be on device 0.",
            )

    @points(3)
    def test_names_all_devices_of_a_sharded_array_and_no_other(self, submission: Program, rng: np.random.Generator):
        """names every device that holds a piece of a sharded array, and no other"""
        for over in (3, 2):
            x = jax_array(rng.normal(size=6).astype(np.float32), sharded_over=over)
            got = submission.device_ids(x, given="a sharded array")
            found = numbers_in(got)
            _lists_ids(got).that(
                len(found) >= over,
                otherwise="A sharded array has pieces on several devices: `x.devices()` gives all of them.",
            ).that(
                len(found) == over,
                otherwise="There are devices in the list that hold no piece of x, or the same one twice.",
            ).that(
                set(found) == set(range(over)),
                otherwise="These are not the ids of the devices that hold x: take the `.id` of each of them.",
            )

    @points(2)
    def test_sorts_them(self, submission: Program, rng: np.random.Generator):
        """sorts the ids, whatever order the pieces lie in"""
        x = rng.normal(size=6).astype(np.float32)
        for order in ((2, 1), (2, 0, 1)):
            got = submission.device_ids(on_devices(x, *order), given="a sharded array")
            found = numbers_in(got)
            _lists_ids(got).that(
                len(found) == len(order),
                otherwise="For an array sharded over some of the devices, the list has the wrong length.",
            ).that(
                set(found) == set(order),
                otherwise="For an array sharded over some of the devices, these are not their ids.",
            ).that(
                found == sorted(order),
                otherwise="The ids are not sorted: pieces can lie on the devices in any order, so sort the ids.",
            )

    @points(1)
    def test_is_a_list_of_plain_ints(self, submission: Program, rng: np.random.Generator):
        """returns a list of plain Python ints"""
        got = submission.device_ids(jax_array(rng.normal(size=3).astype(np.float32), device=1))
        expect(got).that(
            isinstance(got.value, list),
            otherwise=NO_LIST,
        ).that(
            all(type(item) is int for item in got.value),
            otherwise="The items are not plain ints: return the `.id` of each device, as it is.",
        )


def _lists_ids(got: Result) -> expect:
    """Expects a list of ints, or what can pass for one, with a sentence for each common other thing."""
    words = "Nothing was returned: end the function with `return`." if got.value is None else NO_LIST
    return (
        expect(got)
        .that(isinstance(got.value, (list, tuple)) or got.array is not None, otherwise=words)
        .that(
            all(type(item) is int for item in numbers_in(got)),
            otherwise="The list holds something other than ids: take the `.id` of each device, an int.",
        )
    )


@exercise("place")
@devices(3)
@explains("ValueError", "incompatible devices", AS_ARRAY)
@explains("AttributeError", "'to'", "`.to` is PyTorch's; a JAX array is moved by `jax.device_put`.")
@explains("TypeError", "indices must be integers", NUMBER)
class TestPlace:
    @points(3)
    def test_commits_to_the_named_device(self, submission: Program, rng: np.random.Generator):
        """puts the data on the named device, committed, wherever it was"""
        x = rng.normal(size=6).astype(np.float32)
        for given, where, target in [
            (x, "a NumPy array", 2),
            (jax_array(x), "an uncommitted array", 1),
            (jax_array(x), "an uncommitted array that is on the named device already", 0),
            (jax_array(x, device=2), "an array committed to another device", 1),
            (jax_array(x, device=1), "an array committed to the named device", 1),
            (jax_array(x, sharded_over=3), "a sharded array", 2),
        ]:
            got = submission.place(given, device(target), given=where)
            _is_an_array(got).that(
                places(got.value) == [target],
                otherwise=f"Given {where}, the result is not on the named device alone: {MOVES}",
            ).committed(
                True,
                otherwise=f"Given {where}, the result is not committed to the named device: {MOVES}",
            ).numbers(
                x,
                otherwise=f"Given {where}, the result does not hold its values.",
            )

    @points(2)
    def test_makes_one_array_of_jax_dtype(self, submission: Program, rng: np.random.Generator):
        """makes one array, with the dtype that JAX gives such data"""
        x = rng.integers(0, 100, 6)
        halves = x.reshape(2, 3) / 2
        for given, what, values, dtype in [
            (x.tolist(), "a list of ints", x, np.int32),
            (halves.tolist(), "a list of lists", halves, np.float32),
            (float(halves[0, 0]), "a Python float", halves[0, 0], np.float32),
            (halves, "float64 data", halves, np.float32),
            (x, "int64 data", x, np.int32),
            (x.astype(np.uint8), "uint8 data", x, np.uint8),
            (x.astype(ml_dtypes.bfloat16), "bfloat16 data", x, ml_dtypes.bfloat16),
            (jax_array(x.astype(np.float16), device=2), "a float16 jax.Array", x, np.float16),
        ]:
            kept = WIDE.get(np.dtype(dtype), np.dtype(dtype)) if submission.x64 else np.dtype(dtype)
            got = submission.place(given, device(1), given=what)
            _is_an_array(got).numbers(
                np.asarray(values),
                otherwise=f"Given {what}, the result does not hold its values in its shape.",
            ).dtype(
                kept,
                otherwise=f"Given {what}, the dtype is not {kept.name}: let JAX choose it, convert nothing.",
            )

    @points(3)
    def test_without_a_device_placed_data_stays(self, submission: Program, rng: np.random.Generator):
        """without a device, leaves placed data exactly where it is"""
        x = rng.normal(size=6).astype(np.float32)
        for given, where, held, committed in [
            (jax_array(x, device=2), "an array committed to a device", [2], True),
            (uncommitted_on(1, x), "an uncommitted array on a device other than the default one", [1], False),
            (jax_array(x), "an uncommitted array on the default device", [0], False),
            (jax_array(x, sharded_over=3), "a sharded array", [0, 1, 2], True),
        ]:
            got = submission.place(given, given=f"{where} and no device")
            _is_an_array(got).that(
                places(got.value) == held,
                otherwise=f"Without a device, {where} was moved: data that is placed stays where it is.",
            ).committed(
                committed,
                otherwise=f"Without a device, {where} became {'uncommitted' if committed else 'committed'}:"
                " leave placed data as it is.",
            ).numbers(
                x,
                otherwise=f"Without a device, {where} did not keep its values.",
            )

    @points(2)
    def test_without_a_device_host_data_is_uncommitted(self, submission: Program, rng: np.random.Generator):
        """without a device, puts host data on the default device, uncommitted"""
        x = rng.normal(size=6).astype(np.float32)
        for given, what in [(x, "a NumPy array"), (x.tolist(), "a list")]:
            got = submission.place(given, given=f"{what} and no device")
            _is_an_array(got).on_device(
                0,
                otherwise=f"Without a device, {what} must go to the default device.",
            ).committed(
                False,
                otherwise=f"Without a device, {what} was committed to one: nobody named one, so commit to none.",
            ).numbers(
                x,
                otherwise=f"Without a device, {what} did not keep its values.",
            )


def _is_an_array(got: Result) -> expect:
    """Expects one `jax.Array`, with a sentence for each common other thing."""
    words = f"The result is {got.kind}, not a jax.Array."
    if got.value is None:
        words = "Nothing was returned: end the function with `return`."
    elif isinstance(got.value, list):
        words = f"The result is a list, not one array. {NO_TREE}"
    return expect(got).is_jax_array(otherwise=words)


@dataclass(frozen=True)
class Dealt:
    """Seven arrays of several origins dealt to devices 2, 0, 1."""

    values: list[np.ndarray]
    got: Result
    order: tuple[int, ...] = (2, 0, 1)

    @property
    def items(self) -> list[Any]:
        """The results, whatever kind of sequence they came in."""
        return list(self.got.value) if isinstance(self.got.value, (list, tuple)) else []


@pytest.fixture(scope="module")
def dealt(submission: Program, seed: Seed) -> Dealt:
    rng = seed.rng("spread/dealt")
    values = [rng.normal(size=6).astype(np.float32) for _ in range(5)]
    values += [rng.integers(0, 99, 6).astype(np.int32), rng.normal(size=6).astype(ml_dtypes.bfloat16)]
    a, b, c, d, e, f, g = values
    # Array 1 is on its device already, and uncommitted; array 3 is committed to another one.
    arrays = [a, jax_array(b), c, jax_array(d, device=0), jax_array(e, sharded_over=3), jax_array(f, device=1), g]
    order = [device(number) for number in Dealt.order]
    return Dealt(values, submission.spread(arrays, order, given="seven arrays and three devices"))


@exercise("spread")
@devices(3)
@explains("IndexError", "", "There can be more arrays than devices: after the last device comes the first again.")
@explains("ValueError", "incompatible devices", AS_ARRAY)
@explains("ZeroDivisionError", "", "With no arrays there is nothing to divide or to place.")
@explains("ValueError", "NamedSharding", "Each array goes whole to one device: no sharding over several is needed.")
@explains("ValueError", "prefix", "Given two lists, `jax.device_put` needs a device for each array.")
@explains("TypeError", "indices must be integers", NUMBER)
class TestSpread:
    @points(3)
    def test_deals_round_robin(self, submission: Program, dealt: Dealt):
        """puts array i on device i mod n of the devices it was given"""
        n = len(dealt.order)
        found = [places(item) for item in dealt.items]
        _is_a_list(dealt).that(
            len(found) == len(dealt.values),
            otherwise="The result has another length than the list of arrays: each array must be placed, and once.",
        ).that(
            all(len(place) == 1 for place in found),
            otherwise="Not every item is a jax.Array on one device alone: each goes whole to one, by `jax.device_put`.",
        ).that(
            found != [[i % n] for i in range(len(found))],
            otherwise="The devices were taken from elsewhere or sorted: use the list you were given, in its order.",
        ).that(
            len({place[0] for place in found}) == n,
            otherwise="Not every device got an array: deal them out one by one, to all devices of the list.",
        ).that(
            found == [[dealt.order[i % n]] for i in range(len(found))],
            otherwise="The arrays are not dealt round robin: array i goes to device i mod n.",
        )

    @points(2)
    def test_commits_each(self, dealt: Dealt):
        """commits each array to its device"""
        kept = [isinstance(item, JaxArray) and item.committed for item in dealt.items]
        _is_a_list(dealt).that(
            any(kept),
            otherwise="The arrays are not committed to a device: name it to `jax.device_put`.",
        ).that(
            all(kept),
            otherwise="Some array is not committed: one that is on its device already still needs `jax.device_put`.",
        )

    @points(2)
    def test_keeps_order_values_and_dtypes(self, dealt: Dealt):
        """keeps the order, the values and the dtypes"""
        pairs = list(zip(dealt.items, dealt.values, strict=False))
        arrays = [(item.value if isinstance(item, JaxArray) else item, value) for item, value in pairs]
        same = [isinstance(item, np.ndarray) and close(item, value, 0.0) for item, value in arrays]
        _is_a_list(dealt).that(
            all(same),
            otherwise="An array did not keep its values, or the arrays changed places: result i holds array i.",
        ).that(
            all(item.dtype == value.dtype for item, value in arrays),
            otherwise="An array changed its dtype: moving an array changes nothing in it.",
        )

    @points(1)
    @explains("IndexError", "", "There may be no arrays at all, or fewer arrays than devices.")
    def test_deals_any_number(self, submission: Program, rng: np.random.Generator):
        """returns [] for no arrays, and manages with fewer arrays than devices"""
        two = [rng.normal(size=6).astype(np.float32) for _ in range(2)]
        for arrays, words in [([], "no arrays"), (two, "fewer arrays than devices")]:
            got = submission.spread(arrays, [device(2), device(0), device(1)], given=words)
            expect(got).that(
                isinstance(got.value, list),
                otherwise=f"Given {words}, the result is not a list.",
            ).that(
                len(got.value) == len(arrays),
                otherwise=f"Given {words}, the result has the wrong length.",
            )


def _is_a_list(dealt: Dealt) -> expect:
    """Expects a list, or a tuple, that holds something."""
    words = "The result is not a list of arrays: return one list, with an array for each one you were given."
    if dealt.got.value is None:
        words = "Nothing was returned: end the function with `return`."
    return expect(dealt.got).that(bool(dealt.items), otherwise=words)


@dataclass(frozen=True)
class Added:
    """x on device 1 and y on device 2, to be added on device 0; one element of the sum is too large for float32."""

    x: np.ndarray
    y: np.ndarray
    got: Result

    @property
    def sum(self) -> np.ndarray:
        with np.errstate(over="ignore"):
            return self.x + self.y


@pytest.fixture(scope="module")
def added(submission: Program, seed: Seed) -> Added:
    rng = seed.rng("add_on/added")
    x, y = (rng.normal(size=9).astype(np.float32) for _ in range(2))
    x[4] = y[4] = 3e38
    arguments = jax_array(x, device=1), jax_array(y, device=2), device(0)
    # REAL: both functions do what they do; what they were given is on record.
    watched = {"jax.device_put": _really, "jax.device_get": _really}
    return Added(x, y, submission.add_on(*arguments, answers=watched, given="arrays on two other devices"))


def _is_one_of(array: np.ndarray, known: list[np.ndarray]) -> bool:
    return any(close(array, other, 0.0) for other in known)


def _really(question: Question) -> Any:
    return REAL


@exercise("add_on")
@devices(3)
@explains("ValueError", "incompatible devices", APART)
@explains("RuntimeError", "deleted", "An array that was donated is gone: the caller still needs x and y.")
@explains("AttributeError", "'to'", "`.to` is PyTorch's; a JAX array is moved by `jax.device_put`.")
@explains("TypeError", "indices must be integers", NUMBER)
class TestAddOn:
    @points(2)
    def test_adds_arrays_that_are_together(self, submission: Program, rng: np.random.Generator):
        """adds two arrays that are on the device already"""
        for dtype in (np.float32, np.int32):
            x, y = (rng.integers(-99, 99, 9).astype(dtype) for _ in range(2))
            name = np.dtype(dtype).name
            got = submission.add_on(jax_array(x, device=0), jax_array(y, device=0), device(0), given=f"{name} arrays")
            expect(got).that(
                got.value is not None,
                otherwise="Nothing was returned: end the function with `return`.",
            ).is_array(
                otherwise=f"The result is {got.kind}, not an array.",
            ).numbers(
                x + y,
                otherwise=f"The result is not x + y, for {name} arrays.",
            ).dtype(
                dtype,
                otherwise=f"The dtype changed: the sum of {name} arrays is {name}.",
            )

    @points(3)
    def test_the_sum_is_committed_to_the_device(self, submission: Program, added: Added, rng: np.random.Generator):
        """returns the sum on `device`, committed to it, wherever x and y are"""
        x, y = (rng.normal(size=9).astype(np.float32) for _ in range(2))
        cases = [(added.got, "arrays on two other devices", 0, added.sum)]
        for where, a, b, target in [
            ("arrays that share another device", jax_array(x, device=0), jax_array(y, device=0), 2),
            ("uncommitted arrays", jax_array(x), jax_array(y), 0),
            ("a sharded array", jax_array(x, sharded_over=3), jax_array(y, device=1), 0),
        ]:
            cases.append((submission.add_on(a, b, device(target), given=where), where, target, x + y))
        for got, where, target, total in cases:
            expect(got).is_jax_array(
                otherwise=f"Given {where}, the result is {got.kind}, not a jax.Array.",
            ).that(
                places(got.value) == [target],
                otherwise=f"Given {where}, the sum is not on the device that was named.",
            ).committed(
                True,
                otherwise=f"Given {where}, the sum is not committed to the device: {MOVES}",
            ).numbers(
                total,
                otherwise=f"Given {where}, the result is not x + y.",
            )

    @points(3)
    def test_the_sum_is_computed_on_the_device(self, added: Added):
        """computes the sum on `device`, not elsewhere"""
        with np.errstate(over="ignore"):
            sums = [added.sum, added.y + added.x]
        moved = [leaf for asked in added.got.asked("jax.device_put") for leaf in asked.leaves]
        late = any(
            isinstance(leaf, JaxArray) and places(leaf) != [0] and _is_one_of(leaf.value, sums) for leaf in moved
        )
        expect(added.got).numbers(
            added.sum,
            otherwise="The result is not x + y.",
        ).that(
            added.got.overflows == 0,
            otherwise="NumPy added, on the host: move x and y to `device` and add there.",
        ).that(
            not added.got.asked("jax.device_get"),
            otherwise="x or y was fetched to the host: move them from device to device, with `jax.device_put`.",
        ).that(
            not late,
            otherwise="The sum was computed elsewhere and moved afterwards: move x and y to `device` first, then add.",
        )

    @points(2)
    def test_x_and_y_are_left_alone(self, submission: Program, added: Added, rng: np.random.Generator):
        """leaves x and y where they were, unchanged and usable"""
        x, y = (rng.normal(size=9).astype(np.float32) for _ in range(2))
        cases = [(added.got, added.x, added.y, 1, 2)]
        cases.append((submission.add_on(jax_array(x, device=2), jax_array(y, device=2), device(2)), x, y, 2, 2))
        for got, x, y, x_on, y_on in cases:
            after = got.args_after[:2]
            expect(got).that(
                len(after) == 2 and all(isinstance(array, JaxArray) for array in after),
                otherwise="x or y was deleted: what `device_put` gives may share memory with them, so donate nothing.",
            ).that(
                [places(array) for array in after] == [[x_on], [y_on]]
                and all(close(a.value, b, 0.0) for a, b in zip(after, (x, y), strict=True)),
                otherwise="x or y changed.",
            )
