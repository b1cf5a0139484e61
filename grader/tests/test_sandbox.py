"""The jail from inside: each thing a submission must not do is shown to work without it (the positive control)."""

from __future__ import annotations

import errno
import functools
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from grader.tests.jails import Jail, jails, why_not
from grader.worker import bubblewrap, sandbox, visible
from grader.worker.sandbox import Tier

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the jail is made of Linux parts")
inside = pytest.mark.parametrize("jail", jails(), ids=lambda jail: jail.name)


@pytest.fixture(autouse=True)
def _only_where_permitted(request):
    jail = request.node.callspec.params.get("jail") if hasattr(request.node, "callspec") else None
    if jail is not None and why_not(jail):
        pytest.skip(f"{jail.name}: {why_not(jail)}")


# Each must raise nothing without the jail and OSError within it. `parent` is the zygote, CANARY a file outside,
# TARGET a file the worker may read and its user may write to.
ATTEMPTS = {
    "start a process": "pid = os.fork() or os._exit(0); os.waitpid(pid, 0)",
    "start a process as subprocess does": "subprocess.run(['/bin/true'])",
    "run a program in its place": "call('execve', 59, 221, 0, 0, 0, expect=14)",
    "share a clone3 process": "call('clone3', 435, 435, 0, 0, expect=22)",
    "make a TCP socket": "socket.socket()",
    "make a UDP socket": "socket.socket(type=socket.SOCK_DGRAM)",
    "make a Unix socket": "socket.socket(socket.AF_UNIX)",
    "make a datagram pair": "socket.socketpair(type=socket.SOCK_DGRAM)",
    "send a descriptor": "a, b = socket.socketpair(); socket.send_fds(a, [b'x'], [0])",
    "set up io_uring": "call('io_uring_setup', 425, 425, 1, 0, expect=14)",
    "trace": "call('ptrace', 101, 117, 999, 0, 0, 0, expect=3)",
    "read memory of a process": "call('process_vm_readv', 310, 270, os.getpid(), 0, 0, 0, 0, 0)",
    "signal the zygote": "os.kill(parent, 0)",
    "signal everybody": "os.kill(0, 0)",
    "signal by tkill": "call('tkill', 200, 130, os.getpid(), 0)",
    "get a handle on the zygote": "os.pidfd_open(parent)",
    "be told to kill the zygote": "fcntl.fcntl(socket.socketpair()[0], fcntl.F_SETOWN, parent)",
    "limit the zygote": "resource.prlimit(parent, resource.RLIMIT_NOFILE)",
    "move the zygote to one core": "os.sched_setaffinity(parent, os.sched_getaffinity(0))",
    "outlive the zygote": "libc.prctl(1, 0, 0, 0, 0) and fail()",
    "hide from its limits": "os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0))",
    "leave its session": "os.setpgid(0, 0)",
    "make namespaces": "call('unshare', 272, 97, 0)",
    "join namespaces": "call('setns', 308, 268, -1, 0, expect=9)",
    "mount": "call('mount', 165, 40, 0, 0, 0, 0, 0, expect=14)",
    "use keyrings": "call('keyctl', 250, 219, 0, -3, 0)",
    "make shared memory": "call('shmget', 29, 194, 0x6B617461, 0, 0, expect=2)",
    "make a semaphore": "call('semget', 64, 190, 0x6B617461, 0, 0, expect=2)",
    "make a message queue": "call('msgget', 68, 186, 0x6B617461, 0, expect=2)",
    "make a file of memory alone": "os.memfd_create('x')",
    "watch files": "call('inotify_init1', 294, 26, 0)",
    "change personality": "call('personality', 135, 92, 0xFFFFFFFF)",
    "change modes": "os.chmod('.', 0o700)",
    "change owners": "os.chown('.', os.getuid(), os.getgid())",
    "change times": "os.utime('.')",
    "read attributes": "call('listxattr', 194, 11, b'.', 0, 0)",
    "make a pipe with a name": "os.mkfifo('pipe')",
    "make a link": "os.symlink('/', 'link')",
    "list the root": "os.listdir('/')",
    "list processes": "os.listdir('/proc')",
    "read another process": "open(f'/proc/{parent}/status').close()",
    "read kernel settings": "open('/proc/sys/kernel/pid_max').close()",
    "use the machine's shared memory": "open('/dev/shm/kata-test', 'w').close(); os.unlink('/dev/shm/kata-test')",
    "write next to its folder": "open('../kata-test', 'w').close(); os.unlink('../kata-test')",
    "read the hidden tests": "open(CANARY).close()",
    "empty a file it may read": "os.truncate(TARGET, 0)",
    "empty a file by opening it": "os.close(os.open(TARGET, os.O_RDONLY | os.O_TRUNC))",
    "take a lease": "fcntl.fcntl(os.open(TARGET, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
    "change a file's flags": "fcntl.ioctl(os.open(TARGET, os.O_RDONLY), FS_IOC_GETFLAGS, bytes(8))",
}
REFUSALS = {os.strerror(n) for n in (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOENT)}
_TRY = """
import ctypes, fcntl, json, os, platform, resource, socket, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
FS_IOC_GETFLAGS = 0x80086601
def fail():
    raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
def call(name, x86_64, aarch64, *arguments, expect=0):
    number = {"x86_64": x86_64, "aarch64": aarch64}[platform.machine()]
    arguments = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    if libc.syscall(ctypes.c_long(number), *arguments) < 0 and ctypes.get_errno() != expect:
        fail()
results = {}
for name, attempt in ATTEMPTS.items():
    try:
        exec(attempt)
        results[name] = ""
    except OSError as error:
        results[name] = error.strerror
print(json.dumps(results))
"""


@functools.cache
def _results(jail: Jail, canary: Path, target: Path) -> dict[str, str]:
    """What became of every attempt, all made in one process: "" or why it failed."""
    names = {"ATTEMPTS": ATTEMPTS, "CANARY": str(canary), "TARGET": str(target)}
    given = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    return json.loads(jail.says(given + _TRY, shown=(target,)))


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A folder with a hidden test in it, which anyone on the machine may read."""
    folder = tmp_path_factory.mktemp("course")
    for parent in (folder, *folder.parents[:2]):
        parent.chmod(0o755)
    (folder / "test_hidden.py").write_text("CANARY")
    return folder


@pytest.mark.parametrize("attempt", ATTEMPTS)
@inside
def test_a_submission_cannot(jail, attempt, course):
    target = course / f"of-{jail.uid}"  # shown to the worker, and its user may write to it
    target.touch()
    target.chmod(0o666)
    os.chown(target, jail.uid or os.getuid(), -1)
    if reason := _results(jail.outside, course / "test_hidden.py", target)[attempt]:
        pytest.skip(f"even without a jail this machine refuses it: {reason}")
    assert _results(jail, course / "test_hidden.py", target)[attempt] in REFUSALS


@inside
def test_jax_runs(jail):
    code = """
import asyncio, threading
import jax, jax.numpy as jnp
jax.config.update("jax_num_cpu_devices", 3)
thread = threading.Thread(target=asyncio.run, args=(asyncio.sleep(0.001),))
thread.start(); thread.join()
x = jax.device_put(jnp.arange(4.0), jax.devices()[2])
print(jax.jit(lambda v: jnp.sin(v).sum() * 0 + v.sum())(x), len(jax.devices()))
"""
    assert jail.says(code) == "6.0 3"


@inside
def test_it_works_in_its_own_folder(jail):
    code = """
import os, tempfile
os.makedirs("a/b"); open("a/b/c", "w").write("x"); os.rename("a/b/c", "d"); os.truncate("d", 0); os.unlink("d")
with tempfile.TemporaryDirectory(dir=".") as own, tempfile.TemporaryFile(dir=own) as file: file.write(b"x")
print(os.listdir())
"""
    assert jail.says(code) == "['a']"


@inside
def test_it_may_end_itself(jail):
    assert jail.run("os.abort()").returncode == 128 + signal.SIGABRT
    assert jail.run("import signal; signal.raise_signal(signal.SIGTERM)").returncode == 128 + signal.SIGTERM


LIMITS = sandbox.default_limits()


@pytest.mark.parametrize(
    ("code", "limits"),
    [
        ("bytearray(1 << 30)", replace(LIMITS, address_bytes=1 << 30)),
        ("open('big', 'wb').write(bytes(2 << 20))", replace(LIMITS, file_bytes=1 << 20)),
        ("files = [open('/dev/null') for _ in range(40)]", replace(LIMITS, open_files=32)),
        ("while True: pass", replace(LIMITS, cpu_seconds=1)),
    ],
    ids=["addresses", "a file's size", "open files", "CPU time"],
)
@inside
def test_the_kernel_holds_it_to_its(jail, code, limits):
    if "while" not in code:
        assert jail.run(code).returncode == 0, "the control must succeed"
    assert jail.run(code, limits).returncode != 0


@inside
def test_it_cannot_raise_its_limits(jail):
    code = """
import resource
for name in "RLIMIT_AS", "RLIMIT_NOFILE", "RLIMIT_CPU", "RLIMIT_NPROC":
    kind = getattr(resource, name)
    try:
        resource.setrlimit(kind, [n + 1 for n in resource.getrlimit(kind)])
        print("raised", name)
    except (OSError, ValueError):
        pass
"""
    assert jail.says(code) == ""


@inside
def test_threads_are_counted_unless_the_worker_is_root(jail):
    code = """
import threading
threading.stack_size(64 << 10)
hold = threading.Event()
try:
    for n in range(3000):
        threading.Thread(target=hold.wait, daemon=True).start()
    print("all")
except RuntimeError:
    print("refused")
"""
    if jail.uid is None and os.geteuid() == 0 and jail.says("print(os.getuid())") in ("0", "1000"):
        pytest.skip("the kernel counts no threads of uid 0; the judge's watcher does")
    assert jail.unlocked.says(code) == "all"
    assert jail.says(code) == "refused"


@inside
def test_it_dies_with_the_zygote(jail):
    code = """
import time
if os.fork() == 0:
    sandbox.confine(sandbox.Tier(sys.argv[2] or TIER), folder, sandbox.default_limits())
    time.sleep(30)
    print("alive", flush=True)
    os._exit(0)
time.sleep(0.5)
"""
    started = time.monotonic()
    assert jail.unlocked.says(f"TIER = {jail.tier.value!r}\n{code}") == ""
    assert time.monotonic() - started < 20  # says() waits for whoever holds standard output


@inside
def test_nothing_of_the_caller_is_in_its_environment(jail, monkeypatch):
    monkeypatch.setenv("KATA_SECRET", "CANARY")
    read = "import os; print(os.environ, open('/proc/self/environ').read())"
    command = [sys.executable, "-c", read]
    assert "CANARY" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "CANARY" not in jail.says("print(dict(os.environ)); print(os.path.exists('/proc/self/environ'))")


namespaces = pytest.mark.parametrize("jail", [j for j in jails() if j.tier is Tier.A], ids=lambda jail: jail.name)


@namespaces
def test_even_the_zygote_of_tier_a_sees_nothing_but_software(jail, course):
    code = f"""
import socket
home = {str(Path.home())!r}
for path in "/run", "/var", "/home", "/mnt", "/opt", "/etc/passwd", "/dev/shm", "/dev/tty", {str(course)!r}:
    if os.path.exists(path): print(path)
package = Path({str(visible.PACKAGE)!r})
beside = [p for p in package.parent.iterdir() if p not in Path(sys.prefix).parents and p != Path(sys.prefix)]
print(sorted(p.name for p in package.iterdir()), [p.name for p in beside])
print([i[1] for i in socket.if_nameindex()], socket.gethostname())
print(len([p for p in os.listdir("/proc") if p.isdigit()]) < 6)
try:
    open(package / "x", "w")
except OSError as error:
    print(error.strerror)
"""
    expected = [
        "['__init__.py', 'wire.py', 'worker'] ['grader']",
        "['lo'] kata",
        "True",
    ]
    if not visible.PACKAGE.is_relative_to("/tmp"):  # there the sandbox's own /tmp is around the bound files
        expected.append("Read-only file system")
    assert jail.unlocked.says(code).splitlines() == expected


@namespaces
def test_the_folder_of_tier_a_has_a_size(jail):
    code = """
size = os.statvfs(".").f_blocks * os.statvfs(".").f_frsize
print(size)
"""
    assert int(jail.unlocked.says(code)) == bubblewrap.TMP_BYTES


@inside
def test_a_worker_that_cannot_be_locked_in_is_told(jail):
    code = """
try:
    sandbox.confine(sandbox.Tier(TIER), Path("/nowhere"), sandbox.default_limits())
except OSError as error:
    print(error.strerror)
"""
    assert jail.unlocked.says(f"TIER = {jail.tier.value!r}\n{code}") == "No such file or directory"
