"""The public checks of lesson 04: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

from grader.judge import Program, Result, close, exercise, expect, explains, jax_array, x64

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
NO_RETURN = "Nothing was returned: end the function with `return`."
NO_DTYPE = "The result is not an `np.dtype`: an array's `.dtype` is one, and `jnp.dtype(...)` makes one."
NAMES = {"bool", "bfloat16", *(f"{kind}{bits}" for kind in ("int", "uint", "float") for bits in (8, 16, 32, 64))}
ABSENT = "64-bit types are off, so a float64 is cut down to float32"


def is_jax_array(got: Result) -> expect:
    """Expects a `jax.Array`."""
    return (
        expect(got)
        .that(got.value is not None, otherwise=NO_RETURN)
        .is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array.")
    )


@exercise("predict_dtypes")
class TestPredictDtypes:
    KEYS = (
        *("f32 + 0.1", "bf16 * 2", "i32 * 2.5"),
        *("bf16 * np.float32(2)", "f32 + np.float64(0.1)", "jnp.asarray(np.ones(2))"),
        *("i32 + f16", "bf16 + f16", "u8 + i8"),
        *("i32 / 2", "jnp.sum(i8)", "jnp.cumsum(i8)"),
    )

    def test_has_all_entries(self, submission: Program):
        """has twelve entries, each the name of a dtype"""
        got = submission.predict_dtypes()
        expect(got).that(got.value is not None, otherwise=NO_RETURN).that(
            isinstance(got.value, dict),
            otherwise=f"The result is {got.kind}, not a dict: return one with the twelve keys.",
        )
        missing = [key for key in self.KEYS if key not in got.value]
        expect(got).that(
            not missing, otherwise=f"There is no entry for {', '.join(f'`{key}`' for key in missing)}: copy the keys."
        )
        for key in self.KEYS:
            expect(got).that(
                self.said(got, key) in NAMES,
                otherwise=f"The entry for `{key}` names no dtype: write a name such as 'int16'.",
            )

    def test_arrays_with_python_numbers(self, submission: Program):
        """predicts what an array and a Python number make"""
        self.agrees(
            submission.predict_dtypes(),
            ("f32 + 0.1", "float32", "A Python number has a kind and no width (it is weak): the array keeps its own."),
            ("bf16 * 2", "bfloat16", "A Python int is weak: the float array keeps its dtype."),
            ("i32 * 2.5", "float32", "A Python float turns integers into floats, of the width JAX has by default."),
        )

    def test_numpy_scalars_and_64_bit_data(self, submission: Program):
        """predicts what becomes of NumPy scalars and of 64-bit data"""
        self.agrees(
            submission.predict_dtypes(),
            ("bf16 * np.float32(2)", "float32", "A NumPy scalar is not weak: it joins as an array of its dtype would."),
            ("f32 + np.float64(0.1)", "float32", f"{ABSENT} before it meets the array."),
            ("jnp.asarray(np.ones(2))", "float32", f"{ABSENT} on its way in, without a word."),
        )

    def test_two_arrays(self, submission: Program):
        """predicts what two arrays of different dtypes make"""
        self.agrees(
            submission.predict_dtypes(),
            ("i32 + f16", "float16", "An integer array, however wide, does not widen a float array."),
            (
                "bf16 + f16",
                "float32",
                "Neither leads to the other: follow the arrows to where they meet.",
            ),
            ("u8 + i8", "int16", "Neither leads to the other: which integer type holds both 200 and -100?"),
        )

    def test_operations_with_a_say(self, submission: Program):
        """predicts what operations do that choose a dtype, and one that does not"""
        self.agrees(
            submission.predict_dtypes(),
            ("i32 / 2", "float32", "`/` makes floats out of integers, of the width JAX has by default."),
            ("jnp.sum(i8)", "int32", "`sum` keeps the total of small integers in an integer type of default width."),
            ("jnp.cumsum(i8)", "int8", "`cumsum` differs from `sum` here, and from NumPy's: it keeps the dtype."),
        )

    @staticmethod
    def said(got: Result, key: str) -> Any:
        value = got.value.get(key) if isinstance(got.value, dict) else None
        return value.name if isinstance(value, np.dtype) else value if isinstance(value, str) else None

    def agrees(self, got: Result, *expected: tuple[str, str, str]) -> None:
        """Each expression has this dtype; the last is the rule, said if not. You may run the expression yourself."""
        for key, dtype, rule in expected:
            expect(got).that(
                self.said(got, key) is not None,
                otherwise=f"There is no dtype under `{key}`: return a dict with the twelve keys.",
            ).that(self.said(got, key) == dtype, otherwise=f"`{key}` has another dtype than you say. {rule}")


@exercise("join")
@explains("TypeError", "common DType", "These are NumPy's rules, which know nothing of bfloat16: follow JAX's.")
@explains("TypeError", "sub does not accept dtype bool", "Booleans cannot be subtracted: add them instead.")
@explains("KeyError", "", "A pair may come in either order, and may be twice the same dtype.")
class TestJoin:
    def test_joins_integers(self, submission: Program):
        """joins integers with integers"""
        self.joins(submission, "uint16", "int8", "int32", "int32 is the narrowest type that holds 65535 and -128.")
        self.joins(submission, "uint32", "int32", "int32", "With 64-bit types off, int32 stands for int64.")

    def test_joins_integers_with_floats(self, submission: Program):
        """joins an integer with a float"""
        self.joins(submission, "int32", "bfloat16", "bfloat16", "An integer never widens a float.")

    def test_joins_floats(self, submission: Program):
        """joins bfloat16 and float16"""
        why = "They are equally wide, and neither leads to the other: follow the arrows to where they meet."
        self.joins(submission, "bfloat16", "float16", "float32", why)

    def test_joins_bool(self, submission: Program):
        """joins bool with bool, and with int8"""
        self.joins(submission, "bool", "bool", "bool", "Two equal dtypes stay what they are.")
        self.joins(submission, "int8", "bool", "int8", "bool may become anything.")

    def test_works_it_out_itself(self, submission: Program):
        """does so without `promote_types` and `result_type`"""
        got = submission.join(np.dtype("uint8"), np.dtype("uint8"))
        for name in ("promote_types", "result_type"):
            expect(got).called(
                f"jax.numpy.{name}",
                times=0,
                otherwise=f"`jnp.{name}` was called: find the dtype without it, for example from arrays.",
            )

    @staticmethod
    def joins(submission: Program, a: str, b: str, wanted: str, why: str) -> None:
        first, second, meeting = (BFLOAT16 if name == "bfloat16" else np.dtype(name) for name in (a, b, wanted))
        got = submission.join(first, second)
        expect(got).that(got.value is not None, otherwise=NO_RETURN).that(
            isinstance(got.value, np.dtype), otherwise=NO_DTYPE
        ).that(got.value == meeting, otherwise=f"{a} and {b} meet in {wanted}. {why}", expected=f"{meeting!r}")


@exercise("scale")
@explains(
    "AttributeError", "", "k may be a Python number, which has no attributes of an array: `jnp.asarray` takes any."
)
@explains("ConcretizationTypeError", "", "Under jit, k has no value that could be read, but it has a dtype.")
@explains(
    "TracerBoolConversionError", "", "Under jit, a number cannot be asked whether it is true; a dtype can be compared."
)
@explains("TracerArrayConversionError", "", "Under jit there are no numbers for NumPy to work on: use jnp.")
@explains("TypeError", "expected number", "A NumPy scalar type takes no JAX array: convert k with jnp.")
@explains("TypePromotionError", "", "Bring k to the dtype of x before the two meet.")
@explains(
    "ValueError", "Non-hashable static arguments", "A JAX array cannot be a static argument of jit, and k may be one."
)
class TestScale:
    def test_by_a_python_float(self, submission: Program):
        """scales float32 by 0.5"""
        got = submission.scale(jax_array(np.array([2, -4, 1], np.float32)), 0.5)
        self.scaled(got, np.array([1, -2, 0.5], np.float32), "float32 must stay float32.")

    def test_by_a_numpy_float32(self, submission: Program):
        """keeps bfloat16 when k is np.float32(2)"""
        got = submission.scale(jax_array(np.array([1, 3, -5], BFLOAT16)), np.float32(2))
        self.scaled(got, np.array([2, 6, -10], BFLOAT16), "np.float32 is not weak and widened x: x's dtype must stay.")

    def test_under_jit(self, submission: Program):
        """works under `jit`"""
        got = submission.scale(jax_array(np.array([1, 3, -5], BFLOAT16)), np.float32(2), under="jit")
        self.scaled(got, np.array([2, 6, -10], BFLOAT16), "Under jit too, bfloat16 must stay bfloat16.")

    @x64
    def test_with_64_bit_types_on(self, submission: Program):
        """keeps all digits of a float64 with 64-bit types on"""
        k = 1 + 2.0**-40
        got = submission.scale(jax_array(np.array([1.0, -3.0, 5.0])), k)
        is_jax_array(got).dtype(
            np.float64, otherwise="The dtype changed: with 64-bit types on, float64 must stay float64."
        ).numbers(
            np.array([1.0, -3.0, 5.0]) * k,
            rtol=1e-15,
            otherwise="k lost digits on the way: bring it to the dtype of x, which is float64 here, and to no other.",
        )

    @staticmethod
    def scaled(got: Result, expected: np.ndarray, dtype: str) -> None:
        is_jax_array(got).numbers(expected, otherwise="The result is not x times k.").dtype(
            expected.dtype, otherwise=f"The dtype changed: {dtype}"
        )


@exercise("brighten")
@explains("OverflowError", "", "A delta may be negative or far above 255: it need not fit in the type you put it into.")
@explains("TypeError", "immutable", "A jax.Array cannot be changed in place: make a new one.")
@explains("TypeError", "item assignment", "A jax.Array cannot be changed in place: make a new one.")
class TestBrighten:
    IMAGE = np.array([[10, 200, 250], [0, 128, 255]], np.uint8)

    def test_brighter(self, submission: Program):
        """brightens an image by 20"""
        self.brightened(submission, 20, "Bright pixels must end at 255 and not wrap around.")

    def test_darker(self, submission: Program):
        """darkens an image by 20"""
        self.brightened(submission, -20, "Dark pixels must end at 0 and not wrap around.")

    def test_far_beyond_255(self, submission: Program):
        """brightens an image by 1000, by 40000 and by the largest int32"""
        for delta in (1000, 40_000, 2**31 - 1):
            self.brightened(
                submission,
                delta,
                f"Adding {delta} makes every pixel 255. Mind the type you add in: int16 and int32 have ends as well.",
            )

    def brightened(self, submission: Program, delta: int, at_the_end: str) -> None:
        """The pixels are right; `at_the_end` is said if only those are wrong that should be clipped."""
        got = submission.brighten(jax_array(self.IMAGE), delta)
        wide = self.IMAGE.astype(np.int64) + delta
        inside = (wide >= 0) & (wide <= 255)
        is_jax_array(got).shape(self.IMAGE.shape, otherwise="The image has another shape than before.")
        assert got.array is not None
        expect(got).that(
            np.array_equal(got.array[inside], wide[inside]),
            otherwise="Pixels are wrong that need no clipping at all: each must be the pixel plus delta.",
            expected=f"the numbers {np.clip(wide, 0, 255)}",
        ).numbers(np.clip(wide, 0, 255), otherwise=at_the_end).dtype(
            np.uint8, otherwise="The result is not uint8: narrow it again, after clipping."
        )


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
    def test_of_int8(self, submission: Program):
        """sums up [100, 100, -10]"""
        got = submission.running_total(jax_array(np.array([100, 100, -10], np.int8)))
        self.totals(got, np.array([100, 200, 190]), "int8 ends at 127, so these totals wrapped around")

    def test_stays_on_the_device(self, submission: Program):
        """stays on the device of x"""
        got = submission.running_total(jax_array(np.array([1, 2, 3], np.int8), device=0))
        is_jax_array(got).committed(
            True,
            otherwise="x is committed to its device, the result is not: the data left the device. Sum with jnp.",
        ).called("jax.device_get", times=0, otherwise="`jax.device_get` was called: nothing need be fetched.")

    def test_of_large_numbers(self, submission: Program):
        """sums up 300 times the largest uint16, 65535, under `jit`"""
        x = np.full(300, 65535, np.uint16)
        # Under jit: op by op, this many elements cost a parallel scan 2 CPU seconds of compiling.
        got = submission.running_total(jax_array(x), under="jit")
        totals = np.cumsum(x, dtype=np.int64)
        array = got.array if got.array is not None else totals
        expect(got).that(
            np.array_equal(array, totals) or not close(array, totals, 1e-5),
            otherwise="Large totals are not exact: above 2**24 a float32 cannot hold every integer, an int32 can.",
        )
        self.totals(got, totals, "small types wrap around")

    def test_of_nothing(self, submission: Program):
        """gives no totals for no elements"""
        got = submission.running_total(jax_array(np.zeros(0, np.int16)))
        is_jax_array(got).value(np.zeros(0, np.int32), otherwise="For an array of length 0 the result is empty, int32.")

    @staticmethod
    def totals(got: Result, expected: np.ndarray, why: str) -> None:
        expect(got).that(got.value is not None, otherwise=NO_RETURN).is_array(
            otherwise=f"The result is {got.kind}, not an array."
        ).shape(expected.shape, otherwise="There must be one total for each element of x.")
        assert got.array is not None
        wrapped = any(
            np.array_equal(got.array, expected.astype(narrow)) and not np.array_equal(expected, expected.astype(narrow))
            for narrow in ("int8", "uint8", "int16", "uint16")
        )
        expect(got).that(
            not wrapped,
            otherwise=f"The totals are wrong: {why}. Add in int32 from the start, not afterwards.",
            expected=f"the numbers {expected}",
        ).numbers(
            expected,
            otherwise="These are not the running totals: element i is the sum of x[0] to x[i] inclusive.",
        ).dtype(np.int32, otherwise="The totals are right and not int32: say `dtype=`, or convert before you sum.")


@exercise("precise_sum")
@explains("AttributeError", "enable_x64", "The context manager is `jax.enable_x64`, with no `experimental`.")
@explains("TypeError", "context manager", "It is called with an argument: `with jax.enable_x64(True):`.")
@explains("TypeError", "dimension", "x may have several dimensions: add up all of its elements.")
@explains("TypeError", "unexpected keyword argument 'dtype'", "`math.fsum` and Python's `sum` have no `dtype`.")
class TestPreciseSum:
    def test_keeps_small_terms(self, submission: Program):
        """keeps the small terms of [2**25, 1, 1, 1]"""
        got = submission.precise_sum(jax_array(np.array([2**25, 1, 1, 1], np.float32)))
        self.is_sum(got, 2**25 + 3, near=10)

    def test_of_two_rows_of_float16(self, submission: Program):
        """adds up two rows of float16, [60000, 60000] and [0.5, 1]"""
        got = submission.precise_sum(jax_array(np.array([[60_000, 60_000], [0.5, 1]], np.float16)))
        expect(got).that(
            got.value not in (float("inf"), float("nan")),
            otherwise="The sum left the range of float16, which ends at 65504: accumulate in float64.",
            expected="120001.5",
        )
        self.is_sum(got, 120001.5, near=100)

    def test_of_nothing(self, submission: Program):
        """gives 0.0 for no elements"""
        self.is_sum(submission.precise_sum(jax_array(np.zeros(0, np.float32))), 0.0, near=0)

    def test_leaves_the_global_flag_alone(self, submission: Program):
        """never touches the global 64-bit flag"""
        got = submission.precise_sum(jax_array(np.array([0.5, 0.25], np.float32)))
        way_out = "use NumPy, or `with jax.enable_x64(True):`."
        expect(got).called(
            "jax.config.update",
            times=0,
            otherwise=f"`jax.config.update` changes JAX for the whole program, even if it is set back: {way_out}",
        ).that(
            not got.x64_after,
            otherwise=f"64-bit types were still on after the call: {way_out}",
        )

    @staticmethod
    def is_sum(got: Result, exact: float, near: float) -> None:
        expect(got).that(got.value is not None, otherwise=NO_RETURN)
        number = float(got.value) if isinstance(got.value, (float, int)) else exact
        expect(got).that(
            abs(number - exact) <= near, otherwise="This is not the sum of all elements.", expected=f"{float(exact)}"
        ).that(
            number == exact,
            otherwise="Small terms were lost beside the large one: the sum did not run in float64. Beware: `np.sum` of"
            " a jax.Array is JAX's own sum, and with 64-bit types off JAX cuts float64 down to float32. Sum a NumPy"
            " array, or both convert and sum inside `with jax.enable_x64(True):`.",
            expected=f"{float(exact)}",
        ).that(
            isinstance(got.value, float),
            otherwise=f"The result is {got.kind}, not a float: take `float(...)` of it.",
            expected=f"{float(exact)}",
        )
