"""Passes the platform where the process belongs."""
# caught-by: test_takes_the_first_platform_that_is_there, test_takes_a_device_of_this_process, test_says_what_was_wanted_if_there_is_none, test_lets_an_interrupt_through
# says: TypeError; backend=
# keeps: 1

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            mine = jax.local_devices(name)
        except RuntimeError:
            continue
        if mine:
            return mine[0]
    raise ValueError(f"no device for any of {preferences}")
