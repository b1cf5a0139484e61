"""Falls back on the default device in place of raising."""
# caught-by: test_says_what_was_wanted_if_there_is_none, test_no_preference_is_a_value_error
# says: raise ValueError; names the preferences
# keeps: 7

import jax


def pick_device(preferences):
    for name in preferences:
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            continue
        if mine:
            return mine[0]
    return jax.local_devices()[0]
