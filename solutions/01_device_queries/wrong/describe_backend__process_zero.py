"""Takes the devices of process 0 for its own."""
# caught-by: test_counts_in_this_process
# says: process 0
# keeps: 7

import jax


def describe_backend():
    mine = [d for d in jax.devices() if d.process_index == 0]
    return {"backend": jax.default_backend(), "device_count": len(jax.devices()), "local_device_count": len(mine)}
