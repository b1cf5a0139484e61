"""The public checks of lesson 01: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

from grader.judge import Device, Program, exercise, expect, explains, pretend_device, raising, topology

ABSENT = "`jax.devices` and its relatives raise RuntimeError for a platform that is not there: catch it."

# Two GPUs in process 0 and one in process 1; each process has a CPU device as well.
PROCESS_0, PROCESS_1 = (topology("gpu", me, gpu=[(0, 0), (1, 0), (2, 1)], cpu=[(0, 0), (2048, 1)]) for me in (0, 1))


@exercise("describe_backend")
class TestDescribeBackend:
    def test_has_the_three_keys(self, submission: Program):
        """returns a dict with the keys backend, device_count and local_device_count"""
        got = submission.describe_backend()
        expect(got).that(type(got.value) is dict, otherwise=f"The result is {got.kind}, not a dict.")
        keys = {"backend", "device_count", "local_device_count"}
        expect(got).that(
            set(got.value) == keys, otherwise="The keys are not the three of the task.", expected=f"{sorted(keys)}"
        )
        expect(got).that(
            [type(got.value[key]) for key in sorted(keys)] == [str, int, int],
            otherwise="A value is of the wrong type: backend is a str, the two counts are ints.",
        )

    def test_describes_the_second_of_two_processes(self, submission: Program):
        """describes a process with 1 of 3 GPUs"""
        wanted = {"backend": "gpu", "device_count": 3, "local_device_count": 1}
        got = submission.describe_backend(answers=PROCESS_1)
        expect(got).that(
            got.value == wanted,
            otherwise="We pretended to be process 1, with one GPU; process 0 has two. The description does not fit.",
            expected=f"{wanted}",
        )


@exercise("has_platform")
@explains("RuntimeError", "Unknown backend", f"{ABSENT} Then return False.")
class TestHasPlatform:
    def test_finds_the_cpu(self, submission: Program):
        """finds the CPU of your own machine"""
        got = submission.has_platform("cpu")
        expect(got).that(got.value is True, otherwise="JAX always has the CPU, so the answer is True.", expected="True")

    def test_finds_no_quantum_computer(self, submission: Program):
        """finds no platform "quantum" on your own machine"""
        got = submission.has_platform("quantum")
        expect(got).that(got.value is False, otherwise="There is no such platform: return False.", expected="False")

    def test_finds_the_cpu_of_a_gpu_machine(self, submission: Program):
        """finds the CPU of a machine whose default platform is the GPU"""
        got = submission.has_platform("cpu", answers=PROCESS_0)
        expect(got).that(
            got.value is True,
            otherwise="We pretended to be a GPU machine. It has a CPU too, which `jax.devices()` does not list.",
            expected="True",
        )


@exercise("local_ids")
@explains("ValueError", "Unknown process_index", "The devices are not of this machine: look at them, do not ask JAX.")
class TestLocalIds:
    DEVICES = tuple(
        pretend_device("cpu", number, process) for number, process in [(2049, 1), (0, 0), (2048, 1), (1, 0)]
    )

    def test_picks_process_one(self, submission: Program):
        """picks the devices of process 1, in order"""
        got = submission.local_ids(list(self.DEVICES), 1)
        expect(got).that(
            got.value == [2049, 2048],
            otherwise="These are not the ids of the devices of process 1, in the order of the list.",
            expected="[2049, 2048]",
        )

    def test_picks_process_zero(self, submission: Program):
        """picks the devices of process 0, in order"""
        got = submission.local_ids(list(self.DEVICES), 0)
        expect(got).that(
            got.value == [0, 1],
            otherwise="These are not the ids of the devices of process 0, in the order of the list.",
            expected="[0, 1]",
        )

    def test_finds_none_of_process_nine(self, submission: Program):
        """gives [] for a process without devices"""
        got = submission.local_ids(list(self.DEVICES), 9)
        expect(got).that(got.value == [], otherwise="Process 9 has no device in the list: return [].", expected="[]")


@exercise("pick_device")
@explains("RuntimeError", "Unknown backend", f"{ABSENT} Then try the next platform.")
@explains(
    "TypeError", "not supported between", "The first argument of `jax.local_devices` is a process: say `backend=`."
)
class TestPickDevice:
    def test_falls_back_on_the_cpu(self, submission: Program):
        """falls back on the CPU of your own machine"""
        got = submission.pick_device(["quantum", "cpu"])
        expect(got).that(
            isinstance(got.value, Device) and got.value.platform == "cpu",
            otherwise='There is no "quantum", so a CPU device must come back.',
            expected="a CPU device",
        )

    def test_picks_a_device_of_its_own(self, submission: Program):
        """picks a GPU of its own in process 1"""
        got = submission.pick_device(["tpu", "gpu", "cpu"], answers=PROCESS_1)
        expect(got).that(
            got.value == pretend_device("gpu", 2, 1),
            otherwise="We pretended to be process 1, whose only GPU has id 2.",
            expected=f"{pretend_device('gpu', 2, 1)!r}",
        )

    def test_reports_what_was_wanted(self, submission: Program):
        """raises ValueError if nothing fits"""
        with raising("ValueError", otherwise="No platform of the preferences is there: raise ValueError."):
            submission.pick_device(["quantum", "abacus"])
