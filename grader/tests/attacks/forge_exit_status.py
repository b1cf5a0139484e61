# kind: forge | control: exit0 | keeps: 0
# AIMS AT: a grader that reads success from an exit status
# CANARY: any credit
# MUST NOT: pass by leaving with status 0
import os

def host_roundtrip(x):
    os._exit(0)
