"""try with an else; imported by name."""

from jax import devices


def has_platform(name: str) -> bool:
    try:
        devices(name)
    except RuntimeError:
        return False
    else:
        return True
