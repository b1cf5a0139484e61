"""What a worker taken over by a submission can do to the judge: nothing but lose its own check."""

from __future__ import annotations

import contextlib
import os
import signal
import textwrap
import time

import numpy as np
import pytest

from grader.judge import jax_array, workers
from grader.judge.problems import Blocked, Crashed, NotDefined, Raised, SubmissionProblem, TimedOut
from grader.tests.programs import program, zygote

X = np.arange(3, dtype=np.float32)
# How a submission gets hold of the worker's end of the wire.
SEIZE = """
import gc, json, os, struct, sys, threading, time
from grader import wire
worker = next(o for o in gc.get_objects() if type(o).__name__ == "Worker" and hasattr(o, "_nonce"))
def raw(kind, tree, *buffers, nonce=None):
    header = json.dumps([kind, nonce or worker._nonce, tree, [len(b) for b in buffers]]).encode()
    worker._stream.write(struct.pack(">I", len(header)) + header + b"".join(buffers)); worker._stream.flush()
def body(**values): return ["dict", [[["str", k], v] for k, v in values.items()]]
"""


@pytest.fixture(scope="module")
def warm():
    with zygote() as started:
        yield started


def test_threads_do_not_go_on_between_calls(warm):
    code = """
    import threading, time
    steps = [0]
    def go_on():
        while True:
            steps[0] += 1
            time.sleep(0.001)
    threading.Thread(target=go_on, daemon=True).start()
    def f():
        time.sleep(0.3)
        return steps[0]
    """
    submission = program(warm, code)
    first = submission.f().value
    time.sleep(2)
    during = submission.f().value - first
    assert first > 10  # they do run meanwhile
    assert during < 1.5 * 300


@pytest.mark.parametrize(
    "send",
    [
        'raw("result", body(value=["int", "1"]), nonce="0" * 16)',
        'raw("reply", body())',
        'raw("question", body(function=["str", "os.system"], leaves=["list", []]))',
        'raw("question", body(callback=["int", "9"], args=["tuple", []], kwargs=["dict", []]))',
        'raw("question", body(callback=["int", "-1"], args=["tuple", []], kwargs=["dict", []]))',
        'worker._stream.write(b"\\xff" * 4096); worker._stream.flush()',
        'raw("result", body(value=["list", [["ndarray", "uint8", [1 << 20], 0]] * 1000]), b"x" * (1 << 20))',
        'raw("result", body(value=["dict", [[["int", str(k * ((1 << 61) - 1))], None] for k in range(80000)]]))',
        'worker._stream.write(struct.pack(">I", 9) + b"["); os.close(worker._stream.fileno())',
        "os.closerange(3, 256)",
    ],
    ids=["nonce", "reply", "unknown question", "no such callback", "negative callback", "huge header", "one buffer",
         "hash flood", "half a frame", "closed"],
)  # fmt: skip
def test_a_frame_that_is_not_an_answer_ends_that_worker_at_once(warm, send):
    submission = program(
        warm, SEIZE, f"def f(x):\n    {send}\n    time.sleep(60)\ndef g():\n    return 2", kind="ipynb"
    )
    started = time.process_time()
    with pytest.raises((Crashed, Raised)):
        submission.f(X)
    assert time.process_time() - started < 2
    assert submission.g().value == 2


def test_questions_are_counted_and_so_are_their_bytes(warm, monkeypatch):
    monkeypatch.setattr(workers, "MAX_QUESTIONS", 50)
    flood = "def f(x):\n    while True: jax.device_get(x)\n"
    with pytest.raises(Crashed, match="more than 50 times"):
        program(warm, flood).f(jax_array(X), answers={"jax.device_get": X})
    monkeypatch.setattr(workers, "MAX_RECEIVED", 1 << 20)
    with pytest.raises(Crashed, match="sent more than 1 MiB"):
        program(warm, flood).f(jax_array(np.zeros(100_000, np.float32)), answers={"jax.device_get": X})


def test_an_early_second_result_is_no_answer_to_the_next_call(warm):
    code = 'def f():\n    raw("result", body(value=["int", "1"]))\n    return 2\ndef g():\n    return 3'
    submission = program(warm, SEIZE, code, kind="ipynb")
    assert submission.f().value == 1
    with pytest.raises(Crashed):
        submission.g()
    assert submission.g().value == 3


@pytest.mark.parametrize("name", ["secret", "host_roundtrip = 5", "host_roundtripz", "host_roundtrips" * 9, "rip", ""])
def test_a_suggested_name_is_one_that_the_student_wrote_and_close(warm, name):
    code = f"""
    # secret host_roundtrip = 5
    {"host_roundtrips" * 9} = 1
    worker._call = lambda body: {{"missing": [{name!r}]}}
    """
    with pytest.raises(SubmissionProblem) as caught:
        program(warm, SEIZE, textwrap.dedent(code), kind="ipynb").host_roundtrip(X)
    assert "There is a" not in str(caught.value)


def test_a_flood_of_load_errors_costs_little(warm):
    lie = """
    for loaded in [o for o in gc.get_objects() if type(o).__name__ == "Loaded"]:
        loaded.errors.extend([wire.Raised(("ValueError",), "", 2, 1)] * 50_000)
    """
    submission = program(warm, SEIZE, "#\n" * 100_000 + textwrap.dedent(lie), kind="ipynb")
    with contextlib.suppress(NotDefined):
        submission.f()
    started = time.process_time()
    assert submission.load_notes()
    assert time.process_time() - started < 1


@pytest.mark.parametrize("stop", ["os.kill(os.getpid(), 19)", "time.sleep(60)", "threading.Event().wait()"])
def test_a_worker_that_waits_or_stops_itself_is_ended_by_the_wall_clock(warm, stop):
    submission = program(warm, f"import os, threading, time\ndef f():\n    {stop}\ndef g():\n    return 2", call=0.2)
    started = time.monotonic()
    with pytest.raises(TimedOut):
        submission.f()
    assert time.monotonic() - started < 10
    assert submission.g().value == 2


def test_a_test_that_gives_up_in_an_answer_ends_the_worker_it_left_waiting(warm):
    def broken(question):
        raise AssertionError("not what f may ask")

    submission = program(warm, "def f(x):\n    return jax.device_get(x)\ndef g():\n    return 2")
    with pytest.raises(AssertionError):
        submission.f(jax_array(X), answers={"jax.device_get": broken})
    assert submission.g().value == 2


def test_arguments_an_answer_cannot_make_sense_of_are_the_submissions_problem(warm):
    submission = program(warm, "def f(x):\n    return jax.device_get(x)")
    with pytest.raises(Raised, match="TypeError"):
        submission.f(jax_array(X), answers={"jax.device_get": lambda question: 1 / 0})


@pytest.mark.parametrize("whom", ["worker", "zygote"])
def test_kill_9_in_mid_call_is_that_calls_problem_alone(warm, whom):
    submission = program(warm, "import time\ndef f(g):\n    g()\n    time.sleep(30)\ndef g():\n    return 2")

    def kill():
        process = next(iter(submission._workers.values()))._process
        os.kill(process.pid if whom == "worker" else warm.pid, signal.SIGKILL)

    with pytest.raises(SubmissionProblem) as caught:
        submission.f(kill)
    assert isinstance(caught.value, Crashed) and not isinstance(caught.value, Blocked)
    assert submission.g().value == 2
