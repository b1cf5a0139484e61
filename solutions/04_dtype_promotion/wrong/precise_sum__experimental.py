"""Takes enable_x64 from where it used to be."""
# caught-by: test_accumulates_in_float64, test_of_half_precision_data, test_gives_a_float, test_leaves_the_global_flag_alone
# says: AttributeError; jax.enable_x64
# keeps: 0
# applies: jax>=0.9.0

from jax import experimental
import jax.numpy as jnp


def precise_sum(x):
    with experimental.enable_x64():
        return float(jnp.sum(x, dtype=jnp.float64))
