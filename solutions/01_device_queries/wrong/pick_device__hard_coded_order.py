"""Has an order of its own."""
# caught-by: test_takes_the_first_platform_that_is_there, test_says_what_was_wanted_if_there_is_none, test_no_preference_is_a_value_error
# says: order of the preferences
# keeps: 4

import jax


def pick_device(preferences):
    for name in ("tpu", "gpu", "cpu"):
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            continue
        if mine:
            return mine[0]
    raise ValueError(f"no device for any of {preferences}")
