"""Hands the NumPy array to every jitted function, which pushes it each time."""
# caught-by: test_pushes_a_once_and_uses_it
# says: never pushed; device_put
# keeps: 6

def push_once(a, fns):
    return [f(a) for f in fns]
