"""The first cell of every notebook: on Colab, or wherever the course is missing, it installs it.

A running kernel has loaded its JAX, NumPy and IPython, and another version beneath them breaks it. So what of these
is installed is pinned, and pip either finds a course that goes with them or says why there is none.
"""

from __future__ import annotations

import json
from typing import Any

_SOURCE = """# @title Run this first
# It does nothing where the course is installed. Elsewhere, as on Colab, it installs it and leaves JAX as it is.
try:
    import grader  # noqa: F401
except ImportError:
    import importlib
    import re
    import subprocess
    import sys
    import tempfile
    from importlib.metadata import distributions

    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as kept:
        for found in distributions():
            if re.match("jax|numpy$|ml.dtypes$|scipy$|ipython$|ipykernel$", name := found.metadata["Name"] or "", re.I):
                kept.write(f"{name}=={found.version}\\n")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--constraint", kept.name, %s]
    done = subprocess.run(pip, capture_output=True, text=True)
    importlib.invalidate_caches()
    print("The course is installed." if done.returncode == 0 else done.stdout + done.stderr)
"""


def first_cell(install: str) -> dict[str, Any]:
    """The cell as a notebook has it; `install` is what pip is asked for ("jax-kata", an address, a file)."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "install",
        "metadata": {"cellView": "form", "jupyter": {"source_hidden": True}, "tags": ["install"]},
        "outputs": [],
        "source": (_SOURCE % json.dumps(install)).rstrip("\n").splitlines(keepends=True),
    }
