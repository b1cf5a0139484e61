"""Copies what one machine printed."""
# caught-by: test_names_the_default_platform, test_counts_over_all_processes, test_counts_in_this_process
# says: same on a GPU machine
# keeps: 1

def describe_backend():
    return {"backend": "cpu", "device_count": 1, "local_device_count": 1}
