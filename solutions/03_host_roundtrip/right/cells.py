"""Several cells, an early wrong try, and a demonstration that prints while the file loads."""

# %%
import jax
import jax.numpy as jnp

# %% first try
def host_roundtrip(x):
    return x * 2


print(host_roundtrip(jnp.array([1.0, 2.0])))

# %% second try: really leaves the device
def host_roundtrip(x):  # noqa: F811
    h = jax.device_get(x)
    return jnp.asarray(h * 2)


print(host_roundtrip(jnp.array([1.0, 2.0])))

# %%
x = jnp.arange(3)
assert (host_roundtrip(x) == x + x).all()
