"""Moves as one moves a PyTorch tensor."""
# caught-by: test_commits_to_the_named_device, test_makes_one_array_of_jax_dtype
# says: AttributeError; PyTorch; device_put
# keeps: 5

import jax.numpy as jnp


def place(x, device=None):
    x = jnp.asarray(x)
    return x if device is None else x.to(device)
