"""What the notebook's own JAX is set to, for the checks to copy, learnt without starting it."""

from __future__ import annotations

import sys
from typing import Any

from grader.judge.program import Options

# Whatever accelerator there is belongs to the notebook: JAX takes most of a GPU's memory for itself, and a TPU takes
# one process. Nor would a free one do: each check would wait for a driver to start, and many need several devices.
PLATFORM = "cpu"


def options() -> Options:
    """Options for a worker like this process: as many CPU devices, 64-bit types as they are set at this moment."""
    jax = sys.modules.get("jax")
    if jax is None:
        return Options(PLATFORM)
    return Options(PLATFORM, _cpu_devices(jax), bool(jax.config.jax_enable_x64))


def notes() -> tuple[str, ...]:
    """Where the checks differ from what the reader sees in the notebook, or the marks from the checks."""
    jax = sys.modules.get("jax")
    if jax is None:
        return ()
    said = []
    if _started(jax) and (platform := jax.default_backend()) != "cpu":
        said.append(f"Your notebook runs on {platform} and keeps it to itself, so the checks ran on cpu.")
    if jax.config.jax_enable_x64:
        said.append(
            "64-bit types are on in your notebook (`jax_enable_x64`), so the checks had them on too. Marks are given"
            " with them off."
        )
    return tuple(said)


def _cpu_devices(jax: Any) -> int:
    if _started(jax):
        try:
            return len(jax.devices("cpu"))
        except RuntimeError:  # JAX_PLATFORMS names an accelerator alone
            return 1
    return max(1, jax.config.jax_num_cpu_devices)


def _started(jax: Any) -> bool:
    """Whether JAX has a backend: from then on, and only then, it refuses another number of CPU devices."""
    now = jax.config.jax_num_cpu_devices
    try:
        jax.config.update("jax_num_cpu_devices", now + 1)
    except RuntimeError:
        return True
    jax.config.update("jax_num_cpu_devices", now)
    return False
