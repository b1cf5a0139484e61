"""Catches BaseException."""
# caught-by: test_lets_an_interrupt_through
# says: interrupt; RuntimeError
# keeps: 8

import jax


def has_platform(name):
    try:
        jax.devices(name)
        return True
    except BaseException:
        return False
