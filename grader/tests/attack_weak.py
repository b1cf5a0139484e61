"""A grader that does everything wrong, as a control: the submission runs in the process that judges it.

    python attack_weak.py SUBMISSION HIDDEN

Prints JSON: credited (the wrong answer passed), said (hidden input or a tag in its report), reached (see the harness).
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import sys
import time
import traceback


def main(path: str, hidden: str) -> None:
    import jax.numpy as jnp
    import numpy as np

    left_open = open(hidden)  # noqa: SIM115 on purpose: a descriptor of the tests
    verdict = os.fdopen(os.dup(1), "w")
    x = jnp.arange(1, 8, dtype=jnp.float32)
    expected = 2 * np.arange(1, 8, dtype=np.float32)
    with open(path) as file:
        source = file.read()
    namespace = {"__name__": "submission"}
    report, credited = io.StringIO(), False
    with contextlib.redirect_stdout(report), contextlib.redirect_stderr(report):
        try:
            exec(compile(source, path, "exec"), namespace)
            got = namespace["host_roundtrip"](x)  # type: ignore[operator]
            time.sleep(1.5 * ("threading" in source))
            credited = bool(np.array_equal(got, expected))
            sys.settrace(None)
            sys.setprofile(None)
            importlib.import_module("numpy.testing").assert_array_equal(got, expected)
            credited = True
        except BaseException:
            traceback.print_exc()
    reached = namespace.get("reached", list)()  # type: ignore[operator]
    verdict.write("\n")
    json.dump({"credited": credited, "said": "HIDDEN" in report.getvalue(), "reached": reached}, verdict)
    verdict.flush()
    left_open.close()
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
