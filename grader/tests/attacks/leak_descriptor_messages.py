# kind: leak | control: reached | keeps: 0
# AIMS AT: descriptors passed in messages (SCM_RIGHTS)
# CANARY: a descriptor sent or received
# MUST NOT: pass a descriptor to or from the judge
import gc, os, socket
REACHED = []
here, there = socket.socketpair()
try:
    socket.send_fds(here, [b"x"], [here.fileno()])
    if socket.recv_fds(there, 1, 1)[1]:
        REACHED.append("passed a descriptor")
except OSError:
    pass

def host_roundtrip(x):
    for found in gc.get_objects():
        if isinstance(found, socket.socket) and found.fileno() >= 0:
            try:
                socket.send_fds(found, [b""], [2])
            except (OSError, ValueError):
                pass
    return x

def reached():
    return list(REACHED)
