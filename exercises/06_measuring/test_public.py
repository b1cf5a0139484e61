"""The public checks of lesson 06: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.judge import Probe, Program, Question, Result, exercise, expect, explains, jax_array, raising, shipped

NO_CLOCK = "`time.perf_counter` was never read: it is the clock to use here, and `timeit` keeps one of its own."
X = jax_array(np.array([1, 2, 4], np.float32))


def function(body: str) -> Any:
    """A function of `x` that notes whether it is run."""
    lines = f"def f(x):\n    note('traced' if isinstance(x, jax.core.Tracer) else 'run')\n    {body}\n"
    indented = "\n".join("    " + line for line in lines.splitlines())
    return shipped(f"def make(note):\n{indented}\n    return f\n")


def is_bool(got: Result) -> None:
    """The answer must be True or False itself. Raises `Mismatch`."""
    answer = type(got.value) is bool
    expect(got).that(answer, otherwise=f"The answer must be True or False, not {got.kind}. Does every path return?")


def is_float(got: Result) -> None:
    """The answer must be one number of seconds. Raises `Mismatch`."""
    seconds = isinstance(got.value, (float, np.floating))
    expect(got).that(seconds, otherwise=f"The result must be a float, in seconds, not {got.kind}.")


@exercise("leaks")
@explains("ConcretizationTypeError", "", "That is one of the errors to catch: here `f` reads a traced value.")
@explains("TracerBoolConversionError", "", "An `if` on a traced value reads it: that is a leak, so answer True.")
@explains("TracerArrayConversionError", "", "NumPy asked for the values of a tracer: that is a leak, so answer True.")
@explains("TracerIntegerConversionError", "", "A tracer was used as a Python int: that is a leak, so answer True.")
class TestLeaks:
    def test_float_is_a_leak(self, submission: Program):
        """`x / float(x.max())` leaks"""
        got = submission.leaks(function("return x / float(x.max())"), X)
        is_bool(got)
        expect(got).that(got.value is True, otherwise="`float` asks for a value: that is a leak.", expected="True")

    def test_numpy_is_a_leak(self, submission: Program):
        """`np.exp(x)` leaks"""
        got = submission.leaks(function("return jnp.asarray(np.exp(x))"), X)
        is_bool(got)
        expect(got).that(got.value is True, otherwise="NumPy asks for all values: that is a leak.", expected="True")

    def test_jnp_is_none(self, submission: Program):
        """`jnp.exp(x)` does not leak, and is not run"""
        got = submission.leaks(function("return jnp.exp(x) * 2"), X)
        is_bool(got)
        expect(got).that(got.value is False, otherwise="Nothing is read on the host here.", expected="False")
        expect(got).that(
            "run" not in got.noted, otherwise="`f` was called with an array and not with a tracer: trace it only."
        )

    def test_a_bug_comes_through(self, submission: Program):
        """a ValueError of f's own comes through"""
        with raising("ValueError", otherwise="f raised ValueError, and that must come through: it is no leak."):
            submission.leaks(function("raise ValueError('f has a bug')"), X)


class Clock:
    """A clock that moves only when work is done or awaited."""

    def __init__(self) -> None:
        self.now = 100.0
        self.was_read = False
        self.ends: list[float] = []

    def read(self, question: Question) -> float:
        self.was_read = True
        return self.now

    def started(self, seconds: float) -> Probe:
        """A result that will be there `seconds` after all that was asked for before."""
        self.ends.append(max([self.now, *self.ends]) + seconds)
        return Probe(len(self.ends) - 1)

    def asked(self, question: Question) -> Any:
        if question.function == "probe.copy_to_host_async":
            return None
        self.now = max(self.now, self.ends[question.leaves[0].id])
        return np.float32(1)

    @property
    def answers(self) -> dict[str, Any]:
        return {"time.perf_counter": self.read, "probe": self.asked}


@exercise("bench")
@explains("AttributeError", "block_until_ready", "A list has no such method; `jax.block_until_ready` takes it whole.")
@explains("JudgeRefused", "tracing", "`f` was called inside a transformation of your own: call it directly.")
@explains("ValueError", "empty", "With n = 1 there must be one timed run besides the warm-up.")
@explains("TypeError", "positional argument", "`f` takes one argument, `f(x)`.")
@explains("TypeError", "float", "A result of `f` may be any pytree: await it, do not convert it.")
class TestBench:
    def test_is_the_fastest_awaited_run(self, submission: Program):
        """a warm-up of 9 s, then runs of 3, 2 and 4 s"""
        clock, lengths = Clock(), iter([9.0, 3.0, 2.0, 4.0])
        got = submission.bench(lambda x: clock.started(next(lengths, 1.0)), np.ones(2), 3, answers=clock.answers)
        is_float(got)
        expect(got).that(clock.was_read, otherwise=NO_CLOCK).that(
            got.value == 2.0,
            otherwise="By the clock of this check, the fastest run after the warm-up takes 2 seconds, if all runs are "
            "awaited.",
            expected="2.0",
        )

    def test_awaits_a_list(self, submission: Program):
        """an f that returns a list of two arrays, the second of which takes longer"""
        clock = Clock()
        got = submission.bench(lambda x: [clock.started(1.0), clock.started(4.0)], np.ones(2), 1, answers=clock.answers)
        is_float(got)
        expect(got).that(clock.was_read, otherwise=NO_CLOCK).that(
            got.value == 5.0,
            otherwise="Await everything that f returns, after the warm-up as well as after each run.",
            expected="5.0",
        )

    def test_needs_a_run(self, submission: Program):
        """n = 0"""
        clock = Clock()
        with raising("ValueError", otherwise="With n = 0 there is nothing to measure: raise ValueError."):
            submission.bench(lambda x: clock.started(1.0), np.ones(2), 0, answers=clock.answers)


@exercise("dot_three_ways")
@explains("AttributeError", "astype", "Convert to float32 while it is a NumPy array, before any push.")
@explains("TypeError", "unsupported operand", "Use `np.dot(a, a)` and `jnp.dot(x, x)`, so that they can be recognised.")
@explains("TypeError", "abstract array", "Call `jnp.dot` itself, without a `jit` around it.")
@explains("AttributeError", "block_until_ready", "NumPy's result needs no waiting and has no method for it.")
@explains("AttributeError", "'dot'", "Use the functions `np.dot` and `jnp.dot`, not the method.")
class TestDotThreeWays:
    KEYS = ("numpy", "jax", "jax_on_numpy", "jax_after_put")

    def test_returns_seconds(self, submission: Program):
        """four keys, and seconds for each"""
        got = submission.dot_three_ways(np.arange(16.0).reshape(4, 4))
        expect(got).that(
            isinstance(got.value, dict) and set(got.value) == set(self.KEYS),
            otherwise="The result must be a dictionary with exactly the four keys.",
            expected=f"keys {', '.join(self.KEYS)}",
        )
        kinds = {isinstance(seconds, (float, np.floating)) for seconds in got.value.values()}
        expect(got).that(kinds == {True}, otherwise="Every value must be a float, in seconds.")

    def test_awaits_warm_runs(self, submission: Program):
        """warm runs, awaited: 3 s from a NumPy array, 1 s from the device, by this check's clock"""
        clock, first = Clock(), {"device": 64.0, "host": 64.0}

        def dot(question: Question) -> Probe:
            where, seconds = ("device", 1.0) if isinstance(question.leaves[0], Probe) else ("host", 3.0)
            return clock.started(seconds + first.pop(where, 0.0))

        pushes = dict.fromkeys(("jax.device_put", "jax.numpy.asarray", "jax.numpy.array"), lambda _: clock.started(8.0))
        got = submission.dot_three_ways(
            np.ones((4, 4), np.float32), answers={**clock.answers, "jax.numpy.dot": dot, **pushes}
        )
        expect(got).that(clock.was_read, otherwise=NO_CLOCK)
        seconds = got.value if isinstance(got.value, dict) else {}
        for key, right in [("jax_on_numpy", 3.0), ("jax_after_put", 1.0)]:
            expect(got).that(
                seconds.get(key) == right,
                otherwise=f"The seconds of '{key}' are not those of a warm, awaited run with all pushes done.",
                expected=f"{right} seconds for '{key}'",
            )
