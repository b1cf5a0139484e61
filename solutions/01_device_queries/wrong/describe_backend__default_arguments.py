"""Asks in the default arguments, which are evaluated when the function is defined."""
# caught-by: test_names_the_default_platform, test_counts_over_all_processes, test_counts_in_this_process
# says: each time
# keeps: 1

import jax


def describe_backend(backend=jax.default_backend(), total=jax.device_count(), local=jax.local_device_count()):
    return {"backend": backend, "device_count": total, "local_device_count": local}
