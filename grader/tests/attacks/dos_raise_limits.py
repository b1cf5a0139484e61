# kind: dos | control: reached | keeps: 0
# AIMS AT: its own limits, another's limits, priorities, its place in the out-of-memory order
# CANARY: a limit raised
# MUST NOT: have more than it was given
import os, resource
REACHED = []
for name in ("RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_AS", "RLIMIT_CORE"):
    kind = getattr(resource, name)
    soft, hard = resource.getrlimit(kind)
    try:
        resource.setrlimit(kind, (resource.RLIM_INFINITY if name != "RLIMIT_NOFILE" else 1024, hard))
        REACHED.append(name)
    except (OSError, ValueError):
        pass
for name, act in [
    ("parent's limits", lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CPU)),
    ("nice", lambda: os.setpriority(os.PRIO_PROCESS, 0, 0)),
]:
    try:
        act()
        REACHED.append(name)
    except OSError:
        pass

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
