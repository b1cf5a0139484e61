# kind: mech | control: trusted | keeps: 5
# AIMS AT: the judge's reply to device_get
# CANARY: points for an answer made from the copy, for x * 2 on the device
# MUST NOT: be credited for a fetch whose reply is thrown away
import jax

def host_roundtrip(x):
    jax.device_get(x)
    return x * 2
