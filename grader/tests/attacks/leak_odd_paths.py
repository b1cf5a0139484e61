# kind: leak | control: reached | keeps: 0
# AIMS AT: the hidden tests by another name
# CANARY: CANARY- read through a link, a descriptor path, /proc/self/root or openat2
# MUST NOT: open the file by any route
import ctypes, os
REACHED = []
path = "@@CANARY@@"
routes = ["/proc/self/root" + path, "/proc/self/cwd/" + os.path.relpath(path), "//" + path, "/dev/fd/../.." + path]
for make, name in ((os.symlink, "soft"), (os.link, "hard")):
    try:
        make(path, name)
        routes.append(name)
    except OSError:
        pass
for route in routes:
    try:
        with open(route) as file:
            if "CANARY-" in file.read():
                REACHED.append(route)
    except OSError:
        pass
how = (ctypes.c_uint64 * 3)(0, 0, 0)
number = ctypes.CDLL(None).syscall(437, -100, path.encode(), how, 24)  # openat2
if number >= 0:
    REACHED.append("openat2")
for name in ("soft", "hard"):
    if os.path.lexists(name):
        os.unlink(name)

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
