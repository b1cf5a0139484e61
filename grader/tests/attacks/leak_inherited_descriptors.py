# kind: leak | control: reached | keeps: 0
# AIMS AT: descriptors left open by whoever started this process
# CANARY: CANARY- read from one of them
# MUST NOT: hold a descriptor of the course
import os
REACHED = []
for number in range(256):
    try:
        data = os.pread(number, 1 << 20, 0)
    except OSError:
        continue
    if b"CANARY-" in data:
        REACHED.append(f"descriptor {number}: {data[data.find(b'CANARY-'):][:30]}")

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
