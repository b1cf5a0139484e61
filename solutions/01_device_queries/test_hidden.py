"""The hidden checks of lesson 01. Every machine here is a pretend one: its answers exist nowhere but in the judge."""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from grader.judge import (
    Device,
    Mismatch,
    Program,
    Raised,
    Result,
    Seed,
    exercise,
    expect,
    explains,
    needs,
    points,
    pretend_device,
    raising,
    topology,
)
from grader.judge.answers import Answer

Platforms = dict[str, list[tuple[int, int]]]  # (id, process index) of each device
ABSENT = "JAX raises RuntimeError for a platform that is not there, and it got out: catch it."


@dataclass(frozen=True)
class Machine:
    """A machine this is not, seen from one of its processes."""

    default: str
    process: int
    platforms: Platforms

    @property
    def answers(self) -> dict[str, Answer]:
        """What it says when it is asked."""
        return {**topology(self.default, self.process, None, **self.platforms)}

    @property
    def process_count(self) -> int:
        return len({process for _, process in self.platforms[self.default]})

    @property
    def count(self) -> int:
        return len(self.platforms[self.default])

    @property
    def everything(self) -> int:
        return sum(map(len, self.platforms.values()))

    def local(self, platform: str) -> list[int]:
        """The ids of this process's devices of a platform."""
        return [number for number, process in self.platforms.get(platform, []) if process == self.process]


def spread(counts: list[int], apart: int = 0) -> list[tuple[int, int]]:
    """Devices of as many processes as there are counts, numbered on, or `apart` from process to process."""
    starts = [apart * process if apart else sum(counts[:process]) for process in range(len(counts))]
    return [(starts[process] + n, process) for process, count in enumerate(counts) for n in range(count)]


def word(rng: np.random.Generator) -> str:
    """A name that no platform has."""
    return "".join(rng.choice(list(string.ascii_lowercase), size=9))


def asked_for_devices(got: Result) -> bool:
    """Whether JAX was asked what is there."""
    return any("device" in question.function for question in got.questions)


def kind(value: Any) -> str:
    """What it is, in words."""
    return Result("", (), value).kind


def advice(value: Any) -> str:
    """What to do about a result of the wrong kind, where that is plain."""
    return {"a function": " Call it.", "a set": " A set has no order."}.get(kind(value), "")


# describe_backend


@dataclass(frozen=True)
class Described:
    """What was said about two machines with different default platforms."""

    machines: tuple[Machine, Machine]
    results: tuple[Result, Result]


@pytest.fixture(scope="module")
def described(submission: Program, seed: Seed) -> Described:
    rng = seed.rng("describe_backend")
    # Uneven, and seen from the process with the most, so that no two ways of counting agree on a number, nor does
    # one way of counting give the same number on both machines.
    counts = [int(n) for n in rng.choice(np.arange(3, 9), size=3, replace=False)]
    gpus = Machine("gpu", int(np.argmax(counts)), {"gpu": spread(counts), "cpu": spread([1, 1, 1], 2048)})
    tpus = Machine("tpu", 1, {"tpu": spread([1, 25]), "cpu": spread([2, 2], 2048)})
    first, second = (submission.describe_backend(answers=machine.answers) for machine in (gpus, tpus))
    return Described((gpus, tpus), (first, second))


def entry(got: Result, key: str) -> Any:
    """What the dict says under `key`."""
    value = got.value
    expect(got).that(value is not None, otherwise="Nothing was returned: end the function with `return`.")
    expect(got).that(type(value) is dict, otherwise=f"The result is {kind(value)}, not a dict.")
    if key not in value:
        raise Mismatch(f'The dict has no "{key}": spell the three keys as in the task.')
    return value[key]


def count(got: Result, key: str) -> int:
    """The whole number under `key`."""
    value = entry(got, key)
    if type(value) is list:
        raise Mismatch(f'"{key}" is a list, not a number: count what is in it.')
    if type(value) is not int:
        raise Mismatch(f'"{key}" is {kind(value)}, not an int.{advice(value)}')
    return value


@exercise("describe_backend")
@explains("AttributeError", "jax.lib", "`jax.lib` has lost most of what it had: ask `jax.default_backend()`.")
class TestDescribeBackend:
    @points(1)
    def test_returns_the_three_keys(self, described: Described):
        """returns a dict with the keys backend, device_count and local_device_count, and no other"""
        got = described.results[0]
        for key in ("backend", "device_count", "local_device_count"):
            entry(got, key)
        expect(got).that(len(got.value) == 3, otherwise="The dict has more than the three keys: leave the others out.")

    @points(3)
    def test_names_the_default_platform(self, described: Described):
        """names the platform that JAX uses by default"""
        said = [entry(got, "backend") for got in described.results]
        got = described.results[0]
        expect(got).that(
            not isinstance(said[0], Device),
            otherwise='"backend" is a device, not a name: `jax.default_backend()` gives the name.',
        ).that(
            type(said[0]) is str,
            otherwise=f'"backend" is {kind(said[0])}, not a str.{advice(said[0])}',
        ).that(
            said[0] != said[1],
            otherwise='"backend" is the same on a GPU machine and on a TPU machine: ask JAX, each time you are called.',
        ).that(
            not any(name.startswith("pretend") for name in said),
            otherwise='"backend" is the model of a device, as in `device_kind`: its platform is wanted.',
        ).that(
            said == [machine.default for machine in described.machines],
            otherwise='"backend" is not what `jax.default_backend()` says.',
        )

    @points(3)
    def test_counts_over_all_processes(self, described: Described):
        """device_count is the number of devices over all processes"""
        said = [count(got, "device_count") for got in described.results]
        wanted, own, processes, everything = zip(
            *((m.count, len(m.local(m.default)), m.process_count, m.everything) for m in described.machines),
            strict=True,
        )
        expect(described.results[0]).that(
            said[0] != said[1],
            otherwise='"device_count" is the same on two different machines: ask JAX, each time you are called.',
        ).that(
            said != list(own),
            otherwise='"device_count" counts the devices of this process only: those of all processes are wanted.',
        ).that(
            said != list(processes),
            otherwise='"device_count" is the number of processes: the number of devices is wanted.',
        ).that(
            said != list(everything),
            otherwise='"device_count" counts other platforms too: only devices of the default one are wanted.',
        ).that(
            said == list(wanted),
            otherwise='"device_count" is not what `jax.device_count()` says.',
        )

    @points(3)
    def test_counts_in_this_process(self, described: Described):
        """local_device_count is the number of devices in this process"""
        said = [count(got, "local_device_count") for got in described.results]
        machines = described.machines
        expect(described.results[0]).that(
            said[0] != said[1],
            otherwise='"local_device_count" is the same on two different machines: ask JAX, each time you are called.',
        ).that(
            said != [machine.count for machine in machines],
            otherwise='"local_device_count" counts the devices of all processes: only this process\'s own are wanted.',
        ).that(
            said != [len([p for _, p in m.platforms[m.default] if p == 0]) for m in machines],
            otherwise='"local_device_count" counts the devices of process 0, which is not always this one.',
        ).that(
            said != [machine.count // machine.process_count for machine in machines],
            otherwise='"local_device_count" looks like devices divided by processes, which can be uneven: ask JAX.',
        ).that(
            said == [len(machine.local(machine.default)) for machine in machines],
            otherwise='"local_device_count" is not what `jax.local_device_count()` says.',
        )


# has_platform

GPU_MACHINE = Machine("gpu", 0, {"gpu": spread([2]), "cpu": spread([1])})
IGNORES_STOP = (
    "We pretended that somebody pressed Ctrl-C, and the interrupt was swallowed: catch RuntimeError, and nothing else."
    " (A `return` in `finally` swallows everything.)"
)


def truth(got: Result) -> bool:
    """The result, which must be True or False itself."""
    expect(got).that(got.value is not None, otherwise="None came back, not a bool: return True or False on every path.")
    expect(got).that(
        type(got.value) is bool, otherwise=f"The result is {kind(got.value)}, not a bool: return True or False itself."
    )
    return got.value


@exercise("has_platform")
@explains("RuntimeError", "Unknown backend", f"{ABSENT} Then return False.")
class TestHasPlatform:
    @points(3)
    def test_tells_present_from_absent(self, submission: Program, rng: np.random.Generator):
        """True for a platform that is there, False for one that is not, and always a bool"""
        answers = GPU_MACHINE.answers
        there = submission.has_platform("gpu", answers=answers, given="a platform that is there")
        expect(there).that(truth(there), otherwise="On a machine with GPUs the answer for their platform is False.")
        for name in ("tpu", word(rng)):
            absent = submission.has_platform(name, answers=answers, given="a platform that is absent")
            expect(absent).that(
                not truth(absent),
                otherwise="The answer for an absent platform is True: `jax.devices(name)` raises RuntimeError for it.",
            )

    @points(3)
    def test_sees_beyond_the_default_backend(self, submission: Program):
        """True for a platform that is there without being the default"""
        got = submission.has_platform("cpu", answers=GPU_MACHINE.answers, given="a platform that is there")
        expect(got).that(
            truth(got),
            otherwise="On a GPU machine the CPU can be used too, though `jax.devices()` does not list it.",
        )

    @points(2)
    def test_takes_names_as_jax_devices_does(self, submission: Program):
        """takes a name as `jax.devices` takes it"""
        also = submission.has_platform("cuda", answers=GPU_MACHINE.answers, given='"cuda"')
        expect(also).that(
            truth(also),
            otherwise='`jax.devices("cuda")` works there, though the devices call their platform "gpu": ask by name.',
        )
        capitals = submission.has_platform("CPU", answers=GPU_MACHINE.answers, given="a name in capitals")
        expect(capitals).that(
            not truth(capitals),
            otherwise="`jax.devices` knows no name in capitals, so the answer is False.",
        )

    @points(2)
    def test_lets_an_interrupt_through(self, submission: Program):
        """lets KeyboardInterrupt through"""
        answers = topology("gpu", interrupt="gpu", cpu=[(0, 0)])
        with raising("KeyboardInterrupt", otherwise=IGNORES_STOP):
            got = submission.has_platform("gpu", answers=answers, given="an interrupt while JAX looks")
            expect(got).that(
                asked_for_devices(got),
                otherwise="JAX was never asked for the devices of the platform: `jax.devices(name)` does that.",
            )


# local_ids


@dataclass(frozen=True)
class Fleet:
    """Devices of three processes, shuffled, and what was said about two of the three."""

    devices: list[Device]
    processes: tuple[int, int]
    results: tuple[Result, Result]

    def ids(self, process: int) -> list[int]:
        return [device.id for device in self.devices if device.process_index == process]


@pytest.fixture(scope="module")
def fleet(submission: Program, seed: Seed) -> Fleet:
    rng = seed.rng("local_ids")
    # Process 0 is there and not asked about; the others lie beyond the integers Python keeps one object of.
    others = [int(n) for n in rng.choice(np.arange(300, 900), size=2, replace=False)]
    numbers = rng.choice(np.arange(2, 5000), size=15, replace=False)
    devices = [pretend_device("tpu", int(n), process) for n, process in zip(numbers, [0, *others] * 5, strict=True)]
    while not all(_unsorted([d.id for d in devices if d.process_index == p]) for p in others):
        devices = [devices[i] for i in rng.permutation(len(devices))]
    results = [submission.local_ids(devices, process, given="devices of several processes") for process in others]
    return Fleet(devices, (others[0], others[1]), (results[0], results[1]))


def _unsorted(numbers: list[int]) -> bool:
    return numbers != sorted(numbers) and numbers != sorted(numbers, reverse=True)


def ids(got: Result) -> list[Any]:
    """The result, which must be a list or at least a tuple."""
    value = got.value
    expect(got).that(value is not None, otherwise="Nothing was returned: end the function with `return`.")
    expect(got).that(type(value) in (list, tuple), otherwise=f"The result is {kind(value)}, not a list.{advice(value)}")
    expect(got).that(
        not any(isinstance(item, Device) for item in value),
        otherwise="The result holds devices, not their ids: take `.id` of each.",
    )
    return list(value)


@exercise("local_ids")
@explains("ValueError", "", "A process without devices is no error: return [].")
@explains(
    "ValueError",
    "Unknown process_index",
    "The list is from another machine, whose processes this one does not know: look at the devices, do not ask JAX.",
)
@explains("IndexError", "", "`devices` may be empty: do not reach for its first item.")
class TestLocalIds:
    @points(3)
    def test_picks_the_process_asked_for(self, fleet: Fleet):
        """gives the ids of the devices that belong to the process asked for"""
        said = [sorted(map(str, ids(got))) for got in fleet.results]
        wanted = [sorted(map(str, fleet.ids(process))) for process in fleet.processes]
        positions = [
            sorted(str(n) for n, device in enumerate(fleet.devices) if device.process_index == process)
            for process in fleet.processes
        ]
        expect(fleet.results[0]).that(
            said[0] != said[1] or not said[0],
            otherwise="The answer is the same for two processes: it must follow the argument `process_index`.",
        ).that(
            any(said) or not any(wanted),
            otherwise="No device was found: compare `process_index` of each in `devices` with the argument, by `==`.",
        ).that(
            said != positions,
            otherwise="These are positions in the list, not ids: take `.id` of each device.",
        ).that(
            said == wanted,
            otherwise="These are not the ids of that process's devices: choose by `process_index`, then take `.id`.",
        )

    @points(2)
    @needs("test_picks_the_process_asked_for")
    def test_keeps_the_order_of_the_list(self, fleet: Fleet):
        """keeps the order of the list"""
        for got, process in zip(fleet.results, fleet.processes, strict=True):
            expect(got).that(
                list(map(str, got.value)) == list(map(str, fleet.ids(process))),
                otherwise="The ids are right and their order is not: keep the order in which the list has the devices.",
            )

    @points(2)
    @needs("test_picks_the_process_asked_for")
    def test_returns_a_list_of_ints(self, fleet: Fleet):
        """returns a list of ints"""
        got = fleet.results[0]
        expect(got).that(type(got.value) is list, otherwise=f"The result is {got.kind}, not a list.").that(
            all(type(item) is int for item in got.value),
            otherwise="The items are not ints: leave each `.id` as it is.",
        )

    @points(2)
    def test_no_such_device_gives_an_empty_list(self, submission: Program, fleet: Fleet):
        """gives an empty list if the process has no device in the list, or the list is empty"""
        cases = {"a process with no device in the list": (fleet.devices, 1000), "an empty list": ([], 0)}
        for given, (devices, process) in cases.items():
            got = submission.local_ids(devices, process, given=given)
            expect(got).that(
                not ids(got), otherwise=f"Given {given}, the result is not empty: no device of the list qualifies."
            )

    @points(1)
    @needs("test_picks_the_process_asked_for")
    def test_takes_the_list_as_it_is(self, submission: Program):
        """takes a list with two platforms as it is, and leaves it so"""
        devices = [pretend_device("gpu", 7, 4), pretend_device("cpu", 7, 4), pretend_device("gpu", 8, 5)]
        got = submission.local_ids(devices, 4, given="devices of two platforms with the same id")
        after = got.args_after[0] if got.args_after else None
        expect(got).that(
            after == devices, otherwise="The list that was passed in has changed: it is the caller's, only read it."
        ).that(
            ids(got) != [7],
            otherwise="Two platforms may each have a device of the same id, and then both count: one was dropped.",
        ).that(
            sorted(map(str, ids(got))) == ["7", "7"],
            otherwise="With devices of two platforms in the list, the answer is wrong: only the process decides.",
        )


# pick_device

NO_DEVICE = "None of the platforms has a device here: raise ValueError, whose text names the preferences."


def picked(got: Result) -> Device:
    """The result, which must be a device."""
    value = got.value
    expect(got).that(value is not None, otherwise="Nothing was returned, though a platform has a device: return it.")
    if type(value) is list:
        raise Mismatch("The result is a list, not one device: take one of its devices.")
    expect(got).that(isinstance(value, Device), otherwise=f"The result is {kind(value)}, not a device.")
    return value


@exercise("pick_device")
@explains("ValueError", "", "A platform of the preferences has a device here: raise only when all have been tried.")
@explains("RuntimeError", "Unknown backend", f"{ABSENT} Then try the next.")
@explains(
    "IndexError",
    "",
    "If a list of devices was empty: a platform can be there and have none in this process; then try the next.",
)
@explains(
    "TypeError", "not supported between", "The first argument of `jax.local_devices` is a process: say `backend=`."
)
@explains(
    "AttributeError",
    "'tuple' object",
    "`preferences` may be a tuple, and it is the caller's: loop over it, take nothing out.",
)
class TestPickDevice:
    @points(3)
    def test_takes_the_first_platform_that_is_there(self, submission: Program, rng: np.random.Generator):
        """takes the first platform of the preferences that is there"""
        answers = GPU_MACHINE.answers
        absent_first, both_there = [word(rng), "tpu", "gpu", "cpu"], ["cpu", "gpu"]
        got = submission.pick_device(absent_first, answers=answers, given="absent platforms before one that is there")
        expect(got).that(
            picked(got).platform == "gpu",
            otherwise="The device is not of the first platform that is there: skip those that are absent, and no more.",
        )
        got = submission.pick_device(both_there, answers=answers, given="two platforms that are there")
        expect(got).that(
            picked(got).platform == "cpu",
            otherwise="Two platforms are there and the second was taken: the order of the preferences decides.",
        )

    @points(3)
    def test_takes_a_device_of_this_process(self, submission: Program):
        """takes a device of this process"""
        for machine, wanted in [
            (Machine("gpu", 1, {"gpu": spread([2, 2]), "cpu": spread([1, 1], 2048)}), "gpu"),
            (Machine("cpu", 1, {"gpu": spread([2, 0]), "cpu": spread([1, 1], 2048)}), "cpu"),
        ]:
            got = submission.pick_device(
                ("gpu", "cpu"), answers=machine.answers, given="two platforms and seen from the second of two processes"
            )
            device = picked(got)
            expect(got).that(
                device.process_index == machine.process,
                otherwise="The device belongs to another process, which alone can use it: choose among local devices.",
            ).that(
                device.platform == wanted,
                otherwise="The device is this process's, but not of the first platform that has one here.",
            )
        got = submission.pick_device(["cpu"], given="the CPU of a real machine")
        expect(got).that(picked(got).platform == "cpu", otherwise="Asked for the CPU, it returns something else.")

    @points(2)
    def test_says_what_was_wanted_if_there_is_none(self, submission: Program, rng: np.random.Generator):
        """raises ValueError naming the preferences if none of them has a device"""
        preferences = [word(rng), "tpu", word(rng)]
        try:
            got = submission.pick_device(preferences, answers=GPU_MACHINE.answers, given="platforms that are absent")
        except Raised as error:
            if "Unknown backend" in error.raised.message and "RuntimeError" in error.raised.types:
                raise
            if "ValueError" not in error.raised.types:
                raise Mismatch(f"{NO_DEVICE} {error}") from None
            if not all(name in error.raised.message for name in preferences):
                raise Mismatch("ValueError was raised without the preferences: its text must name each.") from None
        else:
            expect(got).that(False, otherwise=f"{NO_DEVICE} Here the result is {kind(got.value)}.")

    @points(1)
    def test_no_preference_is_a_value_error(self, submission: Program):
        """raises ValueError if there are no preferences"""
        with raising("ValueError", otherwise="With no preferences there is nothing to choose from: raise ValueError."):
            submission.pick_device([], answers=GPU_MACHINE.answers, given="no preferences")

    @points(1)
    def test_lets_an_interrupt_through(self, submission: Program):
        """lets KeyboardInterrupt through"""
        answers = topology("gpu", interrupt="gpu", cpu=[(0, 0)])
        with raising("KeyboardInterrupt", otherwise=IGNORES_STOP):
            got = submission.pick_device(["gpu", "cpu"], answers=answers, given="an interrupt while JAX looks")
            expect(got).that(
                asked_for_devices(got),
                otherwise="JAX was never asked for the platform's devices: `jax.local_devices(backend=name)` does.",
            )
