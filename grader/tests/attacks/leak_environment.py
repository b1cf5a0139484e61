# kind: leak | control: reached | keeps: 0
# AIMS AT: secrets in the operator's environment
# CANARY: the variable KATA_ATTACK_SECRET
# MUST NOT: see the environment that kata was started in
import os
REACHED = []
seen = repr(dict(os.environ)).encode()
try:
    seen += open("/proc/self/environ", "rb").read()
except OSError:
    pass
if b"CANARY-" in seen:
    REACHED.append("the operator's environment")

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
