"""Tier A's outer wall: the command that starts a program in namespaces of its own.

Inside there is `visible.files()` read-only, a /proc of its own, four devices and a /tmp of a set size:
nothing of the course but the worker's code, no home folder, no /run, no /var, no network but an unused
loopback. Everything else is not forbidden but absent.
"""

from __future__ import annotations

import enum
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.worker import visible

TMP_BYTES = 256 << 20  # for all workers of one zygote; what one may use is Limits.scratch_bytes


class Mode(enum.Enum):
    """Who the program is. Root keeps just what giving each worker a user id of its own takes."""

    ROOT = "root"
    USER = "user namespace"


# What the zygote needs as root: change user id, own and clear away the workers' folders, kill workers.
_KEPT = ("SETUID", "SETGID", "CHOWN", "FOWNER", "DAC_OVERRIDE", "KILL")


def modes() -> list[Mode]:
    """Worth trying, the better one first."""
    return [Mode.ROOT, Mode.USER] if os.geteuid() == 0 else [Mode.USER]


def program() -> str | None:
    """Where bubblewrap is, if it is installed."""
    return shutil.which("bwrap")


def prefix(mode: Mode, environment: Mapping[str, str], devices: Sequence[Path] = ()) -> list[str]:
    """The command up to the program to run. `devices` (files or folders) are reachable as they are outside.

    Descriptors the caller passes on go through. The program dies with the *thread* that started it.
    """
    command = [program() or "bwrap", "--die-with-parent", "--new-session"]
    command += ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    command += ["--hostname", "kata", "--cap-drop", "ALL", "--clearenv"]
    for name, value in environment.items():
        command += ["--setenv", name, value]
    if mode is Mode.ROOT:
        for capability in _KEPT:
            command += ["--cap-add", f"CAP_{capability}"]
    else:
        command += ["--unshare-user", "--uid", "1000", "--gid", "1000"]
    # /tmp first: a virtual environment may lie below it.
    command += ["--perms", "0711", "--size", str(TMP_BYTES), "--tmpfs", "/tmp", "--proc", "/proc"]
    shown = (*visible.files(), *visible.KERNEL)
    # Made by hand, since bubblewrap makes them 0700 and a worker's own user id must get through.
    for folder in sorted({parent for path in (*shown, *visible.DEVICES, *devices) for parent in path.parents}):
        if str(folder) not in ("/", "/tmp", "/proc"):
            command += ["--perms", "0755", "--dir", str(folder)]
    for path in shown:
        command += ["--ro-bind-try", str(path), str(path)]
    for target, link in visible.interpreter_links():
        command += ["--symlink", target, str(link)]
    for path in (*visible.DEVICES, *devices):
        command += ["--dev-bind-try", str(path), str(path)]
    command += ["--symlink", "/proc/self/fd", "/dev/fd"]
    return [*command, "--remount-ro", "/", "--chdir", "/tmp", "--"]
