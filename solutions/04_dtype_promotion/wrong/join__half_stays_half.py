"""Walks its own picture, in which float16 leads to bfloat16."""
# caught-by: test_joins_floats
# says: equally wide
# keeps: 8

import numpy as np

ORDER = ["bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "float16", "bfloat16", "float32"]


def join(a, b):
    names = {a.name, b.name}
    for unsigned, signed, both in [
        ("uint8", "int8", "int16"),
        ("uint16", "int16", "int32"),
        ("uint16", "int8", "int32"),
        *((f"uint{n}", "int32", "int32") for n in (8, 16, 32)),
        *(("uint32", f"int{n}", "int32") for n in (8, 16)),
    ]:
        if names == {unsigned, signed}:
            return np.dtype(both)
    return max(a, b, key=lambda dtype: ORDER.index(dtype.name))
