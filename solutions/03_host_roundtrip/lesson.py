# %% [markdown]
# # Lesson 3: Out to the host and back
#
# **You will be able to**
#
# - take a JAX array to the host, work on it with NumPy, and bring the result back, on purpose and
#   in one trip each way;
# - say what such a trip is made of, and measure it on the machine in front of you;
# - spot the lines that make the trip without saying so;
# - predict what comes back: its dtype, its device, and whether it is tied to that device.
#
# **Why it matters.** A training script is a conversation. Python, on the host, keeps handing work
# to the device and does not wait for the answers, so the device always has something to do. The
# moment Python asks to *see* a number, it has to wait for that number. One `print(loss)` in the
# wrong place, or one NumPy call in the middle of a step, can turn a busy device into an idle one.
# The same trip at the edge of the program (a checkpoint, a plot, a library that only takes NumPy)
# is perfectly good style. This lesson is about telling the two apart.

# %%
import time

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
# Python was held up by that one thing.
#
# **Before you run the next cell:** which of the six have to wait for the number?


# %%
@jax.jit
def slow_loss(v):
    """A number that takes a moment: many small steps, one after the other."""
    return jax.lax.fori_loop(0, 2_000, lambda _, u: jnp.sin(u) + v, v).sum()


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
v = jnp.asarray(np.linspace(0.0, 1.0, 500))
warm = slow_loss(v)
for label, action in actions.items():
    action(warm)  # compile whatever needs compiling before the clock starts
    print(f"{label:26}{held_up(action, v):8.2f} ms")

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


def seconds(action, source, repeats=5):
    """Time `action` on `repeats` fresh device arrays; return the first and the best time."""
    times = []
    for _ in range(repeats):
        v = jax.block_until_ready(jax.device_put(source))
        start = time.perf_counter()
        action(v).block_until_ready()
        times.append(time.perf_counter() - start)
    return times[0], min(times[1:])


sizes = [100, 1_000, 10_000, 100_000, 1_000_000]
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
    h = jax.device_get(jax.device_put(np.ones(2, dtype)))
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
placed = jax.device_put(jnp.arange(3.0), jax.devices()[-1])
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
    print(f"{action.__name__:13}{1e3 * seconds(action, source, repeats=3)[1]:9.3f} ms")

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
    ### BEGIN SOLUTION
    h = jax.device_get(x)
    return jnp.asarray(h * 2)
    ### END SOLUTION


# %% check="host_roundtrip"
check(host_roundtrip)

# %% [markdown]
# ## Recap
#
# - Host and device are two places, even on a CPU where they share one memory.
# - A round trip is waiting, carrying and room. It has a fixed price and a price by the byte.
# - Fetch explicitly, rarely, and everything in one call. `float`, `print`, `if` and `np.array` are
#   fetches in disguise.
# - What you fetch is read-only; NumPy's dtype rules hold while you are out; what comes back is
#   uncommitted and on the default device.
# - Under `jit` no trip takes place: `device_get` passes tracers through, NumPy refuses them.
#
# | To … | write |
# | --- | --- |
# | fetch an array, or a tree of arrays | `jax.device_get(x)` |
# | fetch a copy you may write to | `np.array(x)` or `jax.device_get(x).copy()` |
# | push to the default device, uncommitted | `jnp.asarray(h)` |
# | push back to where `x` is | `jax.device_put(h, x.sharding)` |
# | keep the dtype when scaling by a constant | `h * 2`, or `h * h.dtype.type(2.5)` |
# | wait without fetching (when timing) | `y.block_until_ready()` |
# | start a fetch early and read it later | `x.copy_to_host_async()` |
#
# **In the JAX documentation**
#
# - [`jax.device_get`](https://docs.jax.dev/en/latest/_autosummary/jax.device_get.html),
#   [`jax.numpy.asarray`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.asarray.html),
#   [`jax.device_put`](https://docs.jax.dev/en/latest/_autosummary/jax.device_put.html)
# - [Where arrays live, committed or not](https://docs.jax.dev/en/latest/201/placement.html)
# - [Asynchronous dispatch](https://docs.jax.dev/en/latest/async_dispatch.html) and
#   [how to benchmark](https://docs.jax.dev/en/latest/201/profiling.html)
# - [The errors that tracers raise](https://docs.jax.dev/en/latest/101/errors.html)
# - [Calling the host from compiled code](https://docs.jax.dev/en/latest/201/callbacks.html)
# - [Making implicit transfers visible](https://docs.jax.dev/en/latest/501/transfer-guard.html)
