"""Expects an empty list for an absent platform."""
# caught-by: test_takes_the_first_platform_that_is_there, test_says_what_was_wanted_if_there_is_none
# says: RuntimeError; catch it; try the next
# keeps: 5

import jax


def pick_device(preferences):
    for name in preferences:
        mine = jax.local_devices(backend=name)
        if mine:
            return mine[0]
    raise ValueError(f"no device for any of {preferences}")
