"""Suppresses BaseException in a with statement."""
# caught-by: test_lets_an_interrupt_through
# says: interrupt; RuntimeError
# keeps: 8

import contextlib

import jax


def has_platform(name):
    found = False
    with contextlib.suppress(BaseException):
        found = len(jax.devices(name)) > 0
    return found
