# kind: state | control: reached | keeps: 10
# AIMS AT: the zygote, siblings and the judge
# CANARY: a signal that arrives
# MUST NOT: reach a process but its own, by kill, F_SETOWN or the terminal
import fcntl, os, signal
import jax, jax.numpy as jnp
REACHED = []
for pid in (os.getppid(), 1):
    try:
        os.kill(pid, 0)
        REACHED.append(f"kill {pid}")
    except OSError:
        pass
reading, writing = os.pipe()
try:
    fcntl.fcntl(reading, fcntl.F_SETOWN, os.getppid())
    REACHED.append("F_SETOWN")
except OSError:
    pass

def host_roundtrip(x):
    host = jax.device_get(x)
    return jnp.asarray((host * host.dtype.type(2)).astype(host.dtype))

def reached():
    return list(REACHED)
