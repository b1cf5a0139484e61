"""Arguments a test makes for a submission."""

from __future__ import annotations

import numpy as np

from grader import wire


def jax_array(values: np.ndarray, device: int | None = None) -> wire.JaxArray:
    """A `jax.Array` with these values and dtype in the worker.

    Committed to `jax.devices()[device]` if a device is named, else uncommitted on the default device.
    """
    placed = () if device is None else (wire.Device("default", device),)
    return wire.JaxArray(np.array(values), devices=placed, committed=device is not None)
