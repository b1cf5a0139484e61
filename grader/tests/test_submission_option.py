"""`pytest solutions/NN --submission FILE` takes the file as data and nothing beside it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _pytest(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "solutions/01_device_queries"]
    return subprocess.run([*command, "--submission", str(file)], cwd=ROOT, capture_output=True, text=True)


def test_a_conftest_beside_the_submission_is_not_run(tmp_path):
    (tmp_path / "conftest.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nraise SystemExit(3)\n")
    answer = tmp_path / "answer.py"
    answer.write_text((ROOT / "solutions/01_device_queries/lesson.py").read_text())
    done = _pytest(answer)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", ["missing.py", "cut.ipynb"])
def test_a_file_that_cannot_be_read_is_one_line_and_no_test_runs(tmp_path, name):
    (tmp_path / "cut.ipynb").write_text('{"cells": [')
    done = _pytest(tmp_path / name)
    assert done.returncode == 4
    assert name in done.stderr
    assert "Traceback" not in done.stderr and "passed" not in done.stdout
