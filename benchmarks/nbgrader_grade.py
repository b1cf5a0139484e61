"""CPU seconds a submission under nbgrader: `kata grade --nbgrader` against stock `nbgrader autograde`.

    python benchmarks/nbgrader_grade.py [STUDENTS] [LESSON]

Both grade the same correct notebooks in the same course, each from nothing (no reports, no autograded/, a gradebook
with no marks), one after the other, ROUNDS times. Counted is the CPU time of every process the command started,
kernels, judges and workers included, nbgrader's import too. It comes from a cgroup where one can be made; without
one, bubblewrap hides the time of what it holds, and both figures are too small.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from grader.course import find_course
from grader.tests.stock_nbgrader import Stock, answering

ROUNDS = 2


def main(students: int, lesson: str) -> None:
    course = find_course()
    name = course.lesson(lesson).name
    with tempfile.TemporaryDirectory() as folder:
        stock = Stock(Path(folder), course.root, name)
        done = stock.nbgrader("generate_assignment", name)
        assert done.returncode == 0, done.stderr
        for number in range(students):
            stock.put(f"student{number}", name, answering(stock.answers(name)))
        gradebook = stock.course / "gradebook.db"
        empty = gradebook.read_bytes()
        ways = {
            "kata grade --nbgrader": ("grader.cli:main", "grade", "--nbgrader", str(stock.course), name),
            "nbgrader autograde": ("nbgrader.apps.nbgraderapp:main", "autograde", name),
        }
        taken: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
        meter = Meter()
        for _ in range(ROUNDS):
            marks = []
            for way, (entry, *arguments) in ways.items():
                gradebook.write_bytes(empty)
                for left in (".kata", "autograded"):
                    shutil.rmtree(stock.course / left, ignore_errors=True)
                with meter:
                    done = stock.run(entry, *arguments, cwd=stock.course)
                assert done.returncode == 0, done.stderr
                taken[way].append((meter.cpu / students, meter.wall / students))
                print(f"  {way}: {meter.cpu / students:.2f} CPU seconds a submission", flush=True)
                marks.append(stock.marks())
            assert marks[0] == marks[1]
            assert len(marks[0]) == students
        print(f"{students} correct notebooks of {name}, {os.cpu_count()} cores; CPU from {meter.source}")
        for way, times in taken.items():
            cpu, wall = (statistics.median(column) for column in zip(*times, strict=True))
            each = ", ".join(f"{time:.2f}" for time, _ in times)
            print(f"{way:<22} {cpu:6.2f} CPU seconds and {wall:6.2f} seconds of clock a submission  ({each})")


class Meter:
    """CPU and clock seconds of what is started within it."""

    def __enter__(self) -> Meter:
        self._group = _cgroup()
        self.source = "a cgroup" if self._group else "getrusage, without what bubblewrap holds"
        if self._group:  # this process moves in, and what it starts is born there
            (self._group / "cgroup.procs").write_text(str(os.getpid()))
        self._cpu, self._wall = self._now(), time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        self.cpu, self.wall = self._now() - self._cpu, time.monotonic() - self._wall
        if self._group:
            (self._group.parent / "cgroup.procs").write_text(str(os.getpid()))
            for _attempt in range(50):  # a worker may be ending still
                try:
                    self._group.rmdir()
                    return
                except OSError:
                    time.sleep(0.1)

    def _now(self) -> float:
        if self._group and (self._group / "cpuacct.usage").is_file():
            return int((self._group / "cpuacct.usage").read_text()) / 1e9
        if self._group:
            first = (self._group / "cpu.stat").read_text().splitlines()[0]  # usage_usec N
            return int(first.split()[1]) / 1e6
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime


def _cgroup() -> Path | None:
    """A new cgroup of version 1 or 2 that counts CPU time, if this user may make one."""
    for root in (Path("/sys/fs/cgroup/cpuacct"), Path("/sys/fs/cgroup")):
        group = root / f"kata-benchmark-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        if (group / "cpuacct.usage").is_file() or (group / "cpu.stat").is_file():
            return group
        group.rmdir()
    return None


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 12, sys.argv[2] if len(sys.argv) > 2 else "03_host_roundtrip")
