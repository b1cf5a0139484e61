"""Returns in finally, which swallows whatever was raised."""
# caught-by: test_lets_an_interrupt_through
# says: interrupt
# keeps: 8

import jax


def has_platform(name):
    found = False
    try:
        found = bool(jax.devices(name))
    finally:
        return found
