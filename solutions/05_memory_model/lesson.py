# %% [markdown]
# # Lesson 5: Who holds the numbers?
#
# **You will be able to**
#
# - say, for any line of JAX code, which memory its numbers are in and whether the line moves them;
# - move data in once, work on it, and move the result out once, and write that down as a **budget**;
# - name the lines that push without a push in sight, and take them out of a loop;
# - keep the device busy by not reading what it has not finished;
# - find the one line that drags a whole array to the host when you wanted three numbers of it.
#
# **Why it matters.** A training step that takes two milliseconds can be fed by a loop that takes
# five, and nothing in the code looks wrong: no error, right numbers, and a device that is idle more
# than half the time. Nearly always the reason is a transfer that nobody meant to make, or Python
# waiting for one. Lesson 3 made one deliberate trip. Here you learn to count them.
#
# There are six exercises, each after the piece of theory it needs. Plan ten to twenty minutes each.

# %%
# Run this cell first, and again after each restart of the kernel.
import time
from concurrent.futures import ThreadPoolExecutor

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

from grader import check

# %% [markdown]
# ## Host and device
#
# The **host** is the Python process you are typing into, the CPU cores it runs on, and their memory.
# NumPy arrays, Python numbers, files and plots live there.
#
# A **device** is something JAX compiles programs for and runs them on. Every `jax.Array` is in the
# memory of one device, or spread over several. Python holds a *handle* to it: shape, dtype, place,
# and a promise that the numbers are there or on their way.
#
# Numbers go from host to device by a **push**, and from device to host by a **fetch**. Each has a
# name of its own in your code (`jax.device_put`, `jax.device_get`), or happens without one.
#
# The picture shows the usual arrangement on the left and the exception on the right: when JAX runs
# on the **CPU**, device memory *is* host memory. **Before you run the cell:** which half is you?


# %%
def box(axes, x, width, label, color, y=0.12, height=0.62):
    axes.add_patch(plt.Rectangle((x, y), width, height, facecolor=color, edgecolor="black"))
    axes.text(x + width / 2, y + height - 0.05, label, ha="center", va="top", fontsize=9)


def arrow(axes, start, end, y, label):
    axes.annotate("", (end, y), (start, y), arrowprops={"arrowstyle": "-|>", "lw": 1.6})
    axes.text((start + end) / 2, y + 0.02, label, ha="center", va="bottom", fontsize=8)


def draw_memory(axes, shared, here):
    if shared:
        box(axes, 0.0, 1.0, "one physical memory", "whitesmoke", y=0.0, height=0.9)
    box(axes, 0.04, 0.32, "host memory\n\nNumPy arrays\nPython numbers", "lightblue")
    box(axes, 0.64, 0.32, "device memory\n\njax.Array", "moccasin")
    arrow(axes, 0.37, 0.63, 0.46, "push")
    arrow(axes, 0.63, 0.37, 0.26, "fetch")
    kind = "device = CPU" if shared else "device with its own memory"
    axes.set_title(kind + (" (you are here)" if here else ""), fontsize=10, weight="bold" if here else "normal")
    axes.set(xlim=(-0.02, 1.02), ylim=(-0.05, 0.95))
    axes.axis("off")


device = jax.devices()[0]
on_cpu = device.platform == "cpu"
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 2.6), layout="constrained")
draw_memory(left, shared=False, here=not on_cpu)
draw_memory(right, shared=True, here=on_cpu)
plt.show()
print("JAX computes on:     ", device.platform)
print("memory of its arrays:", device.default_memory().kind)

# %% [markdown]
# Even on a CPU JAX calls the memory of its arrays device memory and keeps the two sides apart: a
# `jax.Array` never changes, and it may stand for a number that is still being computed. So the
# arrows are there in both halves. In the right half a push or fetch may copy, or may only hand over
# an address; it still has to *wait*, and your code should be the same for both. Write for the left
# half, and the right half is fast too.
#
# ## In once, compute, out once
#
# The pattern of the whole lesson has three lines:
#
# ```python
# x = jax.device_put(data)      # in:  once, everything
# y = work(more_work(x))        # stay: as long as it takes
# h = jax.device_get(y)         # out: once, only what somebody will look at
# ```
#
# A transfer has a fixed price and a price by the byte. The fixed price is why it should be *once*,
# the price by the byte is why it should be *only what is needed*.
#
# Easy, but for one thing: many lines push that do not look like it.
#
# ## Pushes in disguise
#
# JAX can be told to refuse them. Under `jax.transfer_guard_host_to_device("disallow")` a push that
# you asked for by name passes, and an **implicit** one raises an error. The helper below tries an
# action once without the guard, so that everything is compiled, and then once with it.
#
# **Before you run the next cell:** `x` is on the device, `a` is a NumPy array, and `double` is
# compiled. Which of the six lines push something without being asked?


# %%
def pushes_implicitly(action):
    """Whether `action`, once warm, sends numbers from host to device without naming it."""
    action()
    try:
        with jax.transfer_guard_host_to_device("disallow"):
            action()
    except jax.errors.JaxRuntimeError as error:
        if "Disallowed host-to-device" in str(error):
            return True
        raise
    return False


@jax.jit
def double(v):
    return v * 2


a = np.arange(4, dtype=np.float32)
x = jax.device_put(a)
actions = {
    "x + x": lambda: x + x,
    "x * 2": lambda: x * 2,
    "x[1:]": lambda: x[1:],
    "double(x)": lambda: double(x),
    "double(a)": lambda: double(a),
    "double(jax.device_put(a))": lambda: double(jax.device_put(a)),
}
for label, action in actions.items():
    print(f"{label:27}{'pushes in disguise' if pushes_implicitly(action) else '-'}")

# %% [markdown]
# Three kinds are worth knowing by heart:
#
# - **A constant in eager code.** `x * 2` runs a ready-made multiplication for two arrays, so the 2
#   has to become an array on the device, every time the line runs.
# - **An index.** `x[1:]` sends the numbers that say where to cut.
# - **A NumPy array handed to a jitted function.** `double(a)` is allowed and convenient. JAX pushes
#   `a` for that call and forgets it; the next call pushes it again.
#
# The first two send a few bytes and cost a little of Python's time: no matter at a prompt, a nuisance
# in a loop. The third sends the *data*.
#
# The guard sees pushes on a CPU as well. About fetches it says nothing when the device is a CPU;
# lesson 6 looks for those in another way.
#
# ## Exercise 1: `push_once`
#
# **`push_once(a: np.ndarray, fns: Sequence[Callable]) -> list[jax.Array]`**
#
# Call every function in `fns` on the same data, and move that data to the device **once**.
#
# - `a` is a NumPy array of float32 or int32, of any shape; `fns` is a list of functions that are
#   jitted already. It may be empty.
# - Push `a` by name with **one** call: `jax.device_put`, `jnp.asarray` or `jnp.array`, as you like.
# - Call each function **exactly once, directly, with the device array**, in order. Do not wrap them
#   in a `jit` of your own: each is compiled already, and one of your own would be compiled anew for
#   every list of functions.
# - Return a list of the results in the same order, as they come: `jax.Array`s, still on the device.
#   No functions give `[]`.
# - Anything else (a list in place of `a`, functions that raise) is not part of the task.
#
# ```text
# push_once(np.array([1., 4.], np.float32), [jnp.negative, jnp.sqrt])  -> [[-1., -4.], [1., 2.]]
# ```


# %% exercise="push_once"
def push_once(a, fns):
    """Results of all jitted functions `fns` on the NumPy array `a`, which is pushed once."""
    ### BEGIN SOLUTION
    x = jax.device_put(a)
    return [f(x) for f in fns]
    ### END SOLUTION


# %% check="push_once"
check(push_once)

# %% [markdown]
# ## What compiled code carries with it
#
# Inside a jitted function, the disguise falls away. JAX runs your Python once, with a **tracer** in
# place of the array, and writes down what you do to it. A constant in your code is written down too
# and becomes part of the program.
#
# **Before you run the next cell:** where will the 3 and the 1 be found?

# %%
print(jax.make_jaxpr(lambda v: 3 * v + 1)(x))

# %% [markdown]
# They stand in the program itself. Once that program is on the device there is nothing left to send
# but the array, and that is on the device as well. So **a formula in one jitted function pushes
# nothing**, however many constants it has.
#
# The price is the tracing and compiling, which must not be paid again and again. JAX keeps compiled
# programs by *function* and by the *types* of the arguments. `show` prints a line whenever it is
# traced.
#
# **Before you run the next cell:** how many of the five calls print a line?


# %%
@jax.jit
def show(v):
    print("   traced for", v.aval)
    return v + v


for label, value in {
    "four float32": x,
    "four others": x + x,
    "the Python number 2.0": 2.0,
    "a float32 scalar": jnp.float32(2),
    "another Python number": 5.0,
}.items():
    print(label)
    show(value)

# %% [markdown]
# Other *values* cost nothing, another *type* does. The surprise is the pair of scalars: a Python
# number arrives as a **weakly typed** float32, which JAX prints with a `~` (lesson 4: it gives way
# to the other operand's type), and weak and strong are different types here. Remember that for
# exercise 3.
#
# And "by function" means: by this very function object. A `jax.jit(lambda ...)` *inside* a function
# makes a new object on each call, which JAX has never seen before.
#
# ## Exercise 2: `poly`
#
# **`poly(x: jax.Array) -> jax.Array`**
#
# Evaluate 3x² + 2x − 1, element by element.
#
# - `x` is float32, of any shape, size 0 included. It may be committed (tied, lesson 2) to any device.
# - The result is a float32 `jax.Array` of the same shape **on the device of `x`** (committed if `x`
#   is committed).
# - The first call for a shape may compile. From the second call on, a call **moves nothing** between
#   host and device, in either direction, and **traces nothing**.
# - Other dtypes are not part of the task.
#
# ```text
# poly(jnp.array([2., -1., 0.5]))    -> [15., 0., 0.75]   float32
# ```


# %% exercise="poly"
def poly(x):
    """3x² + 2x - 1 in float32 on the device of `x`, with no transfer and no tracing once warm."""
    ### BEGIN SOLUTION
    return _polynomial(x)


@jax.jit
def _polynomial(x):
    return 3 * x**2 + 2 * x - 1
    ### END SOLUTION


# %% check="poly"
check(poly)

# %% [markdown]
# ## A loop whose state stays
#
# Training, sampling, simulation: they all have this shape.
#
# ```python
# for _ in range(n):
#     state = step(state)
# ```
#
# What goes round is called the **carry**. If `step` is jitted and gets a `jax.Array`, it returns one
# on the same device, and the carry never leaves. Two things spoil it:
#
# - reading the carry in the loop (`float(state)`, `np.asarray(state)`), which fetches it, waits, and
#   pushes it back with the next step;
# - a **start that differs in type from what `step` returns**: the first call is traced for one type,
#   the second for another.
#
# `jax.eval_shape` traces a function without compiling or running it and tells the type that would
# come out. **Before you run the next cell:** for which start is "in" the same as "out"?


# %%
def half(v):
    return v * np.float32(0.5)


for label, start in {
    "jnp.asarray(1.0)": jnp.asarray(1.0),
    "jnp.asarray(1.0, jnp.float32)": jnp.asarray(1.0, jnp.float32),
}.items():
    out = jax.eval_shape(half, start)
    words = ["weak" if value.weak_type else "strong" for value in (start, out)]
    print(f"{label:31}in: {words[0]:8}out: {words[1]}")

# %% [markdown]
# `jnp.asarray(1.0)` moves the number to the device, and it is still weak. A loop that starts from it
# is traced for the weak start and again for the strong carry. Naming the dtype avoids that. (A NumPy
# float32 would be strong as well, and the first step would push it in disguise.)
#
# ## Exercise 3: `iterate`
#
# **`iterate(step: Callable, x0, n: int) -> jax.Array`**
#
# Apply `step` to `x0` `n` times: `step(step(... step(x0)))`.
#
# - `step` is jitted. It takes a float32 `jax.Array` and returns a float32 `jax.Array` of the same
#   shape.
# - `x0` is a Python number, a NumPy scalar or array, or a `jax.Array` (weakly typed, or of another
#   real dtype, or committed to a device). Convert it to float32, on the device, before the loop. A
#   `jax.Array` must not go through the host for that: where it is committed, the result is too.
# - **`step` is traced at most once**, however large `n` is, and is **only ever handed a
#   `jax.Array`** (or a tracer, if you write the loop with `jax.lax`). Do not jit it again.
# - Nothing is fetched.
# - `n` is 0 or more. With **`n = 0`** the result is `x0` as a float32 `jax.Array`, not weakly typed,
#   and the step does not run.
#
# ```text
# iterate(jax.jit(lambda v: 3 * v), 2, 4)     -> 162.   float32
# iterate(jax.jit(lambda v: 3 * v), 2, 0)     -> 2.     float32
# ```


# %% exercise="iterate"
def iterate(step, x0, n):
    """`step` applied `n` times to `x0`, in float32, the carry on the device all the while."""
    ### BEGIN SOLUTION
    x = jnp.asarray(x0, jnp.float32)
    for _ in range(n):
        x = step(x)
    return x
    ### END SOLUTION


# %% check="iterate"
check(iterate)

# %% [markdown]
# ## Asking is not waiting
#
# When Python calls a jitted function, JAX puts the work in the device's queue and returns at once,
# with a handle to a result that does not exist yet. This is **asynchronous dispatch**. Python can
# prepare the next batch while the device works on this one. It goes on until something asks for a
# *value*.
#
# Below, a small training loop runs twice. "Loading" a batch is a short sleep. The first loop keeps
# each loss as it is, the second reads it with `float`. The clock notes when Python loads, when it
# asks for a step, when it waits, and (in a thread of its own, so as not to hold the loop up) when
# each result is ready. Of three runs the fastest is kept.
#
# **Before you run the next cell:** draw the two time lines on paper. Where are the gaps?


# %%
@jax.jit
def train(state, batch):
    """A step with something to do; returns the new state and the loss."""
    state = jnp.tanh(state + batch)
    return state, (state**2).mean()


def watch(read_each, batches=5):
    """Bars (start, length), in milliseconds, of what Python and the device do."""
    state, batch = jax.block_until_ready(jax.device_put((zeros, zeros)))
    loading, asking, waiting, ready = [], [], [], []
    begin = time.perf_counter()

    def now():
        return 1e3 * (time.perf_counter() - begin)

    def seen(loss):
        loss.block_until_ready()
        return now()

    with ThreadPoolExecutor(1) as watcher:
        for _ in range(batches):
            start = now()
            time.sleep(0.002)  # stands for reading the next batch from disk
            loading.append((start, now() - start))
            start = now()
            state, loss = train(state, batch)
            asking.append((start, now() - start))
            ready.append(watcher.submit(seen, loss))
            if read_each:
                start = now()
                float(loss)
                waiting.append((start, now() - start))
    ends = [result.result() for result in ready]
    # A step begins when it was asked for and the one before it is done.
    starts = [max(asked, done) for (asked, _), done in zip(asking, [0.0, *ends[:-1]], strict=True)]
    working = [(start, stop - start) for start, stop in zip(starts, ends, strict=True)]
    return {"load": loading, "ask": asking, "wait": waiting, "compute": working}


def end(bars):
    """When the last result was ready, in milliseconds."""
    return sum(bars["compute"][-1])


zeros = np.zeros(1_000_000, np.float32)
float(train(*jax.device_put((zeros, zeros)))[1])  # compile before the clock starts
lines = {
    "loss kept": min((watch(read_each=False) for _ in range(3)), key=end),
    "float(loss) each step": min((watch(read_each=True) for _ in range(3)), key=end),
}

# %%
styles = {"load": ("lightgray", ""), "ask": ("tab:blue", ""), "wait": ("tomato", "xx"), "compute": ("orange", "//")}
figure, panels = plt.subplots(2, 1, figsize=(8, 3.6), sharex=True, layout="constrained")
for axes, (title, bars) in zip(panels, lines.items(), strict=True):
    for what, spans in bars.items():
        color, hatch = styles[what]
        row = 0 if what == "compute" else 1
        axes.broken_barh(spans, (row - 0.35, 0.7), facecolor=color, hatch=hatch, ec="black", label=what)
    axes.set_yticks([0, 1], ["device", "Python"])
    axes.set_title(title, fontsize=10)
panels[1].set_xlabel("milliseconds")
figure.legend(*panels[1].get_legend_handles_labels(), loc="outside right upper")
figure.suptitle(f"Five steps on {device.platform}, as measured just now")
plt.show()
for title, bars in lines.items():
    print(f"{title:24}last loss ready after {end(bars):6.2f} ms")

# %% [markdown]
# In the upper half loading and computing overlap: while the device works on one batch, Python loads
# the next. In the lower half there are red, crossed bars, and the two sides take turns: the device
# has nothing to do while Python loads, and Python has nothing to do while the device computes. (On a
# device that is much faster than the loading the last bars are thin, and the two runs come close; on a
# busy machine the picture is blurred. Then run the two cells again, with larger arrays. A blank stretch
# in the upper half is a moment when nothing of the loop ran at all: on a CPU, Python, the device and
# the clock's own thread share the cores, and with two of them somebody has to wait.)
#
# Neither the step nor the loading has changed. The one `float` did it, and a `print(loss)`, an
# `if loss < best:` or a progress bar would have done the same. (To show a loss while the loop runs,
# show that of a few steps back: it is likely to be ready.)
#
# Waiting at the *end* is no shame, since somebody has to look. There, one call for all the losses is
# enough: `jax.device_get` takes a whole list or dictionary of arrays, starts every copy, and only
# then waits.
#
# ## Exercise 4: `train_log`
#
# **`train_log(step: Callable, state, batches: list) -> tuple[jax.Array, list[float]]`**
#
# Run `state, loss = step(state, batch)` for every batch in order. Return the last state and the
# list of all losses.
#
# - `step` is jitted; call it directly, once a batch (no `jit`, `scan` or `vmap` around it). `loss` is
#   a float32 scalar on the device. `state` is whatever `step` returned: pass it on, return it as it
#   is, and do not fetch it.
# - **No loss is read or awaited before the last step has been started**, and nothing is printed.
# - Then fetch all losses with **one call of `jax.device_get`**: of the list of losses, or of the
#   losses stacked on the device.
# - The losses returned are Python `float`s, in order.
# - No batches give `(state, [])`, with the state as it was given.
#
# ```text
# step = jax.jit(lambda s, b: (s + b, s * b))
# train_log(step, jnp.float32(1), [2., 5.])     -> (8., [2.0, 15.0])
# ```


# %% exercise="train_log"
def train_log(step, state, batches):
    """The state after all steps, on the device, and every loss, fetched once, as floats."""
    ### BEGIN SOLUTION
    losses = []
    for batch in batches:
        state, loss = step(state, batch)
        losses.append(loss)
    return state, [float(loss) for loss in jax.device_get(losses)]
    ### END SOLUTION


# %% check="train_log"
check(train_log)

# %% [markdown]
# ## Budgets
#
# "As few transfers as possible" is hard to check. A **budget** is not. Before you write a function,
# write down what it may move:
#
# | Function | host→device | device→host |
# | --- | --- | --- |
# | `push_once` | 1 | 0 |
# | `poly`, warm | 0 | 0 |
# | `iterate` | 1 (the start) | 0 |
# | `train_log` | 0 | 1 |
#
# `check` shows the budget beside what it saw. Budgets count *calls*: since `device_put` and
# `device_get` take whole trees, one call can carry a great deal.
#
# **Before you run the next cell:** what do the two calls return for a list of three NumPy arrays?

# %%
ragged = [np.ones(2, np.float32), np.zeros(0, np.float32), np.ones(3, np.float32)]
there = jax.device_put(ragged)
back = jax.device_get(there)
for label, tree in {"there": there, "back": back}.items():
    print(f"{label:6}", type(tree).__name__, [(type(leaf).__name__, leaf.shape) for leaf in tree])

# %% [markdown]
# Same list, same shapes, other kind of array (`ArrayImpl` is the class behind `jax.Array`). So data
# in many pieces is no reason for many transfers.
#
# What usually breaks the budget is a *number in the middle*: the mean, the largest norm, the flag
# that says whether to go on. It is computed on the device, needed on the device, and fetched in
# between because the formula was written down with `float(...)`. **Leave it there.** A
# zero-dimensional `jax.Array` multiplies as well as a Python float does, and where Python would say
# `if`, `jnp.where` chooses on the device.
#
# ## Exercise 5: `normalise`
#
# **`normalise(batches: list[np.ndarray]) -> list[np.ndarray]`**
#
# Subtract from every number the mean, and divide by the standard deviation, taken over **all
# numbers of all batches**.
#
# - `batches` is a list of one-dimensional float32 NumPy arrays. Their **lengths may differ**.
# - There is **one mean and one deviation**, both scalars, and every number counts once, whichever
#   batch it is in (so the mean of the batches' means is something else). The deviation is the
#   population's: divide by n, `ddof=0`, as `std` does by default.
# - The result is a list of float32 NumPy arrays, one a batch, in order, each as long as its batch. It
#   does not matter whether they are writeable.
# - **Budget:** one call of `jax.device_put` for all batches, one call of `jax.device_get` for all
#   results. Mean, deviation, subtraction and division happen on the device. (Constants that eager
#   JAX sends along are not counted here.)
# - **Edges:** an empty list gives `[]`. A batch of length 0 gives an array of length 0 in its place
#   and counts for nothing. If all numbers are equal, so that the deviation is 0, the result is
#   zeros.
# - Other dimensions or dtypes, NaN and infinity are not part of the task.
#
# ```text
# normalise([np.float32([2, 4]), np.float32([]), np.float32([6])])   # mean 4, deviation 1.633
#     -> [[-1.2247, 0.], [], [1.2247]]
# ```


# %% exercise="normalise"
def normalise(batches):
    """All batches less their common mean, over their common deviation: one push, one fetch."""
    ### BEGIN SOLUTION
    if not batches:
        return []
    return jax.device_get(_standard_scores(jax.device_put(batches)))


@jax.jit
def _standard_scores(batches):
    everything = jnp.concatenate(batches)
    mean, deviation = everything.mean(), everything.std()
    scale = jnp.where(deviation == 0, 1, deviation)
    return [(batch - mean) / scale for batch in batches]
    ### END SOLUTION


# %% check="normalise"
check(normalise)

# %% [markdown]
# ## The accidental leak
#
# A leak is a fetch you did not mean to make. In a loop it makes Python wait; in a single line it can
# move far more than it uses. NumPy functions are the usual suspects, since they accept a
# `jax.Array` without complaint. But not all of them leak.
#
# **Before you run the next cell:** `x` is a `jax.Array`. Which of these are still on the device?

# %%
results = {
    "np.sin(x)": np.sin(x),
    "np.sort(x)": np.sort(x),
    "np.concatenate([x, x])": np.concatenate([x, x]),
    "np.max(x)": np.max(x),
    "x + a": x + a,
    "a + x": a + x,
}
for label, result in results.items():
    print(f"{label:24}{'on the device' if isinstance(result, jax.Array) else 'leaked: now NumPy'}")

# %% [markdown]
# Most NumPy functions read the array and compute on the host. A few, such as `np.max`, only call the
# method of that name, which is JAX's own. And in an operator with a `jax.Array` on either side, JAX
# does the work (and pushes the NumPy side, in disguise). Nobody wants to remember such a list. Two
# habits are better: use `jnp` for what is on the device, and look at the *type* of what you got.
#
# Then there is the question of how much.
#
# **Before you run the next cell:** both lines show the first three of a million numbers. How many
# bytes does each bring to the host?

# %%
scores = jax.device_put(np.arange(1_000_000, dtype=np.float32))
all_of_it = jax.device_get(scores)
only_three = jax.device_get(scores[:3])
print(f"fetch, then cut  {all_of_it[:3]} {all_of_it.nbytes:12,} bytes")
print(f"cut, then fetch  {only_three} {only_three.nbytes:12,} bytes")

# %% [markdown]
# On a CPU the first line may only hand out an address, and you will see no difference in time. On a
# device with its own memory every byte is carried. So **reduce on the device, then fetch**: a
# maximum, a mean, a slice, the first few rows. A fetch should carry what somebody will look at.
#
# ## Exercise 6: `top_k_to_host`
#
# **`top_k_to_host(x: jax.Array, k: int) -> np.ndarray`**
#
# Bring the `k` largest values of `x` to the host.
#
# - `x` has one dimension and n values, of float32, bfloat16 or int32; it may be committed to any
#   device.
# - The result is a NumPy array of length `k` with the dtype of `x`, **largest first**. Repeated values
#   stay repeated; which of two equal values comes first cannot be told, and does not matter.
# - **One read of `k` values**: one call of `jax.device_get` on one array of length `k`. Indices, if
#   you compute any, stay on the device.
# - `k = 0` gives an empty array of the right dtype, `k = n` all values. A `k` below 0 or above n
#   raises **ValueError**.
# - NaN is not part of the task.
#
# ```text
# top_k_to_host(jnp.array([0.5, 2.0, -1.0, 2.0]), 3)    -> array([2. , 2. , 0.5], dtype=float32)
# top_k_to_host(jnp.array([7, 6]), 3)                   ValueError
# ```


# %% exercise="top_k_to_host"
def top_k_to_host(x, k):
    """The `k` largest values of `x`, largest first, as NumPy: one fetch of `k` values."""
    ### BEGIN SOLUTION
    if not 0 <= k <= x.shape[0]:
        raise ValueError(f"k must be between 0 and {x.shape[0]}, not {k}")
    values, _ = jax.lax.top_k(x, k)
    return jax.device_get(values)
    ### END SOLUTION


# %% check="top_k_to_host"
check(top_k_to_host)

# %% [markdown]
# ## Recap
#
# - Two memories, two directions: a push and a fetch. On a CPU the memories are one; the rules are
#   the same.
# - In once, compute, out once. Write the budget down first.
# - Constants and indices in eager code, and NumPy arguments of jitted functions, are pushes in
#   disguise. Compiled code carries its constants inside.
# - Trace once: keep the jitted function, and start loops with the type they go on with.
# - Asking is not waiting. Keep results as they are until the last step has been asked for.
# - A number in the middle stays on the device. Reduce there, and fetch what somebody will look at.
#
# | To … | write |
# | --- | --- |
# | push an array, or a list or dictionary of them | `jax.device_put(tree)` |
# | fetch them, in one call | `jax.device_get(tree)` |
# | forbid implicit pushes in a block | `with jax.transfer_guard_host_to_device("disallow"):` |
# | keep a formula's constants out of the traffic | one function under `@jax.jit`, defined once |
# | start a loop with a strong float32 | `jnp.asarray(x0, jnp.float32)` |
# | choose on the device | `jnp.where(condition, a, b)` |
# | take the k largest on the device | `jax.lax.top_k(x, k)` |
# | start a fetch early and read it later | `x.copy_to_host_async()` |
#
# Next: how to *measure* all this, and how to find a leak you cannot see.
#
# **In the JAX documentation**
#
# - [`jax.device_put`](https://docs.jax.dev/en/latest/_autosummary/jax.device_put.html),
#   [`jax.device_get`](https://docs.jax.dev/en/latest/_autosummary/jax.device_get.html),
#   [`jax.lax.top_k`](https://docs.jax.dev/en/latest/_autosummary/jax.lax.top_k.html)
# - [Transfer guard](https://docs.jax.dev/en/latest/501/transfer-guard.html)
# - [Asynchronous dispatch](https://docs.jax.dev/en/latest/async_dispatch.html)
# - [What `jax.jit` compiles, and when again](https://docs.jax.dev/en/latest/201/jit.html)
# - [Pytrees: lists and dictionaries of arrays](https://docs.jax.dev/en/latest/101/pytrees.html)
