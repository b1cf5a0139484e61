# kind: net | control: reached | keeps: 0
# AIMS AT: system calls a filter by name forgets: io_uring, x32 numbers, pidfd, userfaultfd, bpf, keyrings
# CANARY: any of them succeeding
# MUST NOT: get past the filter
import ctypes
REACHED = []
libc = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(256)
for name, number, arguments in [
    ("io_uring_setup", 425, (1, buffer)), ("x32 getpid", 0x40000000 | 39, ()), ("bpf", 321, (0, buffer, 128)),
    ("userfaultfd", 323, (1,)), ("add_key", 248, (b"user", b"kata", b"x", 1, -3)), ("memfd_create", 319, (b"kata", 0)),
    ("unshare", 272, (0x10000000,)), ("personality", 135, (0x0040000,)), ("inotify_init", 253, ()),
    ("perf_event_open", 298, (buffer, 0, -1, -1, 0)), ("vmsplice", 278, (1, buffer, 0, 0)), ("chroot", 161, (b"/",)),
]:
    if libc.syscall(number, *arguments) >= 0:
        REACHED.append(name)

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
