"""Catches everything, Ctrl-C included."""
# caught-by: test_lets_an_interrupt_through
# says: interrupt; RuntimeError
# keeps: 8

import jax


def has_platform(name):
    try:
        return bool(jax.devices(name))
    except:
        return False
