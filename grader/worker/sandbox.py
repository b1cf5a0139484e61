"""The jail's public face: which tier this machine permits, how to start in it, how a worker locks itself in.

    A   bubblewrap around the zygote, and per worker Landlock, a system-call filter and limits
    B   the same without bubblewrap
    C   limits only: nothing keeps a submission from the files of whoever runs it

The judge calls `choose_tier`, `python_command` and `clean_environment`; the forked worker calls `confine`
before it has seen a byte of the student's. Importing this works everywhere; off Linux the tier is C.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from grader.worker import kernel, landlock, privileges, seccomp, visible
from grader.worker.limits import Limits, apply, apply_what_can_be, default_limits, for_accelerator
from grader.worker.tiers import Choice, Tier, choose_tier, clean_environment, python_command, wrap

__all__ = [
    "Choice",
    "Limits",
    "Tier",
    "choose_tier",
    "clean_environment",
    "confine",
    "default_limits",
    "for_accelerator",
    "prepare",
    "python_command",
    "wrap",
]


def prepare() -> None:
    """Do once, in the zygote, what `confine` would otherwise do in every worker (1 ms of its 5)."""
    visible.files()
    if sys.platform != "win32":
        import resource  # noqa: F401


def confine(tier: Tier, scratch: Path, limits: Limits, devices: Sequence[Path] = ()) -> None:
    """Lock this process in, for good: call it in the worker, with one thread, before any student byte.

    `scratch` becomes the only folder it can write to; `devices` are an accelerator's nodes and folders.
    Raises OSError if a part of tier A or B cannot be put on: the worker must then exit, not go on.
    """
    if tier is Tier.C:
        apply_what_can_be(limits)
        return
    _die_first_when_memory_runs_out()
    own_uid = privileges.take_own_uid(scratch)
    apply(limits, own_uid, own_namespace=tier is Tier.A)
    privileges.drop_capabilities()
    # A change of user id clears this, so it comes after; and the filter keeps a submission from clearing it.
    kernel.prctl("asking to die with the zygote", kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.prctl("giving up new privileges", kernel.PR_SET_NO_NEW_PRIVS, 1)
    readable = (*visible.files(), *visible.KERNEL, *visible.PROC, *visible.DEVICES)
    landlock.restrict(readable, scratch, devices, visible.WRITABLE_DEVICES)
    seccomp.install(os.getpid(), device_ioctls=bool(devices))


def _die_first_when_memory_runs_out() -> None:
    # The kernel must take the worker then, not the judge.
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
