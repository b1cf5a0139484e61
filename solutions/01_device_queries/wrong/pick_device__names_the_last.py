"""Names the last preference only, and has none to name if there is none."""
# caught-by: test_says_what_was_wanted_if_there_is_none, test_no_preference_is_a_value_error
# says: name each
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
    raise ValueError(f"no device of platform {name}")
