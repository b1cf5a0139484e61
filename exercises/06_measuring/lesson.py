# %% [markdown]
# # Lesson 6: Measure before you believe
#
# **You will be able to**
#
# - time JAX code so that the number means something: warm, awaited, best of several;
# - find the line that reads a traced value on the host, without running the function;
# - say what the transfer guard sees on your machine, and what it is blind to;
# - record a profile and find your own transfers in it by name;
# - decide whether a computation has to leave JAX at all.
#
# **Why it matters.** "It got slower since last week" is a sentence about a number. If the number is
# the time JAX takes to *accept* work, or the time of the first call, you will spend a day making the
# wrong line faster. And the leak you look for is most often not where you look: one forgotten
# `float(loss)` in a helper makes the whole training loop wait, and no error says so.
#
# There are three exercises, each after the piece of theory it needs. Plan ten to twenty minutes each.

# %%
# Run this cell first, and again after each restart of the kernel.
import tempfile
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

from grader import check

# %% [markdown]
# ## Finding a leak by tracing
#
# A **leak** is a place where Python asks for the *value* of an array in the middle of JAX work:
# `float(x.sum())`, `np.sin(x)`, `if x[0] > 0:`. The number has to be computed, fetched and waited
# for before Python can go on. In eager code this just works, which is why nobody notices.
#
# Lesson 5 forbade pushes with a transfer guard. It is natural to forbid fetches in the same way.
#
# **Before you run the next cell:** three lines read something or compute something. Which of them
# will the guard for device-to-host transfers stop on your machine? Which the one for host-to-device?


# %%
def stopped_by(guard, action):
    """Whether `action`, once warm, is refused under this guard."""
    action()
    try:
        with guard("disallow"):
            action()
    except jax.errors.JaxRuntimeError as error:
        if "Disallowed" not in str(error):
            raise
        return "stopped"
    return "passes"


x = jnp.arange(1.0, 4.0)
print(f"on {jax.default_backend():14}{'device to host':18}host to device")
for label, action in {
    "np.asarray(x)": lambda: np.asarray(x),
    "float(x[0])": lambda: float(x[0]),
    "x * 2": lambda: x * 2,
}.items():
    to_host = stopped_by(jax.transfer_guard_device_to_host, action)
    to_device = stopped_by(jax.transfer_guard_host_to_device, action)
    print(f"{label:17}{to_host:18}{to_device}")

# %% [markdown]
# On a CPU the guard never stops a fetch: JAX can read that memory anyway, so there is no transfer to
# forbid. It *does* stop pushes there, and so it complains about the innocent `x * 2` (the constant),
# and about `float(x[0])` only because of the index. A test that uses the guard to find leaks would
# pass on a laptop for the wrong reasons. Where a device has memory of its own, the first column is
# worth something; but it needs that device, and it runs the code.
#
# There is a check that works everywhere and runs nothing: **trace** the function. During tracing JAX
# hands your Python code **tracers**, which have a shape and a dtype and no values. Whoever asks one
# for its value gets an error.
#
# **Before you run the next cell:** all six functions run without an error when called with `x`.
# Which will not survive tracing? One of the survivors is a surprise.

# %%
suspects = {
    "jnp.sin(x)": lambda x: jnp.sin(x),
    "np.sin(x)": lambda x: np.sin(x),
    "x / float(x.sum())": lambda x: x / float(x.sum()),
    "x if x[0] > 0 else -x": lambda x: x if x[0] > 0 else -x,
    "[1.0, 2.0, 3.0][x.argmin()]": lambda x: [1.0, 2.0, 3.0][x.argmin()],
    "2 * jax.device_get(x)": lambda x: 2 * jax.device_get(x),
}
for label, suspect in suspects.items():
    try:
        found = jax.eval_shape(suspect, x)
    except (
        jax.errors.ConcretizationTypeError,
        jax.errors.TracerArrayConversionError,
        jax.errors.TracerIntegerConversionError,
    ) as error:
        found = type(error).__name__
    print(f"{label:29}{found}")

# %% [markdown]
# `jax.eval_shape(f, x)` calls `f` once with tracers, and stops there: nothing is compiled, nothing is
# computed, and only shape and dtype come out. The errors have three names:
#
# - `ConcretizationTypeError`: a Python number was wanted (`float`, `int`, `.item()`, `.tolist()`). The
#   `if` is a special case of it, `TracerBoolConversionError`, a subclass;
# - `TracerArrayConversionError`: NumPy wanted the values;
# - `TracerIntegerConversionError`: Python wanted an index.
#
# All of them are subclasses of `TypeError`, as are many errors that have nothing to do with leaks.
#
# The surprise is `jax.device_get`: for a tracer it hands the same tracer back, and nothing is
# fetched. What tracing tells you is what would go wrong under `jit`. It does not see a fetch that is
# spelled `device_get`, nor one on a path that this call did not take. (Do not trace with `jax.grad`
# instead: it computes as it goes, its tracers know whether they are above 0, and the `if` passes.)
#
# ## Exercise 1: `leaks`
#
# **`leaks(f: Callable, x) -> bool`**
#
# Find out whether `f` reads a traced value on the host.
#
# - `x` is an array (NumPy or `jax.Array`), or a list, tuple or dictionary of arrays. `f` takes it as
#   its only argument, and returns an array or a pytree of arrays.
# - **Trace** `f` with `x`. Its Python code runs with tracers; the computation it describes must
#   **never be run**.
# - Return **`True`** if tracing raises one of JAX's concretization or tracer-conversion errors (the
#   names above, subclasses included), and **`False`** if it raises nothing. Reading a constant
#   array that `f` brings along, with `np.asarray(c)`, is no leak.
# - **Every other exception goes through** to the caller: a `ValueError` or an ordinary `TypeError` is
#   a bug in `f`, and not a leak.
# - Boolean masks as an index (`x[x > 0]`) have an error of their own in JAX, and are not part of the
#   task.
#
# ```text
# leaks(lambda v: v + np.exp(v), jnp.ones(2))            -> True
# leaks(lambda v: v + jnp.exp(v), jnp.ones(2))           -> False
# leaks(lambda v: v @ jnp.ones(5), jnp.ones(2))          TypeError (shapes do not fit)
# ```


# %% exercise="leaks"
def leaks(f, x):
    """Whether `f` reads values of `x` on the host, found by tracing `f` and never running it."""
    raise NotImplementedError("leaks: your code goes here")


# %% check="leaks"
check(leaks)

# %% [markdown]
# ## What a stopwatch sees
#
# Now the numbers. The function below multiplies a matrix with itself a few times. A stopwatch is
# read at three moments: before the call, when the call has returned, and when the result is there.
#
# **Before you run the next cell:** the same line runs three times. Which of the six durations will be
# the longest, and which would you have to report?


# %%
@jax.jit
def powers(m):
    for _ in range(4):
        m = m @ m / 100
    return m


matrix = jax.block_until_ready(jnp.ones((300, 300)))
names = ["first call", "second call", "third call"]
returned, finished = [], []
for name in names:
    start = time.perf_counter()
    y = powers(matrix)
    returned.append(1e3 * (time.perf_counter() - start))
    y.block_until_ready()
    finished.append(1e3 * (time.perf_counter() - start))
    print(f"{name:12} returned after {returned[-1]:8.3f} ms, result there after {finished[-1]:8.3f} ms")

figure, axes = plt.subplots(figsize=(7, 2), layout="constrained")
axes.barh(names, finished, color="lightblue", edgecolor="black", hatch="//", label="until the result was there")
axes.barh(names, returned, color="moccasin", edgecolor="black", height=0.4, label="until the call returned")
axes.set(xlabel="milliseconds since the call (logarithmic)", xscale="log")
axes.invert_yaxis()
axes.legend(fontsize=8)
plt.show()

# %% [markdown]
# - The **first call** traces and compiles. That happens once for every new shape or dtype, so it says
#   nothing about the thousandth step. Run the function once before you measure: the **warm-up**.
# - **Returning is not finishing.** A jitted call puts work in the device's queue and returns. On a
#   CPU small work may be finished by then, and on a busy machine the two bars can look alike; never
#   count on it. `jax.block_until_ready(y)` waits and moves nothing. It takes any pytree; the method
#   `y.block_until_ready()` is for a single array.
# - The **warm-up must be awaited too**, or the first measured run waits in the queue behind it.
# - Other programs can make a run slower and never faster, so the **best of several** is the figure
#   that repeats.
#
# `time.perf_counter()` is the clock for this: it is precise and never set back.
#
# ## Exercise 2: `bench`
#
# **`bench(f: Callable, x, n: int) -> float`**
#
# Measure how long `f(x)` takes.
#
# - Call `f(x)` **once to warm up**, and then `n` times more, `n + 1` calls in all. Call it directly,
#   with `x` as it came.
# - `f` returns a `jax.Array`, or a list, tuple or dictionary of them, nested as you like, perhaps with
#   a `None` in it. **Await all of it, after every call**, the warm-up included, without fetching it.
# - Read `time.perf_counter()` right before and right after each of the `n` runs (the wait belongs to
#   the run), and return the seconds of the **fastest** as a float. Write start and stop yourself:
#   `timeit` has a clock of its own, which the checks cannot set.
# - `n` below 1 raises **ValueError**. If `f` raises, so does `bench`.
#
# ```text
# runs after the warm-up take 0.5 s, 0.25 s and 0.75 s:   bench(f, x, 3)  -> 0.25
# ```


# %% exercise="bench"
def bench(f, x, n):
    """Seconds of the fastest of `n` warm runs of `f(x)`, each one awaited."""
    raise NotImplementedError("bench: your code goes here")


# %% check="bench"
check(bench)

# %% [markdown]
# ## The same dot, four ways
#
# A matrix product can be computed by NumPy, by JAX from an array that is on the device, by JAX from a
# NumPy array (an **implicit** push, lesson 5), and by JAX from an array that was pushed by name
# beforehand. The next exercise measures all of them, on your machine.
#
# A comparison is fair only if the same work is compared. **Before you run the next cell:** what are
# the dtypes of these two products of one array?

# %%
a = np.ones((2, 2))
print("np.dot: ", np.dot(a, a).dtype)
print("jnp.dot:", jnp.dot(a, a).dtype)

# %% [markdown]
# NumPy worked in the dtype that it was given, and JAX in 32 bits, unless 64-bit types are switched on
# (lesson 4). So convert first, and measure then. The same goes for everything else: warm up each way, await each
# way, and decide what the clock should cover. Here it covers the product, and the push only where the
# push is what we are asking about.
#
# ## Exercise 3: `dot_three_ways`
#
# **`dot_three_ways(a: np.ndarray) -> dict[str, float]`**
#
# Measure `dot(a, a)` in float32, with NumPy and in three ways with JAX.
#
# - `a` is a square NumPy array, of an integer or floating dtype. Convert it to **float32, as a NumPy
#   array, before anything else**, and use that in all four ways.
# - The result has exactly these keys; each value is the seconds of one warm run, a float:
#
#   | key | what the clock covers | its operand is |
#   | --- | --- | --- |
#   | `"numpy"` | `np.dot` | the NumPy array |
#   | `"jax"` | `jnp.dot` | what `jnp.asarray` (or `jnp.array`) returned earlier |
#   | `"jax_on_numpy"` | `jnp.dot` with its implicit push | the NumPy array |
#   | `"jax_after_put"` | `jnp.dot` | what `jax.device_put` returned earlier |
#
# - Call `np.dot(v, v)` and `jnp.dot(v, v)` themselves, without a `jit` of your own: the checks
#   recognise the ways by these calls. They use a clock and costs of their own and never real time.
# - **Warm up each of the four ways** with an awaited run before you measure it.
# - **Await every JAX result** before you read `time.perf_counter()`, with the method or the function
#   `block_until_ready`. Do not fetch it. NumPy's result is there when `np.dot` returns. (Again no
#   `timeit`.)
# - Pushes for `"jax"` and `"jax_after_put"` are **finished, not just asked for, when the clock
#   starts**: await them.
# - One measured run each will do, the best of several is better. You may use your `bench`.
# - Arrays that are not square, or are empty, are not part of the task.
#
# ```text
# dot_three_ways(np.eye(64))     -> {"numpy": ..., "jax": ..., "jax_on_numpy": ..., "jax_after_put": ...}
# ```


# %% exercise="dot_three_ways"
def dot_three_ways(a):
    """Seconds of a warm, awaited `dot(a, a)` in float32, by NumPy and in three ways by JAX."""
    raise NotImplementedError("dot_three_ways: your code goes here")


# %% check="dot_three_ways"
check(dot_three_ways)

# %% [markdown]
# Now plot it. **Before you run the next cell**, which needs your `dot_three_ways`: sketch four lines,
# time against the size of the matrix. Which will be the lowest at the left end? Do the two ways with
# the array on the device differ? (Until the function is written, the cell only says so.)

# %%
sizes = [8, 32, 128, 256]
try:
    times = [dot_three_ways(np.ones((size, size), np.float32)) for size in sizes]
except NotImplementedError:
    print("Write dot_three_ways first, then run this cell again.")
else:
    figure, axes = plt.subplots(figsize=(6, 3), layout="constrained")
    for (way, _), marker in zip(times[0].items(), "os^x", strict=True):
        axes.plot(sizes, [1e6 * seconds[way] for seconds in times], marker=marker, label=way)
    axes.set(xscale="log", yscale="log", xlabel="rows of the square matrix", ylabel="microseconds")
    axes.set_title(f"dot(a, a) in float32 on {jax.default_backend()}")
    axes.legend(fontsize=8)
    plt.show()

# %% [markdown]
# How to read it:
#
# - At the left everything is overhead: what it costs to *call* each library. For a handful of numbers
#   NumPy is hard to beat, and that is fine.
# - At the right the work itself dominates, and it depends on your machine who wins. A sudden jump in
#   one line is often two libraries whose threads compete for the same cores, or another program: run
#   the cell again before you explain it.
# - `jax` and `jax_after_put` are the same measurement: once an array is on the device, nobody can tell
#   how it came there. Where they differ, you see the noise of your machine.
# - `jax_on_numpy` makes the push again in every run. On a CPU the gap can be too small to see, or
#   even go the wrong way. So do not judge a transfer by the stopwatch alone: *count* it. That is what
#   a profile is for.
#
# ## Profile first
#
# A stopwatch tells how long. A **profile** tells what, when, and from which line.
# `jax.profiler.trace(folder)` records everything in a block, and `jax.profiler.ProfileData` reads the
# record back (for the full picture, open it in Perfetto or XProf).
#
# **Before you run the next cell:** the block calls a compiled function on a NumPy array, pushes an
# array, and fetches one. What might these three be called in a record?

# %%
host = np.ones((64, 64), np.float32)
tanh = jax.jit(jnp.tanh)
jax.block_until_ready(tanh(host))

with tempfile.TemporaryDirectory() as folder:
    with jax.profiler.trace(folder):
        tanh(host)
        on_device = jax.device_put(host)
        fetched = jax.device_get(tanh(on_device))
    record = next(Path(folder).rglob("*.xplane.pb"))
    profile = jax.profiler.ProfileData.from_file(str(record))
    events = {event.name for plane in profile.planes for line in plane.lines for event in line.events}

frames = {name for name in events if name.startswith("$")}  # Python functions, with file and line
print(len(frames), "Python functions and", len(events - frames), "other events in the record")
print(f"{'names with ...':19}that were found (- for none)")
for word in ("PjitFunction", "DevicePut", "copy_to_host", "np.asarray", "CopyToHost", "TransferFromDevice"):
    found = sorted(name for name in events - frames if word in name)
    print(f"{word:19}{', '.join(found)[:70] or '-'}")
print("Python: ", sorted(name.split()[-1] for name in frames if name.endswith((" device_get", " device_put"))))

# %% [markdown]
# Take the names from your own record and not from an article: they are not part of JAX's public
# interface, and differ between versions and kinds of device. A filter on `CopyToHost` finds nothing
# in a record from a CPU, however much you fetch.
#
# These you can rely on for a while:
#
# - `PjitFunction(...)` is a call of a compiled function.
# - A name with `DevicePut` is a push, also the implicit one in `tanh(host)`.
# - Your own calls of `jax.device_get` and `jax.device_put` are there as Python functions, with file and
#   line.
#
# An implicit fetch may have no name at all: on a CPU a plain `np.asarray(x)` may read the memory
# directly, and leave no other trace than NumPy's own Python frame.
#
# To make your own lines easy to find, name them: `with jax.profiler.TraceAnnotation("load batch"):`.
#
# ## When not to leave JAX
#
# Most round trips are made for want of a function. Before you fetch, go down this list:
#
# 1. **Is it in `jnp`?** Sorting, quantiles, histograms, interpolation, `einsum`, linear algebra, and
#    `jax.scipy` beyond.
# 2. **Is it control flow?** `jnp.where` for a choice by element, `jax.lax.cond` for a choice of
#    branches, `jax.lax.fori_loop`, `while_loop` and `scan` for loops.
# 3. **Must it be the host's?** A library without a JAX twin, called from jitted code:
#    `jax.pure_callback`. It fetches, calls your Python function, and pushes the answer, every time it
#    runs. The function must be **pure**: JAX may call it more than once, or never.
# 4. **Otherwise** leave deliberately, at the end, with one `jax.device_get`.
#
# **Before you run the next cell:** a function that leaks is written in two more ways. Will `median` be
# traced, in each? And how often does NumPy get to work if we only trace?

# %%
calls = []


def numpy_median(v):
    calls.append(type(v).__name__)
    return np.median(np.asarray(v)).astype(np.float32)


ways = {
    "np.median(v)": lambda v: v - np.median(v),
    "jnp.median(v)": lambda v: v - jnp.median(v),
    "pure_callback": lambda v: v - jax.pure_callback(numpy_median, jax.ShapeDtypeStruct((), jnp.float32), v),
}
for label, way in ways.items():
    try:
        print(f"{label:15}{jax.eval_shape(way, x)}")
    except jax.errors.TracerArrayConversionError as error:
        print(f"{label:15}{type(error).__name__}")
print("NumPy was called", len(calls), "times while tracing")
print("jitted:", jax.jit(ways["pure_callback"])(x), "and now it was called", len(calls), "time(s)")

# %% [markdown]
# The second is what you want. The third is a bridge for what JAX does not have: it works under `jit`,
# and it pays for the round trip each time. (`jax.grad` needs a derivative for it, which you would have
# to supply with `jax.custom_jvp`.)
#
# ## Recap
#
# - A leak is a value read in the middle. Tracing finds it without running anything, on any machine.
# - The transfer guard is blind to fetches on a CPU, and sees pushes everywhere.
# - Warm up, await, best of several; and the same dtype on both sides of a comparison.
# - Where the clock starts decides what you measure. Say whether the push is in it.
# - Profile before you tune, and look up the event names in your own record.
# - `jnp` first, then `jax.lax`, then `pure_callback`; leave JAX on purpose or not at all.
#
# | To … | write |
# | --- | --- |
# | trace and run nothing | `jax.eval_shape(f, x)` |
# | await an array, or a whole pytree | `y.block_until_ready()`, `jax.block_until_ready(tree)` |
# | read a clock | `time.perf_counter()` |
# | forbid fetches (not on a CPU) | `with jax.transfer_guard_device_to_host("disallow"):` |
# | record a profile | `with jax.profiler.trace(folder):` |
# | name a stretch of it | `with jax.profiler.TraceAnnotation("load batch"):` |
# | choose without reading | `jnp.where(condition, a, b)`, `jax.lax.cond` |
# | call NumPy from jitted code | `jax.pure_callback(f, jax.ShapeDtypeStruct(shape, dtype), x)` |
#
# That was the last lesson on where numbers live. What comes next is the shape of the code around
# them. Tracing works, and JAX may run, repeat, reorder or drop a call, because it takes your functions
# to be **pure**: all input comes in through the arguments, all output goes out through the result.
# You have met the exceptions here already, as an error, as a stray `print`, and as a callback that runs
# when JAX likes. Go on with pure functions, and with `grad`, `vmap` and `jit` that build on them.
#
# **In the JAX documentation**
#
# - [Benchmarking and profiling](https://docs.jax.dev/en/latest/201/profiling.html)
# - [Asynchronous dispatch](https://docs.jax.dev/en/latest/async_dispatch.html)
# - [`jax.eval_shape`](https://docs.jax.dev/en/latest/_autosummary/jax.eval_shape.html),
#   [`jax.block_until_ready`](https://docs.jax.dev/en/latest/_autosummary/jax.block_until_ready.html)
# - [JAX errors, and what to do about them](https://docs.jax.dev/en/latest/101/errors.html)
# - [Calling Python from compiled code](https://docs.jax.dev/en/latest/201/callbacks.html)
# - [Transfer guard](https://docs.jax.dev/en/latest/501/transfer-guard.html)
