# %% [markdown]
# # Lesson 2: Where arrays live
#
# **You will be able to**
#
# - ask any array which devices hold it, and whether it is tied to them;
# - put data where you want it: on a device, spread over several, one array or a whole tree;
# - predict where a result appears, and read the error you get when two arrays cannot meet;
# - say what `default_device`, `donate` and `may_alias` do, and what they do not.
#
# **Why it matters.** Parameters on one device, a batch that the data loader left on another: if you
# are lucky that is an error on the first step. If you are not, JAX quietly copies an array again at
# every step, and the only symptom is a slow run. Both come from one small rule about where arrays
# are and how firmly they are there. It takes an hour to learn and is nowhere to be seen in the
# model's code.

# %%
# Run this cell first, and again after each restart of the kernel.
import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from grader import check

devices = jax.devices()
first, last = devices[0], devices[-1]
print(f"{len(devices)} device(s), from {first} to {last}")

# %% [markdown]
# **If you see one device:** everything below runs, and `first` and `last` are the same, so nothing
# can be seen to move. To watch it move, let JAX present the CPU as three devices. That has to be
# said before JAX starts: restart the kernel and put these lines at the very top of the notebook.
#
# ```python
# import jax
#
# jax.config.update("jax_platforms", "cpu")
# jax.config.update("jax_num_cpu_devices", 3)
# ```
#
# For everything in this lesson they behave as three separate devices. (They share one processor, so
# nothing gets faster.) The checks of the exercises always run your function on three of them,
# whatever your kernel has.
#
# ## 1. Asking an array where it is
#
# Four attributes tell you everything:
#
# | | what it is | what it gives |
# | --- | --- | --- |
# | `x.devices()` | a method | the set of devices that hold `x`, or a piece of it |
# | `x.device` | a property | the one device, if there is one |
# | `x.sharding` | a property | how `x` is laid out over its devices |
# | `x.committed` | a property | whether `x` is tied to them: JAX then never moves it by itself |
#
# **Before you run the next cell:** many tutorials write `x.device()`, with brackets, as it once
# was. What will today's JAX say to that?

# %%
x = jnp.arange(3.0)
print("x.devices()", x.devices())
print("x.device   ", x.device)
print("x.sharding ", x.sharding)
print("x.committed", x.committed)
try:
    x.device()
except TypeError as error:
    print("x.device() ", f"{type(error).__name__}: {error}")

# %% [markdown]
# `x.device` is the device itself, and a device cannot be called. The method is the plural,
# `x.devices()`, and it gives a *set*: no order, no first element.
#
# ### An array in pieces
#
# Why a set, and what is a sharding? An array need not be on one device. A **sharding** says how it
# is cut up: a `Mesh` arranges devices in a grid whose axes have names, and a `PartitionSpec` says
# which axis of the *array* is cut along which axis of the *grid*. What the spec does not mention is
# not cut, so an empty one puts a full copy on every device.
#
# **Before you run the next cell:** `table` has two rows for each of your devices. What will each
# device hold with the spec `PartitionSpec("i")`, and with `PartitionSpec()`?

# %%
mesh = Mesh(np.array(devices), ("i",))
table = np.arange(8.0 * len(devices)).reshape(-1, 4)
rows = jax.device_put(table, NamedSharding(mesh, PartitionSpec("i")))
copies = jax.device_put(table, NamedSharding(mesh, PartitionSpec()))

print(f"rows, {rows.shape}: cut along the first axis")
jax.debug.visualize_array_sharding(rows)
print(f"copies, {copies.shape}: the whole of it everywhere")
jax.debug.visualize_array_sharding(copies)

# %%
for name, array in {"rows": rows, "copies": copies}.items():
    for shard in array.addressable_shards:
        print(f"{name:7} on {shard.device}: a piece of shape {shard.data.shape}")

# %% [markdown]
# To NumPy's eyes both are the same `table`; only the layout differs. `addressable_shards` lists the
# pieces in the order in which they lie in the mesh, which may be any order of the devices.
#
# **Before you run the next cell:** `x.device` was a device. `rows.device` has several to choose
# from. Which one does it give?

# %%
print("x.device     ", type(x.device).__name__)
print("rows.device  ", type(rows.device).__name__)
print("rows.devices()", rows.devices())

# %% [markdown]
# With several devices there is no one device to give, and you get the **sharding** instead. So
# `x.device.platform` and `x.device.id` are fine in a notebook and fail on the first sharded array
# (with a single device, it depends on the version of JAX which of the two you see). In code that
# is to live longer, use `x.devices()`.
#
# ## Your turn: `device_ids`
#
# **`device_ids(x: jax.Array) -> list[int]`**
#
# The ids of all devices that hold `x`, or a piece or a copy of it.
#
# - `x` has any shape and dtype, and is on one device or on several.
# - The result is a list of plain Python ints, in ascending order, each id once, and only devices
#   that really hold something of `x`.
# - `x` is a `jax.Array`; anything else is not part of the task, you need not check for it.
#
# ```text
# x on device 1 alone                           -> [1]
# x cut in two, first half on 2, second on 0    -> [0, 2]
# ```


# %% exercise="device_ids"
def device_ids(x: jax.Array) -> list[int]:
    """The ids of all devices that hold a piece of `x`, in ascending order."""
    ### BEGIN SOLUTION
    return sorted(device.id for device in x.devices())
    ### END SOLUTION


# %% check="device_ids"
check(device_ids)

# %% [markdown]
# ## 2. Putting data somewhere
#
# `jax.device_put(data, where)` is the one call for all of it. `where` is a device or a sharding,
# and `data` is an array, a number, or a whole **pytree**: dicts, lists and tuples, nested as you
# like, with arrays at their leaves. A model's parameters are one.
#
# **Before you run the next cell:** NumPy made some of these in float64. What dtype will they have,
# and what will become of the `0.5`?

# %%
parameters = {"w": np.ones((2, 2)), "layers": [np.zeros(3, np.float16), 0.5], "step": np.int32(7)}
placed = jax.device_put(parameters, last)
for path, leaf in jax.tree.leaves_with_path(placed):
    print(
        f"{jax.tree_util.keystr(path):16} {leaf.dtype!s:8} {leaf.shape!s:7} {leaf.device}  committed: {leaf.committed}"
    )

# %% [markdown]
# The tree keeps its shape, every leaf is now a `jax.Array`, and all of them are **committed**: you
# named the place, so JAX takes it that you mean it. The dtypes are JAX's own choice of the dtypes
# that came in: unless 64-bit types are switched on, float64 becomes float32 and int64 becomes
# int32, with no word about it. Lesson 4 is about that.
#
# `where` can be a tree too, or the beginning of one: a device for each branch.
#
# **Before you run the next cell:** that a list is a tree has a consequence. What does `device_put`
# make of `[1.0, 2.0, 3.0]`?

# %%
halves = jax.device_put({"w": np.ones(2), "b": [np.ones(1), np.ones(1)]}, {"w": first, "b": last})
print(jax.tree.map(lambda leaf: str(leaf.device), halves))

print(jax.device_put([1.0, 2.0, 3.0], last))
print(jax.device_put(np.asarray([1.0, 2.0, 3.0]), last))

# %% [markdown]
# A list of three arrays with one number each: three leaves. If one array was meant, make one first,
# with NumPy or with `jnp`.
#
# ### And if you name no place?
#
# "No device given, so the default device" is what one would guess, and what some courses say. Below
# are three values: a NumPy array, an array that nobody tied to a device, and an array that was put
# on `first` by name. The call is made while **another device is the default one**:
# `jax.default_device` sees to that, for as long as the `with` block lasts.
#
# **Before you run the next cell:** where does `device_put(v)` put each of the three?

# %%
host = np.arange(3, dtype=np.float32)
loose = jax.device_put(host)
tied = jax.device_put(host, first)

with jax.default_device(last):
    for name, v in {"host": host, "loose": loose, "tied": tied}.items():
        y = jax.device_put(v)
        print(f"{name:6} -> {y.device}  committed: {y.committed!s:6} the same object: {y is v}")

# %% [markdown]
# Only the NumPy array went to the default device, and it is **uncommitted** there: nobody named a
# place. The two that were on a device already came back as they were, the very same object. Without
# a place, `device_put` of placed data does nothing, whatever the default.
#
# So when you want an array *moved*, name the device, even if it is the default one.
#
# ### What does not move an array
#
# Several constructors take a `device=`, and for new data that is the same as `device_put`:
# `jnp.zeros(3, device=last)` is made there and committed. For data that is placed already,
# `jnp.asarray(v, device=...)` is a trap.
#
# **Before you run the next cell:** guess for an array that is uncommitted on `first`, and for one
# that is committed to `first`. (The second line needs two devices to go wrong.)

# %%
y = jnp.asarray(loose, device=first)
print(f"loose, asarray to where it is:  the same object: {y is loose}, committed: {y.committed}")
try:
    y = jnp.asarray(tied, device=last)
    print(f"tied, asarray to another place: {y.device}")
except ValueError as error:
    print(f"tied, asarray to another place: {type(error).__name__}: {str(error)[:56]}...")
y = jax.device_put(loose, first)
print(f"loose, device_put:              the same object: {y is loose}, committed: {y.committed}")

# %% [markdown]
# `asarray` is content with an array that is in the right place and does not commit it, and it
# refuses one that is committed elsewhere. `device_put` to a named device always gives you what you
# asked for: an array in that place, committed.
#
# ## Your turn: `place`
#
# **`place(x, device=None) -> jax.Array`**
#
# One array with the values of `x`, where you are told to put it.
#
# - `x` is a `jax.Array` (on any device, on several, committed or not), a NumPy array, a number, a
#   list of numbers, or a list of such lists, all of the same length.
# - The result is always **one** array, with the shape that `np.shape(x)` says and the dtype that
#   JAX gives such data: a `jax.Array` keeps its dtype; with 64-bit types off, as they are here,
#   float64 arrays and Python floats give float32, int64 arrays and Python ints give int32.
# - With a `device`: on that device alone, and committed to it. Also if `x` was there already, and
#   also if it was sharded.
# - Without one: a `jax.Array` stays where it is, committed or uncommitted as it was; data from the
#   host goes to the default device, uncommitted.
# - `x` itself stays as it is.
# - Text, lists of unequal length and tracers are not part of the task.
#
# ```text
# place([[1, 2], [3, 4]], jax.devices()[0])     -> int32[2,2] on device 0, committed
# place(np.float64(2.5))                        -> float32[] on the default device, uncommitted
# ```


# %% exercise="place"
def place(x: object, device: jax.Device | None = None) -> jax.Array:
    """One array with the values of `x`, committed to `device`; without one, placed data stays where it is."""
    ### BEGIN SOLUTION
    if not isinstance(x, jax.Array):
        x = np.asarray(x)  # a list is meant as one array, not as a tree
    return jax.device_put(x, device)
    ### END SOLUTION


# %% check="place"
check(place)

# %% [markdown]
# ## 3. Many arrays, many devices
#
# A sharding cuts one array. Sometimes you have many arrays instead (the members of an ensemble, the
# shards of a data set, the candidates of a search) and want each of them whole, on some device. The
# fair way to deal them out is the way one deals cards: round and round.
#
# ```text
# arrays     a0  a1  a2  a3  a4
# devices    d0  d1  d0  d1  d0
# ```
#
# Commit them all, also those that happen to be in the right place: work on an array that is merely
# *there* can end up elsewhere, as you will see in the next section.
#
# ## Your turn: `spread`
#
# **`spread(arrays, devices) -> list[jax.Array]`**
#
# - `arrays` is a list of NumPy arrays and `jax.Array`s in any mixture, of any shapes and dtypes, on
#   whatever devices, committed, uncommitted or sharded. There may be more or fewer of them than
#   devices.
# - `devices` is a list of at least one device, in any order; not always all that there are.
# - Result `i` holds the values of array `i`, whole, on `devices[i % len(devices)]`, and is committed
#   to it. The dtype is the one that `device_put` gives it.
# - No arrays give `[]`. The arrays you were given stay as they are.
#
# ```text
# spread([a, b, c], [jax.devices()[1]])         -> [a, b, c], all of them on device 1
# ```


# %% exercise="spread"
def spread(arrays: list, devices: list[jax.Device]) -> list[jax.Array]:
    """The arrays, dealt out to the devices in turn and committed."""
    ### BEGIN SOLUTION
    return [jax.device_put(array, devices[i % len(devices)]) for i, array in enumerate(arrays)]
    ### END SOLUTION


# %% check="spread"
check(spread)

# %% [markdown]
# ## 4. Committed and uncommitted
#
# Every `jax.Array` is one or the other.
#
# - **Committed**: somebody named the place. Work on it happens there.
# - **Uncommitted**: it had to be somewhere. JAX may copy it to where it is needed.
#
# An operation on several arrays runs where the committed ones are, and takes the others there. If
# none is committed, it runs on the default device. If two are committed to different places, JAX
# does not choose for you.
#
# **Before you run the next cell:** for each of the sums, say where it is and whether it is
# committed. One of them is an error, if you have several devices.

# %%
home = jax.device_put(host, first)
away = jax.device_put(host, last)


def where(action):
    """Place and commitment of a result, or the beginning of the error."""
    try:
        y = action()
        return f"{y.device}, {'committed' if y.committed else 'uncommitted'}"
    except ValueError as error:
        return f"{type(error).__name__}: {str(error)[:60]}..."


print("loose + loose", where(lambda: loose + loose))
print("loose + away ", where(lambda: loose + away))
print("host + away  ", where(lambda: host + away))
print("away * 2     ", where(lambda: away * 2))
print("home + away  ", where(lambda: home + away))

# %% [markdown]
# Commitment is catching: one committed operand commits the result, and with it everything that is
# computed from it. That is how naming a place *once*, for the parameters or for the batch, settles
# where a whole training step runs.
#
# "Received incompatible devices" is the error to recognise. JAX will not move a committed array
# behind your back, because it cannot know which of the two you would rather have moved. The whole
# message names both operands and the devices they are on. The cure is a `device_put` before the
# operation, never after it: there is no result to move.
#
# ### A picture
#
# A column for each of your devices, a line for each array. A box: the device holds a piece of this
# shape. A solid frame is committed, a dashed one uncommitted.
#
# **Before you run the next cell:** for each of the names in the cell, in which columns will there be
# a box, and with which frame?


# %%
def draw(arrays):
    """Which of `devices` holds what of each array, read from the arrays themselves."""
    size = 2.4 + 1.4 * len(devices), 1.2 + 0.42 * len(arrays)
    axes = plt.figure(figsize=size, layout="constrained").add_subplot()
    for line, array in enumerate(arrays.values()):
        frame = "-" if array.committed else "--"
        for shard in array.addressable_shards:
            column = devices.index(shard.device)
            axes.bar(column, 0.7, 0.8, line - 0.35, color="lightblue", edgecolor="black", linestyle=frame)
            axes.text(column, line, shard.data.shape, ha="center", va="center")
    axes.set_xticks(range(len(devices)), [str(device) for device in devices])
    axes.set_yticks(range(len(arrays)), list(arrays))
    axes.set_xlim(-0.5, len(devices) - 0.5)
    axes.set_ylim(len(arrays) - 0.5, -0.5)
    axes.set_title("solid: committed\ndashed: uncommitted", fontsize="medium")
    plt.show()


draw(
    {
        "loose": loose,
        "home": home,
        "away": away,
        "loose + away": loose + away,
        "rows": rows,
        "rows + 1": rows + 1,
        "copies": copies,
    }
)

# %% [markdown]
# The last three are committed as well: naming a sharding is naming a place. With one device the
# picture has one column, and only the frames tell the arrays apart.
#
# ### `default_device` moves nothing that is committed
#
# **Before you run the next cell:** the block asks for `last`. Where are the results? And where is
# `made`, when something is computed from it *after* the block?

# %%
with jax.default_device(last):
    made = jnp.ones(3)
    print("jnp.ones(3)       ", where(lambda: made))
    print("loose + 1         ", where(lambda: loose + 1))
    print("home + 1          ", where(lambda: home + 1))
print("afterwards, made  ", where(lambda: made))
print("afterwards, made+1", where(lambda: made + 1))

# %% [markdown]
# `default_device` governs what is *new* and what is *uncommitted*, inside the block. `home` is
# committed and stayed. `made` was made in the block and remains on that device, but it is only
# there, not tied to it: as soon as the block is over, work on it goes to the ordinary default
# device, and the whole array is copied there first. At every use. If data is to stay somewhere, put
# it there by name.
#
# ### Inside `jit` it is too late
#
# `jax.jit(f)` is a compiled version of `f`: JAX goes through `f` once, without numbers, and writes
# down a program for the device (lessons 3 and 4 say more). That program runs in one place, chosen from
# its inputs before it starts.
#
# **Before you run the next cell:** `move_and_add` is called with an array that is committed to
# `first`, directly and under `jit`. Where are the two results?


# %%
def move_and_add(v):
    return jax.device_put(v, last) + 1


print("called directly", where(lambda: move_and_add(home)))
print("under jit      ", where(lambda: jax.jit(move_and_add)(home)))

# %% [markdown]
# If the two rows differ, you have seen it: under `jit`, a `device_put` to another single device is
# ignored, without a word. The numbers are right, only the place is not. Put the *inputs* where the
# work is to be done, outside.
#
# ## 5. Moved, copied or shared?
#
# `device_put` to the place where an array is already has nothing to carry. Does it copy?
#
# **Before you run the next cell:** `again` is `away`, put where it is; `copied` is the same with
# `may_alias=False`. Which of them are new objects, and which have memory of their own?


# %%
def same_memory(a, b):
    return a.unsafe_buffer_pointer() == b.unsafe_buffer_pointer()


again = jax.device_put(away, last)
copied = jax.device_put(away, last, may_alias=False)
print(f"again:  the same object: {again is away!s:6} the same memory: {same_memory(again, away)}")
print(f"copied: the same object: {copied is away!s:6} the same memory: {same_memory(copied, away)}")

# %% [markdown]
# `again` is a second array in front of the **same memory**. Since arrays never change that is
# harmless, with one exception: giving the memory up. **Donating** an array means exactly that.
# `jax.jit(f, donate_argnums=0)` says that argument number 0 may be used up: the compiled function may
# build its result in the memory of that argument, which saves room in a training step (the old
# parameters are not needed any more).
#
# **Before you run the next cell:** `again` is donated. What becomes of `away`?

# %%
increment = jax.jit(lambda v: v + 1, donate_argnums=0)
print("result                 ", increment(again))
print("again is gone          ", again.is_deleted())
print("away is gone           ", away.is_deleted())
try:
    print("away                   ", str(away))
except RuntimeError as error:
    print("away                   ", f"{type(error).__name__}: {error}")
print("copied, memory its own ", copied)

# %% [markdown]
# If the second line says `True`, the memory was given up, and both arrays that stood in front of it
# are dead: also the one whose name you never mentioned. Donate only what nobody else holds. Where
# memory was shared, that means a copy (`may_alias=False`).
#
# `device_put` can donate as well: `donate=True` says "you may use up `v`".
#
# **Before you run the next cell:** is `v` gone afterwards?

# %%
v = jax.device_put(host, first)
moved = jax.device_put(v, last, donate=True)
print("v is gone:", v.is_deleted())
try:
    jax.device_put(v, last, donate=True, may_alias=True)
except ValueError as error:
    print("both at once:", error)

# %% [markdown]
# It is a permission, not an order. On a CPU, JAX does not take it; another kind of device may. So
# never use an array that you offered, whatever you saw on one machine.
#
# `may_alias` has a limit too. It is about *device* memory. On a CPU, a NumPy array whose memory
# lies conveniently may be adopted as it is, `may_alias=False` or not, and then later changes to the
# NumPy array show through. Lesson 3 has an exercise on that.
#
# ## Your turn: `add_on`
#
# **`add_on(x: jax.Array, y: jax.Array, device: jax.Device) -> jax.Array`**
#
# The sum of `x` and `y`, computed on `device` and committed to it.
#
# - `x` and `y` have the same shape and dtype, and so has the result. Each may be committed to any
#   device (not necessarily the same), sharded, or uncommitted.
# - The addition itself runs on `device`: not in NumPy, and not on another device to be moved
#   afterwards. The arrays travel from device to device; neither is fetched to the host.
# - The caller goes on using `x` and `y`: they stay where they were, unchanged.
# - A sum too large for its dtype does what JAX does. Arrays of different shapes, NumPy arrays and
#   tracers are not part of the task.
#
# ```text
# x = [0.5, 2.] on device 2, y = [4., 1.] uncommitted
# add_on(x, y, jax.devices()[1])                -> [4.5, 3.] on device 1, committed
# ```


# %% exercise="add_on"
def add_on(x: jax.Array, y: jax.Array, device: jax.Device) -> jax.Array:
    """`x + y`, computed on `device` and committed to it; `x` and `y` stay as they are."""
    ### BEGIN SOLUTION
    x, y = jax.device_put((x, y), device)
    return x + y
    ### END SOLUTION


# %% check="add_on"
check(add_on)

# %% [markdown]
# ## Recap
#
# - `x.devices()` is the set of all devices that hold `x`; `x.device` is a property, and for a
#   sharded array it is a sharding.
# - `device_put` with a place commits. Without a place it commits nothing, and placed data comes back
#   as it was.
# - To `device_put` a list is a tree of separate arrays.
# - Work runs where the committed operands are. Two places at once is an error, and the cure is a
#   `device_put` before the operation.
# - `default_device` concerns new and uncommitted data, and only inside its block.
# - Inside `jit` the place is settled already.
# - Put where it already is, an array shares its memory; donate one, and both are gone.
#
# | To … | write |
# | --- | --- |
# | know where an array is | `x.devices()`, `x.sharding`, `x.committed` |
# | put data on a device, committed | `jax.device_put(v, device)` |
# | put it where another array is | `jax.device_put(v, x.sharding)` |
# | have a grid of devices | `mesh = Mesh(np.array(devices), ("i",))` |
# | cut an array over it | `jax.device_put(v, NamedSharding(mesh, PartitionSpec("i")))` |
# | put a full copy on each device | `jax.device_put(v, NamedSharding(mesh, PartitionSpec()))` |
# | put a whole tree somewhere | `jax.device_put(tree, device)` |
# | push host data, uncommitted | `jax.device_put(np.asarray(v))` |
# | make new data on a device | `jnp.zeros(3, device=device)` |
# | choose the default for a while | `with jax.default_device(device):` |
# | copy, sharing nothing | `jax.device_put(x, device, may_alias=False)` |
# | see the layout | `jax.debug.visualize_array_sharding(x)` |
#
# **In the JAX documentation**
#
# - [Where arrays live, committed or not](https://docs.jax.dev/en/latest/201/placement.html)
# - [Sharding](https://docs.jax.dev/en/latest/201/sharding.html) and
#   [pytrees](https://docs.jax.dev/en/latest/101/pytrees.html)
# - [`jax.device_put`](https://docs.jax.dev/en/latest/_autosummary/jax.device_put.html),
#   [`jax.default_device`](https://docs.jax.dev/en/latest/_autosummary/jax.default_device.html),
#   [`jax.Array.committed`](https://docs.jax.dev/en/latest/_autosummary/jax.Array.committed.html)
# - [`jax.debug.visualize_array_sharding`](https://docs.jax.dev/en/latest/_autosummary/jax.debug.visualize_array_sharding.html)
