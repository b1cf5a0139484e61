# kind: dos | control: reached | keeps: 0
# AIMS AT: disk space by sparse files, preallocation, and files deleted but held
# CANARY: a terabyte of file, or 200 MiB held by deleted files
# MUST NOT: hold more than the private folder's share
import os
REACHED, held = [], []
try:
    with open("sparse", "wb") as file:
        file.truncate(1 << 40)
    REACHED.append("a terabyte")
    os.unlink("sparse")
except OSError:
    pass
total = 0
try:
    for number in range(20):
        file = open(f"f{number}", "wb")
        os.unlink(file.name)
        held.append(file)
        os.posix_fallocate(file.fileno(), 0, 10 << 20)
        total += 10
    REACHED.append(f"{total} MiB held")
except OSError:
    pass

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
