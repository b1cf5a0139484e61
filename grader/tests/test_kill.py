"""`kill -9` in mid-grade: what was hit is reported or judged again, the rest of the class is graded."""

from __future__ import annotations

import csv
import os
import signal
import threading
import time
from collections.abc import Callable

import psutil
import pytest

from grader.judge.bench import Settings
from grader.judge.program import Limits
from grader.report import from_json
from grader.run import grade_paths
from grader.tests.tiny_course import RIGHT, hand_in, write_course

CLASS = [f"student{number}" for number in range(6)]
SLOW_BUT_RIGHT = RIGHT.replace("    return x + x", "    import time; time.sleep(0.4)\n    return x + x")


def _processes(module: str) -> list[psutil.Process]:
    """Those below this process that run `module`, the deepest last."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if module in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def _slots() -> list[psutil.Process]:
    return _processes("grader.judge.slot")


def _pythons() -> list[psutil.Process]:
    """Zygotes and workers, without the bubblewraps around them."""
    return [process for process in _processes("grader.worker.zygote") if "bwrap" not in process.name()]


def _zygotes() -> list[psutil.Process]:
    every = _pythons()
    return [process for process in every if process.parent() not in every]


def _workers() -> list[psutil.Process]:
    every = _pythons()
    return [process for process in every if process.parent() in every]


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("whom", [_slots, _zygotes, _workers], ids=["slot", "zygote", "worker"])
def test_the_class_is_graded_whoever_is_killed(whom: Callable[[], list[psutil.Process]], tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path / "course")))
    monkeypatch.chdir(tmp_path)
    folder = hand_in(tmp_path / "class", **dict.fromkeys(CLASS, SLOW_BUT_RIGHT))
    out, said = tmp_path / "out", []

    def grade() -> None:
        said.append(grade_paths([folder], None, out, Settings(limits=Limits(10, 5)), jobs=2, allow_unsandboxed=True))

    grading = threading.Thread(target=grade)
    grading.start()
    killed = 0
    while grading.is_alive() and not killed:
        if list(out.glob("*/*.json")):  # in mid-run: one report is there
            for process in whom()[:1]:
                os.kill(process.pid, signal.SIGKILL)
                killed += 1
        time.sleep(0.3)
    grading.join(200)
    assert not grading.is_alive()
    assert killed
    reports = {path.parent.name: from_json(path.read_bytes()) for path in out.glob("*/*.json")}
    assert sorted(reports) == CLASS
    assert said == [True]
    verdicts = {student: {c.verdict.value for e in r.exercises for c in e.checks} for student, r in reports.items()}
    assert set().union(*verdicts.values()) <= {"passed", "crashed", "blocked", "cannot_run"}
    assert sum(found == {"passed"} for found in verdicts.values()) >= len(CLASS) - killed
    assert len(list(csv.DictReader((out / "summary.csv").read_text().splitlines()))) == len(CLASS)
    assert not [path for path in out.rglob("*") if path.is_file() and path.suffix not in (".json", ".csv")]
