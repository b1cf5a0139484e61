"""Takes the default platform for the only one."""
# caught-by: test_sees_beyond_the_default_backend, test_takes_names_as_jax_devices_does, test_lets_an_interrupt_through
# says: On a GPU machine the CPU
# keeps: 3

import jax


def has_platform(name):
    return jax.default_backend() == name
