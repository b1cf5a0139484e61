"""Sorts the devices by their id, then takes the ids."""

from operator import attrgetter


def device_ids(x):
    by_id = sorted(x.devices(), key=attrgetter("id"))
    return [*map(attrgetter("id"), by_id)]
