# kind: pack | control: naive | keeps: 0
# AIMS AT: an archive's directory: many entries, equal names, archives in archives, links
# CANARY: a file outside, any traceback, more than a moment
# MUST NOT: be unpacked without bound
import io, os, sys, zipfile
if __name__ == "__main__":
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("03_host_roundtrip.py", b"#" * (30 << 20))
    with zipfile.ZipFile(os.path.join(sys.argv[1], "class.zip"), "w") as archive:
        for number in range(3000):
            archive.writestr(f"s{number}/x.txt", "")
        link = zipfile.ZipInfo("eve/03_host_roundtrip.py")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "@@CANARY@@")
        archive.writestr("bob.zip", inner.getvalue())
