"""Uses the `device=` of jnp.asarray."""
# caught-by: test_the_sum_is_committed_to_the_device, test_the_sum_is_computed_on_the_device, test_x_and_y_are_left_alone
# says: ValueError; device_put
# keeps: 2

import jax.numpy as jnp


def add_on(x, y, device):
    return jnp.asarray(x, device=device) + jnp.asarray(y, device=device)
