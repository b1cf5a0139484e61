"""Calls into a worker: what comes back, how it was reached, and every way it can go wrong."""

from __future__ import annotations

import os
import signal
import sys

import numpy as np
import pytest

from grader import wire
from grader.judge import REAL, Probe, aligned, jax_array, raise_there, raising, shipped, topology
from grader.judge.loading import Place, Whereabouts
from grader.judge.problems import Blocked, Crashed, NotAttempted, NotDefined, Raised, TimedOut
from grader.judge.starting import Start
from grader.judge.workers import Options, OutOfTime
from grader.tests.programs import program, zygote

X = np.array([1.5, -2.0, 4.25], np.float32)
COPY = np.array([10.0, 20.0, 40.0], np.float32)
FORKS = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux alone")
INHERITS = pytest.mark.skipif(sys.platform == "win32", reason="descriptors are not inherited on Windows")
STARTS = pytest.mark.parametrize(
    "start",
    [
        pytest.param(Start.FORK, marks=FORKS),
        pytest.param(Start.COLD, marks=INHERITS),
        Start.PORTABLE,
    ],
    ids=lambda start: start.value,
)
ROUNDTRIP = "def f(x):\n    return jnp.asarray(jax.device_get(x) * 2)"


@pytest.fixture(scope="module")
def warm():
    with zygote() as started:
        yield started


def test_a_result_carries_values_and_placement(warm):
    got = program(warm, ROUNDTRIP, devices=2).f(jax_array(X, device=1))
    assert isinstance(got.value, wire.JaxArray)
    assert got.array.tolist() == [3.0, -4.0, 8.5]
    assert (got.value.devices, got.value.committed) == ((wire.Device("cpu", 0),), False)
    assert got.calls == ("jax.device_get", "jax.numpy.asarray")


@pytest.mark.parametrize(
    "alias",
    [
        "from jax import device_get as g",
        "import jax as j; g = j.device_get",
        "from jax._src.api import device_get as g",
        "g = lambda x: jax.device_get({'a': [x]})['a'][0]",
        "g = getattr(jax, 'device' + '_get')",
    ],
)
def test_the_judge_answers_device_get_by_whatever_name(warm, alias):
    got = program(warm, f"{alias}\ndef f(x):\n    return jnp.asarray(g(x) * 2)").f(
        jax_array(X), answers={"jax.device_get": COPY}
    )
    assert got.array.tolist() == (2 * COPY).tolist()
    assert got.asked("jax.device_get")[0].asks_for(X)


def test_a_reply_is_read_only_for_good(warm):
    code = """
    def f(x):
        h = jax.device_get(x)
        try:
            h.flags.writeable = True
        except ValueError:
            return h.flags.writeable
    """
    assert program(warm, code).f(jax_array(X), answers={"jax.device_get": COPY}).value is False


def test_leaves_the_judge_does_not_know_get_their_real_copies(warm):
    code = "def f(x):\n    return jax.device_get({'x': x, 'y': x + 1, 'n': 3, 's': 'text'})"
    value = program(warm, code).f(jax_array(X), answers={"jax.device_get": COPY}).value
    assert value["x"].tolist() == COPY.tolist()
    assert value["y"].tolist() == (X + 1).tolist()
    assert (value["n"], value["s"]) == (3, "text")


def test_a_tracer_comes_back_unchanged_and_is_logged(warm):
    got = program(warm, "@jax.jit\ndef f(x):\n    return jax.device_get(x) * 2").f(
        jax_array(X), answers={"jax.device_get": COPY}
    )
    assert got.array.tolist() == (2 * X).tolist()
    assert got.questions[0].traced


def test_an_answer_may_do_the_real_thing_or_raise(warm):
    code = "def f(x):\n    return jax.device_get(x)"
    assert program(warm, code).f(jax_array(X), answers={"jax.device_get": lambda q: REAL}).array.tolist() == X.tolist()
    refuse = {"jax.device_get": lambda q: raise_there("RuntimeError", "no")}
    with raising("RuntimeError", otherwise="it must raise"):
        program(warm, code).f(jax_array(X), answers=refuse)


def test_a_callable_stays_with_the_judge(warm):
    seen = []

    def double(values):
        seen.append(values)
        return values * 2

    got = program(warm, "def f(x, g):\n    return jnp.asarray(g(np.asarray(x)))").f(jax_array(X), double)
    assert got.array.tolist() == (2 * X).tolist()
    assert type(seen[0]) is np.ndarray


def test_a_callable_given_a_tracer_says_so(warm):
    with pytest.raises(Raised, match="CalledWhileTracing"):
        program(warm, "def f(x, g):\n    return jax.jit(g)(x)").f(jax_array(X), lambda x: x)


def test_a_shipped_function_is_traced_and_notes(warm):
    body = """
    def make(note, a):
        @jax.jit
        def step(x):
            note("traced")
            return a * x
        return step
    """
    got = program(warm, "def f(g):\n    return g(g(jnp.float32(1)))").f(shipped(body, a=np.float32(3)))
    assert (got.array.tolist(), got.noted) == (9.0, ("traced",))


def test_a_probe_tells_when_it_is_awaited_and_read(warm):
    asked = []

    def answer(question):
        asked.append(question.function)
        return 2.5

    code = "def f(g):\n    y = g()\n    jax.block_until_ready({'y': y})\n    return float(y)"
    assert program(warm, code).f(lambda: Probe(7), answers={"probe": answer}).value == 2.5
    assert asked == ["probe.block_until_ready", "probe.__float__"]


def test_a_pretend_machine_answers_consistently(warm):
    code = """
    from jax import devices, local_devices
    def f():
        try:
            jax.devices("tpu")
        except RuntimeError:
            return devices(), local_devices(), jax.device_count("cpu"), jax.process_count(), jax.default_backend()
    """
    machine = topology("gpu", process_index=1, gpu=[(0, 0), (1, 1)], cpu=[(0, 0), (5, 1), (6, 1)])
    every, local, cpus, processes, backend = program(warm, code).f(answers=machine).value
    assert [d.id for d in every] == [0, 1]
    assert local == [wire.Device("gpu", 1, 1, pretend=True)]
    assert (cpus, processes, backend) == (3, 2, "gpu")


def test_a_platform_in_the_place_of_the_process_is_a_type_error_as_in_jax(warm):
    answers = topology("gpu", gpu=[(0, 0)], cpu=[(0, 0)])
    asks = program(
        warm, 'def f():\n    return jax.local_devices("gpu")\ndef g():\n    return jax.local_devices(0, "cpu")'
    )
    with raising("TypeError", otherwise="it must raise"):
        asks.f(answers=answers)
    assert asks.g(answers=answers).value == [wire.Device("cpu", 0, pretend=True)]


def test_an_aligned_argument_shows_who_adopted_its_buffer(warm):
    a = np.arange(16, dtype=np.float32)
    adopts = program(warm, "def f(a):\n    return jax.device_put(a)").f(aligned(a, then=-a))
    copies = program(warm, "def f(a):\n    return jnp.array(a)").f(aligned(a, then=-a))
    assert adopts.array.tolist() == (-a).tolist()
    assert copies.array.tolist() == a.tolist()


def test_a_result_that_shares_memory_with_its_argument_shows(warm):
    code = "def f(a):\n    return a[:]\ndef g(a):\n    return a.copy()"
    shares, copies = program(warm, code).f(X.copy()), program(warm, code).g(X.copy())
    assert shares.args_after[0].tolist() != X.tolist() and copies.args_after[0].tolist() == X.tolist()
    assert shares.array.tolist() == X.tolist()


def test_a_call_can_be_made_under_jit_and_under_a_guard(warm):
    both = program(warm, "def f(x):\n    return x * 2\nwarm = jax.jit(lambda x: x * 2)")
    assert "f" in both.f(jax_array(X), under="jit").traced
    with pytest.raises(Raised, match="JaxRuntimeError"):
        both.f(jax_array(X), guard="disallow_explicit")
    both.warm(jax_array(X))
    assert both.warm(jax_array(X), guard="disallow_explicit").traced == ()


def test_what_was_printed_before_an_exception_is_in_the_detail(warm):
    with pytest.raises(Raised) as caught:
        program(warm, "def f():\n    print('shape', (3,))\n    return 1 / 0").f()
    assert caught.value.detail == "ZeroDivisionError: division by zero\nprinted:  shape (3,)"


def test_a_syntax_error_is_said_in_pythons_own_words(warm):
    with pytest.raises(NotDefined, match="SyntaxError at line 3: `return .1`: mend that first") as caught:
        program(warm, "def f():\n    return {1").f()
    assert "'{' was never closed" in caught.value.detail


def test_a_breakpoint_is_called_by_its_name(warm):
    with pytest.raises(Raised, match="raised BdbQuit at line 4"):
        program(warm, "def f():\n    breakpoint()\n    return 1").f()


def test_what_is_printed_during_a_call_is_seen_and_only_that(warm):
    code = "print('while loading')\ndef f():\n    print('in f')\ndef g():\n    return 1"
    both = program(warm, code)
    assert both.f().printed == "in f\n"
    assert both.g().printed == ""


@STARTS
def test_every_end_of_a_call_is_told_apart(start):
    code = """
    def loops():
        while True: pass
    def waits():
        import time; time.sleep(60)
    def leaves():
        import os; os._exit(0)
    def raises():
        text = "sec" + "ret"
        raise KeyError(text)
    def stub(): raise NotImplementedError
    number = 3
    def rounds_trip(): pass
    """
    with zygote(start=start, spare=False) as warm:  # a spare would compete for the clock
        submission = program(warm, code, call=0.3)
        for name, kind, words in [
            ("loops", TimedOut, "0.3 seconds of CPU time|within 1.5"),  # the latter where others have the processor
            ("loops", Blocked, "ran out of time"),
            ("waits", TimedOut, "within 1.5 seconds"),
            ("leaves", Crashed, "ended before it answered"),
            ("raises", Raised, "KeyError"),
            ("stub", NotAttempted, "NotImplementedError"),
            ("number", NotDefined, "not a function"),
            ("round_trip", NotDefined, "There is a `rounds_trip`"),
            ("zebra", NotAttempted, "not defined"),
        ]:
            with pytest.raises(kind, match=words) as caught:
                getattr(submission, name)()
            assert "secret" not in str(caught.value)
        submission.close()


def test_a_raised_type_the_student_made_up_is_not_repeated(warm):
    code = "def f(x):\n    raise type('Secret' + str(int(x[0])), (ValueError,), {})(str(x))"
    with pytest.raises(Raised) as caught:
        program(warm, code).f(X)
    assert str(caught.value).startswith("`f` raised ValueError at line 3")


def test_the_quoted_line_is_the_judges_own_copy(warm):
    code = "def f(x):\n    exec(compile('\\n\\n\\nraise ValueError', '<cell 1>', 'exec'))\n# the fourth line"
    with pytest.raises(Raised) as caught:
        program(warm, code).f(X)
    assert "the fourth line" in str(caught.value)


def test_a_worker_that_sends_nonsense_fails_that_call_alone(warm):
    code = """
    import gc, socket
    def f():
        for s in [o for o in gc.get_objects() if isinstance(o, socket.socket) and o.fileno() >= 0]:
            s.send(b"\\x00\\x00\\x00\\x02{}" * 3)
        return 1
    def g(): return 2
    """
    submission = program(warm, code)
    with pytest.raises(Crashed, match="not an answer"):
        submission.f()
    assert submission.g().value == 2


def test_too_much_output_and_too_much_memory_end_the_worker(warm):
    code = """
    def f():
        while True: print("x" * 10000)
    def g():
        a = []
        while True: a.append(bytearray(b"x" * (1 << 24)))
    """
    submission = program(warm, code)
    with pytest.raises(Crashed, match="printed more than"):
        submission.f()
    with pytest.raises((Crashed, Raised)):
        submission.g()


def test_a_worker_killed_from_outside_is_a_crash_and_the_next_call_goes_on(warm):
    submission = program(warm, "def f():\n    return 1")
    submission.f()
    next(iter(submission._workers.values()))._process.kill()
    with pytest.raises(Crashed):
        submission.f()
    assert submission.f().value == 1


@FORKS
def test_a_zygote_killed_from_outside_is_replaced():
    with zygote() as warm:
        submission = program(warm, "def f():\n    return 1")
        assert submission.f().value == 1
        assert warm.pid is not None
        os.kill(warm.pid, signal.SIGKILL)
        submission.close()
        assert submission.f().value == 1


def test_loading_that_takes_too_long_all_in_all_is_stopped_once():
    half = "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass"
    with zygote() as warm:
        submission = program(warm, half, half, half, "def f(): pass", kind="ipynb", load=0.5)
        with pytest.raises(TimedOut, match="cells was stopped"):
            submission.f()
        with pytest.raises(Blocked):
            submission.g()


NEVER_ENDS, ENDS_ITS_PROCESS = "while True: pass", "import os; os._exit(0)"


@pytest.mark.parametrize(
    ("cell", "how", "problem"),
    [(NEVER_ENDS, "never ended", TimedOut), (ENDS_ITS_PROCESS, "ended its process", Crashed)],
)
def test_a_cell_that_does_not_come_to_its_end_costs_no_other_cell_anything(cell, how, problem):
    said = f"Code cell 3 {how}, so it was left out: of it only definitions and imports were run."
    with zygote() as warm:
        submission = program(
            warm, "a = 1", "def f(): return 1", f"def g(): return 2\n{cell}\nh = f", "two = 2", kind="ipynb", load=0.5
        )
        assert (submission.f().value, submission.g().value) == (1, 2)
        assert submission.load_notes() == [said]
        with pytest.raises(problem, match=f"`h` is not defined after all cells have run. {said} Mend that first."):
            submission.h()
        submission.using = Options(devices=2)
        assert submission.f().value == 1  # another worker, which is not stopped by the same cell


def test_in_a_file_such_a_cell_is_told_by_its_line():
    with zygote() as warm:
        submission = program(warm, f"def f(): return 1\n# %%\n{NEVER_ENDS}\n# %%\ndef g(): return 2", load=0.5)
        assert (submission.f().value, submission.g().value) == (1, 2)
        assert submission.load_notes()[0].startswith("The cell at line 4 never ended")


def test_three_such_cells_are_too_many():
    with zygote() as warm:
        submission = program(warm, *3 * [ENDS_ITS_PROCESS], "def f(): pass", kind="ipynb")
        with pytest.raises(Crashed, match="Running the submission's cells gave no answer"):
            submission.f()
        with pytest.raises(Blocked):
            submission.f()


def test_a_definition_that_never_ends_by_itself_is_too_much():
    with zygote() as warm:
        submission = program(warm, "class C:\n    while True: pass", "def f(): pass", kind="ipynb", load=0.3)
        with pytest.raises(TimedOut, match="cells was stopped"):
            submission.f()


@pytest.mark.parametrize("said", [{}, {"cell": 9, "line": 1}, {"cell": "1", "line": 1}, {"cell": 1, "line": 10**9}])
def test_a_worker_that_lies_about_where_it_is_is_not_believed(said):
    whereabouts = Whereabouts(["a = 1"], used=lambda: 0.0, allowed=1)
    assert whereabouts.hear(said) == {} and whereabouts.culprit(OutOfTime()) is None
    whereabouts.hear({"cell": 1, "line": 1})
    assert whereabouts.culprit(OutOfTime()) == Place(1, 1)


def test_a_question_says_whether_what_was_handed_back_is_not_what_jax_holds(warm):
    submission = program(warm, ROUNDTRIP)
    (replaced,) = submission.f(jax_array(X), answers={"jax.device_get": COPY}).questions
    (real,) = submission.f(jax_array(X), answers={"jax.device_get": lambda question: REAL}).questions
    assert replaced.replaced and not real.replaced
