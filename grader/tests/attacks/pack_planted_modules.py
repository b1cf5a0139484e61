# kind: pack | control: naive | keeps: 0
# AIMS AT: conftest.py, sitecustomize.py, .pth, pytest.ini and shadowing modules beside a submission
# CANARY: the file @@RESULTS@@ changed by any of them
# MUST NOT: be imported or obeyed by whoever grades
import os, sys
PAYLOAD = "open('@@RESULTS@@', 'w').write('planted')\n"
if __name__ == "__main__":
    folder = os.path.join(sys.argv[1], "eve")
    os.makedirs(os.path.join(folder, "numpy"), exist_ok=True)
    os.makedirs(os.path.join(folder, "grader"), exist_ok=True)
    for name in ("conftest.py", "sitecustomize.py", "usercustomize.py", "numpy/__init__.py", "grader/__init__.py"):
        open(os.path.join(folder, name), "w").write(PAYLOAD)
    open(os.path.join(folder, "x.pth"), "w").write("import os; " + PAYLOAD)
    open(os.path.join(folder, "pytest.ini"), "w").write("[pytest]\naddopts = -p no:kata\n")
    open(os.path.join(folder, "03_host_roundtrip.py"), "w").write("def host_roundtrip(x): return x\n")
