# %% [markdown]
# # Lesson 3: Out to the host and back
#
# **You will be able to**
#
# - take a JAX array to the host, work on it with NumPy, and bring the result back, on purpose and
#   in one trip each way;
# - say what such a trip is made of, and measure it on the machine in front of you;
# - spot the lines that make the trip without saying so;
# - predict what comes back: its dtype, its device, and whether it is tied to that device;
# - tell when no trip is needed at all, and stay on the device;
# - tell a copy from a window onto the same memory, on the way out and on the way in.
#
# **Why it matters.** A training script is a conversation. Python, on the host, keeps handing work
# to the device and does not wait for the answers, so the device always has something to do. The
# moment Python asks to *see* a number, it has to wait for that number. One `print(loss)` in the
# wrong place, or one NumPy call in the middle of a step, can turn a busy device into an idle one.
# The same trip at the edge of the program (a checkpoint, a plot, a library that only takes NumPy)
# is perfectly good style. This lesson is about telling the two apart.

# %%
# Run this cell first, and again after each restart of the kernel.
import time
from collections.abc import Callable

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

from grader import check

# %% [markdown]
# ## Two places an array can be
#
# The **host** is your Python process and the ordinary memory in which NumPy arrays live.
# A **device** is something JAX computes on; `jax.devices()` lists them.
#
# Many devices have memory of their own, and then numbers have to be carried from one memory to the
# other. If JAX computes on the **CPU**, device memory *is* host memory and there may be nothing to
# carry. JAX keeps the two apart all the same, because a `jax.Array` promises things that a NumPy
# array does not: it never changes, and it may stand for a result that is still being computed.
#
# Two calls take you out and back:
#
# ```python
# h = jax.device_get(x)    # out:  jax.Array -> NumPy array, same shape and dtype
# y = jnp.asarray(h)       # back: NumPy array -> jax.Array
# ```
#
# `device_get` also accepts a whole tree of arrays (a dict of parameters, say). It starts all the
# copies before it waits for any, and it hands back the same tree with NumPy arrays in it.
#
# **Before you run the next cell:** of the four values `x`, `h`, `ordered` and `y`, which belong to
# NumPy and which to JAX?

# %%
x = jnp.array([3.0, 1.0, 2.0])
h = jax.device_get(x)
ordered = np.sort(h)
y = jnp.asarray(ordered)

for name, value in {"x": x, "h": h, "ordered": ordered, "y": y}.items():
    owner = "JAX  " if isinstance(value, jax.Array) else "NumPy"
    print(f"{name:8} {owner} {value.dtype} {value}")

# %% [markdown]
# NumPy works on NumPy arrays and returns NumPy arrays: once you are on the host you stay there
# until you push the result back yourself.
#
# **Before you run the next cell:** does `device_get` copy the numbers? Guess for your own device.

# %%
print("JAX computes on:     ", x.device.platform)
print("x and h, same memory:", x.unsafe_buffer_pointer() == h.ctypes.data)

# %% [markdown]
# On a CPU you see `True`: nothing was copied, `h` is a window onto the memory that JAX itself uses.
# A device with its own memory gives `False`: the numbers were copied to the host. Write code that
# is right either way, so neither count on a copy nor on the window.
#
# ## Why would one leave?
#
# - **Something only exists on the host**: a file format, a plotting library, SciPy, your
#   colleague's NumPy code.
# - **Somebody has to look**: the loss in the log, a metric that decides whether to stop.
# - **The job does not suit the device**: irregular or tiny work, or float64 arithmetic while JAX
#   computes in 32 bits, as it does unless told otherwise.
#
# All of them are fine reasons *now and then*. None is a good reason to go on every step.
#
# ## What a trip is made of
#
# 1. **Waiting.** `device_get` can only return when `x` has been computed. It waits for that array,
#    and for whatever that array depends on; other work may go on.
# 2. **Carrying**, in both directions, where device and host have separate memories.
# 3. **Room.** The NumPy result needs host memory, the array that comes back needs device memory.
#
# The way back need not wait: `jnp.asarray` may return while the data is still on its way.
#
# ### The waiting
#
# Below, `slow_loss` keeps the device busy for a moment (`jax.jit` compiles it; pitfall 4 says how).
# Each line of the table starts it afresh, does *one* thing with the result, and notes how long
# Python was held up by that one thing: the best of five, since other programs only ever add time.
#
# **Before you run the next cell:** which of the six have to wait for the number?


# %%
@jax.jit
def slow_loss(v):
    """A number that takes a moment: many small steps, one after the other."""
    return jax.lax.fori_loop(0, 1_000, lambda _, u: jnp.sin(u) + v, v).sum()


def held_up(action, v):
    """Milliseconds for which `action` on a loss not yet computed stops Python."""
    loss = slow_loss(v)
    start = time.perf_counter()
    action(loss)
    elapsed = time.perf_counter() - start
    loss.block_until_ready()  # the next row must not wait for this one
    return 1e3 * elapsed


actions = {
    "loss.dtype": lambda loss: loss.dtype,
    "loss + 1": lambda loss: loss + 1,
    "float(loss)": float,
    "str(loss), as print does": str,
    "np.array(loss)": np.array,
    "jax.device_get(loss)": jax.device_get,
}
v = jax.device_put(np.linspace(0.0, 1.0, 500, dtype=np.float32))
warm = slow_loss(v)
for label, action in actions.items():
    action(warm)  # compile whatever needs compiling before the clock starts
    print(f"{label:26}{min(held_up(action, v) for _ in range(5)):8.2f} ms")

# %% [markdown]
# The first two return at once. The dtype is known before the value is, and `loss + 1` is simply
# more work for the device: its result is promised, not computed. The other four need the *value*,
# so Python stands still until it is there. Only one of the four says so. `float`, `print`,
# `np.array`, `if loss < best:`, `.item()` and `.tolist()` are **implicit fetches**: the same wait
# and the same transfer as `device_get`, in a line that does not look like it.
#
# Mind the consequence for profiling: the line that *reads* the number is charged for the
# computation, though the slow part may be many lines above it.
#
# ### The trip as a whole
#
# Now there and back, for arrays of different sizes. Three rules make the numbers mean something:
#
# - `block_until_ready()` before the clock stops, or you measure the promise and not the work;
# - the first call apart, then the best of a few: noise only ever adds time;
# - a **fresh array** for every repeat. JAX may remember the host copy of an array that was fetched
#   before, and a second fetch of the same array would then be free.
#
# **Before you run the next cell:** the largest array is 10,000 times the size of the smallest. Will
# its trip take 10,000 times as long? And will the first trip of each size stand out?


# %%
def there_and_back(v):
    """One round trip, with a little NumPy work at the far end."""
    return jnp.asarray(np.negative(jax.device_get(v)))


def seconds(action, source, repeats=4):
    """Time `action` on `repeats` fresh device arrays; return the first and the best time."""
    times = []
    for _ in range(repeats):
        v = jax.block_until_ready(jax.device_put(source))
        start = time.perf_counter()
        action(v).block_until_ready()
        times.append(time.perf_counter() - start)
    return times[0], min(times[1:])


sizes = [100, 10_000, 100_000, 1_000_000]
on_device = jax.jit(jnp.negative)
rows = []
print("   elements   first trip    best trip   stay on device")
for n in sizes:
    source = np.ones(n, np.float32)
    first, best = seconds(there_and_back, source)
    _, stay = seconds(on_device, source)
    rows.append((first, best, stay))
    print(f"{n:11,} {1e3 * first:9.3f} ms {1e3 * best:9.3f} ms {1e3 * stay:13.3f} ms")

# %%
sizes_in_bytes = [4 * n for n in sizes]  # float32: 4 bytes each
firsts, bests, stays = np.array(rows).T
figure, axes = plt.subplots(figsize=(6.5, 4), layout="constrained")
axes.loglog(sizes_in_bytes, firsts, "s:", color="tab:orange", label="round trip, first of its size")
axes.loglog(sizes_in_bytes, bests, "o-", color="tab:blue", label="round trip, best")
axes.loglog(sizes_in_bytes, stays, "^--", color="tab:green", label="staying on the device")
axes.set_xlabel("array size (bytes)")
axes.set_ylabel("time per call (s)")
axes.set_title(f"Out to the host and back (device: {x.device.platform})")
axes.grid(alpha=0.3)
axes.legend()
plt.show()

# %% [markdown]
# Read your picture from left to right. On the left the curve is nearly flat: a trip has a **fixed
# price**, paid whether you carry ten numbers or a thousand. On the right it climbs with the size:
# there you pay **by the byte**. So one trip with everything beats many trips with a little each.
#
# The dotted line lies above the solid one wherever JAX prepared something for a shape it had not
# met. With JAX 0.10.1 and later, `jnp.asarray` of a NumPy array compiles a tiny program for each
# new shape and dtype, so a script whose array sizes keep changing pays it over and over; 0.10.0
# and earlier did not.
#
# The dashed line is the price of not travelling. How far the lines lie apart depends on your machine
# (on a CPU, with nothing to carry, they can come close), which is why you measured it.
#
# ## Five pitfalls
#
# ### 1. The array you fetched is read-only
#
# **Before you run the next cell:** the usual NumPy idiom for changing an array in place is
# `h *= 10`. What happens here, and what happens to a copy?

# %%
h = jax.device_get(x)
try:
    h *= 10
except ValueError as error:
    print(f"h *= 10      {type(error).__name__}: {error}")
print(f"writeable    {h.flags.writeable}")

mine = h.copy()
mine *= 10
print(f"mine *= 10   {mine}")
print(f"x, unharmed  {x}")

# %% [markdown]
# `h` may be JAX's own memory, and a `jax.Array` must never change, so NumPy is told to refuse.
# Either compute a *new* array (`h * 10`) or write into a copy: `h.copy()`, or `np.array(x)`, which
# fetches and copies in one go.
#
# ### 2. NumPy decides the dtype while you are on the host
#
# JAX and NumPy have different rules for mixing an array with a plain Python number.
#
# **Before you run the next cell:** which dtypes survive `h * 3`, and which survive `h * 3.0`?

# %%
print("on the host   h * 3      h * 3.0    ... and back on the device")
for dtype in (jnp.float32, jnp.int32, jnp.float16, jnp.bfloat16):
    h = jax.device_get(jax.device_put(np.ones(3, dtype)))
    back = jnp.asarray(h * 3.0)
    print(f"{h.dtype!s:14}{(h * 3).dtype!s:11}{(h * 3.0).dtype!s:11}{back.dtype}")

# %% [markdown]
# A Python `int` leaves all four alone. A Python `float` does not: an integer array turns into
# NumPy's float64, which JAX then stores as float32 unless 64-bit mode is on, and bfloat16 (a guest
# in NumPy, from the `ml_dtypes` package) is widened to float32. Nobody warns you, and a model that
# was meant to run in bfloat16 now uses twice the memory. After a trip, look at `.dtype`.
#
# ### 3. It does not come back to where it was
#
# An array that was put on a device by name is *committed* to it: work on it happens there. A NumPy
# array has no such memory.
#
# **Before you run the next cell:** `placed` is committed to the last device of the list. Where is
# the array that comes back, and is it committed?

# %%
placed = jax.device_put(np.ones(3, np.float32), jax.devices()[-1])
h = jax.device_get(placed)
for label, value in {
    "placed": placed,
    "jnp.asarray(h)": jnp.asarray(h),
    "jax.device_put(h, placed.sharding)": jax.device_put(h, placed.sharding),
}.items():
    print(f"{label:36}{value.device!s:12}committed: {value.committed}")

# %% [markdown]
# `jnp.asarray` always delivers to the **default device**, **uncommitted**. If you have a single
# device, only the second word tells the rows apart; with several, data silently changes place. To
# go back where it came from, say so: `jax.device_put(h, x.sharding)`.
#
# ### 4. Inside `jit` there is nothing to fetch
#
# `jax.jit` runs your Python function once with stand-ins for the arguments, called **tracers**.
# A tracer knows its shape and dtype and holds no numbers; it writes down what is done to it, and
# that record is compiled. `grad` and `vmap` work with tracers too.
#
# **Before you run the next cell:** `shift` fetches, adds one with "NumPy", and pushes back. What
# does `device_get` return when `shift` runs under `jit`: an array, an error, something else?


# %%
def shift(v):
    h = jax.device_get(v)
    print("  device_get returned:", type(h).__name__, "| same object as v:", h is v)
    return jnp.asarray(h + 1)


print("called directly")
shift(x)
print("under jit")
jax.jit(shift)(x)
print("what was recorded:")
print(jax.make_jaxpr(lambda v: jnp.asarray(jax.device_get(v) + 1))(x))

# %% [markdown]
# No error and no trip: a tracer is handed back untouched, and the "NumPy" addition is recorded as a
# device addition. The answer is right and the host never saw it. That is usually *good* news for
# speed and bad news if you believed that host code was running.
#
# **Before you run the next cell:** and if the function says `np.array(v)` in place of `device_get`?


# %%
def shift_with_numpy(v):
    return jnp.asarray(np.array(v) + 1)


print("called directly:", shift_with_numpy(x))
for name, transform in {"vmap": jax.vmap, "jit": jax.jit}.items():
    try:
        transform(shift_with_numpy)(x)
    except jax.errors.TracerArrayConversionError as error:
        message = str(error).splitlines()[0]
        print(f"under {name}:".ljust(16) + type(error).__name__)
print("the message:   ", message)

# %% [markdown]
# NumPy insists on real numbers, a tracer has none, so JAX raises. This is a friendly failure: it
# cannot slow you down in silence. If traced code really has to call the host, `jax.pure_callback`
# is the door made for it.
#
# ### 5. The trip in the hot path
#
# **Before you run the next cell:** the same fifty steps twice, once with the state staying on the
# device, once with a round trip in every step. And the same hundred numbers read one by one, or
# after a single fetch. Guess the two factors.


# %%
@jax.jit
def step(state):
    return 0.9 * state + 0.1


def stays(state, steps=50):
    for _ in range(steps):
        state = step(state)
    return state


def commutes(state, steps=50):
    for _ in range(steps):
        state = step(there_and_back(state))
    return state


def one_by_one(v):
    return jnp.asarray([float(v[i]) for i in range(100)])


def fetched_once(v):
    return jnp.asarray([float(number) for number in jax.device_get(v)[:100]])


source = np.ones(10_000, np.float32)
for action in (stays, commutes, one_by_one, fetched_once):
    print(f"{action.__name__:13}{1e3 * seconds(action, source, repeats=2)[1]:9.3f} ms")

# %% [markdown]
# Nothing in the slow versions is wrong except *where* the trip stands. In a loop the fixed price is
# paid every time round, and on top of it Python can no longer run ahead of the device.
#
# ## When you need not go
#
# | You wanted to … | Instead |
# | --- | --- |
# | apply a NumPy function | look for its twin in `jax.numpy` or `jax.lax` |
# | log the loss of every step | keep the losses on the device, fetch the list once an epoch |
# | log *something* every step | fetch every hundredth, or fetch the previous step's loss |
# | edit one element | `x.at[i].set(value)` |
# | decide with `if` on a value | `jnp.where` or `jax.lax.cond`, on the device |
# | call host code from inside `jit` | `jax.pure_callback` |
#
# What is left over (files, plots, foreign libraries) deserves an explicit `device_get`, at the edge
# of the program, with everything in one call.
#
# ## Your turn: `host_roundtrip`
#
# Write the deliberate round trip, once and properly.
#
# **`host_roundtrip(x: jax.Array) -> jax.Array`**
#
# 1. Bring `x` to the host with **one** call of `jax.device_get`.
# 2. Double the NumPy array there.
# 3. Push the result back with `jnp.asarray` and return it.
#
# - `x` has one dimension and any length, **0 included**; its dtype may be float32, float16,
#   bfloat16 or int32.
# - The result is a `jax.Array` with the **shape and dtype of `x`**.
# - It arrives where `jnp.asarray` puts it: on the default device, uncommitted, wherever `x` was.
#   (`jax.device_put(h)` and `jnp.array(h)` would deliver to the same place. Here, use
#   `jnp.asarray`.)
# - `x` stays as it is, and the function prints nothing.
# - A value too large for its dtype does what NumPy does: integers wrap around, floats become `inf`.
# - It is to be called directly, not under `jit`. Other input (two dimensions, a list) is not part
#   of the task; you need not check for it.
#
# ```text
# host_roundtrip(jnp.array([1.5, -4.0, 0.25]))            -> [3., -8., 0.5]   float32
# host_roundtrip(jnp.array([], jnp.bfloat16))             -> []               bfloat16
# ```


# %% exercise="host_roundtrip"
def host_roundtrip(x: jax.Array) -> jax.Array:
    """Double the 1-D array `x` on the host and return it as a JAX array of the same dtype."""
    raise NotImplementedError("host_roundtrip: your code goes here")


# %% check="host_roundtrip"
check(host_roundtrip)

# %% [markdown]
# ## The same answer without leaving
#
# `host_roundtrip` earns its trip by being the exercise about trips. Doubling is no reason to travel:
# the device can multiply, and if the numbers stay there, nobody waits and nothing is carried. Going
# round the host pays for itself only when the host can do something that the device cannot.
#
# Staying has rules of its own. In pitfall 2, NumPy decided the dtype. On the device JAX decides, and
# it asks whether the other operand *has* a dtype: a plain Python number has none, it only has a kind
# (integer, float) and takes the width of the array. `np.float32(2)` has one, and it counts.
#
# `jax.eval_shape` says what a function would return without computing anything.
#
# **Before you run the next cell:** compare with the table of pitfall 2. Where do JAX and NumPy
# disagree? Which column keeps all four dtypes?

# %%
factors = {"v * 2": 2, "v * 2.0": 2.0, "v * np.float32(2)": np.float32(2)}
print("on the device ", *(f"{label:18}" for label in factors))
for dtype in (jnp.float32, jnp.int32, jnp.float16, jnp.bfloat16):
    v = jax.ShapeDtypeStruct((2,), dtype)
    results = [jax.eval_shape(lambda v, k=k: v * k, v).dtype for k in factors.values()]
    print(f"{v.dtype!s:15}", *(f"{result!s:18}" for result in results))

# %% [markdown]
# A Python float leaves the three float types alone, bfloat16 included: here JAX is kinder than
# NumPy. It still turns integers into floats, and a NumPy number widens the narrow types.
#
# **Before you run the next cell:** one could cast afterwards, `(v * 2.0).astype(v.dtype)`. Is that
# the same as `v * 2` for every integer?


# %%
@jax.jit
def two_ways(v):
    return v * 2, (v * 2.0).astype(v.dtype)


exact, through_floats = two_ways(jnp.array([7, 16_777_217]))
print("v * 2                     ", exact)
print("(v * 2.0).astype(v.dtype) ", through_floats)

# %% [markdown]
# A float32 has room for 24 binary digits, an int32 for more. The cast brings the type back, the lost
# digit stays lost. So keep integers among integers.
#
# There is a simple test for "does this function ever look at the numbers?": run it under `jit`, where
# there are none to look at. What only computes goes through; `np.asarray(v)`, `float(v)` or
# `if v[0] > 0` raise at once. `device_get` slips by, as you saw: it returns the tracer.
#
# ## Your turn: `stay_on_device`
#
# **`stay_on_device(x: jax.Array) -> jax.Array`**
#
# The doubling of `host_roundtrip`, for the same inputs: one dimension, any length with 0 included,
# float32, float16, bfloat16 or int32.
#
# - The result has the shape and dtype of `x`. Integers are doubled exactly and wrap around if the
#   result is too large; floats become `inf`.
# - It is on `x`'s device, committed if `x` is, and uncommitted if `x` is not.
# - Nothing is fetched to the host, not even for a look, so the function works under `jax.jit` too.
#   It prints nothing and leaves the waiting to its caller.
# - `x` stays as it is and can be used afterwards.
# - Other input (a list, a NumPy array) is not part of the task.
#
# ```text
# stay_on_device(jnp.array([1.5, -4.0, 0.25]))            -> [3., -8., 0.5]   float32
# stay_on_device(jnp.array([30_000_001]))                 -> [60000002]       int32
# ```


# %% exercise="stay_on_device"
def stay_on_device(x: jax.Array) -> jax.Array:
    """Double the 1-D array `x` where it is, in its own dtype."""
    raise NotImplementedError("stay_on_device: your code goes here")


# %% check="stay_on_device"
check(stay_on_device)

# %% [markdown]
# ## Window or copy?
#
# Sooner or later you want a host array to *keep*: the best parameters so far, a frame for the video,
# a starting point that NumPy code will overwrite. Pitfall 1 showed that what `device_get` returns is
# not that. It may be a **window**: another NumPy array, the same memory. You are not even told which
# it is, and so it is closed for writing in any case.
#
# **Before you run the next cell:** five ways to "get a copy of `x`". Which give a NumPy array? Which
# of them may be written to? Which use the very memory of `x`?

# %%
ways = {
    "jax.device_get(x)": jax.device_get(x),
    "np.asarray(x)": np.asarray(x),
    "np.array(x)": np.array(x),
    "jax.device_get(x).copy()": jax.device_get(x).copy(),
    "x.copy()": x.copy(),
}
print(f"{'':26}{'type':12}{'writeable':12}memory of x")
for label, value in ways.items():
    if isinstance(value, np.ndarray):
        kind, writeable, address = "NumPy", value.flags.writeable, value.ctypes.data
    else:
        kind, writeable, address = "jax.Array", "never", value.unsafe_buffer_pointer()
    print(f"{label:26}{kind:12}{writeable!s:12}{address == x.unsafe_buffer_pointer()}")

# %%
titles = ("JAX computes on the CPU", "a device with memory of its own")
figure, panels = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
for window_at, (axes, title) in enumerate(zip(panels, titles, strict=True)):
    axes.set(title=title, xlim=(-0.6, 1.6), ylim=(-0.6, 2.6), xticks=[0, 1], yticks=[])
    axes.set_xticklabels(["memory JAX uses", "NumPy's own memory"])
    for column, row, color, text in (
        (0, 2, "tab:blue", "x"),
        (0, 0, "tab:blue", "x.copy()"),
        (1, 0, "tab:green", "np.array(x)\nopen for writing"),
        *([(1, 2, "tab:gray", "its host copy\nread-only")] if window_at else []),
    ):
        axes.text(column, row, text, ha="center", va="center", color="white", bbox={"boxstyle": "round", "fc": color})
    axes.annotate(
        "np.asarray(x)\njax.device_get(x)",
        (window_at, 1.72),
        (0.5, 1),
        ha="center",
        va="center",
        arrowprops={"arrowstyle": "->"},
        bbox={"boxstyle": "round", "fc": "white", "ls": "--"},
    )
plt.show()

# %% [markdown]
# The arrow is the window. On the left it opens onto the memory of `x` itself, on the right onto a host
# copy that JAX has made and may hand out again.
#
# `asarray` means "an array, and no copy unless it must be". `np.array` means "a copy". And `x.copy()`
# copies *on the device*: it gives one more `jax.Array`. If you come from PyTorch: there is no
# `.cpu()` and no `.numpy()`; NumPy itself does the reading.
#
# Arithmetic makes copies too, since `h * 1` is a new array, but it follows NumPy's rules about what
# the result is.
#
# **Before you run the next cell:** what is `h * 1` for a `bool` array, and for an array of shape
# `()`, a single number?

# %%
flags = jax.device_get(jax.device_put(np.array([True, False])))
number = jax.device_get(jax.device_put(np.float32(0.5)))
print("bool array * 1     ", (flags * 1).dtype)
print("shape () fetched   ", type(number).__name__)
print("shape () * 1       ", type(number * 1).__name__)

# %% [markdown]
# NumPy turns a zero-dimensional *result* into a scalar, which cannot be written to. If you mean a
# copy, say copy.
#
# ## Your turn: `snapshot`
#
# **`snapshot(x: jax.Array) -> np.ndarray`**
#
# Return the values of `x` as a NumPy array that is yours to scribble on.
#
# - It is an `np.ndarray` with the shape and dtype of `x`, for every shape: `()` and `(0, 4)` too;
#   any dtype, `bool`, `int8` and `bfloat16` among them.
# - It can be written to.
# - It is independent: whatever is written into it, `x` does not change, and `x` can still be used.
# - Other input is not part of the task.
#
# ```text
# s = snapshot(jnp.array([[1, 2], [3, 4]]))
# s[0, 0] = 99          -> s is [[99, 2], [3, 4]], int32; x is what it was
# ```


# %% exercise="snapshot"
def snapshot(x: jax.Array) -> np.ndarray:
    """Return a NumPy copy of `x` that can be written to and shares nothing with `x`."""
    raise NotImplementedError("snapshot: your code goes here")


# %% check="snapshot"
check(snapshot)

# %% [markdown]
# ## Editing one element, here or there
#
# A `jax.Array` never changes, so `x[1] = 5` is an error. On the device one writes
# `y = x.at[1].set(5)`: a *new* array with that one change. It works under `jit` and needs no trip,
# and nearly always it is what you want. Still, it is not NumPy's assignment in other clothes.
#
# **Before you run the next cell:** `x` has three elements. What happens if you set element 7, and if
# you read it: on the device, and in NumPy?


# %%
@jax.jit
def set_and_read_on_device(v):
    return v.at[7].set(9.0), v[7]


changed, read = set_and_read_on_device(x)
print("x                  ", x)
print("x.at[7].set(9.0)   ", changed)
print("x[7]               ", read)
try:
    np.array(x)[7] = 9.0
except IndexError as error:
    print("h[7] = 9.0         ", f"{type(error).__name__}: {error}")

# %% [markdown]
# A device that has been given a thousand operations ahead of time cannot stop in the middle to raise
# a Python exception. So JAX *defines* what happens: a write that falls outside is dropped, a read is
# moved to the nearest element. That is fine if you know it, and a long afternoon if an index is
# off by one and you do not. (`x.at[7].get(mode="fill", fill_value=jnp.nan)` marks such reads.)
#
# On the host, NumPy checks every index. If you want the error, for a table that a person edits by
# hand, say, go and edit there. Two more of NumPy's rules come along: slices and tuples work as you
# know them, and an assignment never changes the array's dtype.
#
# **Before you run the next cell:** what is stored?

# %%
counts = np.array([10, 20, 30], np.int32)
counts[1] = 2.9
print(counts, counts.dtype)

# %% [markdown]
# The value is cast to the array's dtype, and for an integer array that cuts off the fraction without
# a word.
#
# ## Your turn: `edit_on_host`
#
# **`edit_on_host(x: jax.Array, index, value) -> jax.Array`**
#
# Do `h[index] = value` on a host copy of `x` and bring the edited array back.
#
# - `x` has any number of dimensions. `index` is whatever NumPy takes in brackets: an integer
#   (negative ones count from the end), a slice, a tuple of these. `value` is a number or a NumPy
#   array that fits.
# - The result has the shape and dtype of `x`; NumPy casts `value` as it does in an assignment.
# - It is on the default device and uncommitted, wherever `x` was.
# - `x` stays as it is.
# - A wrong index raises `IndexError`. NumPy does that for you: let it through.
#
# ```text
# edit_on_host(jnp.array([1.0, 2.0, 3.0]), -1, 7)         -> [1., 2., 7.]     float32
# edit_on_host(jnp.array([1.0, 2.0, 3.0]), 3, 7)          -> IndexError
# ```


# %% exercise="edit_on_host"
def edit_on_host(x: jax.Array, index, value) -> jax.Array:
    """Return `x` with `value` at `index`, edited with NumPy, on the default device."""
    raise NotImplementedError("edit_on_host: your code goes here")


# %% check="edit_on_host"
check(edit_on_host)

# %% [markdown]
# ## Going back to the same place (stretch)
#
# `jnp.asarray` forgets where the array came from. In a program with one device that hardly matters.
# In a program with several it does: an array can be on one of them, or be **sharded**, cut into
# pieces that lie on different devices. Where the pieces go is described by an object, the array's
# `.sharding`, and every `jax.Array` has one.
#
# **Before you run the next cell:** it makes four numbers for each of your devices and cuts them into
# one piece a device. What will `device_get` return: the pieces, or one array?

# %%
mesh = jax.sharding.Mesh(np.array(jax.devices()), ("parts",))
cut = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("parts"))
spread = jax.device_put(np.arange(4 * len(jax.devices()), dtype=np.float32), cut)
jax.debug.visualize_array_sharding(spread)
for shard in spread.addressable_shards:
    print(shard.device, shard.data)
print("fetched:", jax.device_get(spread))

# %% [markdown]
# One array: a fetch collects the pieces. The picture shows one box for each device that holds a
# piece. With a single device there is one box with everything in it, and the code below means the
# same.
#
# **Before you run the next cell:** three ways back. Which of them restores the placement?

# %%
h = np.negative(jax.device_get(spread))
ways_back = {
    "jnp.asarray(h)": jnp.asarray(h),
    "jax.device_put(h, jax.devices()[0])": jax.device_put(h, jax.devices()[0]),
    "jax.device_put(h, spread.sharding)": jax.device_put(h, spread.sharding),
}
print(f"{'':38}{'devices':10}{'committed':12}equivalent sharding")
for label, value in ways_back.items():
    same = value.sharding.is_equivalent_to(spread.sharding, value.ndim)
    print(f"{label:38}{len(value.devices()):<10}{value.committed!s:12}{same}")

# %% [markdown]
# "Equivalent" means that every device holds the same part of the array, however the sharding is
# written down. That is why, with only one device, the rows differ in commitment alone. Passing on
# `x.sharding` is right in every case, and you need not know which case it is. (`x.device` is less
# handy: a `Device` for an array on one device, a sharding for one on several, so `x.device.id` works
# only until the first sharded array arrives.)
#
# ## Your turn: `roundtrip_like`
#
# **`roundtrip_like(x: jax.Array, f: Callable[[np.ndarray], np.ndarray]) -> jax.Array`**
#
# Apply a host function to `x`, and put what it returns where `x` is.
#
# - `x` is committed, to one device or to a sharding over several.
# - `f` is called **once**, as `f(h)`, with the whole of `x` as one `np.ndarray`, dtype unchanged.
#   It does not write into `h`, so a read-only array will do.
# - `f` returns a NumPy array of the same shape. Its dtype may be another one, and then that is the
#   dtype of the result (as JAX stores it: float64 arrives as float32 unless 64-bit mode is on).
# - The result is committed, with a sharding equivalent to `x`'s. `x` stays as it is.
# - To be called directly, not under `jit`; an error that `f` raises goes through to the caller.
#
# ```text
# x = jax.device_put(jnp.array([3.0, 1.0, 2.0]), jax.devices()[-1])
# roundtrip_like(x, np.argsort)        -> [1, 2, 0]   int32, committed to the last device
# ```


# %% exercise="roundtrip_like"
def roundtrip_like(x: jax.Array, f: Callable[[np.ndarray], np.ndarray]) -> jax.Array:
    """Apply the host function `f` to the whole of `x` and put what it returns where `x` is."""
    raise NotImplementedError("roundtrip_like: your code goes here")


# %% check="roundtrip_like"
check(roundtrip_like)

# %% [markdown]
# ## The window that opens the other way (stretch)
#
# You know by now that on a CPU the way *out* may be a window and not a copy, and that JAX keeps it
# closed for writing. What about the way *in*? `a` is your own NumPy array, open for writing, and you
# push it.
#
# The array in the next cell starts at an address that is a multiple of 64, which suits the CPU's
# vector instructions. NumPy's arrays happen to do so now and then; here we make sure.
#
# **Before you run the next cell:** each line pushes `a`, waits until the push is done, and only then
# writes 99 into `a`. In which lines does the `jax.Array`, which "never changes", change?


# %%
def aligned_zeros(n):
    """`n` float32 zeros whose memory starts at a multiple of 64 bytes."""
    raw = np.zeros(4 * n + 64, np.uint8)
    start = -raw.ctypes.data % 64
    return raw[start : start + 4 * n].view(np.float32)


pushes = {
    "jax.device_put(a)": jax.device_put,
    "jnp.asarray(a, dtype=a.dtype)": lambda a: jnp.asarray(a, dtype=a.dtype),
    "jnp.asarray(a)": jnp.asarray,
    "jnp.array(a)": jnp.array,
    "jax.device_put(a.copy())": lambda a: jax.device_put(a.copy()),
}
print("JAX", jax.__version__, "on", jax.devices()[0].platform)
for label, push in pushes.items():
    a = aligned_zeros(3)
    y = jax.block_until_ready(push(a))
    a[:] = 99
    print(f"{label:31}{y}  {'changed!' if jax.device_get(y).any() else ''}")

# %% [markdown]
# On a CPU, the lines marked *changed!* did not copy: JAX took over the memory of `a`. It relies on
# you not to write there any more, and nothing enforces that. A device with its own memory has to
# copy, and no line is marked; the same program then gives different answers on different machines.
# So does the same program with another array size, since whether the memory is suitably aligned is
# up to NumPy. And the third line depends on the version: `jnp.asarray(a)` shares in JAX 0.10.0 and
# earlier and copies from 0.10.1 on.
#
# Where this bites is the input pipeline: one NumPy buffer, refilled for every batch, pushed every
# time. If the push shared the buffer, batch 1 turns into batch 2 while the device still works on it.
#
# Two ways to be safe, on every version: `jnp.array(a)`, which promises a copy, or a copy made by
# NumPy that nobody else knows. The option that sounds right, `device_put(a, may_alias=False)`, does
# not help: for NumPy input it is ignored (as of 0.12).
#
# ## Your turn: `safe_push`
#
# **`safe_push(a: np.ndarray) -> jax.Array`**
#
# Push `a` so that nothing written to `a` later can show in the result.
#
# - `a` has any shape, empty included, and a dtype that JAX keeps (float32, int32, bfloat16, ...).
# - The result has the shape, dtype and values that `a` has at the time of the call. It is on the
#   default device, uncommitted.
# - `a` belongs to the caller: it keeps its values and stays open for writing.
# - Other input (a list, a `jax.Array`) is not part of the task.
#
# ```text
# a = np.array([1, 2, 3], np.int32)
# y = safe_push(a)
# a[0] = 99             -> y is still [1, 2, 3]
# ```


# %% exercise="safe_push"
def safe_push(a: np.ndarray) -> jax.Array:
    """Push `a` so that nothing written to `a` later can show in the result."""
    raise NotImplementedError("safe_push: your code goes here")


# %% check="safe_push"
check(safe_push)

# %% [markdown]
# ## Recap
#
# - Host and device are two places, even on a CPU where they share one memory.
# - A round trip is waiting, carrying and room. It has a fixed price and a price by the byte.
# - The best trip is the one not made: what `jnp` can do, do where the array is.
# - Fetch explicitly, rarely, and everything in one call. `float`, `print`, `if` and `np.array` are
#   fetches in disguise.
# - What you fetch is read-only, and may be a window; `np.array(x)` is a copy that is yours.
# - NumPy's rules hold while you are out: dtypes, casts, an `IndexError` for a wrong index.
# - What comes back is uncommitted and on the default device, unless you pass `x.sharding` on.
# - Pushing can open a window as well: an array you go on writing to must be copied.
# - Under `jit` no trip takes place: `device_get` passes tracers through, NumPy refuses them.
#
# | To … | write |
# | --- | --- |
# | fetch an array, or a tree of arrays | `jax.device_get(x)` |
# | fetch a copy you may write to | `np.array(x)` or `jax.device_get(x).copy()` |
# | push to the default device, uncommitted | `jnp.asarray(h)` |
# | push an array you will write to again | `jnp.array(a)` |
# | push back to where `x` is | `jax.device_put(h, x.sharding)` |
# | ask whether two placements agree | `x.sharding.is_equivalent_to(y.sharding, x.ndim)` |
# | change one element on the device | `x.at[i].set(value)` (a wrong `i` is ignored) |
# | keep the dtype when scaling by a constant | on the device `x * 2`; on the host `h * h.dtype.type(2.5)` |
# | learn a result's dtype without computing it | `jax.eval_shape(f, x)` |
# | wait without fetching (when timing) | `y.block_until_ready()` |
# | start a fetch early and read it later | `x.copy_to_host_async()` |
#
# **In the JAX documentation**
#
# - [`jax.device_get`](https://docs.jax.dev/en/latest/_autosummary/jax.device_get.html),
#   [`jax.numpy.asarray`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.asarray.html),
#   [`jax.numpy.array`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.array.html),
#   [`jax.device_put`](https://docs.jax.dev/en/latest/_autosummary/jax.device_put.html)
# - [`x.at`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html), with its modes for
#   indices out of range
# - [Where arrays live, committed or not](https://docs.jax.dev/en/latest/201/placement.html)
# - [Asynchronous dispatch](https://docs.jax.dev/en/latest/async_dispatch.html) and
#   [how to benchmark](https://docs.jax.dev/en/latest/201/profiling.html)
# - [The errors that tracers raise](https://docs.jax.dev/en/latest/101/errors.html)
# - [Calling the host from compiled code](https://docs.jax.dev/en/latest/201/callbacks.html)
# - [Making implicit transfers visible](https://docs.jax.dev/en/latest/501/transfer-guard.html)
