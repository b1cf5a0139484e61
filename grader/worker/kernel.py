"""Two doors into the Linux kernel that Python does not open: `syscall` and `prctl`.

Both raise OSError, with `what` in the message. Importing this does nothing, so that it may be imported
on any platform.
"""

from __future__ import annotations

import ctypes
import functools
import os

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38

SYS_CAPSET = {"x86_64": 126, "aarch64": 91}


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def prctl(what: str, option: int, *arguments: int) -> int:
    """prctl(2); missing arguments are 0, since some options insist on it."""
    padded = [ctypes.c_ulong(a) for a in (*arguments, 0, 0, 0, 0)[:4]]
    return _checked(what, _libc().prctl(option, *padded))


def syscall(what: str, number: int, *arguments: int | ctypes.Array[ctypes.c_char] | None) -> int:
    """syscall(2); integers are passed as long, a `ctypes` buffer by its address."""
    passed = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return _checked(what, _libc().syscall(ctypes.c_long(number), *passed))


def _checked(what: str, result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result
