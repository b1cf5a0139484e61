"""for with an else, and a subclass of ValueError."""

import contextlib

import jax


class NoDevice(ValueError):
    """No platform of the preferences has a device here."""


def pick_device(preferences):
    for name in preferences:
        mine = []
        with contextlib.suppress(RuntimeError):
            mine = jax.local_devices(backend=name, process_index=jax.process_index())
        if mine:
            break
    else:
        raise NoDevice(*preferences)
    return mine[0]
