"""The filter as a program, read by a small interpreter of classic BPF: both machines, without either."""

from __future__ import annotations

import platform
import re
import subprocess

import pytest

from grader.worker import seccomp, syscalls

PID = 4321
ALLOW, EPERM, ENOSYS, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
THREAD, VM, NEWUSER = 0x10000, 0x100, 0x10000000

both = pytest.mark.parametrize("machine", syscalls.MACHINES)


def answer(machine, number, *arguments, arch=None, device_ioctls=False):
    words = [number, ARCH[machine] if arch is None else arch, 0, 0]
    for argument in (*arguments, 0, 0, 0, 0, 0, 0)[:6]:
        words += [argument & 0xFFFFFFFF, argument >> 32 & 0xFFFFFFFF]
    program = seccomp.assemble(machine, PID, device_ioctls)
    at = accumulator = 0
    while True:
        code, if_true, if_false, operand = program[at]
        at += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            accumulator = words[operand // 4]
        elif code == 0x54:
            accumulator &= operand
        else:
            holds = {0x15: accumulator == operand, 0x25: accumulator > operand, 0x35: accumulator >= operand}[code]
            at += if_true if holds else if_false


@both
def test_every_listed_call_is_allowed(machine):
    refused = {name for name, number in syscalls.always(machine).items() if answer(machine, number) != ALLOW}
    assert refused == set()


@both
def test_every_other_number_of_the_table_is_refused(machine):
    listed = {*syscalls.always(machine).values(), *syscalls.conditional(machine).values()}
    others = set(range(syscalls.NEWEST + 1)) - listed
    assert {answer(machine, number) for number in others} == {EPERM}


@both
@pytest.mark.parametrize("number", [451, 600, 0x40000000 | 39, 0x40000000 | 59, 0xFFFFFFFF])
def test_newer_and_x32_numbers_do_not_exist(machine, number):
    assert answer(machine, number) == ENOSYS


@both
def test_another_abi_kills(machine):
    assert answer(machine, 0, arch=0x40000003) == KILL


DANGEROUS = """
fork vfork execve execveat socket connect bind listen accept accept4 sendmsg sendmmsg recvmsg recvmmsg
io_uring_setup io_uring_enter io_uring_register ptrace process_vm_readv process_vm_writev tkill rt_sigqueueinfo
rt_tgsigqueueinfo pidfd_send_signal pidfd_open pidfd_getfd chmod fchmod fchmodat chown lchown fchown fchownat utime
utimes utimensat futimesat setxattr lsetxattr fsetxattr removexattr getxattr mount umount2 pivot_root chroot setns
unshare keyctl add_key request_key bpf perf_event_open userfaultfd kexec_load init_module finit_module reboot swapon
setuid setgid setreuid setresuid setgroups capset mknod mknodat personality shmget semget msgget mq_open
inotify_init1 fanotify_init setpriority sched_setscheduler name_to_handle_at open_by_handle_at memfd_create
memfd_secret kcmp seccomp setsid setpgid sync syncfs vmsplice splice quotactl acct move_pages process_madvise
"""


@both
def test_dangerous_calls_are_in_no_list(machine):
    assert not set(DANGEROUS.split()) & {*syscalls.always(machine), *syscalls.conditional(machine)}


SOME_ADDRESS = 1 << 32  # its low half is 0
CASES = [
    ("clone", (THREAD | VM,), ALLOW),
    ("clone", (VM,), EPERM),
    ("clone", (THREAD | NEWUSER,), EPERM),
    ("clone3", (0,), ENOSYS),
    ("kill", (PID, 9), ALLOW),
    ("kill", (PID + 1, 0), EPERM),
    ("kill", (0, 9), EPERM),
    ("kill", (0xFFFFFFFF, 9), EPERM),
    ("tgkill", (PID, 99, 6), ALLOW),
    ("tgkill", (PID - 1, 99, 6), EPERM),
    ("prlimit64", (0,), ALLOW),
    ("prlimit64", (PID - 1,), EPERM),
    ("sched_setaffinity", (0,), ALLOW),
    ("sched_setaffinity", (1,), EPERM),
    ("socketpair", (1, 1 | 0x80000), ALLOW),
    ("socketpair", (1, 2), EPERM),  # datagrams: sendto could name another socket
    ("socketpair", (2, 1), EPERM),
    ("sendto", (3, 0, 0, 0, 0, 0), ALLOW),
    ("sendto", (3, 0, 0, 0, SOME_ADDRESS, 110), EPERM),
    ("fcntl", (3, 2), ALLOW),
    ("fcntl", (3, 8), EPERM),  # F_SETOWN
    ("fcntl", (3, 10), EPERM),  # F_SETSIG
    ("fcntl", (3, 1024), EPERM),  # F_SETLEASE
    ("ioctl", (0, 0x5401), ALLOW),
    ("ioctl", (0, 0x5412), EPERM),  # TIOCSTI
    ("ioctl", (0, 0x40086602), EPERM),  # FS_IOC_SETFLAGS
    ("prctl", (15,), ALLOW),
    ("prctl", (1,), EPERM),  # PR_SET_PDEATHSIG
]


@both
@pytest.mark.parametrize(("name", "arguments", "expected"), CASES)
def test_arguments_decide(machine, name, arguments, expected):
    assert answer(machine, syscalls.conditional(machine)[name], *arguments) == expected


@both
def test_a_device_may_be_asked_anything_but_to_reach_outside(machine):
    number = syscalls.conditional(machine)["ioctl"]
    assert answer(machine, number, 3, 0xC0104629, device_ioctls=True) == ALLOW
    assert answer(machine, number, 3, 0x5412, device_ioctls=True) == EPERM


HEADERS = {"x86_64": "#include <asm/unistd.h>", "aarch64": "#include <asm-generic/unistd.h>"}


@both
def test_the_numbers_agree_with_the_kernels_headers(machine):
    if machine == "x86_64" and platform.machine() != machine:
        pytest.skip("x86-64 headers are not installed here")
    wants = "\n".join(f"#define __ARCH_WANT_{w}" for w in ("RENAMEAT", "NEW_STAT", "SET_GET_RLIMIT", "SYS_CLONE3"))
    source = f"{wants}\n#define __BITS_PER_LONG 64\n{HEADERS[machine]}\n"
    command = ["cc", "-E", "-dM", "-"]
    try:
        macros = subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no C compiler or no kernel headers")
    defined = dict(re.findall(r"#define (__NR\w+) (\w+)", macros))
    for name, number in {**syscalls.always(machine), **syscalls.conditional(machine)}.items():
        value = defined[f"__NR_{name}"]  # on aarch64 some are names of other macros
        assert int(defined.get(value, value)) == number, name
