"""Small programs in real workers, for the tests of the judge's side."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import contextmanager

from grader.judge.program import Limits, Program, Source
from grader.judge.starting import Start, Zygote
from grader.judge.workers import Options
from grader.worker import sandbox

IMPORTS = "import jax, jax.numpy as jnp, numpy as np\n"


@contextmanager
def zygote(tier: sandbox.Tier | None = None, start: Start | None = None, spare: bool = True) -> Iterator[Zygote]:
    """A zygote in the best tier that can be started this way, ended afterwards."""
    best = sandbox.Tier.C if start is Start.PORTABLE else sandbox.choose_tier().tier
    warm = Zygote(tier or best, sandbox.default_limits(), start, spare)
    try:
        yield warm
    finally:
        warm.close()


def program(
    warm: Zygote, *cells: str, kind: str = "py", devices: int = 1, load: float = 20, call: float = 5
) -> Program:
    """These cells as a submission, the usual imports first."""
    texts = tuple(textwrap.dedent(cell) for cell in cells)
    return Program(Source(kind, (IMPORTS + texts[0], *texts[1:])), warm, Options(devices=devices), Limits(load, call))
