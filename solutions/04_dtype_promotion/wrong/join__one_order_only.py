"""Has a table for one order of the pair."""
# caught-by: test_joins_integers, test_has_int32_where_int64_would_be, test_an_integer_never_widens_a_float, test_joins_floats, test_joins_booleans_and_equal_dtypes, test_works_it_out_itself
# says: KeyError; order
# keeps: 0

import jax.numpy as jnp

NAMES = ["bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "float16", "bfloat16", "float32"]
TABLE = {}
for i, first in enumerate(NAMES):
    for second in NAMES[i + 1 :]:
        TABLE[first, second] = (jnp.zeros((), first) + jnp.zeros((), second)).dtype


def join(a, b):
    return TABLE[a.name, b.name]
