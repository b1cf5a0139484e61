"""Whether the jail holds: a process that locks itself in and tries to get out. Run by `tiers`, never by hand.

    python -m grader.worker.probe TIER CANARY

CANARY is a file outside that anyone may read. Prints "holds", or what went wrong.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from grader.worker import sandbox, scratch


def main(tier: sandbox.Tier, canary: Path) -> str:
    """Put on the jail of `tier` and return "holds", or the first thing that should have been refused."""
    if tier is sandbox.Tier.A and canary.exists():
        return f"{canary} is visible inside bubblewrap"
    if tier is sandbox.Tier.B:
        canary.read_bytes()  # else its refusal below would prove nothing
    folder = scratch.make()
    try:
        sandbox.confine(tier, folder, sandbox.default_limits())
    except (OSError, ValueError) as error:
        return str(error)
    (folder / "file").write_text("the one place to write")
    if not _refused(canary.read_bytes):
        return f"{canary} can still be read"
    if not _refused(lambda: (folder.parent / "kata-escaped").write_bytes(b"")):
        return f"{folder.parent} can still be written to"
    if not _refused(socket.socket):
        return "a socket can still be made"
    if not _refused(_fork):
        return "a process can still be started"
    return "holds"


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return True
    return False


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


if __name__ == "__main__":
    print(main(sandbox.Tier(sys.argv[1]), Path(sys.argv[2])))
