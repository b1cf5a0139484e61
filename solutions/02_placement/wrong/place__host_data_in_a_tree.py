"""Makes an array of every element and stacks them, on the device that they were put on."""
# caught-by: test_makes_one_array_of_jax_dtype, test_without_a_device_host_data_is_uncommitted
# says: list; tree
# keeps: 6

import jax


def place(x, device=None):
    return jax.tree.map(lambda v: jax.device_put(v, device), x)
