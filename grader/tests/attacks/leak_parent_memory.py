# kind: leak | control: reached | keeps: 0
# AIMS AT: the memory of the process that started this one
# CANARY: one byte of it
# MUST NOT: read another process
import ctypes, os
REACHED = []
parent = os.getppid()
for pid in {parent, 1, 2} - {0}:
    try:
        with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
            for line in maps:
                start = int(line.split("-")[0], 16)
                if " r" in line and start < 1 << 47:
                    memory.seek(start)
                    if memory.read(16):
                        REACHED.append(f"/proc/{pid}/mem")
                        break
    except (OSError, ValueError):
        pass
libc = ctypes.CDLL(None, use_errno=True)
if libc.syscall(438, parent, 0, 0) >= 0 or libc.syscall(434, parent, 0) >= 0:  # pidfd_getfd, pidfd_open
    REACHED.append("pidfd of the parent")

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
