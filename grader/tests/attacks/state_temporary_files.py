# kind: state | control: reached | keeps: 10
# AIMS AT: files, environment and settings that the next submission meets
# CANARY: a file outside the private folder; the next submission's marks
# MUST NOT: leave anything behind
import locale, os, sys, tempfile
import jax, jax.numpy as jnp
REACHED = []
for folder in ("/tmp", "/dev/shm", "/var/tmp"):
    try:
        path = os.path.join(folder, "kata-left-behind")
        open(path, "w").close()
        REACHED.append(path)
        os.unlink(path)
    except OSError:
        pass
os.environ.update(XLA_FLAGS="--xla_nonsense", JAX_PLATFORMS="none", PYTHONPATH="/tmp", LC_ALL="tr_TR.UTF-8")
jax.config.update("jax_numpy_dtype_promotion", "strict")
sys.setrecursionlimit(200)
sys.setswitchinterval(1000)

def host_roundtrip(x):
    host = jax.device_get(x)
    return jnp.asarray((host * host.dtype.type(2)).astype(host.dtype))

def reached():
    return list(REACHED)
