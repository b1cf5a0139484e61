# kind: dos | control: died | keeps: 0
# AIMS AT: the wire, by closing it and all other descriptors
# CANARY: a judge that waits for it
# MUST NOT: hold the class up
import os
def host_roundtrip(x):
    os.closerange(0, 256)
    os.abort()
