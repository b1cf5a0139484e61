"""Works out the process from the id, as two CPU processes would suggest."""
# caught-by: test_picks_the_process_asked_for, test_keeps_the_order_of_the_list, test_returns_a_list_of_ints, test_takes_the_list_as_it_is
# says: No device was found; process_index
# keeps: 2

def local_ids(devices, process_index):
    return [d.id for d in devices if d.id // 2048 == process_index]
