# kind: tamper | control: reached | keeps: 0
# AIMS AT: times, modes, owners and attributes of files it cannot open
# CANARY: a successful call on @@RESULTS@@ (to what they already are)
# MUST NOT: change or lock anything of another's
import fcntl, os
REACHED = []
path = "@@RESULTS@@"
for name, act in [
    ("utime", lambda: os.utime(path, (1, 1))), ("chmod", lambda: os.chmod(path, 0o644)),
    ("truncate", lambda: os.truncate(path, 0)), ("rename", lambda: os.rename(path, path + "x")),
    ("unlink", lambda: os.unlink(path)), ("xattr", lambda: os.setxattr(path, "user.kata", b"1")),
]:
    try:
        act()
        REACHED.append(name)
    except OSError:
        pass

def host_roundtrip(x):
    return x

def reached():
    return list(REACHED)
