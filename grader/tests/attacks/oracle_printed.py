# kind: oracle | control: said | keeps: 0
# AIMS AT: captured output, warnings, logging, the docstring and the value's own words
# CANARY: HIDDEN followed by the hidden input
# MUST NOT: show what a hidden check's call printed
import logging, os, sys, warnings
import numpy as np

def host_roundtrip(x):
    text = "HIDDEN" + np.asarray(x).tobytes().hex()[:64]
    print(text); print(text, file=sys.stderr); os.write(1, text.encode()); os.write(2, text.encode())
    warnings.warn(text); logging.error(text)
    host_roundtrip.__doc__ = text
    return type(text, (), {"__repr__": lambda self: text, "__str__": lambda self: text})()
