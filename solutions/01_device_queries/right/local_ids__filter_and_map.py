"""filter and map, made a list; the argument is renamed on the way."""

import operator


def local_ids(devices, process_index):
    wanted = process_index
    mine = filter(lambda d: wanted == operator.attrgetter("process_index")(d), devices)
    return list(map(operator.attrgetter("id"), mine))
