# kind: dos | control: hung | keeps: 0
# AIMS AT: the clock, by SIGSTOP to itself
# CANARY: a verdict later than the wall limit
# MUST NOT: hold the class up
import os, signal
def host_roundtrip(x):
    os.kill(os.getpid(), signal.SIGSTOP)
