# kind: dos | control: reached | keeps: 0
# AIMS AT: the time between calls, when nobody looks at the worker
# CANARY: a thread that went on for a second after the call that started it
# MUST NOT: run while the judge is not waiting for it
import threading, time
REACHED = []
def host_roundtrip(x):
    def work():
        for _ in range(20):
            time.sleep(0.05)
        REACHED.append("a second of its own")
    threading.Thread(target=work, daemon=True).start()
    return x

def reached():
    return list(REACHED)
