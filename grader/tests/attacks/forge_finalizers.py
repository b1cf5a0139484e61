# kind: forge | control: reached | keeps: 0
# AIMS AT: the results file, from finalizers, exit hooks and tasks left running
# CANARY: @@RESULTS@@ changed
# MUST NOT: write marks after the verdict
import asyncio, atexit, threading, weakref
REACHED = []

def write():
    try:
        with open("@@RESULTS@@", "w") as file:
            file.write('{"score": 100}')
        REACHED.append("wrote the results file")
    except OSError:
        pass

class Thing: pass
thing = Thing()
weakref.finalize(thing, write)
atexit.register(write)
async def later():
    await asyncio.sleep(0.05)
    write()
loop = asyncio.new_event_loop()
task = loop.create_task(later())
threading.Thread(target=loop.run_until_complete, args=(task,), daemon=True).start()

def host_roundtrip(x):
    global thing
    thing = None
    return x

def reached():
    return list(REACHED)
