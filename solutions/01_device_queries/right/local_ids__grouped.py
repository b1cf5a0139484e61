"""Groups all devices by process and takes one group."""

from collections import defaultdict


def local_ids(devices, process_index):
    groups = defaultdict(list)
    for device in devices:
        groups[device.process_index].append(device.id)
    return groups.get(process_index, [])
