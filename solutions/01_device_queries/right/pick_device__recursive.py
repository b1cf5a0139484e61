"""Tries the first, and itself on the rest; the error is worded on the way back."""

import jax


def pick_device(preferences):
    if not preferences:
        raise ValueError("nothing left to try")
    first, *rest = preferences
    try:
        count = jax.local_device_count(first)
    except RuntimeError:
        count = 0
    if count:
        return jax.local_devices(backend=first)[0]
    try:
        return pick_device(rest)
    except ValueError as error:
        raise ValueError(f"{first}: not here; {error}") from None
