"""Traces with grad, whose tracers know their values."""
# caught-by: test_finds_every_kind_of_read, test_leaves_innocent_functions_alone, test_traces_f_and_never_runs_it
# says: was not found to leak
# keeps: 2

import jax


def leaks(f, x):
    try:
        jax.grad(lambda v: f(v).sum())(x)
    except (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError, jax.errors.TracerIntegerConversionError):
        return True
    return False
