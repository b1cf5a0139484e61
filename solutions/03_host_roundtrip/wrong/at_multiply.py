"""Doubles with x.at[...], which makes a new array on the device."""
# caught-by: test_device_get_is_called_once_on_x, test_the_answer_is_made_from_the_host_copy_by_numpy, test_comes_back_uncommitted_on_the_default_device, test_is_pushed_with_jnp_asarray
# says: device_get; never
# keeps: 3

def host_roundtrip(x):
    return x.at[:].multiply(2)
