"""Takes no preference for no objection."""
# caught-by: test_no_preference_is_a_value_error
# says: no preferences; ValueError
# keeps: 9

import jax


def pick_device(preferences):
    if not preferences:
        return jax.local_devices()[0]
    for name in preferences:
        try:
            mine = jax.local_devices(backend=name)
        except RuntimeError:
            continue
        if mine:
            return mine[0]
    raise ValueError(f"no device for any of {preferences}")
