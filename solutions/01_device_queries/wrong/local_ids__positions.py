"""Takes the position in the list for the id."""
# caught-by: test_picks_the_process_asked_for, test_keeps_the_order_of_the_list, test_returns_a_list_of_ints, test_takes_the_list_as_it_is
# says: positions; .id
# keeps: 2

def local_ids(devices, process_index):
    return [i for i, d in enumerate(devices) if d.process_index == process_index]
