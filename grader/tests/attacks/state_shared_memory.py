# kind: state | control: reached | keeps: 10
# AIMS AT: memory shared with other processes: System V, POSIX, memfd
# CANARY: a segment that another process could open
# MUST NOT: make or find one
import ctypes, os
import jax, jax.numpy as jnp
REACHED = []
libc = ctypes.CDLL(None, use_errno=True)
segment = libc.shmget(0x6B617461, 4096, 0o1600)
if segment >= 0:
    REACHED.append("System V segment")
    libc.shmctl(segment, 0, None)
try:
    os.close(os.open("/dev/shm/kata-attack", os.O_CREAT | os.O_RDWR))
    os.unlink("/dev/shm/kata-attack")
    REACHED.append("POSIX segment")
except OSError:
    pass
try:
    os.close(os.memfd_create("kata"))
    REACHED.append("memfd")
except OSError:
    pass

def host_roundtrip(x):
    host = jax.device_get(x)
    return jnp.asarray((host * host.dtype.type(2)).astype(host.dtype))

def reached():
    return list(REACHED)
