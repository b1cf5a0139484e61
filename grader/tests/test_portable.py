"""Workers where there is no fork and no descriptor to hand on (Windows, macOS), tried on any system."""

from __future__ import annotations

import contextlib
import functools
import os
import socket
import struct
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import psutil
import pytest

from grader.judge import jax_array, streams
from grader.judge.bench import Settings
from grader.judge.cold import Cold
from grader.judge.loopback import MAX_STRANGERS, Listener
from grader.judge.problems import Crashed, Raised, TimedOut
from grader.judge.starting import Start
from grader.judge.streams import Readers
from grader.judge.workers import NoWorker, Options
from grader.notebook import checks
from grader.notebook.checks import feedback_for
from grader.outputs.display import FeedbackData
from grader.report import Verdict
from grader.student import desk
from grader.tests.programs import program, zygote
from grader.tests.tiny_course import write_course
from grader.worker.sandbox import Tier, default_limits

X = np.array([1.5, -2.0, 4.25], np.float32)
COPY = np.array([10.0, 20.0, 40.0], np.float32)
REQUEST = {"platform": "cpu", "devices": 1, "x64": False, "tier": "C", "limits": vars(default_limits())}


def _gone(pid: int, seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def warm():
    with zygote(start=Start.PORTABLE) as started:
        yield started


@pytest.fixture(scope="module")
def several(warm):
    code = """
    import os, subprocess, sys
    print("while loading")
    def trip(x): return jnp.asarray(jax.device_get(x) * 2)
    def calls(g, x): return g(np.asarray(x))
    def says(n): print("ü" * n); os.write(2, b"aside")
    def silent(): return 1
    def raises(): raise KeyError
    def where(): return os.getcwd(), os.environ["TMPDIR"], len(jax.devices())
    """
    submission = program(warm, code, devices=2)
    yield submission
    submission.close()


# A worker


def test_a_result_carries_values_and_placement(several):
    got = several.trip(jax_array(X, device=1), answers={"jax.device_get": COPY})
    assert got.array.tolist() == (2 * COPY).tolist()
    assert not got.value.committed and got.asked("jax.device_get")[0].asks_for(X)


def test_the_judges_callables_and_the_students_exceptions_come_through(several):
    assert several.calls(lambda values: values * 2, jax_array(X)).array.tolist() == (2 * X).tolist()
    with pytest.raises(Raised, match="KeyError"):
        several.raises()


def test_what_is_printed_during_a_call_is_seen_and_only_that(several):
    for size in (3, 30_000, 0):
        assert several.says(size).printed == "ü" * size + "\n"
        assert several.silent().printed == ""
    assert len(several.says(100_000).printed.encode()) == streams.KEPT_OUTPUT


def test_it_lives_in_a_folder_of_its_own_which_goes_with_it(warm):
    submission = program(warm, "import os\ndef f():\n    open('file', 'w').close()\n    return os.getcwd()")
    folder = submission.f().value
    assert os.listdir(folder) == ["file"]
    submission.close()
    assert not os.path.exists(folder)


def test_every_way_to_misbehave_ends_the_worker_and_the_next_call_goes_on(warm):
    code = """
    import os, time
    def loops():
        while True: pass
    def waits(): time.sleep(60)
    def floods():
        while True: print("x" * 10_000)
    def hoards():
        a = []
        while True: a.append(bytearray(b"x" * (1 << 24)))
    def writes():
        with open("file", "wb") as file:
            while True: file.write(b"x" * (1 << 20)); file.flush()
    def well(): return 2
    """
    impatient, patient = program(warm, code, call=0.3), program(warm, code, call=20)
    for submission, name, kind, words in [
        (impatient, "loops", TimedOut, "0.3 seconds of CPU time|within 1.5"),  # the latter on a busy machine
        (impatient, "waits", TimedOut, "within 1.5 seconds"),
        (patient, "floods", Crashed, "printed more than"),
        (patient, "hoards", (Crashed, Raised), "memory|MemoryError"),
        (patient, "writes", (Crashed, Raised), "wrote more than|OSError"),
    ]:
        with pytest.raises(kind, match=words):
            getattr(submission, name)()
    assert patient.well().value == 2
    for submission in (impatient, patient):
        submission.close()


def test_the_processes_it_started_end_with_it(warm):
    code = """
    import subprocess, sys
    def f():
        return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]).pid
    """
    submission = program(warm, code)
    child = submission.f().value
    assert psutil.pid_exists(child)
    submission.close()
    assert _gone(child)


def test_nothing_goes_on_between_calls(warm):
    code = """
    import threading, time
    steps = [0]
    def go_on():
        while True:
            steps[0] += 1
            time.sleep(0.001)
    threading.Thread(target=go_on, daemon=True).start()
    def f(): return steps[0]
    """
    submission = program(warm, code)
    first = submission.f().value
    time.sleep(1)
    assert submission.f().value - first < 100
    submission.close()


# Its start


def test_the_next_worker_warms_while_this_one_works(warm):
    warm.spawn(Options("cpu")).kill()
    time.sleep(4)
    started = time.process_time()
    with contextlib.closing(program(warm, "def f():\n    return 1")) as submission:
        assert submission.f().value == 1
    assert time.process_time() - started < 1
    assert warm._spare._process.poll() is None


def test_a_spare_that_was_ended_is_replaced_and_none_outlives_its_zygote():
    before, reading = _listening(), threading.active_count()
    with zygote(start=Start.PORTABLE) as warm:
        warm.spawn(Options("cpu")).kill()
        assert warm._spare is not None
        first = warm._spare._process
        first.kill()
        worker = warm.spawn(Options("cpu"))
        assert worker.exchange("backend", {}, 60).body["platform"] == "cpu"
        worker.kill()
        second = warm._spare._process
        assert second.pid != first.pid
    assert _gone(second.pid)
    assert _listening() == before
    deadline = time.monotonic() + 5
    while threading.active_count() > reading and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= reading


def _listening():
    return {fd.laddr for fd in psutil.Process().net_connections("inet") if fd.status == psutil.CONN_LISTEN}


def test_the_token_is_in_no_command_line_and_no_environment():
    cold = Cold(Tier.C, portable=True)
    token = cold._door.address["token"]
    process = psutil.Process(cold._process.pid)
    assert token not in " ".join([*process.cmdline(), *process.environ().values()])
    cold.close()


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("import sys; print('no JAX here', file=sys.stderr); sys.exit(1)", "no JAX here"),
        ("import os; os._exit(1)", "EOFError"),
        ("import time; time.sleep(60)", "TimeoutError"),
        ("import time; print('x' * 10_000_000); time.sleep(60)", "TimeoutError"),
    ],
    ids=["dies", "dies silently", "never connects", "prints and never connects"],
)
def test_a_worker_that_does_not_start_is_one_line_and_leaves_nothing(monkeypatch, program, words):
    monkeypatch.setattr("grader.judge.cold.READY_SECONDS", 1)
    monkeypatch.setattr("grader.judge.cold.sandbox.python_command", lambda *_, **__: [sys.executable, "-c", program])
    cold = Cold(Tier.C, portable=True)
    with pytest.raises(NoWorker, match=words) as caught:
        cold.take(REQUEST)
    assert "\n" not in str(caught.value) and "kata doctor" in str(caught.value)
    assert cold._process.poll() is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    "suspended",
    [False, pytest.param(True, marks=pytest.mark.skipif(sys.platform == "win32", reason="nobody wakes it there"))],
    ids=["working", "waiting for a call"],
)
def test_worker_and_spare_end_with_the_judge(suspended):
    code = f"""
    import os, threading, time
    from grader.judge.starting import Start
    from grader.tests.programs import program, zygote
    with zygote(start=Start.PORTABLE) as warm:
        submission = program(warm, "import time\\ndef f(g):\\n    g()\\n    while True: pass\\ndef h(): return 1")
        submission.h()
        worker = next(iter(submission._workers.values()))._process.pid
        def die():
            print(worker, warm._spare._process.pid, flush=True)
            os.kill(os.getpid(), 9)
        die() if {suspended} else submission.f(die)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    pids = [int(pid) for pid in done.stdout.split()]
    assert len(pids) == 2, done.stderr
    assert all(map(_gone, pids))


# The wire's door


def _hello(listener: Listener, token: str | None = None, pid: int = 7) -> bytes:
    return (token or listener.address["token"]).encode() + struct.pack(">I", pid)


def _connect(listener: Listener) -> socket.socket:
    return socket.create_connection(("127.0.0.1", listener.address["port"]), timeout=5)


def test_only_the_connection_with_the_token_is_let_in():
    listener = Listener()
    liar, silent, right = (_connect(listener) for _ in range(3))
    liar.sendall(_hello(listener, "0" * 32))
    for byte in _hello(listener):
        right.sendall(bytes([byte]))
    conn, pid = listener.accept(lambda: True, 5)
    assert pid == 7
    conn.setblocking(True)
    right.sendall(b"it is me")
    assert conn.recv(8) == b"it is me"
    for other in (liar, silent):
        with contextlib.suppress(ConnectionResetError):
            assert other.recv(1) == b""
    for each in (conn, liar, silent, right):
        each.close()


def test_a_wrong_token_alone_lets_nobody_in():
    listener = Listener()
    with _connect(listener) as liar:
        liar.sendall(_hello(listener, "0" * 32) + b"x" * 100)
        with pytest.raises(TimeoutError):
            listener.accept(lambda: True, 0.3)


def test_the_door_shuts_behind_the_one():
    listener = Listener()
    with _connect(listener) as first, _connect(listener) as again:
        for each in (first, again):
            each.sendall(_hello(listener))
        conn, _ = listener.accept(lambda: True, 5)
        conn.setblocking(True)
        first.sendall(b"1")
        with contextlib.suppress(ConnectionError):  # it may know by now
            again.sendall(b"2")
        assert conn.recv(2) == b"1"
        with pytest.raises(OSError):  # noqa: PT011
            _connect(listener)
        conn.close()


def test_a_crowd_that_says_nothing_keeps_nobody_out():
    listener = Listener()
    crowd: list[socket.socket] = []

    def push():
        for _ in range(3 * MAX_STRANGERS):
            crowd.append(_connect(listener))
        crowd.append(_connect(listener))
        crowd[-1].sendall(_hello(listener, pid=9))

    pushing = threading.Thread(target=push)
    pushing.start()
    conn, pid = listener.accept(lambda: True, 10)
    pushing.join()
    assert pid == 9
    for each in (conn, *crowd):
        each.close()


def test_nobody_waits_for_a_process_that_has_ended():
    listener = Listener()
    started = time.monotonic()
    with pytest.raises(EOFError):
        listener.accept(lambda: False, 60)
    assert time.monotonic() - started < 5


# What is printed


@pytest.fixture
def readers():
    made = Readers()
    yield made
    made.close()


def test_all_that_was_printed_is_there_once_settled_and_no_mark(readers):
    for round in range(50):
        os.write(readers.writing[0], b"x" * round)
        os.write(readers.writing[1], b"aside")
        readers.settle()
        assert readers.printed == (b"x" * round, b"aside")
        readers.forget()
    assert not readers.flooded


def test_a_flood_is_noticed_and_nobody_blocks_on_it(readers):
    for _ in range(streams.MAX_OUTPUT >> 16):
        os.write(readers.writing[1], b"x" * (1 << 16))
    os.write(readers.writing[1], b"x")
    readers.settle()
    assert readers.flooded
    assert len(readers.printed[1]) == streams.KEPT_OUTPUT


def test_readers_let_go_though_somebody_else_still_holds_the_pipe():
    made = Readers()
    others = [os.dup(fd) for fd in made.writing]
    made.close()
    for fd in others:
        with pytest.raises(OSError):  # noqa: PT011
            _write_until_nobody_reads(fd)
        os.close(fd)


def _write_until_nobody_reads(fd: int) -> None:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        os.write(fd, b"x")
        time.sleep(0.01)


# From end to end


@pytest.mark.slow
def test_check_works_over_it(tmp_path, monkeypatch):
    from grader.build import build
    from grader.course import find_course

    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path)))
    build(find_course())
    monkeypatch.setattr(desk, "Settings", functools.partial(Settings, tier=Tier.C, start=Start.PORTABLE))
    monkeypatch.setattr(desk, "LIMITS", desk.Limits(load=5, call=0.5))
    try:
        for body, verdict in [
            ("x", Verdict.FAILED),
            ("[1 for x in iter(int, 1)]", Verdict.TIMEOUT),
            ("x + x", Verdict.PASSED),
        ]:
            names: dict = {"__name__": "__main__"}
            exec(f"def double(x):\n    return {body}", names)
            found = feedback_for(names["double"]).data
            assert isinstance(found, FeedbackData) and found.checks[0].verdict is verdict
    finally:
        checks._desk.close()
