"""Where workers come from: forked from a warm zygote, or started cold."""

from __future__ import annotations

import contextlib
import enum
import sys
from dataclasses import asdict
from typing import Any

from grader.judge import accelerator
from grader.judge.cold import Cold
from grader.judge.forked import Forker
from grader.judge.workers import Link, NoWorker, Options, Worker
from grader.worker import sandbox


class Start(enum.Enum):
    """How a worker comes to be."""

    FORK = "fork"  # from a zygote that has JAX imported; Linux only: elsewhere a fork with JAX loaded is not safe
    COLD = "cold"  # a process of its own, which inherits its wire; what a fork falls back on
    PORTABLE = "portable"  # the same on any system, over a loopback connection and in tier C


class Zygote:
    """Starts workers. Where they are not forked, a spare one is always warming, unless told to keep none.

    `platform` is the only one besides "cpu" that workers may be asked for.
    """

    def __init__(
        self,
        tier: sandbox.Tier,
        limits: sandbox.Limits,
        start: Start | None = None,
        spare: bool = True,
        platform: str = "cpu",
    ) -> None:
        self.tier = tier
        self._nodes = accelerator.nodes(platform)
        self.limits = limits
        self.start = start or (Start.FORK if sys.platform == "linux" else Start.PORTABLE)
        self._forker = Forker(tier, self._nodes)
        self._keeps_spare = spare and self.start is not Start.FORK
        self._spare: Cold | None = None

    @property
    def pid(self) -> int | None:
        """The process id of what workers are forked from, if that runs."""
        return self._forker.pid

    def spawn(self, options: Options) -> Worker:
        """A new worker. Raises `NoWorker` when neither a fork nor a cold start succeeds."""
        on_cpu = options.platform == "cpu"
        limits = self.limits if on_cpu else sandbox.for_accelerator(self.limits)
        request = {
            **asdict(options),
            "tier": self.tier.value,
            "limits": asdict(limits),
            "nodes": () if on_cpu else self._nodes,
        }
        link = self._forker.fork(request) if self.start is Start.FORK else None
        worker = Worker(link or self._take_cold(request), limits)
        if self._keeps_spare:
            self._spare = self._begin()  # now, not before: it must not slow down the one that was waited for
        return worker

    def _take_cold(self, request: dict[str, Any]) -> Link:
        spare, self._spare = self._spare, None
        if spare:
            with contextlib.suppress(NoWorker):  # somebody may have ended it while it waited
                return spare.take(request)
        return self._begin().take(request)

    def _begin(self) -> Cold:
        return Cold(self.tier, portable=self.start is Start.PORTABLE, nodes=self._nodes)

    def close(self) -> None:
        """End the zygote, and with it whatever is left of its workers, or the spare worker."""
        self._forker.close()
        if self._spare:
            self._spare.close()
            self._spare = None
