"""The hidden checks of lesson 06: what was traced, what was awaited, and what the clock was made to cover.

Nothing here is timed. The clock belongs to the judge, and work costs what the judge says it costs: the seconds a
submission reports must then be known sums, and a wrong sum tells which part of the work was on the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from grader.judge import (
    Mismatch,
    Probe,
    Program,
    Question,
    Result,
    Seed,
    World,
    aligned,
    exercise,
    expect,
    explains,
    jax_array,
    needs,
    points,
    raising,
    shipped,
)

OTHER_CLOCK = (
    "`time.perf_counter` was never read: it is the clock to use here. (`timeit` keeps a clock of its own: write "
    "start and stop yourself.)"
)
TICK = 1 / 1024  # seconds; every cost is a multiple, so that sums of costs are exact

# Each notes whether it was traced or run, and reads `x` on the host in its own way.
READS = {
    "`float(x.sum())`": "return x * float(x.sum())",
    "`np.sin(x)`": "return jnp.asarray(np.sin(x))",
    "`if x[0] > 0`": "return x * a if x[0] > 0 else x + a",
    "a Python list indexed with a value of `x`": "return x * [a, 2 * a, 3 * a][x.argmax()]",
}
BODY = """
    def make(note, a, inside=None):
        def f(x):
            note("traced" if isinstance(x, jax.core.Tracer) else "run")
            {}

        return f
"""
PURE = 'y = x["w"] * a + x["b"]; return {"y": y.sum(), "same": x}'
CONSTANT = "return x * float(np.asarray(inside).sum())"
OWN_ERROR = "raise {}('a bug in f')"
SHAPES = "return x + jnp.zeros(7)"
CALLS_THE_HOST = """
            def on_the_host(v):
                note("run")
                return np.asarray(v) * a

            return jax.pure_callback(on_the_host, jax.ShapeDtypeStruct(x.shape, x.dtype), x)
"""


def function(body: str, **secrets: Any) -> Any:
    """A function for `leaks` to look at."""
    return shipped(BODY.replace("{}", body.strip()), **secrets)


def floats(rng: np.random.Generator, *shape: int) -> np.ndarray:
    """Random positive float32 numbers."""
    return rng.uniform(0.5, 2.0, shape).astype(np.float32)


@exercise("leaks")
@explains("ConcretizationTypeError", "", "That is one of the errors to catch: here `f` reads a traced value.")
@explains("TracerBoolConversionError", "", "An `if` on a traced value reads it: that is a leak, so answer True.")
@explains("TracerArrayConversionError", "", "NumPy asked for the values of a tracer: that is a leak, so answer True.")
@explains("TracerIntegerConversionError", "", "A tracer was used as a Python int: that is a leak, so answer True.")
class TestLeaks:
    @points(3)
    def test_finds_every_kind_of_read(self, submission: Program, rng: np.random.Generator):
        """answers True, however f reads x on the host"""
        for given, body in READS.items():
            f = function(body, a=rng.uniform(1, 2))
            got = submission.leaks(f, jax_array(floats(rng, 3)), given=f"an f with {given}")
            self.is_bool(got)
            expect(got).that(
                got.value is True,
                otherwise=f"An f with {given} was not found to leak. Trace `f`, and catch all three of JAX's errors "
                "for values that tracers do not have.",
            )

    @points(2)
    def test_leaves_innocent_functions_alone(self, submission: Program, rng: np.random.Generator):
        """answers False for an f that reads nothing, and for constants"""
        tree = {"w": jax_array(floats(rng, 3)), "b": floats(rng, 3)}
        innocent = [
            ("an f that only computes", PURE, tree),
            ("an f that reads an array of its own, not x", CONSTANT, jax_array(floats(rng, 3))),
        ]
        for given, body, x in innocent:
            f = function(body, a=rng.uniform(1, 2), inside=jax_array(floats(rng, 3)))
            got = submission.leaks(f, x, given=given)
            self.is_bool(got)
            expect(got).that(got.value is False, otherwise=f"You reported a leak for {given}: nothing of x is read.")

    @points(2)
    def test_lets_other_errors_through(self, submission: Program, rng: np.random.Generator):
        """lets every other error of f through"""
        x = jax_array(floats(rng, 3))
        for error, body in [
            ("ValueError", OWN_ERROR.format("ValueError")),
            ("TypeError", OWN_ERROR.format("TypeError")),
            ("TypeError", SHAPES),
        ]:
            with raising(
                error,
                otherwise=f"f raised {error} for a reason of its own, and it did not come through: catch only JAX's "
                "errors about tracers, by name.",
            ):
                submission.leaks(function(body, a=1.0), x)

    @points(3)
    def test_traces_f_and_never_runs_it(self, submission: Program, rng: np.random.Generator):
        """traces f, and never runs it"""
        got = submission.leaks(function(CALLS_THE_HOST, a=rng.uniform(1, 2)), jax_array(floats(rng, 3)))
        expect(got).that(bool(got.noted), otherwise="`f` was never traced: hand it and x to `jax.eval_shape`.")
        expect(got).that(
            "run" not in got.noted,
            otherwise="`f` was run and not only traced. Calling `jax.jit(f)(x)` traces, compiles and runs; "
            "`jax.eval_shape(f, x)` stops after tracing.",
        )

    @staticmethod
    def is_bool(got: Result) -> None:
        expect(got).that(
            type(got.value) is bool,
            otherwise=f"The answer must be True or False, not {got.kind}: return one of them on every path.",
        )


def ticks(rng: np.random.Generator, count: int) -> list[float]:
    """Different random costs, each under 4 seconds."""
    return [float(TICK * n) for n in rng.choice(np.arange(1024, 4096), count, replace=False)]


def number(value: Any) -> float | None:
    """The value as a float if it is a real number, Python's or a NumPy scalar."""
    real = isinstance(value, (float, int, np.floating)) and not isinstance(value, bool)
    return float(value) if real else None


def same(a: float | None, b: float) -> bool:
    return a is not None and abs(a - b) < TICK / 8


@dataclass
class Bench(World):
    """A world with an `f` whose call number i keeps Python busy for `costs[i]` and the device for `work[i]`."""

    costs: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    tree: bool = False
    given: list[Any] = field(default_factory=list)

    def f(self, *args: Any) -> Any:
        place = min(len(self.given), len(self.costs) - 1)
        self.given.append(args)
        self.log.append("f")
        self.spend(self.costs[place])
        if not self.tree:
            return self.result(self.work[place])
        slow, quick = self.now + self.work[place], self.now
        first, last, middle = self.ready_at(quick), self.ready_at(quick), self.ready_at(slow)
        return {"a": first, "b": [None, (middle,)], "c": last}

    def run(self, submission: Program, x: Any, n: int, given: str) -> Result:
        return submission.bench(self.f, x, n, answers=self.answers, given=given)

    @property
    def whole(self) -> list[float]:
        """What each run takes from its call to the end of its work."""
        return [cost + work for cost, work in zip(self.costs, self.work, strict=True)]


def is_seconds(got: Result) -> float:
    """The reported seconds. Raises `Mismatch` if there is no number, or the judge's clock was not read."""
    seconds = number(got.value)
    if seconds is None:
        raise Mismatch(f"The result must be a float, in seconds, not {got.kind}.")
    if not got.asked("time.perf_counter"):
        raise Mismatch(OTHER_CLOCK)
    return seconds


def unlike_the_best(seconds: float, timed: list[float]) -> str:
    """What else the reported number may be, in words."""
    mean = sum(timed) / len(timed)
    if same(seconds, sum(timed)):
        return "This is what all runs take together: report the fastest single run."
    if same(seconds, mean):
        return "This is the average: other programs can only slow a run down, so report the fastest one, with `min`."
    if same(seconds, max(timed)):
        return "This is the slowest run: report the fastest."
    if same(seconds, float(np.median(timed))):
        return "This is the median: report the fastest run."
    if same(seconds / 1000, min(timed)):
        return "This is in milliseconds: report seconds, as `time.perf_counter` gives them."
    return "This is not the time of the fastest run. Read the clock right before and right after each run."


@exercise("bench")
@explains(
    "AttributeError", "block_until_ready", "A tuple or dictionary cannot be awaited: `jax.block_until_ready` can."
)
@explains("CalledWhileTracing", "tracing", "`f` was called inside a `jit` (or the like) of your own: call it directly.")
@explains("ValueError", "empty", "With n = 1 there must be one timed run besides the warm-up.")
@explains("TypeError", "positional argument", "`f` takes one argument, `f(x)`.")
@explains("TypeError", "float", "A result of `f` may be any pytree: await it, do not convert it.")
class TestBench:
    @points(2)
    def test_reports_the_fastest_run(self, submission: Program, rng: np.random.Generator):
        """reports the fastest of n runs of f(x)"""
        slow, *timed = sorted(ticks(rng, 6), reverse=True)
        costs = [slow, *(timed[i] for i in (1, 0, 4, 2, 3))]
        world, x = Bench(costs=costs, work=[0.0] * 6), floats(rng, 5)
        got = world.run(submission, x, 5, "n = 5")
        seconds = is_seconds(got)
        given = [args[0] if len(args) == 1 else None for args in world.given]
        expect(got).that(
            all(isinstance(value, np.ndarray) and np.array_equal(value, x) for value in given),
            otherwise="`f` was not given x as it came: call `f(x)`, and leave x alone.",
        )
        expect(got).that(same(seconds, min(timed)), otherwise=unlike_the_best(seconds, costs[1:]))

    @points(2)
    def test_warms_up_once(self, submission: Program, rng: np.random.Generator):
        """warms up with one run that is not counted"""
        quick, slow, slower = sorted(ticks(rng, 3))
        world = Bench(costs=[64.0, quick], work=[0.0, 0.0])
        got = world.run(submission, floats(rng, 5), 1, "n = 1")
        seconds = is_seconds(got)
        expect(got).that(
            seconds < 32,
            otherwise="With n = 1 you reported the very first run, in which JAX traces and compiles: run f once before "
            "you start to measure.",
        ).that(len(world.given) >= 2, otherwise="With n = 1, `f` must run twice: to warm up, and to be timed.")
        world = Bench(costs=[64.0, slow, quick, slower], work=[0.0] * 4)
        got = world.run(submission, floats(rng, 5), 3, "n = 3")
        expect(got).that(
            len(world.given) == 4,
            otherwise="With n = 3, `f` must run four times: one warm-up and three timed runs.",
        )

    @points(3)
    def test_awaits_every_run(self, submission: Program, rng: np.random.Generator):
        """awaits every run, the warm-up too, before it reads the clock"""
        quick, slow, warm = (4 * cost for cost in sorted(ticks(rng, 3)))
        world = Bench(costs=[8 * TICK, 5 * TICK, 3 * TICK], work=[warm, quick, slow], fetching=7 * TICK)
        got = world.run(submission, floats(rng, 5), 2, "n = 2 and an f that returns before its work is done")
        seconds = is_seconds(got)
        right = min(world.whole[1:])
        expect(got).that(
            "wait" in world.log or "read" in world.log,
            otherwise="No run was awaited, so you measured how long JAX takes to *accept* the work: "
            "`jax.block_until_ready(f(x))`.",
        ).that(
            seconds > quick / 2,
            otherwise="The clock was read before the work was done: await the result first, then read the clock.",
        ).that(
            "read" not in world.log,
            otherwise="The result was fetched to the host, and that is on the clock too: await it with "
            "`jax.block_until_ready`, which moves nothing.",
        ).that(
            not world.log[: world.log.index("clock")].count("f") or "wait" in world.log[: world.log.index("clock")],
            otherwise="The warm-up was still running when the clock started: await it as well.",
        ).that(
            same(seconds, right),
            otherwise="The seconds are not those of one awaited run. Each needs its own start, call, wait and stop, "
            "in this order.",
        )

    @points(2)
    def test_awaits_every_leaf_of_a_pytree(self, submission: Program, rng: np.random.Generator):
        """awaits everything that f returns, whatever its structure"""
        quick, slow = (4 * cost for cost in sorted(ticks(rng, 2)))
        world = Bench(costs=[2 * TICK] * 3, work=[slow, quick, slow], tree=True)
        got = world.run(submission, floats(rng, 5), 2, "n = 2 and an f that returns a dictionary of lists and tuples")
        seconds = is_seconds(got)
        if not {"wait", "read"} & set(world.log):
            raise Mismatch("Nothing that `f` returned in a dictionary was awaited: use `jax.block_until_ready`.")
        expect(got).that(
            seconds > quick / 2,
            otherwise="Of the results in a dictionary only some were awaited before the clock was read: "
            "`jax.block_until_ready` takes the whole of it.",
        )

    @points(1)
    def test_refuses_no_runs(self, submission: Program, rng: np.random.Generator):
        """raises ValueError for n below 1"""
        for n in (0, -2):
            world = Bench(costs=[TICK], work=[0.0])
            with raising("ValueError", otherwise="n below 1 leaves nothing to measure: it must raise ValueError."):
                world.run(submission, floats(rng, 5), n, f"n = {n}")


STAND_INS = "Here the arrays are stand-ins of the checks,"
WAYS = {
    "numpy": "`np.dot` of the NumPy array",
    "jax": "`jnp.dot` of the array that `jnp.asarray` returned",
    "jax_on_numpy": "`jnp.dot` of the NumPy array itself",
    "jax_after_put": "`jnp.dot` of the array that `jax.device_put` returned",
}


def keys_in_words(found: set[Any]) -> str:
    """Which of the four keys are missing, and that others are there; a key of their own is not repeated."""
    missing = ", ".join(f"'{way}'" for way in WAYS if way not in found)
    lines = [f"No key {missing}."] if missing else []
    lines += ["There are keys that the task does not name."] if found - set(WAYS) else []
    return " ".join([*lines, "The keys must be 'numpy', 'jax', 'jax_on_numpy' and 'jax_after_put'."])


@dataclass
class Dots(World):
    """A world where every way of computing `dot(a, a)` has costs of its own.

    `call` keeps Python busy and `work` the device; `cold` is added to Python's part the first time; a push takes the
    device `push`, and `jnp.dot` of NumPy arrays makes one.
    """

    a: np.ndarray = field(default_factory=lambda: np.zeros((1, 1)))
    call: dict[str, float] = field(default_factory=dict)
    work: dict[str, float] = field(default_factory=dict)
    cold: float = 0.0
    push: float = 0.0
    origin: dict[int, str] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    not_twice: bool = False
    numpy_fetches: bool = False
    other_dtypes: set[str] = field(default_factory=set)

    def look(self, leaves: tuple[Any, ...], typed: bool = False) -> None:
        """Note the dtype of what is computed on; `typed` if the call itself names one."""
        for leaf in leaves:
            if isinstance(leaf, np.ndarray) and leaf.dtype != np.float32 and not typed:
                self.other_dtypes.add(str(leaf.dtype))
            if isinstance(leaf, np.ndarray) and not (leaf.shape == self.a.shape and np.array_equal(leaf, self.a)):
                self.not_twice = True

    def start(self, way: str, leaves: tuple[Any, ...]) -> None:
        """Python's part of one dot."""
        self.not_twice |= len(leaves) < 2 or (isinstance(leaves[0], Probe) and leaves[0] != leaves[1])
        self.spend(self.call[way] + (0.0 if way in self.met else self.cold))
        self.met.add(way)
        self.log.append(way)

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
        if way == "jax_on_numpy":
            return self.result(self.push + self.work[way])
        return self.result(self.work[way], after=self.done.get(first.id, 0.0) if isinstance(first, Probe) else 0.0)

    def pushed(self, question: Question) -> Any:
        typed = question.function != "jax.device_put" and len(question.leaves) > 1
        self.look(question.leaves, typed)
        probe = self.result(self.push)
        self.origin[probe.id] = "jax_after_put" if question.function == "jax.device_put" else "jax"
        return probe

    def run(self, submission: Program) -> Result:
        pushes = dict.fromkeys(("jax.device_put", "jax.numpy.asarray", "jax.numpy.array"), self.pushed)
        dots = {"numpy.dot": self.numpy_dot, "jax.numpy.dot": self.jax_dot}
        return submission.dot_three_ways(self.a, answers={**self.answers, **pushes, **dots}, given="a square array")

    @property
    def right(self) -> dict[str, float]:
        """What each way takes, warm and awaited."""
        seconds = {way: self.call[way] + self.work[way] for way in WAYS}
        seconds["jax_on_numpy"] += self.push
        return seconds


def dots(rng: np.random.Generator, **costs: Any) -> Dots:
    """A world with an int32 array, so that float32 has to be asked for."""
    a = rng.integers(1, 99, (3, 3)).astype(np.int32)
    call = dict(zip(WAYS, (cost / 64 for cost in ticks(rng, 4)), strict=True))
    return Dots(a=a, call=call, work=dict.fromkeys(WAYS, 0.0), **costs)


def reported(got: Result) -> dict[str, float]:
    """Seconds for each way, read off the result by its own keys."""
    value = got.value if type(got.value) is dict else {}
    return {way: seconds for way in WAYS if (seconds := number(value.get(way))) is not None}


@dataclass(frozen=True)
class Awaited:
    """One call in a world where the device takes long, nothing is cold, and pushes cost nothing."""

    world: Dots
    got: Result


@pytest.fixture(scope="module")
def awaited(submission: Program, seed: Seed) -> Awaited:
    rng = seed.rng("dot_three_ways")
    world = dots(rng, fetching=64.0)
    world.work = dict(zip(WAYS, ticks(rng, 4), strict=True))
    return Awaited(world, world.run(submission))


@exercise("dot_three_ways")
@explains("AttributeError", "astype", "Convert to float32 while it is a NumPy array, before any push.")
@explains("TypeError", "unsupported operand", f"{STAND_INS} which know no `@`: use `np.dot(v, v)` and `jnp.dot(v, v)`.")
@explains("TypeError", "abstract array", f"{STAND_INS} which only `jnp.dot` itself takes, without a `jit` around it.")
@explains("AttributeError", "block_until_ready", "NumPy's result needs no waiting and has no method for it.")
@explains("AttributeError", "'dot'", f"{STAND_INS} which have no methods: use `np.dot(v, v)` and `jnp.dot(v, v)`.")
class TestDotThreeWays:
    @points(2)
    def test_reports_seconds_for_four_ways(self, submission: Program, rng: np.random.Generator):
        """returns a dictionary of seconds with the four keys"""
        got = submission.dot_three_ways(rng.normal(size=(4, 4)), given="a square array")
        expect(got).that(type(got.value) is dict, otherwise=f"The result must be a dictionary, not {got.kind}.")
        expect(got).that(
            set(got.value) == set(WAYS),
            otherwise=keys_in_words(set(got.value)),
        ).that(
            all((seconds := number(value)) is not None and 0 <= seconds < 60 for value in got.value.values()),
            otherwise="Every value must be a float: the seconds of one run, `stop - start`.",
        )

    @points(1)
    def test_computes_in_float32(self, awaited: Awaited):
        """computes in float32 in all four ways"""
        expect(awaited.got).that(
            bool(awaited.world.met) and not awaited.world.other_dtypes,
            otherwise="Given an int32 array, not all of the work was done in float32, so unlike things were compared: "
            "convert with `a.astype(np.float32)` first, and use that everywhere.",
        )

    @points(2)
    def test_computes_dot_in_four_ways(self, awaited: Awaited):
        """computes dot(a, a) in each of the four ways, and reports each under its key"""
        world, got = awaited.world, awaited.got
        for way, words in WAYS.items():
            expect(got).that(way in world.met, otherwise=f"For '{way}' you need {words}: no such call was made.")
        expect(got).that(not world.not_twice, otherwise="Every dot must be that of `a` with itself.").that(
            not world.numpy_fetches,
            otherwise="`np.dot` was handed a device array, which it fetches each time: give it the NumPy array.",
        )
        for way, seconds in reported(got).items():
            others = [other for other in WAYS if other != way and same(seconds, world.right[other])]
            expect(got).that(
                not others or same(seconds, world.right[way]),
                otherwise=f"The seconds under '{way}' are those of another way: it needs {WAYS[way]}.",
            )

    @points(2)
    @needs("test_reports_seconds_for_four_ways")
    def test_times_work_that_is_done(self, awaited: Awaited):
        """awaits every result before it reads the clock"""
        world, got = awaited.world, awaited.got
        self.reads_the_clock(got)
        for way, seconds in reported(got).items():
            expect(got).that(
                seconds > min(world.work.values()) / 2,
                otherwise=f"The seconds under '{way}' end before the work is done: await the result with "
                "`.block_until_ready()`, then read the clock.",
            ).that(
                seconds < world.fetching,
                otherwise=f"The seconds under '{way}' include a fetch to the host: await the result with "
                "`.block_until_ready()`, which moves nothing.",
            ).that(
                any(same(seconds, right) for right in world.right.values()),
                otherwise=f"The seconds under '{way}' are not those of one run. Either a run before (a warm-up?) was "
                "still going when the clock started, so await it too, or several runs were added up.",
            )

    @points(2)
    @needs("test_reports_seconds_for_four_ways")
    def test_warms_up_each_way(self, submission: Program, rng: np.random.Generator):
        """warms up each way before it is measured"""
        world = dots(rng, cold=64.0)
        got = world.run(submission)
        self.reads_the_clock(got)
        cold = [way for way, seconds in reported(got).items() if seconds > world.right[way] + 1]
        expect(got).that(
            not cold,
            otherwise=f"The first run of '{''.join(cold[:1])}' was measured, in which JAX compiles and libraries start "
            "up: run each of the four ways once, awaited, before you measure it.",
        )

    @points(1)
    @needs("test_reports_seconds_for_four_ways")
    def test_pushes_before_the_clock_starts(self, submission: Program, rng: np.random.Generator):
        """has pushed, and awaited the push, before the clock starts"""
        world = dots(rng, push=64.0)
        got = world.run(submission)
        self.reads_the_clock(got)
        seconds = reported(got)
        for way in ("jax", "jax_after_put"):
            expect(got).that(
                seconds.get(way, 0.0) < 32,
                otherwise=f"The seconds under '{way}' include the push: push and await it before the clock starts.",
            )

    @staticmethod
    def reads_the_clock(got: Result) -> None:
        read = bool(got.asked("time.perf_counter"))
        expect(got).that(read, otherwise=OTHER_CLOCK)
