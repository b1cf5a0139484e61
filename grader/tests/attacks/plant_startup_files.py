# kind: plant | control: reached | keeps: 0
# AIMS AT: code that a later Python would run: site-packages, __pycache__, the course
# CANARY: one file created beside trusted code
# MUST NOT: write where code is loaded from
import os, sys
import numpy
REACHED = []
for folder in {os.path.dirname(numpy.__file__), os.path.dirname(os.path.dirname(numpy.__file__)), "@@COURSE@@"}:
    path = os.path.join(folder, "kata_attack_planted.txt")  # a name nothing loads
    try:
        open(path, "w").close()
        REACHED.append(path)
        os.unlink(path)
    except OSError:
        pass

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
