"""Takes np.asarray for a push."""
# caught-by: test_pushes_a_once_and_uses_it
# says: never pushed
# keeps: 6

import numpy as np


def push_once(a, fns):
    x = np.asarray(a)
    return [f(x) for f in fns]
