"""Makes the device the default one as well, while it works."""

import jax


def add_on(x, y, device):
    with jax.default_device(device):
        x, y = map(jax.device_put, (x, y), (device, device))
        return x + y
