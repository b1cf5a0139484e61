# kind: pack | control: naive | keeps: 0
# AIMS AT: how a file's bytes become text: byte order marks, UTF-16, coding lines, NUL
# CANARY: any credit, any traceback
# MUST NOT: be read as another program than the one shown
import os, sys
if __name__ == "__main__":
    code = "def host_roundtrip(x): return x\n"
    for name, data in {
        "bom": b"\xef\xbb\xbf" + code.encode(), "utf16": code.encode("utf-16"), "nul": code.encode() + b"\0",
        "utf7": b"# coding: utf-7\n+AAo-" + code.encode(), "latin": b"# coding: latin-1\n# \xff\n" + code.encode(),
        "formfeed": b"\x0c\r\r\n" + code.encode(),
    }.items():
        folder = os.path.join(sys.argv[1], name)
        os.makedirs(folder)
        open(os.path.join(folder, "03_host_roundtrip.py"), "wb").write(data)
