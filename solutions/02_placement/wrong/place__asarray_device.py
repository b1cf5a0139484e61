"""Uses the `device=` of jnp.asarray, which moves nothing that is committed."""
# caught-by: test_commits_to_the_named_device, test_makes_one_array_of_jax_dtype
# says: not committed
# keeps: 5

import jax.numpy as jnp


def place(x, device=None):
    return jnp.asarray(x, device=device)
