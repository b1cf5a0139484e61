# kind: dos | control: hung | keeps: 0
# AIMS AT: the clock, at no CPU at all
# CANARY: a verdict later than the wall limit
# MUST NOT: hold the class up
import time
def host_roundtrip(x):
    time.sleep(60)
