"""Edits on the device, where a wrong index is ignored."""
# caught-by: test_a_wrong_index_raises, test_comes_back_uncommitted_on_the_default_device
# says: IndexError; NumPy
# keeps: 6

def edit_on_host(x, index, value):
    return x.at[index].set(value)
