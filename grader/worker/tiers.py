"""Which tier this machine permits, found out by trying, and the command line that starts Python in it."""

from __future__ import annotations

import enum
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.worker import bubblewrap, landlock, seccomp, visible

_PROBE_SECONDS = 20  # wall clock; a probe takes about 0.1
# The editable install's .pth names a folder that is not there in tier A, so the package's parent is passed on; it
# leaves the path again, so that nothing else in it can be imported.
_START = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); import grader; del sys.path[0]; "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)
# Below Landlock ABI 3 a readable file can be emptied (O_TRUNC); tier A's mounts are read-only anyway.
_LANDLOCK_NEEDED = {"A": 1, "B": 3}


class Tier(enum.Enum):
    """How strong the jail is; the value stands in reports."""

    A = "A"
    B = "B"
    C = "C"


@dataclass(frozen=True)
class Choice:
    """The best tier that held when tried, why each better one did not, and the command that may give a better one."""

    tier: Tier
    why_not: dict[Tier, str] = field(default_factory=dict)
    advice: str = ""


@functools.cache
def choose_tier() -> Choice:
    """Try A, then B, by really locking a process in and letting it try to get out; once per process."""
    why_not: dict[Tier, str] = {}
    for tier, reason in ((Tier.A, lambda: _mode()[1]), (Tier.B, lambda: _try(Tier.B, []))):
        why_not[tier] = _missing(tier) or reason()
        if not why_not[tier]:
            del why_not[tier]
            return Choice(tier, why_not, _advice() if why_not else "")
    return Choice(Tier.C, why_not, _advice())


def python_command(tier: Tier, module: str, *arguments: str, devices: Sequence[Path] = ()) -> list[str]:
    """The command that runs `module` (of `grader.worker`) as `__main__` in `tier`, ready for Popen.

    -I: no PYTHON* variable, no user site, no current folder on the path; the environment's site-packages stay.
    -B: nothing to write bytecode to. utf8: a student's `open` means the same on Windows. Start it with
    `env=clean_environment(tier)` and `pass_fds`, from a thread that outlives it. `devices` are an accelerator's
    nodes and folders (/dev/nvidia0, /sys/module/nvidia, ...).
    """
    python = [sys.executable, "-I", "-B", "-X", "utf8", "-c", _START, str(visible.PACKAGE.parent), module, *arguments]
    return wrap(python, tier, devices)


def wrap(command: list[str], tier: Tier, devices: Sequence[Path] = ()) -> list[str]:
    """`command` behind bubblewrap in tier A, unchanged in others. Raises RuntimeError if A does not hold here."""
    if tier is not Tier.A:
        return command
    mode, reason = _mode()
    if mode is None:
        raise RuntimeError(f"Tier A does not hold on this machine: {reason}. Ask choose_tier() for one that does.")
    return bubblewrap.prefix(mode, clean_environment(tier), devices) + command


def clean_environment(tier: Tier) -> dict[str, str]:
    """The environment of a zygote, built from nothing; backend, x64 and device count are set in JAX itself."""
    home = "/tmp" if tier is Tier.A else tempfile.gettempdir()
    environment = {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "LC_ALL": "C.UTF-8",
        "HOME": home,
        "TMPDIR": home,
        "USER": "student",
        "LOGNAME": "student",
        # One thread in the zygote: a BLAS starts its own when it is imported.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "MPLBACKEND": "Agg",
        "JAX_ENABLE_COMPILATION_CACHE": "false",  # never shared between submissions
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
        "TF_CPP_MIN_LOG_LEVEL": "2",
    }
    if sys.platform == "win32":
        kept = (
            "SYSTEMROOT",
            "SYSTEMDRIVE",
            "WINDIR",
            "TEMP",
            "TMP",
            "PROCESSOR_ARCHITECTURE",
        )  # sockets need the first
        environment |= {name: os.environ[name] for name in kept if name in os.environ}
        environment |= {"USERPROFILE": home, "PATH": os.path.join(os.environ.get("SYSTEMROOT", ""), "System32")}
    return environment


def _missing(tier: Tier) -> str:
    """What can be told without trying, in words."""
    if sys.platform != "linux":
        return f"the jail is made of Linux parts, and this is {sys.platform}"
    if reason := seccomp.unsupported():
        return reason
    if landlock.abi() < _LANDLOCK_NEEDED[tier.value]:
        return f"Landlock ABI {_LANDLOCK_NEEDED[tier.value]} is needed, this kernel has {landlock.abi() or 'none'}"
    if tier is Tier.A and not bubblewrap.program():
        return "bubblewrap (bwrap) is not installed"
    return ""


@functools.cache
def _mode() -> tuple[bubblewrap.Mode | None, str]:
    """How bubblewrap works here, or why it does not."""
    reason = ""
    for mode in bubblewrap.modes():
        reason = _try(Tier.A, bubblewrap.prefix(mode, clean_environment(Tier.A)))
        if not reason:
            return mode, ""
    return None, reason


def _try(tier: Tier, prefix: list[str]) -> str:
    """Run the probe; "" if the jail holds, else why not."""
    with tempfile.TemporaryDirectory(prefix="kata-probe-") as folder:
        canary = Path(folder, "canary")
        canary.write_text("visible")
        os.chmod(folder, 0o755)
        command = [*prefix, *python_command(Tier.B, "grader.worker.probe", tier.value, str(canary))]
        environment = clean_environment(tier) | {"TMPDIR": folder}  # in B the probe cannot clear up after itself
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_PROBE_SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    said = (done.stdout or done.stderr).strip().splitlines()
    if done.returncode == 0 and said == ["holds"]:
        return ""
    return said[-1] if said else f"the probe ended with status {done.returncode}"


def _advice() -> str:
    """One command (or, off Linux, one sentence) that may give a better tier."""
    if sys.platform != "linux":
        return "grade on Linux: in WSL 2, a virtual machine or a container"
    if not bubblewrap.program():
        for manager, verb in (("apt-get", "install"), ("dnf", "install"), ("pacman", "-S"), ("apk", "add")):
            if shutil.which(manager):
                return f"sudo {manager} {verb} bubblewrap"
    for name, wrong, right in (
        ("kernel.apparmor_restrict_unprivileged_userns", "1", "0"),  # Ubuntu 23.10 and later
        ("kernel.unprivileged_userns_clone", "0", "1"),  # Debian's own switch
        ("user.max_user_namespaces", "0", "15000"),
    ):
        if _sysctl(name) == wrong:
            return f"sudo sysctl -w {name}={right}"
    if Path("/.dockerenv").exists():
        unconfined = " ".join(f"--security-opt {o}=unconfined" for o in ("seccomp", "apparmor", "systempaths"))
        return f"docker run {unconfined} ..."
    return "upgrade to Linux 6.2 or newer with Landlock enabled, and bubblewrap 0.7 or newer"


def _sysctl(name: str) -> str:
    try:
        return Path("/proc/sys", *name.split(".")).read_text().strip()
    except OSError:
        return ""
