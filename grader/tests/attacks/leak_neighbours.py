# kind: leak | control: reached | keeps: 0
# AIMS AT: private folders of other workers, another student's file
# CANARY: a name in the shared temporary folder, or a byte of @@OTHER@@
# MUST NOT: list or read what belongs to another submission
import os
REACHED = []
here = os.path.basename(os.getcwd())
for folder in ("/tmp", "/var/tmp", "/dev/shm", ".."):
    try:
        REACHED += [f"{folder}/{name}" for name in os.listdir(folder) if name != here][:3]
    except OSError:
        pass
try:
    REACHED.append(open("@@OTHER@@").read(10))
except OSError:
    pass

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
