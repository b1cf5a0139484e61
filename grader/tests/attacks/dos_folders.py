# kind: dos | control: reached | keeps: 0
# AIMS AT: the inode table: many folders, and a few nested deep
# CANARY: 60,000 folders, or 5,000 levels
# MUST NOT: make more than the watcher allows, nor break whoever clears up
import os
REACHED = []
made = 0
try:
    for number in range(60_000):
        os.mkdir(f"d{number}")
        made += 1
    REACHED.append(f"{made} folders")
except OSError:
    pass
try:
    for level in range(5000):
        os.mkdir("d")
        os.chdir("d")
    REACHED.append("5000 levels")
except OSError:
    pass

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
