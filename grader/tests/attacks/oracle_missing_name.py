# kind: oracle | control: trusted_said | keeps: 0
# AIMS AT: the suggestion of a similar name
# CANARY: HIDDEN followed by the hidden input
# MUST NOT: have the judge suggest a name that the student did not write
import gc
import numpy as np

worker = next(o for o in gc.get_objects() if type(o).__name__ == "Worker" and hasattr(o, "_nonce"))
real = worker._send
TEXT = ""
worker._send = lambda kind, body: real(kind, {"missing": [TEXT]} if "calls" in body else body)

def host_roundtrip(x):
    global TEXT
    TEXT = "HIDDEN" + np.asarray(x).tobytes().hex()[:64]
    return x
