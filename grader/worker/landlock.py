"""Landlock: the files a worker may open, whoever owns them, and whom it may signal.

The kernel's documentation, "Landlock: unprivileged access control" (userspace-api/landlock), is the source
of the numbers. Everything the running kernel can restrict is restricted; rights are then given back below
a few paths. Nothing may be executed: the worker needs `mmap` to load libraries, never `execve`.

What Landlock leaves open, and who closes it: `stat` (sizes and times of files in tier B; in tier A they are
not there), `chmod`, `chown`, `utime`, extended attributes, ioctl on files already open (`grader.worker.seccomp`).
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Sequence
from pathlib import Path

from grader.worker import kernel

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446  # the same on every machine
_VERSION_FLAG, _PATH_BENEATH, _QUIET_FLAG = 1, 1, 1

# LANDLOCK_ACCESS_FS_*, bit by bit
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REGULAR = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_REFER, _TRUNCATE, _IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15

_READ = _READ_FILE | _READ_DIR
_WRITE = _WRITE_FILE | _TRUNCATE
# No links, sockets, pipes or device nodes: whoever looks after the folder meets files and folders only.
_OWN = _READ | _WRITE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REGULAR | _REFER
_DEVICE = _READ | _WRITE | _IOCTL_DEVICE
_OF_A_FILE = _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE  # a rule on a plain file takes no others

_HANDLED_FILES = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}  # by ABI
_ALL_FILES = (1 << 16) - 1  # ABI 5 and later
_TCP = 0b11  # bind, connect: ABI 4
_SCOPES = 0b11  # abstract Unix sockets, signals: ABI 6


def abi() -> int:
    """The Landlock version this kernel offers, 0 if none (not built in, or not enabled at boot)."""
    try:
        return kernel.syscall("asking for Landlock", _CREATE, None, 0, _VERSION_FLAG)
    except (OSError, AttributeError, TypeError):  # the last two: no libc to ask, as on Windows
        return 0


def restrict(readable: Sequence[Path], own: Path, devices: Sequence[Path] = (), writable: Sequence[Path] = ()) -> None:
    """Confine this process and all it starts, for good. NO_NEW_PRIVS must be set.

    `readable` files and trees may be read, `writable` files be read and written, `devices` (files or trees)
    also be asked by ioctl, and the folder `own` be filled. Paths that do not exist are passed over.
    Raises OSError if the kernel cannot.
    """
    version = abi()
    handled = _HANDLED_FILES.get(version, _ALL_FILES)
    attributes = [handled, _TCP, _SCOPES][: 1 if version < 4 else 2 if version < 6 else 3]
    size = 8 * len(attributes)
    request = ctypes.create_string_buffer(struct.pack(f"={len(attributes)}Q", *attributes), size)
    ruleset = kernel.syscall("creating a Landlock ruleset", _CREATE, request, size, 0)
    try:
        rules = [(path, _READ) for path in readable]
        rules += [(path, _READ_FILE | _WRITE_FILE) for path in writable]
        rules += [(path, _DEVICE) for path in devices]
        for path, rights in rules:
            if os.path.exists(path):
                _allow(ruleset, path, rights & handled)
        _allow(ruleset, own, _OWN & handled)
        # From ABI 7 on denials are logged: a student's loop must not fill the audit log.
        kernel.syscall("entering Landlock", _RESTRICT, ruleset, _QUIET_FLAG if version >= 7 else 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: Path, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not path.is_dir():
            rights &= _OF_A_FILE
        rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, descriptor), 12)
        kernel.syscall(f"allowing {path} in Landlock", _ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)
