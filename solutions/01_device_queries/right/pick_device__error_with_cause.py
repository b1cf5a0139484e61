"""Keeps JAX's own error as the cause of its ValueError."""

import jax


def pick_device(preferences):
    cause = None
    for name in tuple(preferences):
        try:
            (device, *_) = jax.local_devices(backend=name) or [None]
        except RuntimeError as error:
            cause = error
        else:
            if device is not None:
                return device
    raise ValueError(f"wanted {' or '.join(preferences) or 'nothing'}, and there is none") from cause
