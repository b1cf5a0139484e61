"""Runs f eagerly under the transfer guard."""
# caught-by: test_leaves_innocent_functions_alone, test_lets_other_errors_through, test_traces_f_and_never_runs_it
# says: reported a leak
# keeps: 3
# applies: cpu jax>=0.10.2

import jax


def leaks(f, x):
    try:
        with jax.transfer_guard("disallow"):
            f(x)
    except jax.errors.JaxRuntimeError:
        return True
    return False
