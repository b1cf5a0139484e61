# %% [markdown]
# # Lesson 4: Which dtype comes out?
#
# **You will be able to**
#
# - predict the dtype of an expression that mixes arrays, Python numbers and NumPy scalars;
# - read the picture behind JAX's rules, and ask JAX when you are not sure;
# - keep a bfloat16 model in bfloat16 from end to end, under `jit` as well;
# - stop small integers from wrapping around, and get a float64 where you really need one.
#
# **Why it matters.** A model in bfloat16 takes half the memory of one in float32. A single constant
# of the wrong kind, in a single layer, and everything after it runs in float32 again. Pixels are
# uint8, token counts are int32, masks are bool: mix them carelessly and numbers wrap around or lose
# digits. None of this raises an error. You notice days later, when memory runs out or the loss
# stays where it was.

# %%
# Run this cell first, and again after each restart of the kernel.
import warnings

import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np

from grader import check

# %% [markdown]
# ## 32 bits, unless told otherwise
#
# NumPy's default types are int64 and float64. On the hardware JAX was made for, 64-bit arithmetic
# is slow or missing, so JAX leaves it **switched off**: what would be 64 bits wide gets 32.
#
# **Before you run the next cell:** which of these arrays are 64 bits wide, and which lines warn you
# that you did not get what you asked for?

# %%
requests = {
    "np.linspace(0, 1, 3)": lambda: np.linspace(0, 1, 3),
    "jnp.asarray(np.linspace(0, 1, 3))": lambda: jnp.asarray(np.linspace(0, 1, 3)),
    "jax.device_put(np.arange(3))": lambda: jax.device_put(np.arange(3)),
    "jnp.asarray([0, 1], 'float64')": lambda: jnp.asarray([0, 1], "float64"),
}
for text, make in requests.items():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = make()
    print(f"{text:35}{made.dtype!s:9}{'with a warning' if caught else ''}")

# %% [markdown]
# Ask for float64 by name and you get a warning. Hand over a NumPy array that happens to be 64 bits
# wide, and it is narrowed **without a word**. Most 64-bit data arrives that second way.
#
# There are two ways to switch 64-bit types on:
#
# - **for the whole program**, before anything else: the environment variable `JAX_ENABLE_X64=1`, or
#   the line `jax.config.update("jax_enable_x64", True)`;
# - **for a few lines**: `with jax.enable_x64(True):` (JAX 0.8.0 and later).
#
# **Before you run the next cell:** does `x`, which exists already, become float64 inside the `with`?

# %%
host = np.ones(3)
x = jax.device_put(host)
with jax.enable_x64(True):
    y = jax.device_put(host)
    print("inside:   x", x.dtype, "  a new array", y.dtype)
print("outside:  x", x.dtype, "  the array made inside", y.dtype, "  a new one", jax.device_put(host).dtype)

# %% [markdown]
# The switch decides which types are *available* for new results. It never changes an array that is
# there already, in either direction. From here on it is off unless we say so.
#
# ## Python numbers give way, NumPy scalars do not
#
# The arrays below are named after their dtypes. To learn the dtype of an expression we use
# `jax.eval_shape`, which finds out shape and dtype **without computing anything**.
#
# **Before you run the next cell:** a Python `0.1` has 64 bits. Which of the arrays will it widen,
# with 64-bit types off and on? Does `np.float64(0.1)`, the same number, do the same?

# %%
f32 = jax.device_put(np.ones(3, np.float32))
f16 = jax.device_put(np.ones(3, np.float16))
bf16 = jax.device_put(np.ones(3, jnp.bfloat16))
i32 = jax.device_put(np.ones(3, np.int32))
i16 = jax.device_put(np.ones(3, np.int16))
i8 = jax.device_put(np.ones(3, np.int8))
u16 = jax.device_put(np.ones(3, np.uint16))
u8 = jax.device_put(np.ones(3, np.uint8))
flags = jax.device_put(np.ones(3, np.bool_))


def show_dtypes(*expressions):
    """Print the dtype of each expression, with 64-bit types off and on."""
    print(f"{'':28}{'64 bits off':14}64 bits on")
    for text in expressions:
        off = jax.eval_shape(lambda text=text: eval(text))
        with jax.enable_x64(True):
            on = jax.eval_shape(lambda text=text: eval(text))
        print(f"{text:28}{off.dtype!s:14}{on.dtype}")


show_dtypes("f32 + 0.1", "bf16 * 0.1", "u8 + 1", "f32 + np.float64(0.1)", "bf16 * np.float64(0.1)", "u8 + np.int32(1)")

# %% [markdown]
# Two rules cover the table.
#
# - A Python `int` or `float` is **weak**: it brings a *kind* (integer, floating) and no width. The
#   array keeps its dtype, whatever the switch says. You will meet course notes that say `f32 + 0.1`
#   becomes float64, and that you should write `jnp.float32(0.1)`: it does not, and for bfloat16 that
#   advice does the very harm it warns of.
# - A NumPy scalar is **not weak**. It has a dtype and joins in as an array of that dtype would.
#   `np.float64` is the trap. `np.sqrt(2)`, `np.mean(...)` and the items of NumPy arrays are all of
#   that kind, and so are results like `jnp.float32(0.1)`. (`np.pi` and `np.nan` are plain Python
#   floats.)
#
# Arrays can be weak as well, and `x.weak_type` tells. It is the *array* that is weak, never its dtype.
#
# **Before you run the next cell:** which of these four are weak?

# %%
half = jnp.asarray(0.5)
for text in ("half", "half * half", "jnp.asarray([0.5])", "half * jnp.asarray([0.5])"):
    made = jax.eval_shape(lambda text=text: eval(text))
    print(f"{text:28}{made.dtype}  {'weak' if made.weak_type else 'not weak'}")

# %% [markdown]
# A lone Python number stays weak when it becomes an array, and so does what is made of weak things
# only. Anything that met a real dtype (a NumPy scalar, a list, `zeros`, `arange`) is not weak.
#
# ## The picture behind the rules
#
# Two operands of different dtypes meet in the *closest* dtype that both may become. The next cell
# asks JAX itself who may become whom: `jnp.promote_types(a, b)` is the meeting point of `a` and
# `b`, so `a` may become `b` if the two meet in `b`. Python's `int` and `float` stand for the weak
# types, `i*` and `f*` in the picture. (The picture is drawn with 64-bit types on, to show them all.)
#
# **Before you run the next cell:** sketch it. Where do `bool`, `int32` and `float16` stand? Does
# uint8 lead to int8? Where do bfloat16 and float16 meet?

# %%
SPOTS = {  # where each type is drawn
    "bool": (0, 1),
    int: (1, 1),
    **{f"uint{8 << n}": (2 + n, 2) for n in range(4)},
    **{f"int{8 << n}": (2 + n, 0) for n in range(4)},
    float: (6.2, 1),
    "bfloat16": (7.2, 2),
    "float16": (7.2, 0),
    "float32": (8.2, 1),
    "float64": (9.2, 1),
}
LABELS = {int: "i*", float: "f*"}

with jax.enable_x64(True):
    strong = [t for t in SPOTS if t not in LABELS]
    may_become = {a: {b for b in strong if jnp.promote_types(a, b) == jnp.dtype(b)} for a in SPOTS}
# A leads to B if whatever B may become, A may become too, and more than that.
above = {a: {b for b in SPOTS if may_become[b] < may_become[a]} for a in SPOTS}
steps = [(a, b) for a in SPOTS for b in above[a] if not any(b in above[c] for c in above[a])]

figure, axes = plt.subplots(figsize=(9, 3), layout="constrained")
for a, b in steps:
    arrow = {"arrowstyle": "->", "color": "0.45", "shrinkA": 17, "shrinkB": 17}
    axes.annotate("", SPOTS[b], SPOTS[a], arrowprops=arrow)
for kind, (across, up) in SPOTS.items():
    style = {"boxstyle": "round", "fc": "lightyellow" if kind in LABELS else "white", "ec": "0.3"}
    axes.text(across, up, LABELS.get(kind, kind), ha="center", va="center", bbox=style, fontsize=9)
axes.set(xlim=(-0.5, 9.8), ylim=(-0.5, 2.5), title="Each arrow: may become. The weak types, i* and f*, are tinted.")
axes.set_axis_off()
plt.show()

# %% [markdown]
# Put a finger on each of two types and follow the arrows: the first type *both* fingers can reach is
# the answer.
#
# - `i*` stands before all integers and `f*` before all floats, so a Python number never moves an
#   array of its own kind.
# - **Every integer leads to `f*`, and from there to the floats**, so an integer never widens a float:
#   int32 with float16 gives float16.
# - bfloat16 and float16 do not lead to each other. They meet in **float32**, a type neither of them
#   had.
# - uint8 does not lead to int8 (where would 200 go?). They meet in int16.
# - uint32 meets int32 in int64. With 64-bit types off there is no int64, and int32 takes its place:
#   values above the int32 range turn negative.
# - The 8-bit floats are not in the picture: JAX refuses to mix them with other floats.
#
# "Closest" is a statement about types, not about your numbers.
#
# **Before you run the next cell:** what becomes of 70000 when it meets a float16, and of 16777217
# when it meets a float32?

# %%
print("70000    + float16 ->", jax.device_put(np.array([70000])) + jax.device_put(np.zeros(1, np.float16)))
with np.printoptions(precision=10):
    print("16777217 + float32 ->", jax.device_put(np.array([16777217])) + jax.device_put(np.zeros(1, np.float32)))

# %% [markdown]
# Too large for float16, and one digit too many for float32; nobody complains. NumPy would have gone
# to float64 both times. JAX's choice keeps a half-precision model in half precision, and leaves it to
# you to know how large your integers get.
#
# ## The operation has a say too
#
# **Before you run the next cell:** each operand here is a single array, so there is nothing to join.
# Which results have another dtype than the array?

# %%
show_dtypes(
    "u16 / u16", "u16 // 7", "jnp.sum(u16)", "jnp.max(u16)", "jnp.mean(u16)", "jnp.cumsum(u16)", "jnp.sum(flags)"
)

# %% [markdown]
# - `/` and `mean` make floats out of integers, of the default width. `//`, `%` and `max` keep the
#   dtype.
# - `sum` (and `prod`) of a small integer type is kept in a default-width one, signed or unsigned as
#   before, so that it can hold the total; booleans are counted.
# - `cumsum` **keeps the dtype**, unlike `sum`, and unlike NumPy's `cumsum`. Totals wrap around.
#
# ## Your turn: `predict_dtypes`
#
# Twelve expressions, with the arrays of this lesson (`f32` is a float32 array, `i8` an int8 one, and
# so on) and 64-bit types **off**. Write down the dtype of each.
#
# **`predict_dtypes() -> dict[str, str]`**
#
# Return a dictionary with exactly these keys; each value is the name of a dtype, such as `"int16"`:
#
# ```python
# {
#     "f32 + 0.1": ...,
#     "bf16 * 2": ...,
#     "i32 * 2.5": ...,
#     "bf16 * np.float32(2)": ...,
#     "f32 + np.float64(0.1)": ...,
#     "jnp.asarray(np.ones(2))": ...,
#     "i32 + f16": ...,
#     "bf16 + f16": ...,
#     "u8 + i8": ...,
#     "i32 / 2": ...,
#     "jnp.sum(i8)": ...,
#     "jnp.cumsum(i8)": ...,
# }
# ```
#
# - A thirteenth one, as an example: `"u16 * 3"` would get the value `"uint16"`.
# - A value may be a dtype instead of its name: `np.dtype("int16")`, `jnp.int16` or `some_array.dtype`.
# - A key that is missing, and a value that names no dtype, count as wrong. Further keys are ignored.
# - Predict first, on paper if you like. Running an expression to see whether you were right is
#   welcome; the point is to be able to do without.


# %% exercise="predict_dtypes"
def predict_dtypes() -> dict[str, str]:
    """The dtype of each of the twelve expressions, with 64-bit types off."""
    ### BEGIN SOLUTION
    return {
        "f32 + 0.1": "float32",
        "bf16 * 2": "bfloat16",
        "i32 * 2.5": "float32",
        "bf16 * np.float32(2)": "float32",
        "f32 + np.float64(0.1)": "float32",
        "jnp.asarray(np.ones(2))": "float32",
        "i32 + f16": "float16",
        "bf16 + f16": "float32",
        "u8 + i8": "int16",
        "i32 / 2": "float32",
        "jnp.sum(i8)": "int32",
        "jnp.cumsum(i8)": "int8",
    }
    ### END SOLUTION


# %% check="predict_dtypes"
check(predict_dtypes)

# %% [markdown]
# ## Asking instead of guessing
#
# Three questions you can put to JAX:
#
# - `jnp.promote_types(a, b)`: where do two *dtypes* meet?
# - `jnp.result_type(x, y, ...)`: where do these *operands* meet, weak ones counted as weak?
# - `jax.eval_shape(f, x, y)`: what comes out of this whole *function*?
#
# **Before you run the next cell:** two of the three can be told that `2.0` is a Python number. Which
# one cannot, and what does it answer if you give it the type `float` instead?

# %%
print("promote_types(bfloat16, float32)  ", jnp.promote_types(jnp.bfloat16, jnp.float32))
print("promote_types(bfloat16, float)    ", jnp.promote_types(jnp.bfloat16, float))
print("promote_types(float, float)       ", jnp.promote_types(float, float))
print("result_type(bf16, 2.0)            ", jnp.result_type(bf16, 2.0))
print("result_type(bf16, np.float32(2))  ", jnp.result_type(bf16, np.float32(2)))
print("result_type(2.0)                  ", jnp.result_type(2.0))
print("eval_shape(jnp.matmul, bf16, f32) ", jax.eval_shape(jnp.matmul, bf16, f32))

# %% [markdown]
# `promote_types` only knows types. It takes Python's `float` for the weak `f*`, and when nothing but
# weak types meet it names Python's own width, 64 bits, though such an array cannot exist while the
# switch is off. `result_type` looks at the operands and answers with a type you can really have.
#
# ### Or forbid it
#
# If a mixed dtype is always a mistake in your program, let JAX refuse it.
#
# **Before you run the next cell:** in strict mode, which of the four lines still work?

# %%
with jax.numpy_dtype_promotion("strict"):
    for text in ("f32 + 0.1", "i32 + 0.1", "bf16 * f32", "bf16 * np.float32(2)"):
        try:
            print(f"{text:22}{jax.eval_shape(lambda text=text: eval(text)).dtype}")
        except ValueError as error:
            print(f"{text:22}{type(error).__name__}: {str(error)[:44]} ...")

# %% [markdown]
# Strict mode lets a Python number join an array of its own kind and refuses everything else that
# would change a dtype. Set it once, with `jax.config.update("jax_numpy_dtype_promotion", "strict")`, in
# the tests of a training script: each accident then has a line number.
#
# ## Your turn: `join`
#
# Write your own `promote_types`.
#
# **`join(a: np.dtype, b: np.dtype) -> np.dtype`**
#
# Return the dtype in which an array of dtype `a` and an array of dtype `b` meet (when they are added,
# say), with 64-bit types off.
#
# - `a` and `b` are any two of bool, int8, int16, int32, uint8, uint16, uint32, float16, bfloat16 and
#   float32, equal ones included. Where the picture says int64, the answer is int32.
# - The result is an `np.dtype`, as an array's `.dtype` is; `jnp.dtype("int8")` makes one from a name.
# - Do it **without** `promote_types` and `result_type`, JAX's or NumPy's, and without a table that
#   was filled in by them. Everything else is allowed: look at what JAX does to arrays, or walk the
#   picture yourself. (The check makes `jnp.promote_types` and `jnp.result_type` give wrong answers. For
#   other routes to the same two functions it takes your word.)
# - Other types need not be handled.
#
# ```text
# join(np.dtype("uint16"), np.dtype("int8"))   -> dtype('int32')
# ```


# %% exercise="join"
def join(a: np.dtype, b: np.dtype) -> np.dtype:
    """The dtype in which arrays of dtypes `a` and `b` meet."""
    ### BEGIN SOLUTION
    scalars = (jax.ShapeDtypeStruct((), dtype) for dtype in (a, b))
    return jax.eval_shape(jnp.add, *scalars).dtype
    ### END SOLUTION


# %% check="join"
check(join)

# %% [markdown]
# ## Half a page on `jit`
#
# `jax.jit(f)` gives a compiled version of `f`. At the first call, JAX runs `f` once with
# **tracers** in place of the arguments. A tracer has a shape and a dtype, and no numbers. It writes
# down which operations it goes through; that record is compiled, kept, and used for all later calls
# with arguments of the same kind. The Python code of `f` does not run again: no `print`, no `if`.
#
# - What needs a *number* fails while tracing: `float(k)`, `int(k)`, `k.item()`, `if k > 0:`, NumPy.
# - What needs a *dtype* works: `x.dtype`, `k.astype(x.dtype)`, `jnp.asarray(k, x.dtype)`.
# - "Of the same kind" means: same shape, same dtype, **and equally weak**. Anything else is traced
#   again, and compiled again.
#
# `eval_shape` is the tracing without the rest.
#
# **Before you run the next cell:** the loop feeds `halve` its own result, three times, from three
# different starts. How many traces does each of the loops cost?

# %%
seen = []


@jax.jit
def halve(v):
    seen.append(f"{v.dtype}{' weak' if v.weak_type else ''}")  # runs while tracing only
    return v * np.float32(0.5)


for start in (np.float32(8), 4.0, 2):
    seen.clear()
    v = start
    for _ in range(3):
        v = halve(v)
    print(f"start {start!r:16}new traces: {seen}")

# %% [markdown]
# The first loop is traced once: a NumPy float32 goes in, a float32 comes out, and the record is used
# again. The two others cost a trace each **for their first step alone**, since a Python number is weak
# and `4.0` and `2` differ in kind; after that step they run on the record of the first loop. Had they
# come first, each would have been traced twice. So start such loops from a value that has a dtype.
#
# ## Your turn: `scale`
#
# A layer of a model that must keep its dtype, whoever chose the constant.
#
# **`scale(x: jax.Array, k) -> jax.Array`**
#
# Return `x` times `k`, with the shape and **the dtype of `x`**.
#
# - `x` has any shape and dtype float16, bfloat16 or float32; with 64-bit types on also float64.
# - `k` is one real number, of any kind: a Python `int`, `float` or `bool`, a NumPy scalar, a JAX array
#   with no dimensions. Integers fit in int32.
# - It works with 64-bit types **off and on**, called directly and **under `jax.jit`**, where both
#   `x` and `k` are tracers.
# - You may round `k` to the dtype of `x` first, or multiply first and round the product: either is
#   right. But do not lose more digits than that: a float64 `x` wants a float64 product.
# - A product too large for the dtype becomes `inf`. Other kinds of `k` (complex, text, arrays with
#   dimensions) need not be handled.
#
# ```text
# scale(jnp.asarray([2, 4], jnp.bfloat16), np.float32(1.5))   -> [3, 6]   bfloat16
# ```


# %% exercise="scale"
def scale(x: jax.Array, k) -> jax.Array:
    """`x * k` in the dtype of `x`, for a real scalar `k` of any kind."""
    ### BEGIN SOLUTION
    return x * jnp.asarray(k, x.dtype)
    ### END SOLUTION


# %% check="scale"
check(scale)

# %% [markdown]
# ## Small integers go round in circles
#
# A uint8 runs from 0 to 255 and starts again, as a clock does after 12.
#
# **Before you run the next cell:** three pixels, all brightened by 100. What do you get if the 100
# is a Python number, and what if it is a NumPy int32? And which lines does NumPy refuse?

# %%
host = np.array([20, 150, 250], np.uint8)
pixels = jax.device_put(host)
print("pixels + 100            ", pixels + 100)
print("pixels + np.int32(100)  ", pixels + np.int32(100))
print("pixels + 300            ", pixels + 300)
try:
    print("NumPy: host + 300       ", host + 300)
except OverflowError as error:
    print("NumPy: host + 300        OverflowError:", error)
try:
    jnp.uint8(-50)
except OverflowError as error:
    print("jnp.uint8(-50)           OverflowError:", error)

# %%
sums = np.arange(512)
figure, axes = plt.subplots(figsize=(6.5, 3), layout="constrained")
axes.plot(sums, np.clip(sums, 0, 255), "--", color="tab:green", label="what a brighter picture needs")
axes.plot(sums, sums.astype(np.uint8), color="tab:red", label="what uint8 arithmetic gives")
axes.set_xlabel("pixel + delta")
axes.set_ylabel("stored as uint8")
axes.grid(alpha=0.3)
axes.legend()
plt.show()

# %% [markdown]
# The weak `100` bows to uint8, and bright pixels turn dark. Even `300`, which is no uint8 at all,
# wraps without a word inside an expression; only *making* a uint8 from a bad number is refused. An
# int32 operand widens the pixels first, and nothing wraps.
#
# Three steps always work: **widen**, compute, and **clip before you narrow**. Each narrow type has an
# end, though: int16 and int32 wrap just the same, further out.
#
# ## Your turn: `brighten`
#
# **`brighten(img: jax.Array, delta: int) -> jax.Array`**
#
# Add `delta` to each pixel. What would go above 255 becomes 255, what would go below 0 becomes 0.
#
# - `img` is uint8 and has any shape, e.g. `(height, width, 3)`; a shape with a 0 in it is possible.
# - `delta` is a Python `int`, negative, zero or positive: **anything that fits in int32**, up to its
#   very ends.
# - The result is a new `jax.Array`, uint8, of the same shape.
# - It is called directly, not under `jit`; a `delta` that does not fit in int32 need not be handled.
#
# ```text
# brighten(jnp.asarray([0, 90, 240], jnp.uint8), 30)     -> [30, 120, 255]   uint8
# brighten(jnp.asarray([0, 90, 240], jnp.uint8), -100)   -> [0, 0, 140]      uint8
# ```


# %% exercise="brighten"
def brighten(img: jax.Array, delta: int) -> jax.Array:
    """Add `delta` to a uint8 image, ending at 0 and at 255."""
    ### BEGIN SOLUTION
    delta = max(-255, min(delta, 255))  # beyond that every pixel is at its end anyway
    return jnp.clip(img.astype(jnp.int16) + delta, 0, 255).astype(jnp.uint8)
    ### END SOLUTION


# %% check="brighten"
check(brighten)

# %% [markdown]
# ## Widen before, not after
#
# The same trap, one step further on: an accumulation.
#
# **Before you run the next cell:** four times 100, summed up step by step in int8. Does converting
# to int32 help afterwards? And does it help to call NumPy's `cumsum`, which widens?

# %%
steps_taken = jax.device_put(np.full(4, 100, np.int8))
print("cumsum(v)                      ", jnp.cumsum(steps_taken))
print("cumsum(v).astype(int32)        ", jnp.cumsum(steps_taken).astype(jnp.int32))
print("np.cumsum(np.asarray(v))        ", np.cumsum(np.asarray(steps_taken)))
wrapped = np.cumsum(steps_taken)
print("np.cumsum(v)                   ", wrapped, "a jax.Array:", isinstance(wrapped, jax.Array))

# %% [markdown]
# Once a total has wrapped, a wider type stores the wrong number in more bits. The conversion has to
# come *before* the sum, or be part of it: reductions (`sum`, `prod`, `cumsum`, `mean`) have a `dtype=`
# argument which says in which type to accumulate.
#
# The last line is a trap of its own: given a `jax.Array`, NumPy functions such as `np.cumsum` and
# `np.sum` call the array's *own method* of that name. The work is JAX's, under JAX's rules. To have
# NumPy's, give it a NumPy array.
#
# A float is no way out for exact counting: float32 has 24 bits for its digits, and above
# 2\*\*24 = 16777216 it steps over the odd numbers.
#
# ## Your turn: `running_total`
#
# **`running_total(x: jax.Array) -> jax.Array`**
#
# Return the running totals of `x`: element `i` of the result is the sum of `x[0]` to `x[i]`, exact.
#
# - `x` has one dimension and any length, **0 included**; its dtype is int8, int16, uint8 or uint16.
# - The result is **int32** and as long as `x`. All totals fit in int32; you need not check.
# - It stays **on the device**: if `x` is committed (tied to a device, lesson 2), so is the result, and
#   nothing is fetched to the host. So it works under `jax.jit` too.
#
# ```text
# running_total(jnp.asarray([120, 10, -5], jnp.int8))   -> [120, 130, 125]   int32
# ```


# %% exercise="running_total"
def running_total(x: jax.Array) -> jax.Array:
    """The running totals of the small integers in `x`, as int32."""
    ### BEGIN SOLUTION
    return jnp.cumsum(x, dtype=jnp.int32)
    ### END SOLUTION


# %% check="running_total"
check(running_total)

# %% [markdown]
# ## When 32 bits are not enough
#
# Sums of many floats lose digits twice over: each partial sum is rounded, and small terms vanish
# beside a large one.
#
# **Before you run the next cell:** 16777216 and then four times 1. What does each way of adding give?
# Mind that 64-bit types are off, except in the last line.

# %%
values = jax.device_put(np.array([16777216, 1, 1, 1, 1], np.float32))


def one_by_one(v, dtype):
    """Add the elements of `v` in order, in this dtype."""
    total = np.zeros((), dtype)
    for value in np.asarray(v).astype(dtype):
        total = total + value
    return total


def quietly(f):
    """Call `f` without showing its warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return f()


print("one by one in float32     ", one_by_one(values, np.float32))
print("one by one in float64     ", one_by_one(values, np.float64))
print("v.astype('float64').dtype ", quietly(lambda: values.astype("float64")).dtype)
with jax.enable_x64(True):
    print("with 64 bits, on device   ", jnp.sum(values, dtype="float64").dtype, jnp.sum(values, dtype="float64"))

# %% [markdown]
# One after the other, each 1 is lost: float32 cannot say 16777217. (A library may add in another
# order and be luckier. Do not count on it.) And with the switch off, asking for float64 by name on
# the device gets you float32, as in the first cell of this lesson.
#
# Two good ways out:
#
# - **on the host**: NumPy has float64. Fetch, then `np.sum(h, dtype=np.float64)` of the NumPy array;
# - **on the device**: `with jax.enable_x64(True):`. The conversion to float64 must happen inside,
#   and so must the sum.
#
# The global switch is not one of them: `jax.config.update("jax_enable_x64", True)` in the middle of a
# program changes every later default, and functions already compiled are compiled again. A library
# function has no business doing that to its caller, not even for a moment.
#
# ## Your turn: `precise_sum`
#
# **`precise_sum(x: jax.Array) -> float`**
#
# Return the sum of all elements of `x`, **accumulated in float64**, as a Python `float`.
#
# - `x` has any shape and dtype float32, float16 or bfloat16; its elements are finite. The sum of no
#   elements is `0.0`.
# - On the host or on the device, as you like.
# - The result is a `float` (`np.float64` is one, too): not an array.
# - `jax.config.update` is not called, and 64-bit types are off after the call as they were before.
#
# ```text
# precise_sum(jnp.asarray([16777216, 1, 1, 1, 1], jnp.float32))   -> 16777220.0
# ```


# %% exercise="precise_sum"
def precise_sum(x: jax.Array) -> float:
    """The sum of the elements of `x`, accumulated in float64."""
    ### BEGIN SOLUTION
    return float(np.sum(jax.device_get(x), dtype=np.float64))
    ### END SOLUTION


# %% check="precise_sum"
check(precise_sum)

# %% [markdown]
# ## Recap
#
# - JAX is a 32-bit library until told otherwise, and narrows 64-bit NumPy data in silence.
# - Python numbers are weak: they bring a kind, and the array keeps its width. NumPy scalars and JAX
#   scalars with a dtype take part as arrays do.
# - Two dtypes meet in the closest one both lead to: an integer never widens a float, bfloat16 and
#   float16 meet in float32.
# - The operation matters: `/` and `mean` give floats, `sum` widens, `cumsum` and plain arithmetic keep
#   the dtype and wrap.
# - `jit` traces once for each shape, dtype and weakness; tracers have dtypes and no numbers.
# - Widen before you compute, clip before you narrow, and keep float64 to the few lines that need it.
#
# | To … | write |
# | --- | --- |
# | know the dtype of an expression without running it | `jax.eval_shape(f, x, y).dtype` |
# | know where operands meet | `jnp.result_type(x, y)` |
# | know where dtypes meet | `jnp.promote_types(a, b)` |
# | bring any scalar to the dtype of `x`, under `jit` too | `jnp.asarray(k, x.dtype)` |
# | see whether an array is weak | `x.weak_type` |
# | accumulate in a wider type | `jnp.sum(x, dtype=jnp.int32)` |
# | narrow without wrapping | `jnp.clip(wide, 0, 255).astype(jnp.uint8)` |
# | use float64 for a few lines | `with jax.enable_x64(True):` |
# | use 64-bit types everywhere | `JAX_ENABLE_X64=1` before the start |
# | have mixed dtypes refused | `with jax.numpy_dtype_promotion("strict"):` |
#
# **In the JAX documentation**
#
# - [The rules of promotion](https://docs.jax.dev/en/latest/101/type_promotion.html) and
#   [why they are what they are](https://docs.jax.dev/en/latest/jep/9407-type-promotion.html)
# - [Default dtypes and the 64-bit switch](https://docs.jax.dev/en/latest/101/default_dtypes.html)
# - [`jax.numpy.promote_types`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.promote_types.html),
#   [`jax.numpy.result_type`](https://docs.jax.dev/en/latest/_autosummary/jax.numpy.result_type.html),
#   [`jax.eval_shape`](https://docs.jax.dev/en/latest/_autosummary/jax.eval_shape.html),
#   [`jax.enable_x64`](https://docs.jax.dev/en/latest/_autosummary/jax.enable_x64.html)
# - [`jax.jit`](https://docs.jax.dev/en/latest/_autosummary/jax.jit.html) and
#   [the errors that tracers raise](https://docs.jax.dev/en/latest/101/errors.html)
