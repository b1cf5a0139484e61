"""Names the device, and waits for push and results."""

import jax


def push_once(a, fns):
    x = jax.block_until_ready(jax.device_put(a, jax.devices()[0]))
    results = []
    for f in fns:
        results.append(f(x).block_until_ready())
    return results
