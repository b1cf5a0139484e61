"""Written for one number, mapped over all."""

import jax


stay_on_device = jax.vmap(lambda number: number + number)
