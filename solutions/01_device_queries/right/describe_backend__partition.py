"""Sorts the devices into mine and others'."""

import collections

import jax


def describe_backend():
    per_process = collections.Counter(d.process_index for d in jax.devices())
    return {
        "backend": jax.default_backend(),
        "device_count": sum(per_process.values()),
        "local_device_count": per_process[jax.process_index()],
    }
