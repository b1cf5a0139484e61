"""The public checks of lesson 04: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from grader.judge import Program, exercise, expect, explains, jax_array

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
NO_DTYPE = "The result is not an `np.dtype`: an array's `.dtype` is one, and `jnp.dtype(...)` makes one."


@exercise("predict_dtypes")
class TestPredictDtypes:
    def test_has_all_entries(self, submission: Program):
        """has twelve entries, each the name of a dtype"""
        got = submission.predict_dtypes()
        expect(got).that(
            isinstance(got.value, dict),
            otherwise=f"The result is {got.kind}, not a dict: return one with the twelve keys.",
        )
        keys = (
            "f32 + 0.1; bf16 * 2; i32 * 2.5; bf16 * np.float32(2); f32 + np.float64(0.1); jnp.asarray(np.ones(2)); "
            "i32 + f16; bf16 + f16; u8 + i8; i32 / 2; jnp.sum(i8); jnp.cumsum(i8)"
        )
        missing = [key for key in keys.split("; ") if key not in got.value]
        expect(got).that(
            not missing, otherwise=f"There is no entry for {', '.join(f'`{key}`' for key in missing)}: copy the keys."
        )
        names = {
            "bool",
            "bfloat16",
            *(f"{kind}{bits}" for kind in ("int", "uint", "float") for bits in (8, 16, 32, 64)),
        }
        for key in keys.split("; "):
            value = got.value[key]
            name = value.name if isinstance(value, np.dtype) else value
            expect(got).that(
                isinstance(name, str) and name in names,
                otherwise=f"The entry for `{key}` names no dtype: write a name such as 'int16'.",
            )

    def test_bf16_times_a_python_int(self, submission: Program):
        """knows what a Python int does to a bfloat16 array"""
        got = submission.predict_dtypes()
        said = got.value.get("bf16 * 2") if isinstance(got.value, dict) else None
        expect(got).that(
            said is not None, otherwise="There is no entry for `bf16 * 2`: return a dict with the twelve keys."
        ).that(
            isinstance(said, (str, np.dtype)), otherwise="The entry for `bf16 * 2` names no dtype: write 'int16', say."
        ).that(
            said in ("bfloat16", BFLOAT16),
            otherwise="`bf16 * 2` has another dtype: a Python number is weak, so the array keeps its own.",
        )


@exercise("join")
class TestJoin:
    def test_joins_uint16_and_int8(self, submission: Program):
        """joins uint16 and int8 in int32"""
        got = submission.join(np.dtype("uint16"), np.dtype("int8"))
        expect(got).that(isinstance(got.value, np.dtype), otherwise=NO_DTYPE).that(
            got.value == np.dtype("int32"),
            otherwise="uint16 and int8 meet in int32, the narrowest type that holds 65535 and -128.",
            expected="dtype('int32')",
        )

    def test_joins_int32_and_bfloat16(self, submission: Program):
        """joins int32 and bfloat16 in bfloat16"""
        got = submission.join(np.dtype("int32"), BFLOAT16)
        expect(got).that(isinstance(got.value, np.dtype), otherwise=NO_DTYPE).that(
            got.value == BFLOAT16,
            otherwise="int32 and bfloat16 meet in bfloat16: an integer never widens a float.",
            expected="dtype(bfloat16)",
        )

    def test_works_it_out_itself(self, submission: Program):
        """does so without `promote_types` and `result_type`"""
        got = submission.join(np.dtype("uint8"), np.dtype("uint8"))
        for name in ("promote_types", "result_type"):
            expect(got).called(
                f"jax.numpy.{name}",
                times=0,
                otherwise=f"`jnp.{name}` was called: find the dtype without it, for example from arrays.",
            )


@exercise("scale")
@explains(
    "AttributeError", "", "k may be a Python number, which has no attributes of an array: `jnp.asarray` takes any."
)
@explains("ConcretizationTypeError", "", "Under jit, k has no value that could be read, but it has a dtype.")
@explains("TracerArrayConversionError", "", "Under jit there are no numbers for NumPy to work on: use jnp.")
class TestScale:
    def test_by_a_python_float(self, submission: Program):
        """scales float32 by 0.5"""
        got = submission.scale(jax_array(np.array([2, -4, 1], np.float32)), 0.5)
        expect(got).value(np.array([1, -2, 0.5], np.float32), otherwise="The result is not x times k, in float32.")

    def test_by_a_numpy_float32(self, submission: Program):
        """keeps bfloat16 when k is np.float32(2)"""
        got = submission.scale(jax_array(np.array([1, 3, -5], BFLOAT16)), np.float32(2))
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array.")
        expect(got).dtype(BFLOAT16, otherwise="np.float32 is not weak: it widened x. The dtype of x must stay.")
        expect(got).numbers(np.array([2, 6, -10]), otherwise="The result is not x times k.")

    def test_under_jit(self, submission: Program):
        """works under `jit`"""
        got = submission.scale(jax_array(np.array([1, 3, -5], BFLOAT16)), np.float32(2), under="jit")
        expect(got).value(
            np.array([2, 6, -10], BFLOAT16), otherwise="Under jit, the result is not x times k in bfloat16."
        )


@exercise("brighten")
@explains("OverflowError", "", "A delta may be negative or far above 255: it need not fit in the type you put it into.")
class TestBrighten:
    def test_brighter(self, submission: Program):
        """brightens an image by 20"""
        got = submission.brighten(jax_array(np.array([[10, 200, 250], [0, 128, 255]], np.uint8)), 20)
        expect(got).numbers(
            np.array([[30, 220, 255], [20, 148, 255]]), otherwise="Add delta to each pixel; bright ones end at 255."
        )
        expect(got).dtype(np.uint8, otherwise="The result is not uint8.")

    def test_darker(self, submission: Program):
        """darkens an image by 20"""
        got = submission.brighten(jax_array(np.array([[10, 200, 250], [0, 128, 255]], np.uint8)), -20)
        expect(got).numbers(
            np.array([[0, 180, 230], [0, 108, 235]]), otherwise="Subtract from each pixel; dark ones end at 0."
        )

    def test_far_beyond_255(self, submission: Program):
        """brightens an image by 1000"""
        got = submission.brighten(jax_array(np.array([[10, 200, 250], [0, 128, 255]], np.uint8)), 1000)
        expect(got).numbers(np.full((2, 3), 255), otherwise="A delta so large makes every pixel 255.")


@exercise("running_total")
@explains(
    "TracerArrayConversionError", "", "NumPy needs numbers and there are none under jit: stay on the device, with jnp."
)
class TestRunningTotal:
    def test_of_int8(self, submission: Program):
        """sums up [100, 100, -10]"""
        got = submission.running_total(jax_array(np.array([100, 100, -10], np.int8)))
        expect(got).numbers(
            np.array([100, 200, 190]), otherwise="These are not the running totals. Mind that int8 ends at 127."
        )
        expect(got).dtype(np.int32, otherwise="The totals are not int32.")

    def test_stays_on_the_device(self, submission: Program):
        """stays on the device of x"""
        got = submission.running_total(jax_array(np.array([1, 2, 3], np.int8), device=0))
        expect(got).is_jax_array(otherwise=f"The result is {got.kind}, not a jax.Array.").committed(
            True, otherwise="x is committed to its device and the result is not: the data left the device."
        )


@exercise("precise_sum")
@explains("AttributeError", "enable_x64", "The context manager is `jax.enable_x64`, with no `experimental`.")
class TestPreciseSum:
    def test_keeps_small_terms(self, submission: Program):
        """keeps the small terms of [2**25, 1, 1, 1]"""
        got = submission.precise_sum(jax_array(np.array([2**25, 1, 1, 1], np.float32)))
        number = got.value if isinstance(got.value, (float, int)) else 2**25 + 3
        expect(got).that(
            abs(number - 2**25) < 10,
            otherwise="This is not the sum of the elements.",
            expected=f"{float(2**25 + 3)}",
        ).that(
            number == 2**25 + 3,
            otherwise="Small terms were lost beside the large one: accumulate in float64.",
            expected=f"{float(2**25 + 3)}",
        ).that(
            isinstance(got.value, float),
            otherwise=f"The result is {got.kind}, not a float: take `float(...)` of it.",
            expected=f"{float(2**25 + 3)}",
        )

    def test_leaves_the_global_flag_alone(self, submission: Program):
        """never touches the global 64-bit flag"""
        got = submission.precise_sum(jax_array(np.array([0.5, 0.25], np.float32)))
        expect(got).called(
            "jax.config.update", times=0, otherwise="`jax.config.update` changes JAX for the whole program: do without."
        ).that(not got.x64_after, otherwise="64-bit types were on after the call: nothing outside may notice.")
