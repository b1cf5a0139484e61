"""Raises ValueError without saying what was wanted."""
# caught-by: test_says_what_was_wanted_if_there_is_none
# says: without the preferences; name each
# keeps: 8

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            continue
        if mine:
            return mine[0]
    raise ValueError("no device found")
