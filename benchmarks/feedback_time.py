"""How long a student waits for feedback: seconds from asking to the verdict, and the CPU seconds that took.

    python benchmarks/feedback_time.py [EXERCISE] [ROUNDS]

In one run, side by side: `check(f)` in a process that has JAX loaded as a kernel has, the first time (which starts a
judge slot) and warm; and `kata watch`, from the moment a save renames the new file into place to the line it prints.
Answers alternate between the course's own and one that returns None, so no verdict can be taken for another.
CPU time is that of all processes involved: judge slot, zygote, workers and, for `kata watch`, itself.
"""

from __future__ import annotations

import contextlib
import io
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import psutil

from grader import percent
from grader.build import answer_of
from grader.course import find_course
from grader.edition.start import start
from grader.notebook import checks

WAIT = 120  # seconds for a verdict


def main(name: str, rounds: int) -> None:
    course = find_course()
    exercise = course.exercise(name)
    lesson = course.lesson(exercise.lesson)
    answers = {True: answer_of(lesson, name), False: f"def {name}(*_):\n    return None\n"}
    imports = next(cell for cell in percent.split(lesson.source.read_text()) if cell.header == "# %%")
    taken: dict[str, list[tuple[float, float]]] = {"check(f), first": [], "check(f), warm": [], "kata watch": []}
    with tempfile.TemporaryDirectory() as folder:
        edition = Path(folder) / "edition"
        start(edition, course)
        os.environ["KATA_COURSE"] = str(edition)
        watching = Watching(edition, name)
        namespace: dict[str, Any] = {"__name__": "__main__"}
        exec("\n".join(imports.lines), namespace)
        for number in range(rounds):
            right = number % 2 == 1
            exec(answers[right], namespace)
            checks._desk.close()
            checked = partial(_checked, namespace, name, right)
            taken["check(f), first"].append(_timed(os.getpid(), checked))
            taken["check(f), warm"].append(_timed(os.getpid(), checked))
            path = edition / "exercises" / lesson.name / "lesson.py"
            told = partial(watching.verdict_after, _saver(path, name, answers[right]), right)
            taken["kata watch"].append(_timed(watching.process.pid, told))
        checks._desk.close()
        watching.process.terminate()
        watching.process.wait()
    print(f"{name}, {rounds} times each, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"{'':17}{'median s':>10}{'p90 s':>8}{'CPU s':>8}")
    for words, times in taken.items():
        wall = sorted(seconds for seconds, _ in times)
        cpu = statistics.median(seconds for _, seconds in times)
        print(f"{words:17}{statistics.median(wall):10.3f}{wall[int(0.9 * (len(wall) - 1))]:8.3f}{cpu:8.3f}")


class Watching:
    """`kata watch` without a terminal, and the verdicts it prints."""

    def __init__(self, folder: Path, exercise: str) -> None:
        command = [sys.executable, "-c", "from grader.cli import main; main()", "watch", exercise]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._said = threading.Condition()
        self._verdicts: list[bool | None] = []
        self._right, self._wrong = f"✓ {exercise}: ", f" {exercise}, "
        threading.Thread(target=self._read, daemon=True).start()
        self._wait(lambda: bool(self._verdicts))

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(self._right) or line[1:].startswith(self._wrong):
                with self._said:
                    self._verdicts.append(line.startswith(self._right))
                    self._said.notify()

    def _wait(self, there: Callable[[], bool]) -> None:
        with self._said:
            assert self._said.wait_for(there, WAIT), "no verdict"

    def verdict_after(self, save: Callable[[], None], right: bool) -> None:
        """Save, and return once the verdict is printed."""
        before = len(self._verdicts)
        save()
        self._wait(lambda: len(self._verdicts) > before)
        assert self._verdicts[before:] == [right], self._verdicts[before:]


def _checked(namespace: dict[str, Any], name: str, right: bool) -> None:
    with contextlib.redirect_stderr(io.StringIO()):  # which is told that the first time takes a while
        assert checks.feedback_for(namespace[name], namespace).passed == right


def _saver(path: Path, exercise: str, answer: str) -> Callable[[], None]:
    cells = [
        percent.Cell((cell.header, *answer.rstrip().split("\n"), "", ""), 0) if cell.exercise == exercise else cell
        for cell in percent.split(path.read_text())
    ]
    fresh = path.with_suffix(".new")
    fresh.write_text(percent.join(tuple(cells)))
    return lambda: os.replace(fresh, path)


def _timed(pid: int, act: Callable[[], None]) -> tuple[float, float]:
    """Wall-clock seconds of `act`, and CPU seconds that the process and all below it used meanwhile."""
    before, started = _cpu(pid), time.monotonic()
    act()
    seconds = time.monotonic() - started
    return seconds, _cpu(pid) - before


def _cpu(pid: int) -> float:
    top = psutil.Process(pid)
    used = 0.0
    for process in [top, *top.children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        used += times.user + times.system + times.children_user + times.children_system
    return used


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "has_platform", int(sys.argv[2]) if len(sys.argv) > 2 else 20)
