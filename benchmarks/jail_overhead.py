"""What the jail costs: CPU seconds of one submission's worker, in tiers A, B and C.

    python benchmarks/jail_overhead.py [ROUNDS]

Each round takes the tiers in turn, so that a noisy machine hits all alike. A round is one worker from fork to the
end of its fourth call (load, then calls of a correct `host_roundtrip`); its CPU time is what the kernel counts for that
process. The zygote, which is shared by the whole class, is started before.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

from grader.judge import jax_array
from grader.judge.program import Program, Source
from grader.judge.workers import Options, Zygote
from grader.worker.sandbox import Tier, choose_tier, default_limits

CALLS = 4
ANSWER = """
import jax, jax.numpy as jnp
def host_roundtrip(x):
    return jnp.asarray(jax.device_get(x) * 2)
"""


def main(rounds: int) -> None:
    zygotes = {tier: Zygote(tier, default_limits()) for tier in Tier if tier not in choose_tier().why_not}
    taken: dict[Tier, list[float]] = {tier: [] for tier in zygotes}
    try:
        for number in range(rounds + 1):
            for tier, zygote in zygotes.items():
                used = _one_submission(zygote)
                if number:  # the first round starts the zygotes
                    taken[tier].append(used)
    finally:
        for zygote in zygotes.values():
            zygote.close()
    without = statistics.median(taken[Tier.C])
    for tier, seconds in taken.items():
        median = statistics.median(seconds)
        print(f"tier {tier.value}: {1000 * median:.0f} ms CPU a submission, ratio {median / without:.3f} (of {rounds})")


def _one_submission(zygote: Zygote) -> float:
    program = Program(Source("py", (ANSWER,)), zygote, Options())
    try:
        for length in range(2, 2 + CALLS):
            program.host_roundtrip(jax_array(np.ones(length, np.float32)))
        (worker,) = program._workers.values()
        return _cpu(worker._process.pid)
    finally:
        program.close()


def _cpu(pid: int) -> float:
    # clock_getcpuclockid(3), which Python does not have: /proc counts in ticks of 10 ms, too coarse here.
    return time.clock_gettime((~pid << 3) | 2)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
