"""Runs f eagerly under the guard for fetches, blind on CPU."""
# caught-by: test_finds_every_kind_of_read, test_traces_f_and_never_runs_it
# says: was not found to leak
# keeps: 4
# applies: cpu

import jax


def leaks(f, x):
    try:
        with jax.transfer_guard_device_to_host("disallow"):
            f(x)
    except jax.errors.JaxRuntimeError:
        return True
    return False
