"""Recursion over the list."""

def local_ids(devices, process_index):
    if not devices:
        return []
    first, *rest = devices
    return [first.id] * (first.process_index == process_index) + local_ids(rest, process_index)
