# kind: oracle | control: trusted_said | keeps: 0
# AIMS AT: the record of an exception: types, message, cell and line
# CANARY: HIDDEN followed by the hidden input
# MUST NOT: have the judge repeat a text or a line that is not in the submission
import gc
import numpy as np
from grader import wire

worker = next(o for o in gc.get_objects() if type(o).__name__ == "Worker" and hasattr(o, "_nonce"))
real = worker._send
TEXT = ""
def send(kind, body):
    lie = {"raised": wire.Raised((TEXT, TEXT), TEXT, -1, 10**9)}
    real(kind, lie if "calls" in body else body)
worker._send = send

def host_roundtrip(x):
    global TEXT
    TEXT = "HIDDEN" + np.asarray(x).tobytes().hex()[:64]
    return x
