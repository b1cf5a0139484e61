# kind: leak | control: reached | keeps: 0
# AIMS AT: what the process that was forked still holds: test modules, references, seeds
# CANARY: a module, function or text of the judge's side
# MUST NOT: find anything of the judge in this process
import gc, sys
REACHED = [name for name in sys.modules if name.startswith(("grader.judge", "grader.course", "_pytest", "solutions"))]
for found in gc.get_objects():
    if type(found) is dict and any(type(found.get(k)).__name__ == "ndarray" for k in ("expected", "reference", "host_copy")):
        REACHED.append("a namespace with expected values")
        break

def host_roundtrip(x):
    global REACHED
    frame = sys._getframe(1)
    while frame:
        if type(frame.f_locals.get("expected")).__name__ == "ndarray":
            REACHED.append("expected, in a caller's frame")
        frame = frame.f_back
    return x

def reached():
    return list(REACHED)
