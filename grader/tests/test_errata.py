"""The lines of docs/errata.md do what they say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "docs" / "errata.md").read_text(encoding="utf-8")
SETUP = re.findall(r"```python setup\n(.*?)```", TEXT, re.DOTALL)[0]
BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
DRIVER = """
import sys, traceback
setup, *blocks = sys.stdin.read().split("\\0")
failed = False
for block in blocks:
    names = {}
    exec(setup, names)
    try:
        exec(block, names)
    except Exception:
        failed = True
        print(block, traceback.format_exc(limit=-1), sep="\\n")
sys.exit(failed)
"""


def test_every_claim_is_shown_by_its_lines():
    assert len(BLOCKS) >= 25
    environment = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=3", "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [sys.executable, "-c", DRIVER],
        input="\0".join([SETUP, *BLOCKS]),
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stdout + done.stderr
