# kind: oracle | control: said | keeps: 0
# AIMS AT: exception type, message, cause, notes and context in the report
# CANARY: HIDDEN followed by the hidden input
# MUST NOT: carry the input out under any of those names
import numpy as np

def host_roundtrip(x):
    text = "HIDDEN" + np.asarray(x).tobytes().hex()[:64]
    error = type(text, (ValueError,), {"__module__": text, "__qualname__": text})(text)
    error.add_note(text)
    error.__cause__ = RuntimeError(text)
    raise error
