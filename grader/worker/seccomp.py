"""The system-call filter of a worker: what a submission may ask of the kernel.

It is a list of what is allowed, not of what is forbidden: a kernel grows new ways out every year (io_uring,
pidfd, clone3, new mount calls), and a list of forbidden calls is wrong on the day a kernel newer than the
list appears. What keeps it robust across JAX and glibc versions is how it refuses:

- a number above the table's newest, and clone3 whose flags lie in memory a filter cannot read, answer ENOSYS:
  glibc and CPython then take the older call, as they do on an older kernel;
- anything else that is not listed answers EPERM, which Python shows as PermissionError;
- the list is generous with calls that touch only the caller's own memory, threads, clock and open files;
  files themselves are Landlock's business (`grader.worker.landlock`).

Some calls depend on their arguments (`_conditions`). Sockets in particular: a connected pair of Unix stream
sockets is what asyncio needs, and with datagrams, an address in sendto or sendmsg a pair would reach any
socket of the machine. Messages with descriptors in them (sendmsg, recvmsg) are refused with those.

The program is classic BPF, assembled here: a filter is a jump table of numbers, and no dependency is needed.
"""

from __future__ import annotations

import ctypes
import platform
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from grader.worker import kernel, syscalls

_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_MACHINE = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())

# linux/filter.h, linux/seccomp.h
_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_JUMP_EQUAL, _JUMP_GREATER, _JUMP_GREATER_EQUAL = 0x15, 0x25, 0x35
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_EPERM, _ENOSYS = 0x00050000 | 1, 0x00050000 | 38
_NUMBER_AT, _ARCH_AT, _ARGUMENTS_AT = 0, 4, 16
_MODE_FILTER = 2

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


@dataclass(frozen=True)
class Condition:
    """Half of an argument, under `mask`, must be among `values` (or, with `refused`, must not be)."""

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF
    high: bool = False
    refused: bool = False


def unsupported() -> str:
    """Why this filter cannot be used here, or "" if it can (as far as the processor goes)."""
    if _MACHINE not in _AUDIT_ARCH or struct.calcsize("P") != 8:
        return f"no system-call filter for {platform.machine()} ({struct.calcsize('P') * 8}-bit)"
    return ""


def install(pid: int, device_ioctls: bool = False) -> None:
    """Filter this process from now on, for good. Call with one thread and NO_NEW_PRIVS set.

    `pid` is the worker's own, the only one it may signal. `device_ioctls` lets every ioctl through but those
    that reach outside, which an accelerator's driver needs. Raises OSError where the kernel refuses.
    """
    program = assemble(_MACHINE, pid, device_ioctls)
    code = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *step) for step in program))
    header = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(code)))
    kernel.prctl("installing the seccomp filter", kernel.PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(header))


def assemble(machine: str, pid: int, device_ioctls: bool = False) -> list[Instruction]:
    """The whole filter for `machine` ("x86_64" or "aarch64")."""
    # Another ABI (32-bit calls on x86-64) has other numbers: no honest program changes to it.
    steps = [(_LOAD, 0, 0, _ARCH_AT), (_JUMP_EQUAL, 1, 0, _AUDIT_ARCH[machine]), _answer(_KILL)]
    steps.append((_LOAD, 0, 0, _NUMBER_AT))
    numbers = syscalls.conditional(machine)
    for name, conditions in _conditions(pid, device_ioctls).items():
        body = [step for condition in conditions for step in _check(condition)] + [_answer(_ALLOW)]
        steps += [(_JUMP_EQUAL, 0, len(body), numbers.pop(name)), *body]
    for number in numbers.values():  # clone3
        steps += [(_JUMP_EQUAL, 0, 1, number), _answer(_ENOSYS)]
    for first, last in _ranges(sorted(syscalls.always(machine).values())):
        steps += [(_JUMP_GREATER, 2, 0, last), (_JUMP_GREATER_EQUAL, 0, 1, first), _answer(_ALLOW)]
    # x32 numbers, which have bit 30 set, are above the newest too.
    return [*steps, (_JUMP_GREATER, 0, 1, syscalls.NEWEST), _answer(_ENOSYS), _answer(_EPERM)]


def _conditions(pid: int, device_ioctls: bool) -> dict[str, tuple[Condition, ...]]:
    """Calls allowed only with certain arguments, and why. All of a call's conditions must hold."""
    clone_thread, clone_new, clone_ptrace = 0x10000, 0x7E020000, 0x2000
    own = Condition(0, (pid,))
    own_or_self = Condition(0, (0, pid))
    if device_ioctls:
        # Type into a terminal (TIOCSTI, TIOCLINUX); send signals to others (FIOSETOWN, SIOCSPGRP).
        ioctls = Condition(1, (0x5412, 0x541C, 0x8901, 0x8902), refused=True)
    else:
        # FIOCLEX FIONCLEX FIONBIO FIONREAD, and what isatty() asks: TCGETS TCGETS2 TIOCGWINSZ. Not the rest:
        # FS_IOC_SETFLAGS, for one, changes a file of ours through a read-only descriptor.
        ioctls = Condition(1, (0x5451, 0x5450, 0x5421, 0x541B, 0x5401, 0x802C542A, 0x5413))
    return {
        "clone": (Condition(0, (clone_thread,), mask=clone_thread | clone_new | clone_ptrace),),  # threads only
        "kill": (own,),
        "tgkill": (own,),  # abort() and pthread_kill()
        "prlimit64": (own_or_self,),
        "sched_setaffinity": (own_or_self,),
        "socketpair": (Condition(0, (1,)), Condition(1, (1,), mask=0xF)),  # AF_UNIX, SOCK_STREAM
        "sendto": (Condition(4, (0,)), Condition(4, (0,), high=True)),  # send(): no address
        # F_DUPFD F_GETFD F_SETFD F_GETFL F_SETFL, record locks, F_DUPFD_CLOEXEC, F_GETPIPE_SZ. Not F_SETOWN and
        # F_SETSIG (SIGKILL to any process of the same user when input arrives), nor F_SETLEASE (stalls openers).
        "fcntl": (Condition(1, (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)),),
        "ioctl": (ioctls,),
        # DUMPABLE (get), NAME, CAPBSET_READ, SECCOMP (get), TIMERSLACK, NO_NEW_PRIVS (get), SET_VMA (names).
        "prctl": (Condition(0, (3, 15, 16, 21, 23, 29, 30, 39, 0x53564D41)),),
    }


def _check(condition: Condition) -> Iterator[Instruction]:
    """Fall through if the condition holds, answer EPERM if not."""
    yield _LOAD, 0, 0, _ARGUMENTS_AT + 8 * condition.argument + 4 * condition.high  # both machines: low half first
    if condition.mask != 0xFFFFFFFF:
        yield _AND, 0, 0, condition.mask
    for left, value in zip(range(len(condition.values), 0, -1), condition.values, strict=True):
        if condition.refused:
            yield _JUMP_EQUAL, 0, 1, value
            yield _answer(_EPERM)
        else:
            yield _JUMP_EQUAL, left, 0, value
    if not condition.refused:
        yield _answer(_EPERM)


def _answer(value: int) -> Instruction:
    return _RETURN, 0, 0, value


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """[0, 1, 2, 5] -> [(0, 2), (5, 5)]"""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = ranges[-1][0], number
        else:
            ranges.append((number, number))
    return ranges
