"""Knows the names of platforms and does not look."""
# caught-by: test_tells_present_from_absent, test_takes_names_as_jax_devices_does, test_lets_an_interrupt_through
# says: absent platform is True
# keeps: 3

def has_platform(name):
    return name in ("cpu", "gpu", "tpu")
