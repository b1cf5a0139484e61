# kind: dos | control: hung | keeps: 0
# AIMS AT: the clock, by sending a little now and then
# CANARY: a verdict later than the wall limit
# MUST NOT: buy time
import sys, time
def host_roundtrip(x):
    for _ in range(600):
        print(".", end="", flush=True)
        time.sleep(0.1)
