"""Reads the devices from the mesh, which an array on one device does not have."""
# caught-by: test_names_the_device_of_an_array_on_one_device, test_is_a_list_of_plain_ints
# says: AttributeError; mesh
# keeps: 5

def device_ids(x):
    return sorted(device.id for device in x.sharding.mesh.devices.flat)
