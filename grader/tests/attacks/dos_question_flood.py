# kind: dos | control: trusted_flood | keeps: 0
# AIMS AT: the judge's memory, which keeps every question
# CANARY: gigabytes of questions
# MUST NOT: have the judge keep more than an exchange may send
import jax
def host_roundtrip(x):
    for _ in range(20_000):
        jax.device_get(x)
    return x
