"""The hidden checks of lesson 04. Shapes repeat, here and in the public checks: each new one is compiled.

Expected dtypes come from the lattice below; answers in right/ that ask live JAX keep it true on every version.
"""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np

from grader.judge import Program, Result, close, exercise, expect, explains, jax_array, needs, points, x64

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

# Who may become whom in one step. 64-bit types are off, so that int64 is int32 in the end.
NEXT = {
    "bool": {"uint8", "int8"},
    "uint8": {"uint16", "int16"},
    "uint16": {"uint32", "int32"},
    "uint32": {"int64"},
    "int8": {"int16"},
    "int16": {"int32"},
    "int32": {"int64"},
    "int64": {"bfloat16", "float16"},
    "bfloat16": {"float32"},
    "float16": {"float32"},
    "float32": set(),
}
DTYPES = set(NEXT)


def reach(name: str) -> set[str]:
    """What `name` may become, itself included."""
    return {name}.union(*(reach(other) for other in NEXT[name]))


def meeting_point(a: str, b: str) -> np.dtype[Any]:
    """Where the two meet: the one type in reach of both from which all others in reach of both are."""
    both = reach(a) & reach(b)
    (nearest,) = (name for name in both if reach(name) == both)
    return np.dtype("int32" if nearest == "int64" else nearest)


def dtype_named(value: Any) -> str | None:
    """The name of the dtype that a dictionary's entry means."""
    name = value.name if isinstance(value, np.dtype) else value
    return name if isinstance(name, str) and name in DTYPES | {"int64", "uint64", "float64"} else None


def agrees(got: Result, expected: dict[str, tuple[str, str]]) -> None:
    """Each of these expressions has an entry that names its dtype; the second of the pair is what to say if not."""
    entries = got.value
    expect(got).that(
        isinstance(entries, dict), otherwise=f"The result is {got.kind}, not a dict: return one with the twelve keys."
    )
    for expression, (dtype, rule) in expected.items():
        expect(got).that(
            expression in entries,
            otherwise=f"There is no entry for `{expression}`: copy the keys as they stand in the statement.",
        ).that(
            dtype_named(entries.get(expression)) is not None,
            otherwise=f"The entry for `{expression}` names no dtype: write a name such as 'int16'.",
        ).that(
            dtype_named(entries.get(expression)) == dtype,
            otherwise=f"`{expression}` has another dtype than you say. {rule}",
        )


@exercise("predict_dtypes")
class TestPredictDtypes:
    @points(2)
    def test_arrays_with_python_numbers(self, submission: Program):
        """an array and a Python number"""
        expected = {
            "f32 + 0.1": (
                "float32",
                "A Python number is weak: it has a kind and no width, so the array keeps its own.",
            ),
            "bf16 * 2": ("bfloat16", "A Python int is weak: the float array keeps its dtype."),
            "i32 * 2.5": ("float32", "A weak float turns integers into floats, of the width JAX has by default."),
        }
        agrees(submission.predict_dtypes(), expected)

    @points(2)
    def test_numpy_scalars_and_64_bit_data(self, submission: Program):
        """NumPy scalars and 64-bit data"""
        absent = "64-bit types are off, so a float64 is narrowed"
        expected = {
            "bf16 * np.float32(2)": ("float32", "A NumPy scalar is not weak: it joins as an array of its dtype would."),
            "f32 + np.float64(0.1)": ("float32", f"{absent} before it meets the array."),
            "jnp.asarray(np.ones(2))": ("float32", f"{absent} on its way in, without a word."),
        }
        agrees(submission.predict_dtypes(), expected)

    @points(2)
    def test_two_arrays(self, submission: Program):
        """two arrays of different dtypes"""
        expected = {
            "i32 + f16": ("float16", "An integer array, however wide, does not widen a float array."),
            "bf16 + f16": ("float32", "Neither of the two leads to the other: follow the arrows to where they meet."),
            "u8 + i8": ("int16", "Neither of the two leads to the other: which integer type holds 200 and -100?"),
        }
        agrees(submission.predict_dtypes(), expected)

    @points(2)
    def test_operations_with_a_say(self, submission: Program):
        """operations that choose a dtype, and one that does not"""
        expected = {
            "i32 / 2": ("float32", "`/` makes floats out of integers, of the width JAX has by default."),
            "jnp.sum(i8)": ("int32", "`sum` keeps the total of small integers in an integer type of default width."),
            "jnp.cumsum(i8)": ("int8", "`cumsum` differs from `sum` here, and from NumPy's: it keeps the dtype."),
        }
        agrees(submission.predict_dtypes(), expected)


NO_DTYPE = "The result is not an `np.dtype`: an array's `.dtype` is one, and `jnp.dtype(...)` makes one."


UNSEEN = "two dtypes that you have not seen"


def joins(submission: Program, pairs: list[tuple[str, str]], why: str) -> None:
    """The submission joins each of these pairs, in both orders, as JAX does; `why` is said if not."""
    for a, b in [order for pair in pairs for order in (pair, pair[::-1])]:
        got = submission.join(np.dtype(a), np.dtype(b), given=UNSEEN)
        expect(got).that(isinstance(got.value, np.dtype), otherwise=NO_DTYPE).that(
            got.value == meeting_point(a, b),
            otherwise=f"Two dtypes that you have not seen meet elsewhere. {why}",
        )


@exercise("join")
@explains(
    "TypeError",
    "common DType",
    "These are NumPy's rules, which know nothing of bfloat16: the answer must follow JAX's.",
)
@explains("TypeError", "sub does not accept dtype bool", "Booleans cannot be subtracted: add them instead.")
@explains("KeyError", "", "A pair may come in either order, and may be twice the same dtype.")
class TestJoin:
    @points(2)
    def test_joins_integers(self, submission: Program):
        """joins integers with integers"""
        pairs = [("uint8", "int8"), ("uint16", "int16"), ("int16", "int32"), ("uint8", "uint32"), ("int8", "uint16")]
        joins(submission, pairs, "The result must hold every value of both, so a sign may cost a wider type.")

    @points(1)
    def test_has_int32_where_int64_would_be(self, submission: Program):
        """has int32 where the picture says int64"""
        pairs = [("uint32", "int32"), ("uint32", "int8")]
        joins(submission, pairs, "They lead to int64, and with 64-bit types off int32 takes its place.")

    @points(2)
    def test_an_integer_never_widens_a_float(self, submission: Program):
        """keeps the width of the float when an integer joins it"""
        pairs = [("int32", "float16"), ("uint16", "bfloat16"), ("uint32", "float32"), ("int8", "float16")]
        joins(submission, pairs, "An integer never widens a float, however wide the integer is.")

    @points(1)
    def test_joins_floats(self, submission: Program):
        """joins floats with floats"""
        pairs = [("bfloat16", "float16"), ("bfloat16", "float32")]
        joins(submission, pairs, "bfloat16 and float16 are equally wide, and neither leads to the other.")

    @points(1)
    def test_joins_booleans_and_equal_dtypes(self, submission: Program):
        """joins booleans with anything, and a dtype with itself"""
        pairs = [("bool", "int8"), ("bool", "bfloat16"), ("bool", "bool"), ("uint16", "uint16")]
        joins(submission, pairs, "bool may become anything, and two equal dtypes stay what they are.")

    @points(2)
    def test_works_it_out_itself(self, submission: Program):
        """does so without `promote_types` and `result_type`"""
        asked = ("jax.numpy.promote_types", "jax.numpy.result_type")
        for a, b in [("uint8", "float16"), ("bfloat16", "int16")]:
            expected = meeting_point(a, b)
            answers = {name: lambda question: np.dtype("int32") for name in asked}  # a lie, for whoever asks
            got = submission.join(np.dtype(a), np.dtype(b), answers=answers, given=UNSEEN)
            for name in asked:
                short = name.replace("jax.numpy", "jnp")
                expect(got).asked(
                    name,
                    times=0,
                    otherwise=f"`{short}` was called: find the dtype without it, for example from arrays.",
                )
            expect(got).that(isinstance(got.value, np.dtype), otherwise=NO_DTYPE).that(
                got.value == expected,
                otherwise="Two dtypes that you have not seen meet elsewhere: an integer never widens a float.",
            )


def scaled(got: Result, x: np.ndarray, k: float, of: str) -> None:
    """`got` is x times k, as a jax.Array of the dtype of x; `of` says in words what k is."""
    # k rounded and then the product, or the product alone: twice half a unit at most, and as much again.
    rtol = 2 * float(ml_dtypes.finfo(x.dtype).eps)
    expect(got).is_jax_array(
        otherwise=f"The result is {got.kind}, not a jax.Array: do the product with JAX.",
    ).dtype(
        x.dtype,
        otherwise=f"{x.dtype} times {of} came back in another dtype: it must stay {x.dtype}.",
    ).numbers(
        x.astype(np.float64) * k,
        rtol=rtol,
        otherwise=f"{x.dtype} times {of} is not the product, to the digits that {x.dtype} has.",
    )


@exercise("scale")
@explains("ConcretizationTypeError", "", "Under jit, k has no value that could be read, but it has a dtype.")
@explains(
    "TracerBoolConversionError", "", "Under jit, a number cannot be asked whether it is true; a dtype can be compared."
)
@explains("TracerArrayConversionError", "", "Under jit there are no numbers for NumPy to work on: use jnp.")
@explains("TypeError", "expected number", "A NumPy scalar type takes no JAX array: convert k with jnp.")
@explains("TypePromotionError", "", "Bring k to the dtype of x before the two meet.")
@explains("AttributeError", "astype", "A Python number has no `astype`: `jnp.asarray` takes any kind of scalar.")
@explains("AttributeError", "dtype", "A Python number has no `dtype`: `jnp.asarray` takes any kind of scalar.")
@explains("AttributeError", "item", "A Python number has no `item`: `jnp.asarray` takes any kind of scalar.")
@explains(
    "ValueError", "Non-hashable static arguments", "A JAX array cannot be a static argument of jit, and k may be one."
)
class TestScale:
    @points(2)
    def test_by_python_numbers(self, submission: Program, rng: np.random.Generator):
        """scales by Python numbers"""
        x = rng.normal(size=3) + 3
        for dtype, k in [("float32", 0.37), ("bfloat16", 0.37), ("float16", 3), ("bfloat16", True)]:
            typed = x.astype(np.dtype(dtype))
            of = f"a Python {type(k).__name__}"
            scaled(submission.scale(jax_array(typed), k, given=f"{dtype} and {of}"), typed, k, of)

    @points(2)
    def test_by_numpy_scalars(self, submission: Program, rng: np.random.Generator):
        """scales by NumPy scalars"""
        x = rng.normal(size=3) + 3
        for dtype, k in [("bfloat16", np.float32(0.7)), ("float16", np.float64(0.7)), ("float32", np.int32(-3))]:
            typed = x.astype(np.dtype(dtype))
            of = f"np.{k.dtype.name}"
            scaled(submission.scale(jax_array(typed), k, given=f"{dtype} and {of}"), typed, float(k), of)

    @points(2)
    def test_by_jax_scalars(self, submission: Program, rng: np.random.Generator):
        """scales by JAX scalars"""
        x = rng.normal(size=3) + 3
        for dtype, k in [("bfloat16", np.float32(0.7)), ("float16", np.int32(3))]:
            typed = x.astype(np.dtype(dtype))
            of = f"a JAX {k.dtype.name}"
            got = submission.scale(jax_array(typed), jax_array(np.asarray(k)), given=f"{dtype} and {of}")
            scaled(got, typed, float(k), of)

    @points(2)
    def test_under_jit(self, submission: Program, rng: np.random.Generator):
        """works under `jit`, where x and k are tracers"""
        for dtype, k, of in [("bfloat16", np.float32(0.7), "a float32 tracer"), ("float32", 3, "a weak int tracer")]:
            x = (rng.normal(size=3) + 3).astype(np.dtype(dtype))
            got = submission.scale(jax_array(x), k, under="jit", given=f"{dtype} and {of}")
            scaled(got, x, float(k), of)

    @x64
    @points(2)
    def test_with_64_bit_types_on(self, submission: Program, rng: np.random.Generator):
        """keeps dtype and digits with 64-bit types on"""
        x = rng.normal(size=3) + 3
        for dtype, k in [("float32", np.float64(0.7)), ("float64", float(rng.uniform(1, 2)))]:
            typed = x.astype(np.dtype(dtype))
            of = "np.float64 (64-bit types on)" if dtype == "float32" else "a Python float (64-bit types on)"
            scaled(submission.scale(jax_array(typed), k, given=f"{dtype} and {of}"), typed, float(k), of)


def brightened(submission: Program, img: np.ndarray, delta: int, given: str, at_the_end: str) -> None:
    """The submission's numbers are those of a picture brightened by `delta`, whatever their dtype.

    `at_the_end` is said if only such pixels are wrong as should be clipped.
    """
    got = submission.brighten(jax_array(img), delta, given=given)
    wide = img.astype(np.int64) + delta
    inside = (wide >= 0) & (wide <= 255)
    expect(got).is_array(otherwise=f"The result is {got.kind}, not an array: return the new image.")
    expect(got).shape(img.shape, otherwise="The image has another shape than before.")
    assert got.array is not None
    expect(got).that(
        np.array_equal(got.array[inside], wide[inside]),
        otherwise=f"Given {given}, pixels are wrong that need no clipping at all.",
    ).numbers(np.clip(wide, 0, 255), otherwise=at_the_end)


@exercise("brighten")
@explains("OverflowError", "", "A delta may be negative or far above 255: it need not fit in the type you put it into.")
@explains("TypeError", "immutable", "A jax.Array cannot be changed in place: make a new one.")
@explains("TypeError", "item assignment", "A jax.Array cannot be changed in place: make a new one.")
class TestBrighten:
    @points(2)
    def test_ends_at_255(self, submission: Program, rng: np.random.Generator):
        """ends at 255 when it gets brighter"""
        img = rng.integers(0, 256, (2, 3)).astype(np.uint8)
        img[0] = 255, 254, 0
        for delta in (int(rng.integers(60, 120)), int(rng.integers(130, 250))):
            brightened(submission, img, delta, "a positive delta", "Bright pixels must end at 255 and not wrap around.")

    @points(2)
    def test_ends_at_0(self, submission: Program, rng: np.random.Generator):
        """ends at 0 when it gets darker"""
        img = rng.integers(0, 256, (2, 3)).astype(np.uint8)
        img[0] = 255, 1, 0
        for delta in (-int(rng.integers(60, 120)), -int(rng.integers(130, 250))):
            brightened(submission, img, delta, "a negative delta", "Dark pixels must end at 0 and not wrap around.")

    @points(2)
    def test_takes_any_int32(self, submission: Program, rng: np.random.Generator):
        """takes any delta that fits in int32"""
        img = rng.integers(0, 256, (2, 3)).astype(np.uint8)
        img[0] = 255, 1, 0
        for delta in (-256, 300, int(rng.integers(33_000, 60_000)), 2**31 - 1, -(2**31)):
            far = (
                "A large delta makes every pixel 0 or 255. Mind the type you add in: int16 and int32 have ends as well."
            )
            brightened(submission, img, delta, "a delta far beyond 255", far)

    @points(2)
    def test_gives_a_uint8_image_of_the_same_shape(self, submission: Program, rng: np.random.Generator):
        """gives a uint8 jax.Array of the same shape"""
        for shape in [(2, 3), (2, 0, 3)]:
            img = rng.integers(0, 200, shape).astype(np.uint8)
            got = submission.brighten(jax_array(img), 17, given=f"an image of shape {shape}")
            expect(got).is_jax_array(
                otherwise=f"The result is {got.kind}, not a jax.Array.",
            ).dtype(
                np.uint8,
                otherwise="The result is not uint8: narrow it again, after clipping.",
            ).value(
                img + np.uint8(17),
                otherwise=f"For an image of shape {shape}, shape or pixels are not as they should be.",
            )


def totals(got: Result, x: np.ndarray) -> None:
    """The numbers are the running totals of x, whatever their dtype."""
    true = np.cumsum(x.astype(np.int64))
    expect(got).is_array(otherwise=f"The result is {got.kind}, not an array: return the running totals.")
    expect(got).shape(x.shape, otherwise="There must be one total for each element of x.")
    assert got.array is not None
    for narrow in ("int8", "uint8", "int16", "uint16", "uint32"):
        expect(got).that(
            not np.array_equal(got.array, true.astype(narrow)) or np.array_equal(true, true.astype(narrow)),
            otherwise=f"The totals of {x.dtype} data wrapped around, as {narrow} does: add in int32 from the start.",
        )
    expect(got).that(
        close(got.array, true, 0) or not close(got.array, true, 1e-5),
        otherwise="Large totals are not exact: above 2**24 a float32 cannot hold every integer, an int32 can.",
    ).numbers(true, otherwise="The result is not the running totals: element i is the sum of x[0] to x[i].")


@exercise("running_total")
@explains("IndexError", "", "x may have no elements at all: do not reach for its first one.")
@explains(
    "TracerArrayConversionError", "", "NumPy needs numbers and there are none under jit: stay on the device, with jnp."
)
@explains("ConcretizationTypeError", "", "There are no numbers under jit: stay on the device, with jnp.")
@explains("TracerBoolConversionError", "", "There are no numbers under jit to decide by: stay on the device, with jnp.")
@explains(
    "TypeError", "item assignment", "A jax.Array cannot be changed in place: `jnp.cumsum` makes all totals at once."
)
class TestRunningTotal:
    @points(3)
    def test_does_not_wrap(self, submission: Program, rng: np.random.Generator):
        """does not wrap around beyond the range of a small type"""
        for dtype, low, high in [("int8", -128, -50), ("uint8", 100, 256)]:
            x = rng.integers(low, high, 3).astype(dtype)
            totals(submission.running_total(jax_array(x), given=f"{dtype} data"), x)

    @points(2)
    def test_counts_exactly_above_2_24(self, submission: Program, rng: np.random.Generator):
        """counts exactly, above 2**24 too"""
        x = (2 * rng.integers(30_000, 2**15, 300) + 1).astype(np.uint16)
        totals(submission.running_total(jax_array(x), given="uint16 data"), x)

    @points(1)
    def test_gives_int32(self, submission: Program, rng: np.random.Generator):
        """gives int32"""
        x = rng.integers(1, 40, 3).astype(np.int8)  # totals that int8 can hold, and uint32 too
        got = submission.running_total(jax_array(x), given="int8 data")
        totals(got, x)
        expect(got).dtype(np.int32, otherwise="The totals are not int32.")

    @points(2)
    def test_stays_on_the_device(self, submission: Program, rng: np.random.Generator):
        """stays on the device of x, and works under `jit`"""
        x = rng.integers(1, 40, 3).astype(np.int8)  # totals that int8 can hold, and uint32 too
        last = submission.devices - 1
        got = submission.running_total(jax_array(x, device=last), given="data committed to a device")
        expect(got).is_jax_array(
            otherwise=f"The result is {got.kind}, not a jax.Array: let JAX do the sum, on the device.",
        ).committed(
            True,
            otherwise="x is committed to its device and the result is not, so the data left the device: sum with jnp.",
        ).on_device(
            last,
            otherwise="The result is not on the device of x.",
        ).called("jax.device_get", times=0, otherwise="`jax.device_get` was called: nothing need be fetched.")
        got = submission.running_total(jax_array(x), under="jit", given="a tracer")
        totals(got, x)

    @points(1)
    def test_of_nothing(self, submission: Program):
        """gives no totals for no elements"""
        got = submission.running_total(jax_array(np.zeros(0, np.int16)), given="an array of length 0")
        totals(got, np.zeros(0, np.int16))
        expect(got).dtype(np.int32, otherwise="For an array of length 0 the result must be int32 as well.")


def number_in(got: Result) -> float | None:
    """The one real number that came back, in whatever wrapping."""
    if isinstance(got.value, (bool, int, float, np.integer, np.floating)):
        return float(got.value)
    array = got.array
    return float(array.reshape(())) if array is not None and array.size == 1 and array.dtype.kind != "c" else None


def sums_up(submission: Program, x: np.ndarray) -> Result:
    """The submission's sum of x has the digits of a float64."""
    name = x.dtype.name
    got = submission.precise_sum(jax_array(x), given=f"{name} data")
    number, exact = number_in(got), math.fsum(x.astype(np.float64).ravel())
    scale = math.fsum(abs(x.astype(np.float64)).ravel())
    expect(got).that(got.value is not None, otherwise="Nothing was returned: end the function with `return`.")
    expect(got).that(number is not None, otherwise=f"The result is {got.kind}, not a number.")
    assert number is not None
    expect(got).that(
        math.isfinite(number),
        otherwise=f"The sum of {name} data is not finite: it left the range of {name}, so accumulate in float64.",
    ).that(
        abs(number - exact) <= 0.1 * scale,
        otherwise=f"The result is not the sum of all elements, for {name} data.",
    ).that(
        abs(number - exact) <= 1e-12 * scale,
        otherwise=f"The sum of {name} data has too few digits for a float64: convert before you sum, "
        "and where float64 exists. (`np.sum` of a jax.Array hands the work back to JAX, which cuts float64 down to "
        "float32 while 64-bit types are off.)",
    )
    return got


@exercise("precise_sum")
@explains("AttributeError", "enable_x64", "The context manager is `jax.enable_x64`, with no `experimental`.")
@explains("TypeError", "context manager", "It is called with an argument: `with jax.enable_x64(True):`.")
@explains("TypeError", "dimension", "x may have several dimensions: add up all of its elements.")
@explains("TypeError", "unexpected keyword argument 'dtype'", "`math.fsum` and Python's `sum` have no `dtype`.")
class TestPreciseSum:
    @points(3)
    def test_accumulates_in_float64(self, submission: Program, rng: np.random.Generator):
        """accumulates float32 data in float64"""
        sums_up(submission, (rng.uniform(0.5, 1.5, 400) * 10.0 ** rng.integers(-3, 6, 400)).astype(np.float32))

    @points(2)
    def test_of_half_precision_data(self, submission: Program, rng: np.random.Generator):
        """accumulates float16 and bfloat16 data in float64"""
        sums_up(submission, rng.uniform(1_000, 60_000, (20, 20)).astype(np.float16))
        sums_up(submission, (rng.uniform(0.5, 1.5, 400) * 10.0 ** rng.integers(-3, 4, 400)).astype(BFLOAT16))

    @points(1)
    def test_gives_a_float(self, submission: Program, rng: np.random.Generator):
        """gives a Python float, 0.0 for no elements"""
        for size in (400, 0):
            got = submission.precise_sum(jax_array(rng.normal(size=size).astype(np.float32)))
            expect(got).that(
                got.value is not None, otherwise="Nothing was returned: end the function with `return`."
            ).that(
                isinstance(got.value, float),
                otherwise=f"The result is {got.kind}, not a float: take `float(...)` of it.",
            ).that(
                size > 0 or got.value == 0,
                otherwise="The sum of no elements is 0.0.",
            )

    @points(2)
    @needs("test_accumulates_in_float64")
    def test_leaves_the_global_flag_alone(self, submission: Program, rng: np.random.Generator):
        """never touches the global 64-bit flag"""
        got = submission.precise_sum(jax_array(rng.normal(size=400).astype(np.float32)))
        expect(got).called(
            "jax.config.update",
            times=0,
            otherwise="`jax.config.update` changes JAX for the whole program, even if it is set back: "
            "use NumPy, or `with jax.enable_x64(True):`.",
        ).that(
            not got.x64_after,
            otherwise="64-bit types were on after the call: nothing outside may notice. "
            "Use NumPy, or `with jax.enable_x64(True):`.",
        )
