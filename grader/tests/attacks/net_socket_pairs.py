# kind: net | control: reached | keeps: 0
# AIMS AT: sockets made without socket(): pairs of datagram sockets, sendto with an address
# CANARY: a datagram at @@USOCK@@'s kind of address
# MUST NOT: reach a socket that is not its own
import os, socket
REACHED = []
try:
    one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    REACHED.append("a datagram pair")
    one.sendto(b"EXFIL", "\0kata-nobody-listens-here")
except OSError:
    pass
try:
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close()
    REACHED.append("netlink")
except OSError:
    pass

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
