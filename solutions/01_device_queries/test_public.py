"""The public checks of lesson 01: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

from typing import Any

from grader.judge import (
    Device,
    Mismatch,
    Program,
    Raised,
    Result,
    exercise,
    expect,
    explains,
    pretend_device,
    raising,
    topology,
)

ABSENT = "JAX raises RuntimeError for a platform that is not there, and it got out: catch it."
NO_RETURN = "Nothing was returned: end the function with `return`."
SWALLOWED = (
    "We pretended that somebody pressed Ctrl-C, and the interrupt was swallowed: catch RuntimeError, and nothing else."
    " (A `return` in `finally` swallows everything.)"
)

# Three GPUs in process 0 and one in process 1; each process has a CPU device as well.
PROCESS_0, PROCESS_1 = (
    topology("gpu", me, gpu=[(0, 0), (1, 0), (2, 0), (3, 1)], cpu=[(0, 0), (2048, 1)]) for me in (0, 1)
)
# All GPUs belong to process 0, and we are process 1.
NO_GPU_OF_MINE = topology("cpu", 1, gpu=[(0, 0), (1, 0)], cpu=[(0, 0), (2048, 1)])
INTERRUPTED = topology("gpu", interrupt="gpu", cpu=[(0, 0)])


def kind(value: Any) -> str:
    """What it is, in words, and what to do where that is plain."""
    words = Result("", (), value).kind
    return f"{words}: call it, with brackets" if words == "a function" else words


@exercise("describe_backend")
@explains("AttributeError", "jax.lib", "`jax.lib` has lost most of what it had: ask `jax.default_backend()`.")
class TestDescribeBackend:
    def test_has_the_three_keys(self, submission: Program):
        """returns a dict with the keys backend, device_count and local_device_count"""
        got = submission.describe_backend()
        expect(got).that(got.value is not None, otherwise=NO_RETURN)
        expect(got).that(type(got.value) is dict, otherwise=f"The result is {kind(got.value)}, not a dict.")
        kinds = {"backend": str, "device_count": int, "local_device_count": int}
        for key, wanted in kinds.items():
            expect(got).that(key in got.value, otherwise=f'The dict has no "{key}": spell the keys as in the task.')
            expect(got).that(
                type(got.value[key]) is wanted,
                otherwise=f'"{key}" must be {"a str" if wanted is str else "an int"}. It is {kind(got.value[key])}.',
            )
        expect(got).that(len(got.value) == 3, otherwise="The dict has more than the three keys: leave the others out.")

    def test_describes_the_second_of_two_processes(self, submission: Program):
        """describes a process with 1 of 4 GPUs"""
        got = submission.describe_backend(answers=PROCESS_1)
        said = got.value if isinstance(got.value, dict) else {}
        wanted = {"backend": "gpu", "device_count": 4, "local_device_count": 1}
        why = {
            "backend": "We pretended that the default platform is the GPU: ask `jax.default_backend()`, each time your "
            "function is called.",
            "device_count": "We pretended that there are 4 GPUs, 3 in process 0 and 1 in yours: count all 4, as "
            "`jax.device_count()` does.",
            "local_device_count": "We pretended that there are 4 GPUs, 3 in process 0 and 1 in yours: count your own "
            "alone, as `jax.local_device_count()` does.",
        }
        for key, value in wanted.items():
            expect(got).that(
                said.get(key) == value,
                otherwise=f'"{key}" is not right. {why[key]}',
                expected=f"{wanted}",
            )


@exercise("has_platform")
@explains("RuntimeError", "Unknown backend", f"{ABSENT} Then return False.")
class TestHasPlatform:
    def test_finds_the_cpu(self, submission: Program):
        """finds the CPU of your own machine"""
        self.answers(submission.has_platform("cpu"), True, "JAX always has the CPU, so the answer is True.")

    def test_finds_no_quantum_computer(self, submission: Program):
        """finds no platform "quantum" on your own machine"""
        got = submission.has_platform("quantum")
        self.answers(got, False, "`jax.devices(name)` raises RuntimeError for a platform that is absent: return False.")

    def test_finds_what_a_gpu_machine_has(self, submission: Program):
        """finds GPU and CPU of a machine with GPUs, and no TPU"""
        pretended = "We pretended to be a machine with GPUs"
        for name, there, words in [
            ("gpu", True, f'{pretended}: "gpu" is there. Ask JAX, each time your function is called.'),
            ("cpu", True, f"{pretended}. It has a CPU too, though `jax.devices()` does not list it."),
            ("tpu", False, f"{pretended}, and no TPU. Ask JAX, each time your function is called."),
        ]:
            self.answers(submission.has_platform(name, answers=PROCESS_0), there, words)

    def test_takes_names_as_jax_devices_does(self, submission: Program):
        """takes a name just as `jax.devices` takes it"""
        got = submission.has_platform("cuda", answers=PROCESS_0)
        self.answers(got, True, '`jax.devices("cuda")` finds GPUs, though they say "gpu" themselves: ask JAX by name.')
        got = submission.has_platform("CPU", answers=PROCESS_0)
        self.answers(got, False, "`jax.devices` knows no name in capitals: pass the name on as it is.")

    def test_lets_an_interrupt_through(self, submission: Program):
        """lets KeyboardInterrupt (Ctrl-C) through"""
        with raising("KeyboardInterrupt", otherwise=SWALLOWED):
            submission.has_platform("gpu", answers=INTERRUPTED)

    @staticmethod
    def answers(got: Result, wanted: bool, otherwise: str) -> None:
        expect(got).that(
            type(got.value) is bool,
            otherwise=f"The answer must be True or False itself, and it is {kind(got.value)}.",
            expected=str(wanted),
        ).that(got.value is wanted, otherwise=otherwise, expected=str(wanted))


@exercise("local_ids")
@explains("ValueError", "", "A process without devices is no error: return [].")
@explains("ValueError", "Unknown process_index", "The devices are not of this machine: look at them, do not ask JAX.")
@explains("IndexError", "", "`devices` may be empty: do not reach for its first item.")
class TestLocalIds:
    DEVICES = tuple(
        pretend_device("cpu", number, process) for number, process in [(905, 777), (5, 0), (12, 777), (2048, 0)]
    )

    def test_picks_process_777(self, submission: Program):
        """picks the devices of process 777, in order"""
        got = submission.local_ids(list(self.DEVICES), 777)
        self.is_list_of_ids(got)
        expect(got).that(
            sorted(got.value) == [12, 905],
            otherwise="Two of the four devices belong to process 777: those whose `process_index` == 777. Give the "
            "`.id` of each.",
            expected="[905, 12]",
        ).that(
            got.value == [905, 12],
            otherwise="The ids are right, their order is not: keep the order of the list.",
            expected="[905, 12]",
        )

    def test_picks_process_zero(self, submission: Program):
        """picks the devices of process 0, in order"""
        got = submission.local_ids(list(self.DEVICES), 0)
        self.is_list_of_ids(got)
        expect(got).that(
            got.value == [5, 2048],
            otherwise="These are not the ids of the devices of process 0, in the order of the list.",
            expected="[5, 2048]",
        )

    def test_finds_none(self, submission: Program):
        """gives [] for a process without devices, and for an empty list"""
        got = submission.local_ids(list(self.DEVICES), 9)
        expect(got).that(got.value == [], otherwise="Process 9 has no device in the list: return [].", expected="[]")
        got = submission.local_ids([], 0)
        expect(got).that(got.value == [], otherwise="There is no device in the list: return [].", expected="[]")

    def test_takes_the_list_as_it_is(self, submission: Program):
        """keeps an id that two platforms have, and leaves the list as it was"""
        devices = [pretend_device("gpu", 7, 4), pretend_device("cpu", 7, 4), pretend_device("gpu", 8, 5)]
        got = submission.local_ids(devices, 4)
        after = got.args_after[0] if got.args_after else None
        expect(got).that(
            after == devices, otherwise="The list that was passed in has changed: it is the caller's, only read it."
        ).that(
            got.value == [7, 7],
            otherwise="A GPU and a CPU device may have the same id, and then both count.",
            expected="[7, 7]",
        )

    @staticmethod
    def is_list_of_ids(got: Result) -> None:
        expect(got).that(got.value is not None, otherwise=NO_RETURN)
        expect(got).that(
            type(got.value) is list, otherwise=f"The result is {kind(got.value)}. It must be a list."
        ).that(
            not any(isinstance(item, Device) for item in got.value),
            otherwise="The list holds devices, not their ids: take `.id` of each.",
        ).that(
            all(type(item) is int for item in got.value),
            otherwise="The items must be ints: leave each `.id` as it is.",
        )


@exercise("pick_device")
@explains("ValueError", "", "A platform of the preferences has a device here: raise only when all have been tried.")
@explains("RuntimeError", "Unknown backend", f"{ABSENT} Then try the next platform.")
@explains(
    "TypeError", "not supported between", "The first argument of `jax.local_devices` is a process: say `backend=`."
)
@explains("IndexError", "", "A platform can be there and have no device in this process: then try the next one.")
@explains("AttributeError", "'tuple' object", "`preferences` may be a tuple, and it is the caller's: only read it.")
class TestPickDevice:
    def test_falls_back_on_the_cpu(self, submission: Program):
        """falls back on the CPU of your own machine"""
        got = submission.pick_device(["quantum", "cpu"])
        self.is_device(got)
        expect(got).that(
            got.value.platform == "cpu",
            otherwise='There is no platform "quantum", so a CPU device must come back.',
            expected="a CPU device",
        )

    def test_picks_a_device_of_its_own(self, submission: Program):
        """picks a GPU of its own in process 1"""
        got = submission.pick_device(["tpu", "gpu", "cpu"], answers=PROCESS_1)
        self.is_device(got)
        expect(got).that(
            got.value.platform == "gpu",
            otherwise="We pretended that there are GPUs, and no TPU: skip what is absent, and no more.",
            expected=f"{pretend_device('gpu', 3, 1)}",
        ).that(
            got.value.process_index == 1,
            otherwise="We pretended to be process 1, and this GPU belongs to another process: choose among the local "
            "devices.",
            expected=f"{pretend_device('gpu', 3, 1)}",
        )

    def test_follows_the_order(self, submission: Program):
        """takes the CPU of a GPU machine if the preferences begin with it"""
        got = submission.pick_device(["cpu", "gpu"], answers=PROCESS_1)
        self.is_device(got)
        expect(got).that(
            got.value == pretend_device("cpu", 2048, 1),
            otherwise='"cpu" comes first in the preferences: their order decides, and JAX\'s default does not matter.',
            expected=f"{pretend_device('cpu', 2048, 1)}",
        )

    def test_skips_a_platform_of_other_processes(self, submission: Program):
        """skips GPUs that all belong to another process"""
        got = submission.pick_device(("gpu", "cpu"), answers=NO_GPU_OF_MINE)
        self.is_device(got)
        expect(got).that(
            got.value == pretend_device("cpu", 2048, 1),
            otherwise="We pretended that all GPUs belong to process 0, and you are process 1: take your own CPU.",
            expected=f"{pretend_device('cpu', 2048, 1)}",
        )

    def test_reports_what_was_wanted(self, submission: Program):
        """raises ValueError naming the preferences if nothing fits"""
        with raising("ValueError", otherwise="No platform of the preferences is there: raise ValueError."):
            got = self.names_both(submission, ["quantum", "abacus"])
            expect(got).that(False, otherwise="No platform of the preferences is there: raise ValueError.")

    def test_needs_a_preference(self, submission: Program):
        """raises ValueError if there are no preferences"""
        with raising("ValueError", otherwise="With no preferences there is nothing to choose from: raise ValueError."):
            submission.pick_device([])

    def test_lets_an_interrupt_through(self, submission: Program):
        """lets KeyboardInterrupt (Ctrl-C) through"""
        with raising("KeyboardInterrupt", otherwise=SWALLOWED):
            submission.pick_device(["gpu", "cpu"], answers=INTERRUPTED)

    @staticmethod
    def is_device(got: Result) -> None:
        expect(got).that(got.value is not None, otherwise=NO_RETURN)
        expect(got).that(type(got.value) is not list, otherwise="The result is a list: take one of its devices.")
        expect(got).that(isinstance(got.value, Device), otherwise=f"The result is {kind(got.value)}, not a device.")

    @staticmethod
    def names_both(submission: Program, preferences: list[str]) -> Result:
        """The result, if it is no ValueError. Raises `Mismatch` for one that does not name the preferences."""
        try:
            return submission.pick_device(preferences)
        except Raised as error:
            if "ValueError" in error.raised.types and not all(name in error.raised.message for name in preferences):
                raise Mismatch(
                    "ValueError was raised, and its text does not say what was wanted: put every preference into it.",
                    error.detail,
                ) from None
            raise
