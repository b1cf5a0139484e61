"""The public checks of lesson 06: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grader.judge import (
    Mismatch,
    Probe,
    Program,
    Question,
    Result,
    World,
    aligned,
    exercise,
    expect,
    explains,
    jax_array,
    raising,
    shipped,
)

NO_CLOCK = (
    "`time.perf_counter` was never read: it is the clock to use here. (`timeit` keeps a clock of its own: write "
    "start and stop yourself.)"
)
STAND_INS = "Here the arrays are stand-ins of the checks,"
X = jax_array(np.array([1, 2, 4], np.float32))

RUNS_ON_THE_HOST = """
def on_the_host(v):
        note("run")
        return np.exp(v)

    return jax.pure_callback(on_the_host, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
"""


def function(body: str) -> Any:
    """A function of `x` that notes whether it is run."""
    lines = f"def f(x):\n    note('traced' if isinstance(x, jax.core.Tracer) else 'run')\n    {body}\n"
    indented = "\n".join("    " + line for line in lines.splitlines())
    return shipped(f"def make(note):\n{indented}\n    return f\n")


def is_seconds(got: Result) -> float:
    """The reported seconds. Raises `Mismatch` if it is no number, or the clock of the check was not read."""
    seconds = isinstance(got.value, (float, np.floating))
    expect(got).that(seconds, otherwise=f"The result must be a float, in seconds, not {got.kind}.").that(
        bool(got.asked("time.perf_counter")), otherwise=NO_CLOCK
    )
    return float(got.value)


@exercise("leaks")
@explains("ConcretizationTypeError", "", "That is one of the errors to catch: here `f` reads a traced value.")
@explains("TracerBoolConversionError", "", "An `if` on a traced value reads it: that is a leak, so answer True.")
@explains("TracerArrayConversionError", "", "NumPy asked for the values of a tracer: that is a leak, so answer True.")
@explains("TracerIntegerConversionError", "", "A tracer was used as a Python int: that is a leak, so answer True.")
class TestLeaks:
    def test_float_is_a_leak(self, submission: Program):
        """`x / float(x.max())` leaks"""
        got = submission.leaks(function("return x / float(x.max())"), X)
        self.answers(got, True, "`float` asks for a value, and a tracer has none: that is a leak.")

    def test_numpy_is_a_leak(self, submission: Program):
        """`np.exp(x)` leaks"""
        got = submission.leaks(function("return jnp.asarray(np.exp(x))"), X)
        self.answers(got, True, "NumPy asks for all values, and a tracer has none: that is a leak.")

    def test_if_and_index_are_leaks(self, submission: Program):
        """`if x[0] > 0` leaks, and so does a Python list indexed with a value of x"""
        got = submission.leaks(function("return x * 2 if x[0] > 0 else x"), X)
        self.answers(got, True, "`if` asks for a value. (Under `grad` alone a tracer has one: trace without `grad`.)")
        got = submission.leaks(function("return x * [1.0, 2.0, 3.0][x.argmax()]"), X)
        self.answers(got, True, "A Python list asks for an int, and a tracer is none: that is a leak.")

    def test_jnp_is_none(self, submission: Program):
        """`jnp.exp(x)` does not leak, nor does a dictionary of arrays"""
        got = submission.leaks(function("return jnp.exp(x) * 2"), X)
        self.answers(got, False, "Nothing is read on the host here: `f` only computes.")
        got = submission.leaks(function("return {'y': x['w'] * 2}"), {"w": X})
        self.answers(got, False, "Nothing is read on the host here: `f` only computes.")

    def test_f_is_not_run(self, submission: Program):
        """f is traced and never run"""
        got = submission.leaks(function(RUNS_ON_THE_HOST.strip()), X)
        expect(got).that(bool(got.noted), otherwise="`f` was never traced: hand it and x to `jax.eval_shape`.").that(
            "run" not in got.noted,
            otherwise="`f` was run and not only traced. Calling `jax.jit(f)(x)` traces, compiles and runs; "
            "`jax.eval_shape(f, x)` stops after tracing.",
        )

    def test_a_bug_comes_through(self, submission: Program):
        """a ValueError and a TypeError of f's own come through"""
        for error in ("ValueError", "TypeError"):
            with raising(
                error,
                otherwise=f"f raised a {error} of its own, and it did not come through: catch JAX's errors about"
                " tracers, by name, and no others.",
            ):
                submission.leaks(function(f"raise {error}('f has a bug')"), X)

    @staticmethod
    def answers(got: Result, wanted: bool, otherwise: str) -> None:
        expect(got).that(
            type(got.value) is bool,
            otherwise=f"The answer must be True or False, not {got.kind}: return one of them on every path.",
            expected=str(wanted),
        ).that(got.value is wanted, otherwise=otherwise, expected=str(wanted))


@dataclass
class Bench(World):
    """A world with an `f` whose call number i keeps Python busy for `costs[i]` and the device for `work[i]`."""

    costs: tuple[float, ...] = ()
    work: tuple[float, ...] = ()
    tree: bool = False
    calls: int = 0

    def f(self, *args: Any) -> Any:
        place = min(self.calls, len(self.costs) - 1)
        self.calls += 1
        self.log.append("f")
        self.spend(self.costs[place])
        if not self.tree:
            return self.result(self.work[place])
        quick, slow, last = (self.ready_at(self.now + work) for work in (0, self.work[place], 0))
        return {"a": quick, "b": [slow], "c": last}

    def run(self, submission: Program, n: int) -> Result:
        return submission.bench(self.f, np.ones(2), n, answers=self.answers)


@exercise("bench")
@explains("AttributeError", "block_until_ready", "A dictionary has no such method: use `jax.block_until_ready`.")
@explains("CalledWhileTracing", "tracing", "`f` was called inside a `jit` (or the like) of your own: call it directly.")
@explains("ValueError", "empty", "With n = 1 there must be one timed run besides the warm-up.")
@explains("TypeError", "positional argument", "`f` takes one argument, `f(x)`.")
@explains("TypeError", "float", "A result of `f` may be any pytree: await it, do not convert it.")
class TestBench:
    def test_is_the_fastest_run(self, submission: Program):
        """by our clock, a warm-up of 9 s and then runs of 5, 2, 7 and 3 s"""
        world = Bench(costs=(9, 5, 2, 7, 3), work=(0,) * 5)
        got = world.run(submission, 4)
        seconds = is_seconds(got)
        known = {
            17.0: "This is what all runs take together: report the fastest single run.",
            4.25: "This is the average: other programs can only slow a run down, so report the fastest, with `min`.",
            4.0: "This is the median: report the fastest run.",
            7.0: "This is the slowest run: report the fastest.",
            5.0: "This is the median: report the fastest run.",
            3.0: "This is the last run: keep the seconds of each, and report the fastest.",
            2000.0: "This is in milliseconds: report seconds, as `time.perf_counter` gives them.",
        }
        other = "This is not the time of the fastest run. Read the clock right before and right after each run."
        expect(got).that(seconds == 2.0, otherwise=known.get(seconds, other), expected="2.0").that(
            world.calls == 5,
            otherwise=f"`f` ran {world.calls} times. With n = 4 it must run five times: one warm-up, four timed runs.",
            expected="2.0, after one warm-up",
        )

    def test_awaits_every_run(self, submission: Program):
        """by our clock, an f that returns at once and then computes for 8 s, 3 s and 2 s"""
        world = Bench(costs=(0, 0, 0), work=(8, 3, 2), fetching=50)
        got = world.run(submission, 2)
        seconds = is_seconds(got)
        before = world.log[: world.log.index("clock")]
        expect(got).that(
            "wait" in world.log or "read" in world.log,
            otherwise="No run was awaited, so you measured how long JAX takes to *accept* the work: "
            "`jax.block_until_ready(f(x))`.",
            expected="2.0",
        ).that(
            "read" not in world.log,
            otherwise="The result was fetched to the host, and that is on the clock too: await it with "
            "`jax.block_until_ready`, which moves nothing.",
            expected="2.0",
        ).that(
            seconds > 0,
            otherwise="The clock was read before the work was done: await the result first, then read the clock.",
            expected="2.0",
        ).that(
            "f" not in before or "wait" in before,
            otherwise="The warm-up was still running when the clock started: await it as well.",
            expected="2.0",
        ).that(
            seconds == 2.0,
            otherwise="These are not the seconds of one awaited run. Each needs its own start, call, wait and stop, in "
            "this order.",
            expected="2.0",
        )

    def test_awaits_everything(self, submission: Program):
        """by our clock, an f that returns a dictionary of results, one of which takes 4 s"""
        got = Bench(costs=(0, 0), work=(4, 4), tree=True).run(submission, 1)
        seconds = is_seconds(got)
        expect(got).that(
            seconds == 4.0,
            otherwise="Not all that `f` returned was awaited before the clock was read: `jax.block_until_ready` takes"
            " the whole dictionary.",
            expected="4.0",
        )

    def test_needs_a_run(self, submission: Program):
        """raises ValueError for n = 0"""
        with raising("ValueError", otherwise="With n = 0 there is nothing to measure: raise ValueError."):
            Bench(costs=(1,), work=(0,)).run(submission, 0)


WAYS = {
    "numpy": "`np.dot` of the NumPy array",
    "jax": "`jnp.dot` of the array that `jnp.asarray` returned",
    "jax_on_numpy": "`jnp.dot` of the NumPy array itself",
    "jax_after_put": "`jnp.dot` of the array that `jax.device_put` returned",
}
CALL = dict(zip(WAYS, (0.125, 0.25, 0.375, 0.5), strict=True))  # seconds that Python is busy with one dot
WORK = dict(zip(WAYS, (5.0, 6.0, 7.0, 8.0), strict=True))  # seconds that its result takes after that


@dataclass
class Dots(World):
    """A world where each way of computing `dot(a, a)` takes its own time.

    `cold` is added the first time, and each push to the device takes `push`; `jnp.dot` of NumPy arrays makes one.
    """

    work: dict[str, float] = field(default_factory=lambda: dict.fromkeys(WAYS, 0.0))
    cold: float = 0.0
    push: float = 0.0
    origin: dict[int, str] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    not_twice: bool = False
    numpy_fetches: bool = False
    other_dtypes: set[str] = field(default_factory=set)

    A = np.array([[1, 2], [3, 4]], np.int32)

    def look(self, leaves: tuple[Any, ...], typed: bool = False) -> None:
        """Note the dtype of what is computed on; `typed` if the call itself names one."""
        for leaf in leaves:
            if isinstance(leaf, np.ndarray):
                self.not_twice |= not np.array_equal(leaf, self.A)
                self.other_dtypes |= {str(leaf.dtype)} - ({"float32"} if not typed else {str(leaf.dtype)})

    def start(self, way: str, leaves: tuple[Any, ...]) -> None:
        """Python's part of one dot."""
        self.not_twice |= len(leaves) < 2 or (isinstance(leaves[0], Probe) and leaves[0] != leaves[1])
        self.spend(CALL[way] + (0.0 if way in self.met else self.cold))
        self.met.add(way)

    def numpy_dot(self, question: Question) -> Any:
        self.numpy_fetches |= any(isinstance(leaf, Probe) for leaf in question.leaves)
        self.look(question.leaves)
        self.start("numpy", question.leaves)
        self.spend(self.work["numpy"])
        return aligned(np.ones((2, 2), np.float32), then=np.ones((2, 2), np.float32))

    def jax_dot(self, question: Question) -> Any:
        self.look(question.leaves)
        first = question.leaves[0] if question.leaves else None
        way = self.origin.get(first.id, "jax") if isinstance(first, Probe) else "jax_on_numpy"
        self.start(way, question.leaves)
        pushed = self.done.get(first.id, 0.0) if isinstance(first, Probe) else 0.0
        return self.result(self.work[way] + (self.push if way == "jax_on_numpy" else 0.0), after=pushed)

    def pushed(self, question: Question) -> Any:
        self.look(question.leaves, question.function != "jax.device_put" and len(question.leaves) > 1)
        probe = self.result(self.push)
        self.origin[probe.id] = "jax_after_put" if question.function == "jax.device_put" else "jax"
        return probe

    def run(self, submission: Program) -> tuple[Result, dict[str, float]]:
        """The result, and the seconds in it by key. Raises `Mismatch` if the clock of the check was not read."""
        pushes = dict.fromkeys(("jax.device_put", "jax.numpy.asarray", "jax.numpy.array"), self.pushed)
        dots = {"numpy.dot": self.numpy_dot, "jax.numpy.dot": self.jax_dot}
        got = submission.dot_three_ways(self.A, answers={**self.answers, **pushes, **dots})
        value = got.value if type(got.value) is dict else {}
        if not got.asked("time.perf_counter"):
            raise Mismatch(NO_CLOCK)
        return got, {way: float(value[way]) for way in WAYS if isinstance(value.get(way), (float, np.floating))}

    @property
    def right(self) -> dict[str, float]:
        """What each way takes, warm and awaited."""
        return {way: CALL[way] + self.work[way] + (self.push if way == "jax_on_numpy" else 0.0) for way in WAYS}


@exercise("dot_three_ways")
@explains("AttributeError", "astype", "Convert to float32 while it is a NumPy array, before any push.")
@explains("TypeError", "unsupported operand", f"{STAND_INS} which know no `@`: use `np.dot(v, v)` and `jnp.dot(v, v)`.")
@explains("TypeError", "abstract array", f"{STAND_INS} which only `jnp.dot` itself takes, without a `jit` around it.")
@explains("AttributeError", "block_until_ready", "NumPy's result needs no waiting and has no method for it.")
@explains("AttributeError", "'dot'", f"{STAND_INS} which have no methods: use `np.dot(v, v)` and `jnp.dot(v, v)`.")
class TestDotThreeWays:
    def test_returns_seconds(self, submission: Program):
        """four keys, and seconds for each"""
        got = submission.dot_three_ways(np.arange(16.0).reshape(4, 4))
        expect(got).that(type(got.value) is dict, otherwise=f"The result must be a dictionary, not {got.kind}.")
        missing = [f"'{key}'" for key in WAYS if key not in got.value]
        more = [f"{key!r}" for key in got.value if key not in WAYS]
        words = [f"There is no key {', '.join(missing)}."] if missing else []
        words += [f"The task does not name {', '.join(more)}."] if more else []
        expect(got).that(not words, otherwise=" ".join(words), expected=f"keys {', '.join(WAYS)}")
        for key, seconds in got.value.items():
            expect(got).that(
                isinstance(seconds, (float, np.floating)),
                otherwise=f"The value under '{key}' must be a float: the seconds of one run, `stop - start`.",
            )

    def test_computes_dot_in_four_ways(self, submission: Program):
        """calls dot(v, v) in each of the four ways, in float32"""
        world = Dots()
        got, _ = world.run(submission)
        for way, words in WAYS.items():
            expect(got).that(way in world.met, otherwise=f"For '{way}' you need {words}: no such call was made.")
        expect(got).that(not world.not_twice, otherwise="Every dot must be that of `a` with itself.").that(
            not world.numpy_fetches,
            otherwise="`np.dot` was handed a device array, which it fetches each time: give it the NumPy array.",
        ).that(
            not world.other_dtypes,
            otherwise=f"Not all of the work was done in float32, some was in {', '.join(sorted(world.other_dtypes))}: "
            "convert with `a.astype(np.float32)` first, and use that everywhere.",
        )

    def test_awaits_every_result(self, submission: Program):
        """awaits every result: by our clock each way takes its own time, from 5 to 9 s"""
        world = Dots(work=WORK, fetching=64.0)
        got, reported = world.run(submission)
        for way, right in world.right.items():
            seconds = reported.get(way, 0.0)
            mixed = [other for other in WAYS if seconds == world.right[other] != right]
            expect(got).that(
                seconds >= 5,
                otherwise=f"The seconds under '{way}' end before the work is done: await the result with "
                "`.block_until_ready()`, then read the clock.",
                expected=f"{right} seconds under '{way}'",
            ).that(
                seconds < 64,
                otherwise=f"The seconds under '{way}' include a fetch to the host: await the result with "
                "`.block_until_ready()`, which moves nothing.",
                expected=f"{right} seconds under '{way}'",
            ).that(
                not mixed,
                otherwise=f"The seconds under '{way}' are those of '{''.join(mixed[:1])}': it needs {WAYS[way]}.",
                expected=f"{right} seconds under '{way}'",
            ).that(
                seconds == right,
                otherwise=f"The seconds under '{way}' are not those of one run. Either a run before it (a warm-up?) "
                "was still going when the clock started, so await it too, or several runs were added up.",
                expected=f"{right} seconds under '{way}'",
            )

    def test_warms_up_each_way(self, submission: Program):
        """warms up: by our clock, each way takes 64 s more the first time"""
        world = Dots(cold=64.0)
        got, reported = world.run(submission)
        for way, right in world.right.items():
            expect(got).that(
                reported.get(way, 0.0) < 64,
                otherwise=f"The first run of '{way}' was measured, in which JAX compiles and libraries start up: run "
                "each of the four ways once, awaited, before you measure it.",
                expected=f"{right} seconds under '{way}'",
            )

    def test_pushes_before_the_clock_starts(self, submission: Program):
        """pushes first: by our clock, a push takes 64 s"""
        world = Dots(push=64.0)
        got, reported = world.run(submission)
        for way in ("jax", "jax_after_put"):
            expect(got).that(
                reported.get(way, 0.0) < 64,
                otherwise=f"The seconds under '{way}' include the push: push and await it before the clock starts.",
                expected=f"{world.right[way]} seconds under '{way}'",
            )
