"""Assigns into the jax.Array."""
# caught-by: test_sets_the_item_and_nothing_else, test_keeps_the_dtype, test_a_wrong_index_raises, test_comes_back_uncommitted_on_the_default_device, test_leaves_x_alone
# says: TypeError; in place
# keeps: 0

def edit_on_host(x, index, value):
    x[index] = value
    return x
