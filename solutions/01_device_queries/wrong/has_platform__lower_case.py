"""Is kind to names in capitals, which JAX is not."""
# caught-by: test_takes_names_as_jax_devices_does
# says: capitals; False
# keeps: 8

import jax


def has_platform(name):
    try:
        return len(jax.devices(name.lower())) > 0
    except RuntimeError:
        return False
