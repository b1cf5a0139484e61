"""Stock nbgrader driven by its commands: an instructor's course, an exchange and a student, all in one folder."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Cell = dict[str, Any]

SITE = """c = get_config()
c.Exchange.root = {exchange!r}
c.CourseDirectory.course_id = "course"
"""


class Stock:
    """An nbgrader course made by `kata nbgrader init` from the kata course in `kata`."""

    def __init__(self, folder: Path, kata: Path, *lessons: str) -> None:
        self.folder, self.kata = folder, kata
        self.course, self.student, self._home = folder / "course", folder / "student", folder / "home"
        for place in (self.student, self._home, folder / "exchange"):
            place.mkdir(parents=True)
        (folder / "exchange").chmod(0o777)  # nbgrader asks for it
        (self._home / "nbgrader_config.py").write_text(SITE.format(exchange=str(folder / "exchange")))
        shutil.copytree(kata / "exercises", folder / "edition" / "exercises")
        self.made = self.run("grader.cli:main", "nbgrader", "init", str(self.course), *lessons, cwd=kata)

    def nbgrader(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`nbgrader ARGUMENTS` as the instructor."""
        return self.run("nbgrader.apps.nbgraderapp:main", *arguments, cwd=self.course)

    def as_student(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`nbgrader ARGUMENTS` as a student, who has exercises/ and no solutions/."""
        return self.run("nbgrader.apps.nbgraderapp:main", *arguments, cwd=self.student, **self.edition)

    def run(self, entry: str, *arguments: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
        """An entry point's command in `environment(**more)`."""
        module, function = entry.split(":")
        program = f"import sys; from {module} import {function}; sys.argv[0] = 'command'; {function}()"
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.run(command, cwd=cwd, env=self.environment(**more), capture_output=True, text=True)

    def environment(self, **more: str) -> dict[str, str]:
        """This process's, away from its user's own Jupyter settings; a kernel behaves otherwise under pytest."""
        own = ("JUPYTER", "IPYTHON", "KATA", "NBGRADER", "PYTEST")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
        for name in ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR"):
            kept[name] = str(self._home)
        kept["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"  # nbgrader calls alembic by name
        return kept | more

    @property
    def edition(self) -> dict[str, str]:
        """Where a student's course is."""
        return {"KATA_COURSE": str(self.folder / "edition")}

    def release(self, lesson: str) -> Path:
        """Generate and release; returns the notebook that students get."""
        for command in ("generate_assignment", "release_assignment"):
            done = self.nbgrader(command, lesson)
            assert done.returncode == 0, done.stderr
        return self.course / "release" / lesson / f"{lesson}.ipynb"

    def source(self, lesson: str) -> Path:
        """The notebook with the answers."""
        return self.course / "source" / lesson / f"{lesson}.ipynb"

    def put(self, student: str, lesson: str, change: Callable[[list[Cell]], None] = lambda cells: None) -> Path:
        """Lay into submitted/ the released notebook, its cells changed by `change`."""
        place = self.course / "submitted" / student / lesson
        place.mkdir(parents=True)
        notebook = json.loads((self.course / "release" / lesson / f"{lesson}.ipynb").read_text())
        change(notebook["cells"])
        (place / f"{lesson}.ipynb").write_text(json.dumps(notebook))
        (place / "timestamp.txt").write_text("2026-01-02 03:04:05 UTC")
        (place / "submission_secret.txt").write_text(f"secret of {student}")  # release_feedback asks for it
        return place / f"{lesson}.ipynb"

    def answers(self, lesson: str) -> dict[str, str]:
        """The reference's cells by exercise."""
        cells = json.loads(self.source(lesson).read_text())["cells"]
        return {name: "".join(cell["source"]) for cell in cells if (name := asked_for(cell))}

    def marks(self) -> dict[str, float]:
        """What `nbgrader export` says: the student's score."""
        done = self.nbgrader("export", "--to", "grades.csv")
        assert done.returncode == 0, done.stderr
        with (self.course / "grades.csv").open(newline="") as file:
            return {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}


def asked_for(cell: Cell) -> str | None:
    """The exercise whose answer belongs into this cell."""
    about = cell["metadata"].get("nbgrader", {})
    return about["grade_id"] if about.get("solution") else None


def answering(answers: dict[str, str]) -> Callable[[list[Cell]], None]:
    """For `put`: these answers in their cells."""

    def change(cells: list[Cell]) -> None:
        for cell in cells:
            if (name := asked_for(cell)) in answers:
                cell["source"] = answers[name]

    return change
