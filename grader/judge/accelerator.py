"""An accelerator for the workers: which one whoever runs us asks for, and what of the system it needs.

It is asked for as in JAX, by the variable JAX_PLATFORMS ("cuda", "rocm", "tpu"). Without it workers run on CPU, even
where JAX by itself would take a GPU: what a check finds there was measured on CPU, and an accelerator is often in use.
"""

from __future__ import annotations

import os
from glob import glob

# What the drivers are spoken to by, and what they read about themselves.
_NODES = {
    "cuda": ("/dev/nvidia*", "/proc/driver/nvidia", "/sys/module/nvidia*", "/sys/bus/pci", "/sys/devices/pci*"),
    "rocm": ("/dev/kfd", "/dev/dri", "/sys/class/kfd", "/sys/module/amdgpu", "/sys/bus/pci", "/sys/devices/pci*"),
    "tpu": ("/dev/accel*", "/dev/vfio", "/sys/class/accel", "/sys/bus/pci", "/sys/devices/pci*"),
}
_SAME = {"gpu": "cuda", "nvidia": "cuda"}


def asked_for() -> str:
    """The platform of JAX_PLATFORMS, the first if it lists several; "cpu" where that is not set."""
    first = os.environ.get("JAX_PLATFORMS", "").split(",")[0].strip().lower()
    return _SAME.get(first, first) or "cpu"


def present() -> str:
    """The accelerator whose device nodes this system has, as `asked_for` would spell it; "" where there is none."""
    return next((name for name, nodes in _NODES.items() if glob(nodes[0])), "")


def nodes(platform: str) -> tuple[str, ...]:
    """The device nodes and folders that workers on `platform` must reach; none for "cpu"."""
    return tuple(sorted(path for pattern in _NODES.get(platform, ()) for path in glob(pattern)))
