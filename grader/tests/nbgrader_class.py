"""A class in nbgrader: the tiny course made an nbgrader course, and hand-ins of all the kinds that trouble nbgrader."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grader.build import build
from grader.course import open_course
from grader.tests.stock_nbgrader import Stock
from grader.tests.tiny_course import write_course

LESSON = "01_tiny"
WORTH = 6.0  # points of the tiny course, three an exercise
SEEN = "2026-11-01 10:00:00 UTC"

RIGHT = {"double": "return 2 * x", "halve": "return x / 2"}
NOISY = (
    "import sys; import jax.numpy as jnp\n"
    "    jnp.zeros(1, dtype='float64')\n"  # JAX warns on stderr that it truncates
    "    print('An NVIDIA GPU may be present on this machine, but JAX falls back to cpu.', file=sys.stderr)\n"
    "    return 2 * x"
)
DROP_IN = """
c.Autograde.sanitize_preprocessors.prepend(["grader.nbgrader_bridge.Repair"])
c.Autograde.autograde_preprocessors = [
    "grader.nbgrader_bridge.Judge",
    "nbgrader.preprocessors.IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    "nbgrader.preprocessors.LimitOutput",
    "nbgrader.preprocessors.SaveAutoGrades",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
"""


class NbClass(Stock):
    """The tiny course in nbgrader, its assignment generated, and what its students hand in."""

    def __init__(self, folder: Path, config: str = "", database: str = "") -> None:
        build(open_course(write_course(folder / "kata")))
        super().__init__(folder, folder / "kata", LESSON)
        with (self.course / "nbgrader_config.py").open("a") as file:
            file.write(config)
        done = self.nbgrader("generate_assignment", LESSON)
        assert done.returncode == 0, done.stderr
        self.database = database or f"sqlite:///{self.course / 'gradebook.db'}"
        self.released = json.loads((self.course / "release" / LESSON / f"{LESSON}.ipynb").read_bytes())

    def grade(self, *arguments: str, expect: int = 0) -> str:
        """Run `kata grade --nbgrader` on the course from elsewhere, with a short clock; its output."""
        command = ["grade", "--nbgrader", str(self.course), "--timeout", "2", *arguments]
        done = self.run("grader.cli:main", *command, cwd=self.folder)
        assert done.returncode == expect, done.stdout + done.stderr
        assert "Traceback" not in done.stdout + done.stderr
        return done.stdout + done.stderr

    def hand_in(self, student: str, notebook: Any, name: str = f"{LESSON}.ipynb", seen: str = SEEN) -> Path:
        """Lay `notebook` (JSON, or the text of the file) where `nbgrader collect` would."""
        folder = self.course / "submitted" / student / LESSON
        folder.mkdir(parents=True, exist_ok=True)
        text = notebook if isinstance(notebook, str) else json.dumps(notebook)
        (folder / name).write_text(text)
        (folder / "timestamp.txt").write_text(seen)
        return folder / name

    def answered(self, change: Callable[[dict[str, Any]], None] = lambda nb: None, **bodies: str) -> dict[str, Any]:
        """The released notebook with right answers, save those given, and then changed."""
        notebook = copy.deepcopy(self.released)
        for name, body in (RIGHT | bodies).items():
            cell(notebook, name)["source"] = f"def {name}(x):\n    {body}"
        change(notebook)
        return notebook

    def rows(self) -> dict[str, dict[str, Any]]:
        """The gradebook: for each student the score, the penalty, and the cells' grades and comments."""
        return json.loads(self._query(_ROWS))

    def by_hand(self, student: str, score: float, comment: str) -> None:
        """What formgrader writes when an instructor corrects the mark for `double`."""
        self._query(_BY_HAND, student, str(score), comment)

    def due(self, date: str) -> None:
        """Set the date that the assignment was due."""
        self._query(_DUE, date)

    def _query(self, program: str, *arguments: str) -> str:
        command = [sys.executable, "-W", "ignore", "-c", program, self.database, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def cell(notebook: dict[str, Any], grade_id: str) -> dict[str, Any]:
    """The cell that nbgrader calls `grade_id`."""
    return next(c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id)


def hand_in_all_kinds(group: NbClass) -> dict[str, float]:
    """The twelve kinds and a noisy one, each handed in by a student of that name; the mark each is due."""
    doubles = {
        "wrong": "return x",
        "raising": "raise ValueError(x)",
        "loop": "while True: pass",
        "jaxloop": "import jax; return jax.lax.while_loop(lambda i: i >= 0, lambda i: (i + 1) % 7, 0)",
        "exiting": "import os; os._exit(0)",
        "edited": "return x",
        "noisy": NOISY,
        "right": RIGHT["double"],
    }
    for student, body in doubles.items():
        notebook = group.answered(double=body)
        if student == "edited":
            cell(notebook, "double-marks")["source"] = "3.0"
        group.hand_in(student, notebook)
    group.hand_in("deleted", group.answered(lambda nb: nb["cells"].remove(cell(nb, "double-marks"))))
    group.hand_in("duplicated", group.answered(lambda nb: nb["cells"].insert(0, copy.deepcopy(cell(nb, "double")))))
    group.hand_in("stripped", group.answered(strip))
    group.hand_in("renamed", group.answered(), "my answer.ipynb")
    group.hand_in("truncated", json.dumps(group.answered())[:700])
    full = dict.fromkeys(("right", "noisy", "deleted", "duplicated", "stripped", "renamed"), WORTH)
    half = dict.fromkeys(("wrong", "raising", "loop", "jaxloop", "exiting", "edited"), WORTH / 2)
    return {**full, **half, "truncated": 0.0}


def strip(notebook: dict[str, Any]) -> None:
    """Take all metadata off, as some editors do."""
    for each in notebook["cells"]:
        each["metadata"] = {}


_ROWS = """
import json, sys
from nbgrader.api import Gradebook, SubmittedNotebook
with Gradebook(sys.argv[1]) as book:
    print(json.dumps({row.student.id: {
        "score": row.score, "late": row.late_submission_penalty,
        "grades": {g.name: [g.auto_score, g.manual_score, g.needs_manual_grade] for g in row.grades},
        "comments": {c.name: [c.auto_comment, c.manual_comment] for c in row.comments},
    } for row in book.db.query(SubmittedNotebook)}))
"""
_DUE = """
import sys
from nbgrader.api import Gradebook
with Gradebook(sys.argv[1]) as book:
    book.update_or_create_assignment("01_tiny", duedate=sys.argv[2])
"""
_BY_HAND = """
import sys
from nbgrader.api import Gradebook
_, db, student, score, comment = sys.argv
with Gradebook(db) as book:
    grade = book.find_grade("double-marks", "01_tiny", "01_tiny", student)
    grade.manual_score, grade.needs_manual_grade = float(score), False
    book.find_comment("double", "01_tiny", "01_tiny", student).manual_comment = comment
    book.db.commit()
"""
