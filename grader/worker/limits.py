"""What one worker may use, and the part of it that the kernel enforces (setrlimit)."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

_GIB, _MIB = 1 << 30, 1 << 20
_STACK_BYTES = 8 * _MIB
_LOCKED_BYTES = 64 << 10


@dataclass(frozen=True)
class Limits:
    """Sizes in bytes. `apply` holds the worker to all but `memory_bytes` and `scratch_bytes`.

    Those the judge watches from outside: resident memory (shared mappings escape RLIMIT_DATA) and the total of
    the private folder (`scratch.usage`). `threads` it must watch too where the id is shared (see `apply`).
    """

    memory_bytes: int
    address_bytes: int  # 0: unlimited, as an accelerator's driver needs
    file_bytes: int  # of each file
    scratch_bytes: int
    open_files: int
    cpu_seconds: int  # a backstop: the judge's clock decides
    threads: int


def default_limits() -> Limits:
    """Limits that leave JAX room on this machine.

    Measured with JAX 0.10 and 0.12: a CPU backend needs about 1.1 GB of addresses and 190 MB more for each core
    (thread stacks and malloc arenas), of which little is ever resident.
    """
    cores = os.cpu_count() or 1
    return Limits(
        memory_bytes=1 * _GIB,
        address_bytes=2 * _GIB + cores * 256 * _MIB,
        file_bytes=32 * _MIB,
        scratch_bytes=64 * _MIB,
        open_files=256,
        cpu_seconds=600,
        threads=64 + 8 * cores,
    )


def for_accelerator(limits: Limits) -> Limits:
    """The same for a worker on an accelerator, whose driver maps the device's memory and keeps much on the host."""
    return replace(limits, memory_bytes=8 * limits.memory_bytes, address_bytes=0)


def apply(limits: Limits, own_uid: bool, own_namespace: bool) -> None:
    """Set the limits of this process, hard ones too. Raises OSError or ValueError if the system refuses.

    Threads are counted by user id and user namespace: exactly with an id of the worker's own, over all workers
    of the zygote in a namespace, else over everything the user runs, which the machine's total stands in for.
    """
    for name, value in _wanted(limits, own_uid, own_namespace).items():
        _set(name, value)


def apply_what_can_be(limits: Limits) -> None:
    """As `apply`, each by itself: Windows has none of these limits, and macOS refuses some."""
    if sys.platform == "win32":
        return
    for name, value in _wanted(limits, own_uid=False, own_namespace=False).items():
        with contextlib.suppress(OSError, ValueError, AttributeError):
            _set(name, value)


def _wanted(limits: Limits, own_uid: bool, own_namespace: bool) -> dict[str, int]:
    import resource

    wanted = {
        "RLIMIT_FSIZE": limits.file_bytes,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_CPU": limits.cpu_seconds,
        "RLIMIT_STACK": _STACK_BYTES,
        "RLIMIT_CORE": 0,
    }
    if sys.platform == "linux":
        threads = limits.threads
        if not own_uid:
            threads = 4 * limits.threads + (0 if own_namespace else _threads_of_the_machine())
        # Here alone: a process on a Mac has hundreds of GB of addresses from the start.
        wanted["RLIMIT_AS"] = limits.address_bytes or resource.RLIM_INFINITY
        wanted |= {"RLIMIT_NPROC": threads, "RLIMIT_MEMLOCK": _LOCKED_BYTES, "RLIMIT_MSGQUEUE": 0}
    return wanted


def _set(name: str, value: int) -> None:
    import resource

    kind = getattr(resource, name)
    ceiling = resource.getrlimit(kind)[1]
    if value == resource.RLIM_INFINITY or (ceiling != resource.RLIM_INFINITY and ceiling < value):
        value = ceiling
    resource.setrlimit(kind, (value, value))


def _threads_of_the_machine() -> int:
    return int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
