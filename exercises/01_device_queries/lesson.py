# %% [markdown]
# # Lesson 1: What is there to compute on?
#
# **You will be able to**
#
# - say what a `jax.Array` is, and what has become of PyTorch's `.to`, `.cpu`, `.numpy` and `no_grad`;
# - ask JAX which devices there are, of which platform, how many, and which of them are yours;
# - tell *default* from *available*, and *global* from *local*;
# - write a program that finds its device on a laptop, on a GPU server and on a cluster.
#
# **Why it matters.** The same training script is started on a laptop today and on sixteen machines
# next week. Batch sizes are multiples of a device count. Every process reads its own share of the
# data. One process writes the checkpoint. And the oldest bug of all is a job that was meant for the
# GPU, did not find it, and computed on the CPU all night without a word. A program that *asks* what
# is there, and asks the right question, does none of that.

# %%
# Run this cell first, and again after each restart of the kernel.
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

from grader import check

# %% [markdown]
# ## `jax.Array` in two minutes
#
# A `jax.Array` looks like a NumPy array: it has a shape and a dtype, and `jax.numpy` (here `jnp`)
# has most of the functions you know. Four things are different.
#
# - It lives on a **device**: something that JAX computes on, such as a GPU, or the CPU.
# - It **never changes**. What would be an assignment makes a new array.
# - It may be a **promise**: JAX hands it over at once and the device computes it in the meantime.
# - Floats have **32 bits** unless you ask otherwise.
#
# **Before you run the next cell:** you know these lines from NumPy or PyTorch. Which of them work on
# a `jax.Array`?

# %%
x = jnp.arange(3.0)
attempts = {
    "x[0] = 10": lambda: x.__setitem__(0, 10.0),
    "x.at[0].set(10)": lambda: x.at[0].set(10.0),
    "x.cpu()": lambda: x.cpu(),
    "x.numpy()": lambda: x.numpy(),
    'x.to("cpu")': lambda: x.to("cpu"),
    "np.asarray(x)": lambda: np.asarray(x),
    "x.device": lambda: x.device,
}
for line, attempt in attempts.items():
    try:
        outcome = repr(attempt())
    except (AttributeError, TypeError) as error:
        outcome = f"-- {type(error).__name__}"
    print(f"{line:18}{outcome}")
print(f"{'and x is still':18}{x}")

# %% [markdown]
# Nothing assigns, and PyTorch's methods are not there. JAX moves arrays with *functions*, and each gives
# you another array and leaves the first where it was.
#
# | You want to … | NumPy | PyTorch | JAX |
# | --- | --- | --- | --- |
# | make an array | `np.ones(3)` | `torch.ones(3)` | `jnp.ones(3)` |
# | change an element | `a[0] = 1` | `t[0] = 1` | `x = x.at[0].set(1)` |
# | know where it is | always the host | `t.device` | `x.device`, `x.devices()` |
# | move it to a device | no such thing | `t.to("cuda")` | `jax.device_put(x, device)` |
# | have it in NumPy | it is | `t.cpu().numpy()` | `jax.device_get(x)` |
# | have one Python number | `a.item()` | `t.item()` | `x.item()` |
# | know if there is a GPU | no such thing | `torch.cuda.is_available()` | `has_platform("gpu")`, soon yours |
# | count devices | no such thing | `torch.cuda.device_count()` | `jax.local_device_count()` |
# | compute without gradients | always | `with torch.no_grad():` | nothing: see below |
# | be on the GPU without asking | never | no: the CPU is the default | yes: see "default backend" |
#
# **`no_grad` has no twin** because there is nothing to switch off. A `jax.Array` carries no graph and
# no `requires_grad`. Derivatives come from a function, `jax.grad(f)`, and only while it runs `f`.
#
# **`.to` has no twin** because JAX has no modules that hold arrays and could move them in place. Your
# parameters are a plain dict or tuple of arrays, and `jax.device_put` takes the lot. Placing arrays
# is lesson 2, fetching them lesson 3. Here you find out what there is to place them on.
#
# ## What did JAX find?
#
# Five questions, and you will need little else:
#
# | Question | Answer |
# | --- | --- |
# | `jax.default_backend()` | a name: the platform that JAX uses unless told otherwise |
# | `jax.devices()` | a list: all devices of that platform |
# | `jax.local_devices()` | a list: those of them that belong to this process |
# | `jax.device_count()` | how many the first list has |
# | `jax.local_device_count()` | how many the second has |
#
# A **platform** is a kind of device: `"cpu"`, `"gpu"`, `"tpu"`. The part of JAX that drives it is
# its **backend**, and you will see the two words used for the same thing.
#
# **Before you run the next cell:** how many devices does JAX see on the machine in front of you? As
# many as the processor has cores?

# %%
print("cores of the processor  ", os.cpu_count())
print("jax.default_backend()   ", jax.default_backend())
print("jax.devices()           ", jax.devices())
print("jax.local_devices()     ", jax.local_devices())
print("jax.device_count()      ", jax.device_count())
print("jax.local_device_count()", jax.local_device_count())
print('len(jax.devices("cpu")) ', len(jax.devices("cpu")))

# %% [markdown]
# **Cores are not devices.** All cores of the processor make up *one* CPU device, and XLA, the
# compiler behind JAX, spreads the work over them by itself. GPUs are counted singly.
#
# If more than one CPU device shows up, somebody asked for it: one CPU can **simulate** any number of
# devices, which is how code for eight GPUs is tested on a laptop. They share the same cores, so
# nothing gets faster. The number is fixed when JAX starts its backends, at the first question or the
# first array, so it must be set before:
#
# ```python
# import jax
# jax.config.update("jax_num_cpu_devices", 3)    # at once after the import
# ```
#
# or, outside Python, `JAX_NUM_CPU_DEVICES=3`. Older scripts say
# `XLA_FLAGS=--xla_force_host_platform_device_count=3`, which still works.
#
# **Before you run the next cell:** JAX has started by now. What becomes of a late request?

# %%
before = len(jax.devices("cpu"))
try:
    jax.config.update("jax_num_cpu_devices", before + 1)
except RuntimeError as error:
    print(type(error).__name__, "-", str(error).split(" i.e.")[0])
print("CPU devices before and after:", before, len(jax.devices("cpu")))

# %% [markdown]
# It is refused. In a notebook the way is: restart the kernel, and put the request first.
#
# ### What a device says about itself
#
# A device is an object (`jax.Device`), not a string, and has attributes.
#
# **Before you run the next cell:** two of its attributes are called `platform` and `device_kind`.
# What might the difference be? And which of the lines below would you rely on in a program?

# %%
device = jax.devices()[0]
for attribute in ("platform", "device_kind", "id", "process_index", "local_hardware_id"):
    print(f"{attribute:18}{getattr(device, attribute)!r}")
print(f"{'memory_stats()':18}{'numbers' if device.memory_stats() else None}")
print(f"{'repr(device)':18}{device!r}")
print(f"{'str(device)':18}{device}")
print(f"{'== a second look':18}{device == jax.devices()[0]}")

# %% [markdown]
# | Attribute | What it is |
# | --- | --- |
# | `platform` | `"cpu"`, `"gpu"` or `"tpu"`: what programs ask for |
# | `device_kind` | the model, as its maker calls it; on a CPU that is just `"cpu"` again |
# | `id` | a number, unique among the devices of its *platform*, over all processes |
# | `process_index` | the process it belongs to |
# | `local_hardware_id` | its number on its own machine, or `None` for another process's device |
# | `memory_stats()` | bytes in use and the like, where the backend keeps count; else `None` |
#
# **Never compare or parse the text of a device.** `str(device)` for a CPU was `TFRT_CPU_0` in JAX
# 0.8.1 and is `cpu:0` since 0.10.0; GPUs were renamed once as well. Compare devices by `==`, and
# kinds of devices by `.platform`. (There is no `<`: `sorted(jax.devices())` raises TypeError.)
#
# ## Your process and the others
#
# On a cluster there is a Python process on every machine, or several, and they all run *your*
# script. One call at the top, `jax.distributed.initialize(...)`, introduces them to each other.
# From then on JAX answers two kinds of questions:
#
# - **global**: `jax.devices()`, `jax.device_count()`: all devices, wherever they are;
# - **local**: `jax.local_devices()`, `jax.local_device_count()`: the devices of *this* process, the
#   ones that it can put data on and read data from by itself.
#
# `jax.process_index()` says who you are, `jax.process_count()` how many you are. With a single
# process, which is all this notebook has, both questions have the same answer, and a program that
# asks the wrong one works. Until it moves.
#
# You need no cluster to see the difference. The program below starts two processes on this machine,
# introduces them to each other, and lets each of them look around. The first simulates two CPU
# devices, the second three.
#
# **Before you run the next two cells:** what will `device_count` and `local_device_count` be, in
# each? Which ids will the devices of the second process have? And what happens when the second
# process puts a number on `jax.devices()[0]` and reads it back?

# %%
PROGRAM = '''\
"""Two JAX processes on this machine, with 2 and 3 simulated CPU devices: what does each of them see?"""

import os
import socket
import subprocess
import sys


def look_around(process: int, address: str) -> None:
    """Join the other process at `address`, then print what JAX answers here."""
    import jax

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_num_cpu_devices", 2 + process)
    jax.distributed.initialize(address, num_processes=2, process_id=process, coordinator_bind_address=address)

    print(f"process {jax.process_index()} of {jax.process_count()}")
    print("  device_count        ", jax.device_count())
    print("  local_device_count  ", jax.local_device_count())
    print("  ids, devices()      ", [d.id for d in jax.devices()])
    print("  their process_index ", [d.process_index for d in jax.devices()])
    print("  ids, local_devices()", [d.id for d in jax.local_devices()])
    print("  a new array is on   ", [d.id for d in jax.numpy.ones(3).devices()])
    try:
        print("  from devices()[0]   ", float(jax.device_put(7.0, jax.devices()[0])))
    except RuntimeError as error:
        print("  from devices()[0]   ", type(error).__name__)
    jax.distributed.shutdown()


def start_both(program: str = __file__) -> str:
    """Run `program` as process 0 and as process 1; return what they print, one after the other."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # loopback, and a port that is free just now
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    environment = {**os.environ, "XLA_FLAGS": ""}  # which may ask for a number of devices too
    both = [
        subprocess.Popen([sys.executable, program, str(i), address], env=environment, stdout=subprocess.PIPE, text=True)
        for i in range(2)
    ]
    try:
        return "".join(process.communicate(timeout=60)[0] for process in both)
    finally:
        for process in both:
            process.kill()


if __name__ == "__main__":
    if len(sys.argv) == 3:
        look_around(int(sys.argv[1]), sys.argv[2])
    else:
        print(start_both(), end="")
'''

RECORDED = """\
process 0 of 2
  device_count         5
  local_device_count   2
  ids, devices()       [0, 1, 2048, 2049, 2050]
  their process_index  [0, 0, 1, 1, 1]
  ids, local_devices() [0, 1]
  a new array is on    [0]
  from devices()[0]    7.0
process 1 of 2
  device_count         5
  local_device_count   3
  ids, devices()       [0, 1, 2048, 2049, 2050]
  their process_index  [0, 0, 1, 1, 1]
  ids, local_devices() [2048, 2049, 2050]
  a new array is on    [2048]
  from devices()[0]    RuntimeError
"""

# %%
START_THEM = False  # True starts two processes on your machine: they take some seconds


def run_program():
    """What PROGRAM prints: it runs outside this notebook, whose own JAX has long started."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "two_processes.py")
        with open(path, "w") as file:
            file.write(PROGRAM)
        return subprocess.run([sys.executable, path], stdout=subprocess.PIPE, text=True, check=True).stdout


output = RECORDED
if START_THEM:
    try:
        output = run_program()
    except OSError as error:  # a place where no process may be started, as when this is graded
        print(f"Not possible here ({type(error).__name__}). This is what it printed elsewhere:")
print(output)

# %% [markdown]
# As it stands, the cell shows a recorded run (JAX 0.8.1, 0.10.2 and 0.12.0 all printed this). Set
# `START_THEM = True` to have your own machine do it, and `False` again before you hand the notebook in.
#
# - `device_count` is the same in both processes. `local_device_count` is not, and neither is it the
#   first divided by the number of processes: each has what it has.
# - Both see all five devices, in the same order, with the same ids. An **id is a name and not a
#   position**: the second process's first device does not have id 0, and the ids leave gaps.
#   (These leap from process to process. Do not expect the same pattern elsewhere, and never calculate
#   with ids.)
# - A new array goes to the first *local* device.
# - **Seeing is not having.** In the second process `jax.devices()[0]` is another process's device,
#   and the number that was put there cannot be read. The line works on every machine with a single
#   process, and that is why it is in so many scripts.
#
# Here is the same as a picture, with your own notebook as a third row.

# %%
figure, axes = plt.subplots(figsize=(7, 2.6), layout="constrained")
two_processes = [(0, 0), (1, 0), (2048, 1), (2049, 1), (2050, 1)]  # (id, process), from the run above
here = [(d.id, d.process_index) for d in jax.devices()]
rows = [
    ("seen from process 0", two_processes, 0),
    ("seen from process 1", two_processes, 1),
    ("this notebook", here, jax.process_index()),
]
for row, (_, devices, me) in enumerate(rows):
    local = [process == me for _, process in devices]
    places = [n + 0.3 * process for n, (_, process) in enumerate(devices)]
    axes.barh(
        [row] * len(devices), 0.9, 0.7, places, color=["tab:blue" if mine else "white" for mine in local], ec="0.4"
    )
    for place, (number, _), mine in zip(places, devices, local, strict=True):
        words = f"id {number}\n{'local' if mine else 'not mine'}"
        axes.text(place + 0.45, row, words, ha="center", va="center", color="white" if mine else "0.4", size=8)
axes.set_yticks(range(len(rows)), [label for label, _, _ in rows])
axes.invert_yaxis()
axes.tick_params(left=False)
axes.xaxis.set_visible(False)
axes.spines[:].set_visible(False)
axes.set_title("jax.devices(): the whole row; jax.local_devices(): the filled part", size=10)
plt.show()

# %% [markdown]
# When do you want which?
#
# | For … | ask |
# | --- | --- |
# | the size of the batch over the whole cluster | `jax.device_count()` |
# | how much data this process has to load | `jax.local_device_count()` |
# | laying out an array over all devices | `jax.devices()` |
# | putting something on a device here and now | `jax.local_devices()` |
# | writing the checkpoint, or the log, only once | `jax.process_index() == 0` |
#
# ## How the four functions are checked
#
# You probably have one machine, and your functions should work on any. So the checks take them to
# machines that do not exist: they answer `jax.devices`, `jax.local_devices`, the two counts,
# `jax.default_backend`, `jax.process_index` and `jax.process_count` as such a machine would, and the
# devices have the attributes `platform`, `device_kind`, `id` and `process_index`. Therefore:
#
# - ask **these functions**, and no environment variable, command-line tool or other library;
# - ask **when your function is called**. An answer kept from an earlier call, or from the moment
#   when the cell ran, belongs to a different machine.
#
# ## Your turn: `describe_backend`
#
# The first line of many training logs.
#
# **`describe_backend() -> dict`**
#
# Return a dict with exactly these three keys:
#
# - `"backend"`: the name of the default platform, a `str`;
# - `"device_count"`: the number of its devices over **all processes**, an `int`;
# - `"local_device_count"`: the number of its devices in **this process**, an `int`.
#
# The devices of other platforms do not count. The function takes no arguments, so there is no bad
# input; JAX always has at least one device.
#
# In the second process of the run above:
#
# ```text
# describe_backend()  ->  {"backend": "cpu", "device_count": 5, "local_device_count": 3}
# ```


# %% exercise="describe_backend"
def describe_backend() -> dict[str, str | int]:
    """The default platform, and how many devices it has: over all processes, and in this one."""
    raise NotImplementedError("describe_backend: your code goes here")


# %% check="describe_backend"
check(describe_backend)

# %% [markdown]
# ## Default is not the same as available
#
# JAX can drive several platforms side by side. One of them is the default: an accelerator if JAX
# found one that it can use, and the CPU if not. That is a convenience and a trap: if the driver is
# missing, or the package was installed without GPU support, JAX quietly takes the CPU. So a program
# that *needs* a GPU should ask for it.
#
# Of the five questions, four can be put to a platform by name: `jax.devices("cpu")`,
# `jax.device_count("cpu")`, `jax.local_devices(backend="cpu")`, `jax.local_device_count("cpu")`.
#
# **Before you run the next cell:** what does `jax.devices("gpu")` give on a machine without a GPU? An
# empty list? And on a machine *with* a GPU, is the CPU in `jax.devices()`?

# %%
print(f"{'jax.devices()':24}{len(jax.devices())} x {jax.devices()[0].platform}")
for name in ("cpu", "gpu", "cuda", "CPU", "quantum"):
    try:
        found = jax.devices(name)
        outcome = f"{len(found)} x {found[0].platform}"
    except RuntimeError as error:
        outcome = f"RuntimeError: {str(error)[:72]}"
    call = f'jax.devices("{name}")'
    print(f"{call:24}{outcome}")

# %% [markdown]
# - A platform that is not there is an **exception, not an empty list**: RuntimeError. It makes no
#   difference whether you asked for a GPU that is missing or for something that nobody makes.
#   `jax.device_count("gpu")` and `jax.local_devices(backend="gpu")` raise it too.
# - `jax.devices()` lists the **default platform only**. On a GPU machine it shows the GPUs, and the
#   CPU, which is still there and quite useful, appears when asked for: `jax.devices("cpu")`. So
#   looking for a platform in `jax.devices()` answers another question, and so does
#   `jax.default_backend()`.
# - A name is **lower case**, and there can be more than one for a platform. JAX resolves `"gpu"` to
#   whichever kind of GPU it has, `"cuda"` (NVIDIA) or `"rocm"` (AMD), and takes these names as well. The
#   devices themselves always say `"gpu"`. So let JAX do the comparing.
#
# ### Catch what you mean to catch
#
# Starting a backend can take a while, and somebody may press Ctrl-C, which Python reports as
# KeyboardInterrupt. `except:` without a name catches that too, and the misspelt variable as well.
#
# **Before you run the next cell:** three ways to ask, each interrupted in the middle. What does each
# of them return?


# %%
def interrupted(name):
    """Stands for `jax.devices`, with somebody pressing Ctrl-C."""
    raise KeyboardInterrupt


def bare(name, devices):
    try:
        return bool(devices(name))
    except:  # noqa: E722
        return False


def any_exception(name, devices):
    try:
        return bool(devices(name))
    except Exception:
        return False


def named(name, devices):
    try:
        return bool(devices(name))
    except RuntimeError:
        return False


for ask in (bare, any_exception, named):
    try:
        outcome = f"returned {ask('gpu', interrupted)}"
    except KeyboardInterrupt:
        outcome = "stopped, as asked"
    print(f"{ask.__name__:15}{outcome}")

# %% [markdown]
# The bare `except:` tells you that there is no GPU and goes on. KeyboardInterrupt is no `Exception`,
# so the second lets it through; but the second still turns every bug of yours into "no GPU".
#
# One failure looks similar and is not: if the environment variable `JAX_PLATFORMS` names a platform
# that cannot start, *every* question fails, even `jax.devices("cpu")`, and sometimes with another
# exception than RuntimeError. Then JAX did not start at all, which no answer of yours can mend.
#
# ## Your turn: `has_platform`
#
# **`has_platform(name: str) -> bool`**
#
# Return `True` if `jax.devices(name)` has devices to offer, and `False` if there is no such platform.
#
# - `name` is a non-empty string, taken as `jax.devices` takes it: `"cuda"` may be right and `"CPU"`
#   never is.
# - The answer is `True` or `False` itself, and not a list or `None`.
# - An absent or unknown platform **never raises**. KeyboardInterrupt must get through.
# - The platform need not be the default one.
#
# On a machine with two TPUs:
#
# ```text
# has_platform("tpu")    -> True
# has_platform("cpu")    -> True
# has_platform("rocm")   -> False
# ```


# %% exercise="has_platform"
def has_platform(name: str) -> bool:
    """Whether JAX has devices of the platform `name`."""
    raise NotImplementedError("has_platform: your code goes here")


# %% check="has_platform"
check(has_platform)

# %% [markdown]
# ## Whose device is it?
#
# A list of devices can come from anywhere: from `jax.devices()`, from an array (`x.devices()`), from
# a colleague's function that lays out the cluster. Everything you may want to know about it is in
# the devices: `process_index` and `id`.
#
# **Before you run the next cell:** what does each line print? The last one asks for the devices of a
# process that does not exist.

# %%
me = jax.process_index()
print("by hand, mine    ", [d for d in jax.devices() if d.process_index == me])
print("jax.local_devices", jax.local_devices())
print("by hand, nobody's", [d for d in jax.devices() if d.process_index == 99])
try:
    print(jax.local_devices(process_index=99))
except ValueError as error:
    print("local_devices(99)", type(error).__name__, "-", error)

# %% [markdown]
# `jax.local_devices(process_index=i)` is the filter by hand with a check: a process must exist. Note
# what both depend on. `local_devices` knows the devices of *this* program. A filter works on any list
# that you are given, and for any process.
#
# Three habits that look right with one process and one platform:
#
# - **taking the position for the id** (`enumerate`): look at the second process in the run above;
# - **sorting**, or going through a `set`: the order of a device list has a meaning (it says who is
#   whose neighbour when arrays are laid out), so keep it;
# - **taking the id for unique**: `cpu:0` and the GPU with id 0 are two devices.
#
# ## Your turn: `local_ids`
#
# **`local_ids(devices: Sequence[jax.Device], process_index: int) -> list[int]`**
#
# Return the ids of those devices in the list `devices` that belong to process `process_index`, in the
# order of the list.
#
# - `devices` may hold devices of any machine, platform and process, **also of machines that this
#   program knows nothing about**. It may hold two platforms, so an id can occur twice; keep both.
# - If no device qualifies, or `devices` is empty, the result is `[]`. A process that does not exist
#   simply has no devices; that is no error.
# - The result is a new list of `int`. `devices` stays as it is.
#
# With the five devices of the run above, listed backwards:
#
# ```text
# local_ids(list(reversed(jax.devices())), 1)   -> [2050, 2049, 2048]
# local_ids(list(reversed(jax.devices())), 7)   -> []
# ```


# %% exercise="local_ids"
def local_ids(devices: Sequence[jax.Device], process_index: int) -> list[int]:
    """The ids of those of `devices` that belong to process `process_index`, in order."""
    raise NotImplementedError("local_ids: your code goes here")


# %% check="local_ids"
check(local_ids)

# %% [markdown]
# ## Choosing a device
#
# Now put it together: "a TPU if there is one, else a GPU, else the CPU", on whatever machine, in
# whichever process. Two questions in one: is the platform there, and is any of it *mine*?
#
# **Before you run the next cell:** `jax.local_devices` takes a platform. What do you expect from
# `jax.local_devices("cpu")`, and what from `jax.local_devices(backend="cpu")`?

# %%
for call, ask in {
    'jax.local_devices(backend="cpu")': lambda: jax.local_devices(backend="cpu"),
    'jax.local_devices("cpu")': lambda: jax.local_devices("cpu"),
}.items():
    try:
        outcome = ask()
    except TypeError as error:
        outcome = f"{type(error).__name__} - {error}"
    print(f"{call:34}{outcome}")

first = jax.local_devices()[0]
print("\na new array is on my first device:  ", jnp.zeros(2).device == first)
print("and that is also jax.devices()[0]:  ", jax.devices()[0] == first, f"(in process {jax.process_index()})")

# %% [markdown]
# The first argument of `local_devices` is the process, so the platform needs its name, `backend=`.
# With `jax.devices` it comes first, which makes the slip an easy one.
#
# The last line says `True` in process 0, and in this notebook there is no other. In any further
# process it would say `False`, as the recorded run shows: a script that picks `jax.devices(name)[0]`
# gives every process the *same* device, which all but one of them cannot use.
#
# And there may be nothing to pick. A platform can be present while all of its devices belong to
# other processes: then the *local* list is empty, without an exception.
#
# ## Your turn: `pick_device`
#
# **`pick_device(preferences: Sequence[str]) -> jax.Device`**
#
# Return a device of **this process**, of the first platform in `preferences` that has one here.
#
# - `preferences` is a list or a tuple of platform names, the best first, named as `jax.devices` takes
#   them. It stays as it is. Its order decides, and JAX's default does not matter.
# - A platform that is absent is skipped, and so is one whose devices all belong to other processes.
# - If the platform has several devices here, any of them will do; the first is the custom.
# - If no platform has a device here, raise **ValueError with a text that contains every name** in
#   `preferences`, so that whoever reads the log sees what was wanted.
# - If `preferences` is empty, raise ValueError as well.
# - KeyboardInterrupt must get through.
#
# In the second process of the run above:
#
# ```text
# pick_device(["tpu", "cpu"])    -> CpuDevice(id=2048)
# pick_device(("tpu", "rocm"))   -> ValueError: no device here for any of ['tpu', 'rocm']
# ```


# %% exercise="pick_device"
def pick_device(preferences: Sequence[str]) -> jax.Device:
    """A device of this process, of the first platform in `preferences` that has one here."""
    raise NotImplementedError("pick_device: your code goes here")


# %% check="pick_device"
check(pick_device)

# %% [markdown]
# ## Recap
#
# - A `jax.Array` lives on a device and never changes. Functions move it: there is no `.to`, `.cpu` or
#   `.numpy`, and no `no_grad`, since arrays record nothing.
# - A processor is one device, however many cores it has, unless more are simulated; that has to be
#   asked for before JAX starts.
# - `jax.devices()` means: of the default platform, over all processes. Say `jax.devices("cpu")` for
#   another platform, `jax.local_devices()` for your own.
# - An absent platform raises RuntimeError. Catch that, and only that.
# - An id is a name. Devices are compared by `==` and by their attributes, never by their text.
# - Use what is local. `jax.devices()[0]` is yours in one process only.
#
# | To … | write |
# | --- | --- |
# | name the default platform | `jax.default_backend()` |
# | list all its devices, or count them | `jax.devices()`, `jax.device_count()` |
# | list or count those of this process | `jax.local_devices()`, `jax.local_device_count()` |
# | list another platform's | `jax.devices("cpu")`, `jax.local_devices(backend="cpu")` |
# | find out whether there is one | `try: jax.devices("gpu")`, `except RuntimeError:` |
# | know who you are | `jax.process_index()`, of `jax.process_count()` |
# | read a device | `d.platform`, `d.id`, `d.process_index`, `d.device_kind` |
# | know where an array is | `x.device`, or `x.devices()` if there may be several |
# | simulate devices | `jax.config.update("jax_num_cpu_devices", n)` before anything else |
#
# **In the JAX documentation**
#
# - [`jax.devices`](https://docs.jax.dev/en/latest/_autosummary/jax.devices.html),
#   [`jax.local_devices`](https://docs.jax.dev/en/latest/_autosummary/jax.local_devices.html),
#   [`jax.default_backend`](https://docs.jax.dev/en/latest/_autosummary/jax.default_backend.html)
# - [What an array is](https://docs.jax.dev/en/latest/101/arrays.html)
# - [Where arrays live](https://docs.jax.dev/en/latest/201/placement.html): the next lesson
# - [Several processes](https://docs.jax.dev/en/latest/501/multiprocess.html) and
#   [`jax.distributed.initialize`](https://docs.jax.dev/en/latest/_autosummary/jax.distributed.initialize.html)
