# kind: mech | control: trusted_untraced | keeps: 3
# AIMS AT: the record of what was traced
# CANARY: points for NumPy arithmetic, for x * 2 on the device
# MUST NOT: be credited because nothing was seen
import jax
from jax import monitoring
getattr(monitoring, "clear_event_listeners", lambda: None)()

def host_roundtrip(x):
    return x * 2
