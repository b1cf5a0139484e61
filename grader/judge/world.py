"""A pretend clock and a pretend device, for checks of how something is timed. Nothing is measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.judge.answers import Question
from grader.wire import Probe


@dataclass
class World:
    """A clock, and a device that works by itself while Python goes on; all times in seconds.

    `spend` keeps Python busy and `result` asks the device for work; awaiting or reading a result moves the clock to
    the end of its work. `log` tells what happened: "clock", "wait", "read", and what a subclass adds.
    """

    now: float = 512.0
    free: float = 0.0  # when the device has done all it was asked for
    fetching: float = 0.0
    done: dict[int, float] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    def spend(self, seconds: float) -> None:
        """Python is busy for so long."""
        self.now += seconds

    def result(self, work: float, after: float = 0.0) -> Probe:
        """A value that the device is asked for now, and has computed `work` later, once all before it is done."""
        self.free = max(self.now, self.free, after) + work
        return self.ready_at(self.free)

    def ready_at(self, when: float) -> Probe:
        """A value that is there at `when`."""
        probe = Probe(len(self.done))
        self.done[probe.id] = when
        return probe

    def clock(self, question: Question) -> float:
        """What `time.perf_counter` says."""
        self.log.append("clock")
        return self.now

    def asked(self, question: Question) -> Any:
        """A result is awaited or read."""
        kind = question.function.removeprefix("probe.")
        if kind == "copy_to_host_async":
            return None
        self.now = max(self.now, self.done[question.leaves[0].id])
        self.log.append("wait" if kind == "block_until_ready" else "read")
        if kind != "block_until_ready":
            self.spend(self.fetching)
        return None if kind == "block_until_ready" else np.float32(1)

    @property
    def answers(self) -> dict[str, Any]:
        """For `answers=` of a call."""
        return {"time.perf_counter": self.clock, "probe": self.asked}
