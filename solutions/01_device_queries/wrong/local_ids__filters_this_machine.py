"""Filters the devices of this machine, not those of the list."""
# caught-by: test_picks_the_process_asked_for, test_keeps_the_order_of_the_list, test_returns_a_list_of_ints, test_no_such_device_gives_an_empty_list, test_takes_the_list_as_it_is
# says: No device was found
# keeps: 0

import jax


def local_ids(devices, process_index):
    return [d.id for d in jax.devices() if d.process_index == process_index]
