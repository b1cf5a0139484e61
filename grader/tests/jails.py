"""Runs a piece of Python inside each kind of jail this machine permits, for the tests of the sandbox."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

from grader.worker import bubblewrap, tiers, visible
from grader.worker.sandbox import Limits, Tier, clean_environment, default_limits

NOBODY = 65534
_ENTER = """
import os, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from grader.worker import scratch, sandbox, visible
parent, folder = os.getpid(), scratch.make()
worker = os.fork()
if worker:
    status = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
    scratch.remove(folder)
    sys.exit(status if status >= 0 else 128 - status)
os.chdir(folder)
shown = (*visible.files(), *map(Path, sys.argv[5:]))
visible.files = lambda: shown
if sys.argv[2]:
    sandbox.confine(sandbox.Tier(sys.argv[2]), folder, sandbox.Limits(*map(int, sys.argv[3].split(","))))
exec(sys.argv[4])
sys.stdout.flush()
os._exit(0)
"""


@dataclass(frozen=True)
class Jail:
    """A place to run code: who runs it, behind which wall, and whether the worker locks itself in."""

    name: str
    tier: Tier
    mode: bubblewrap.Mode | None = None
    uid: int | None = None
    confined: bool = True

    def run(
        self, code: str, limits: Limits | None = None, shown: Sequence[Path] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run `code` in a forked, confined child; `folder` is its scratch, `parent` the zygote's pid.

        `shown` are further paths it may read, and could write to but for Landlock.
        """
        numbers = ",".join(str(value) for value in astuple(limits or default_limits()))
        arguments = [str(visible.PACKAGE.parent), self.tier.value if self.confined else "", numbers, code]
        command = [sys.executable, "-I", "-B", "-c", _ENTER, *arguments, *map(str, shown)]
        environment = clean_environment(self.tier)
        if self.mode is not None:
            command = bubblewrap.prefix(self.mode, environment, shown) + command
        who: dict[str, Any] = {} if self.uid is None else {"user": self.uid, "group": self.uid, "extra_groups": []}
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, cwd="/", **who)

    def says(self, code: str, limits: Limits | None = None, shown: Sequence[Path] = ()) -> str:
        """What `code` prints; a failure to run it is an error."""
        done = self.run(code, limits, shown)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    @property
    def outside(self) -> Jail:
        """The same person with no jail at all."""
        return Jail("outside", Tier.C, uid=self.uid, confined=False)

    @property
    def unlocked(self) -> Jail:
        """The same place without the worker's own locks: what the zygote sees."""
        return replace(self, confined=False)


@functools.cache
def why_not(jail: Jail) -> str:
    """Why this jail cannot be had here, or ""."""
    if reason := tiers._missing(jail.tier):
        return reason
    try:
        done = jail.unlocked.run("print('in')")
    except OSError as error:  # another user may not reach this Python
        return str(error)
    return "" if done.stdout.strip() == "in" else (done.stderr.strip().splitlines() or ["no reason given"])[-1]


def jails() -> list[Jail]:
    """A in each way bubblewrap may work and B, as whoever runs the tests and, if that is root, as nobody too."""
    kinds = [Jail(f"A-{mode.name.lower()}", Tier.A, mode) for mode in bubblewrap.modes()] + [Jail("B", Tier.B)]
    if os.geteuid() == 0:
        kinds += [Jail("A-nobody", Tier.A, bubblewrap.Mode.USER, NOBODY), Jail("B-nobody", Tier.B, uid=NOBODY)]
    return kinds
