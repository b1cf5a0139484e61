"""Compares numbers by `is`, which holds for small ones only."""
# caught-by: test_picks_the_process_asked_for, test_keeps_the_order_of_the_list, test_returns_a_list_of_ints, test_takes_the_list_as_it_is
# says: No device was found; ==
# keeps: 2

def local_ids(devices, process_index):
    return [d.id for d in devices if d.process_index is process_index]
