"""Edits and forgets to return."""
# caught-by: test_sets_the_item_and_nothing_else, test_keeps_the_dtype, test_comes_back_uncommitted_on_the_default_device
# says: return
# keeps: 3

import numpy as np


def edit_on_host(x, index, value):
    h = np.array(x)
    h[index] = value
