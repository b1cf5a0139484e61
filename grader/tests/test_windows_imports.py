"""What a Windows Python lacks is asked for nowhere while our modules are imported; any system can tell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]

# Everything is imported once, so that other packages are there; then ours are, again, on a system that lacks much.
PRETEND = """
import importlib, os, select, signal, socket, sys
ours = sys.argv[1:]
for name in ours:
    importlib.import_module(name)
for name in [name for name in sys.modules if name.split(".")[0] == "grader"]:
    del sys.modules[name]

ABSENT = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty")
for name in ABSENT:
    sys.modules[name] = None  # importing it raises ImportError
for module, names in {
    os: "fork forkpty getuid geteuid getgid getegid setsid killpg register_at_fork mkfifo getpgid setpgid wait uname"
        " sched_getaffinity sysconf fchmod chown O_CLOEXEC O_NOFOLLOW O_NONBLOCK O_NOCTTY O_PATH O_DIRECTORY",
    signal: "SIGKILL SIGSTOP SIGCONT SIGHUP SIGCHLD SIGALRM SIGUSR1 SIGQUIT SIGPIPE SIGWINCH alarm setitimer",
    socket: "AF_UNIX SO_PASSCRED CMSG_SPACE recv_fds send_fds SCM_RIGHTS",
    select: "poll epoll EPOLLIN",
}.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
sys.platform = "win32"
for name in ours:
    importlib.import_module(name)
"""


def _modules() -> list[str]:
    files = [path for path in PACKAGE.rglob("*.py") if "tests" not in path.relative_to(PACKAGE).parts]
    names = [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in files]
    return sorted(name.removesuffix(".__init__") for name in names)


def _pretend(*lines: str, modules: list[str]) -> subprocess.CompletedProcess[str]:
    program = "\n".join([PRETEND, *lines])
    return subprocess.run([sys.executable, "-c", program, *modules], capture_output=True, text=True, timeout=100)


def test_every_module_can_be_imported():
    done = _pretend(modules=_modules())
    assert done.returncode == 0, done.stderr[-2000:]


def test_kata_says_what_it_can_do():
    lines = "from grader.cli import main", "main(['--help'], standalone_mode=False)"
    done = _pretend(*lines, modules=["grader.cli"])
    assert done.returncode == 0, done.stderr[-2000:]
    assert "check" in done.stdout


@pytest.mark.parametrize("line", ["import resource", "import os; os.O_CLOEXEC", "import signal; signal.SIGKILL"])
def test_the_pretence_is_one(line):
    assert _pretend(line, modules=[]).returncode == 1
