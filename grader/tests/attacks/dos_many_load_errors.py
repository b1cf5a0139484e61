# kind: dos | control: trusted_load | keeps: 0
# AIMS AT: the judge's CPU, by errors each of which is looked up in a long submission
# CANARY: 50,000 of them taken
# MUST NOT: cost the judge more than a moment
import gc
from grader import wire
loaded = [o for o in gc.get_objects() if type(o).__name__ == "Loaded"]
for one in loaded:
    one.errors.extend([wire.Raised(("ValueError",), "", 1, 1)] * 50_000)

def host_roundtrip(x):
    return x
