"""Giving up what a process may do: a user id of its own where the zygote is root, and every capability.

With an id of its own a worker can neither signal nor trace a sibling, whatever else fails, and its threads
are counted by RLIMIT_NPROC (the kernel exempts uid 0). Anyone else keeps the id the judge has.
"""

from __future__ import annotations

import ctypes
import os
import platform
import secrets
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from grader.worker import kernel

# systemd's list of user ids (systemd.io/UIDS-GIDS) leaves 1879048192 to 2147483647 to nobody.
_FIRST_UID, _UIDS = 1_900_000_000, 1 << 20
_CAPABILITY_VERSION_3 = 0x20080522


def take_own_uid(scratch: Path) -> bool:
    """As root, become a user nobody else is, who owns `scratch`; returns whether that was possible.

    It is not for an ordinary user, where the user namespace has no such id (rootless containers), or where
    others may not read the Python installation (under a umask of 077, or in /root in tier B).
    """
    if os.geteuid() != 0:
        return False
    uid = _FIRST_UID + secrets.randbelow(_UIDS)
    try:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.seteuid(uid)
    except OSError:
        return False
    able = all(os.access(path, os.R_OK, effective_ids=True) for path in _needed())
    able = able and os.access(scratch.parent, os.X_OK, effective_ids=True)
    os.seteuid(0)
    if not able:
        return False
    os.chown(scratch, uid, uid)
    os.setresuid(uid, uid, uid)
    return True


def drop_capabilities() -> None:
    """Empty all three sets, for uid 0 too; with NO_NEW_PRIVS nothing brings them back."""
    header = ctypes.create_string_buffer(struct.pack("=Ii", _CAPABILITY_VERSION_3, 0))
    nothing = ctypes.create_string_buffer(24)
    kernel.syscall("dropping capabilities", kernel.SYS_CAPSET[platform.machine()], header, nothing)


def _needed() -> Iterator[str]:
    """A file of each place a worker goes on importing from."""
    yield os.__file__
    yield __file__
    for name in ("numpy", "jax"):
        module = sys.modules.get(name)
        if module is not None and module.__file__:
            yield module.__file__
