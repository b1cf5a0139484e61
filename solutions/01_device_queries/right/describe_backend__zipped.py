"""Zips keys and questions; each is asked when the function is called."""

import jax

QUESTIONS = {
    "backend": jax.default_backend,
    "device_count": jax.device_count,
    "local_device_count": jax.local_device_count,
}


def describe_backend():
    return {key: ask() for key, ask in QUESTIONS.items()}
