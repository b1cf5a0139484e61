"""An nbgrader course as whoever grades sees it: its folders, its configuration, its autograde, its gradebook.

nbgrader is imported once for a whole class, and used through its public parts only: the course's configuration as
`nbgrader autograde` loads it, the Autograde converter, and the Gradebook class.
"""

from __future__ import annotations

import contextlib
import glob
import json
import logging
import os
import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from grader.nbgrader_bridge import outcome as outcomes
from grader.nbgrader_bridge.cells import exercise_of
from grader.nbgrader_bridge.handed_in import timestamp
from grader.nbgrader_bridge.outcome import Outcome
from grader.nbgrader_bridge.repair import Notebook
from grader.submissions import Unreadable

CONFIG = "nbgrader_config.py"
FOLDER = ".kata"


class GradebookError(Exception):
    """The nbgrader course cannot be used, or nbgrader failed. One line: what happened and what to do next."""


class Standing(NamedTuple):
    """Of one student's work in the gradebook: by how many seconds it is late, extensions considered, and by exercise
    the mark and what it is out of."""

    late: float
    marks: dict[str, float | None]
    worth: dict[str, float]


class NbCourse:
    """The nbgrader course in `root`. `log` is the file that nbgrader's own messages go to."""

    def __init__(self, root: Path) -> None:
        """Load the course's configuration. Raises GradebookError."""
        self.root = root.resolve()
        if not (self.root / CONFIG).is_file():
            raise GradebookError(
                f"{root} has no {CONFIG}, so it is no nbgrader course. Name the folder that `kata nbgrader init` made."
            )
        # jsonschema would build 38 parsers for rare string formats when nbformat imports it: 3 CPU-seconds.
        sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
        try:
            from nbgrader.apps import AutogradeApp
        except ImportError:
            raise GradebookError("nbgrader is not installed here. Run: pip install 'jax-kata[nbgrader]'") from None
        self.folder = self.root / FOLDER
        try:
            self.folder.mkdir(exist_ok=True)
            self.log = self.folder / "nbgrader.log"
            handler = logging.FileHandler(self.log, mode="w", encoding="utf-8")
        except OSError as error:
            raise GradebookError(f"{self.folder} cannot be written to ({error.strerror}).") from None
        # nbgrader calls `alembic` by name where it makes a new gradebook, and its queries draw SQLAlchemy's warnings.
        os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        warnings.filterwarnings("ignore", module="nbgrader")
        self._app = AutogradeApp()
        self._app.log.handlers[:], self._app.log.propagate = [handler], False
        problems = _Problems()
        self._app.log.addHandler(problems)
        with contextlib.chdir(self.root):
            try:
                self._app.initialize([], root=str(self.root))
            except (Exception, SystemExit) as error:
                raise GradebookError(f"{root / CONFIG} cannot be loaded: {problems.last or error}") from None
        self._app.log.removeHandler(problems)
        if problems.last:
            raise GradebookError(f"{root / CONFIG} cannot be loaded: {problems.last}")
        self.coursedir: Any = self._app.coursedir  # nbgrader's CourseDirectory

    @property
    def submitted(self) -> Path:
        """The folder of what was handed in."""
        return self.root / self.coursedir.submitted_directory

    def path(self, step: str, student: str, assignment: str) -> Path:
        """The folder of a student's work at one of nbgrader's steps."""
        return Path(self.coursedir.format_path(step, student, assignment))

    def assignments(self) -> list[str]:
        """The assignments that have a source folder, by name."""
        pattern = self.coursedir.format_path(self.coursedir.source_directory, ".", "*")
        return sorted(Path(path).name for path in glob.glob(pattern) if Path(path).is_dir())

    def hand_ins(self, assignment: str) -> dict[str, Path]:
        """The folder of each student who handed in `assignment`, by nbgrader's student id."""
        step = self.coursedir.submitted_directory
        escaped = self.coursedir.format_path(step, "(?P<student>.*)", assignment, escape=True)
        found = {}
        for path in sorted(glob.glob(self.coursedir.format_path(glob.escape(step), "*", glob.escape(assignment)))):
            match = re.fullmatch(escaped, path, re.DOTALL)
            if match and Path(path).is_dir():
                found[match["student"]] = Path(path)
        return found

    def released(self, assignment: str) -> Notebook:
        """The notebook that students got. Raises GradebookError where it, or its entry in the gradebook, is missing."""
        from nbgrader.api import MissingEntry

        generate = f"run `nbgrader generate_assignment {assignment} --force` in {self.root}."
        path = Path(
            self.coursedir.format_path(self.coursedir.release_directory, ".", assignment), f"{assignment}.ipynb"
        )
        if not path.is_file():
            raise GradebookError(f"{assignment} has not been made for students yet ({path} is missing): {generate}")
        notebook = json.loads(path.read_bytes())
        with self._gradebook() as gradebook:
            try:
                entry = gradebook.find_notebook(assignment, assignment)
                cells = {cell.name: float(cell.max_score) for cell in entry.grade_cells}
            except MissingEntry:
                raise GradebookError(f"{assignment} is not in the gradebook: {generate}") from None
        if cells != {name: points for name, points, _ in _graded(notebook)}:
            raise GradebookError(f"The released {assignment} and the gradebook differ in cells or points: {generate}")
        for name, _, by_hand in _graded(notebook):
            if not by_hand and exercise_of(name) is None:
                from grader.nbgrader_bridge.steps import FOREIGN

                raise GradebookError(f"The test cell {name} of {assignment} is not of jax-kata: {FOREIGN}")
        return notebook

    def autograde(self, assignment: str, student: str, staged: str, outcome: Outcome) -> None:
        """Run nbgrader's autograde for one student on the copy in folder `staged`, with the outcome put in.

        Raises GradebookError with nbgrader's own last line.
        """
        from nbgrader.converters import Autograde
        from nbgrader.utils import temp_attrs

        from grader.nbgrader_bridge.steps import Judge

        problems = _Problems()
        self._app.log.addHandler(problems)
        try:
            with temp_attrs(
                self.coursedir, assignment_id=assignment, student_id=glob.escape(student), submitted_directory=staged
            ):
                converter = Autograde(coursedir=self.coursedir, parent=self._app)
                converter.force = True
                judge = Judge(parent=converter)
                judge.known = lambda _: outcome
                steps: list[Any] = [judge if _is_execute(step) else step for step in converter.autograde_preprocessors]
                converter.autograde_preprocessors = steps
                converter.sanitize_preprocessors = [s for s in converter.sanitize_preprocessors if not _is_repair(s)]
                converter.start()
            if isinstance(outcome, Unreadable):
                self._comment(assignment, student, outcomes.reason(outcome))
        except (Exception, SystemExit) as error:
            raise GradebookError(f"{problems.first or error} (nbgrader's log: {self.log})") from None
        finally:
            self._app.log.removeHandler(problems)

    def _comment(self, assignment: str, student: str, sentence: str) -> None:
        """Say why there is no answer where nbgrader itself would say "No response."; comments by hand stay."""
        with self._gradebook() as gradebook:
            for comment in gradebook.find_submission_notebook(assignment, assignment, student).comments:
                comment.auto_comment = sentence
            gradebook.db.commit()

    def timestamp_is_good(self, folder: Path) -> bool:
        """Whether the time a submission was handed in can be read, if there is one."""
        if timestamp(folder) is None:  # nbgrader would wait for a pipe
            return False
        try:
            self.coursedir.get_existing_timestamp(str(folder))
        except Exception:  # whatever dateutil raises for a student's text
            return False
        return True

    def standing(self, assignment: str, student: str) -> Standing:
        """What the gradebook has of the student's work."""
        from nbgrader.api import MissingEntry

        with self._gradebook() as gradebook:
            try:
                entry = gradebook.find_submission_notebook(assignment, assignment, student)
            except MissingEntry:
                return Standing(0, {}, {})
            grades = {exercise_of(grade.name): grade for grade in entry.grades}
            ours = {name: grade for name, grade in grades.items() if name}
            worth = {name: float(grade.max_score) for name, grade in ours.items()}
            marks = {name: grade.auto_score for name, grade in ours.items()}
            return Standing(entry.assignment.total_seconds_late, marks, worth)

    @contextlib.contextmanager
    def _gradebook(self) -> Iterator[Any]:
        """nbgrader's Gradebook. Raises GradebookError where it cannot be opened, read or written."""
        from nbgrader.api import Gradebook
        from sqlalchemy.exc import SQLAlchemyError

        with contextlib.chdir(self.root):  # an SQLite URL may be relative
            try:
                with Gradebook(self.coursedir.db_url, self.coursedir.course_id) as gradebook:
                    yield gradebook
            except (SQLAlchemyError, ImportError) as error:
                first = str(error).strip().splitlines()[0]
                where = f"c.CourseDirectory.db_url in {self.root / CONFIG}"
                raise GradebookError(f"The gradebook cannot be used: {first}. Look at {where}.") from None


class _Problems(logging.Handler):
    """Remembers the errors that nbgrader logs, one line each."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage().strip().splitlines()
        if record.exc_info and record.exc_info[1]:
            text.append(f"{type(record.exc_info[1]).__name__}: {record.exc_info[1]}")
        self.lines += text[-1:]  # of a traceback, what was raised

    @property
    def last(self) -> str:
        return self.lines[-1] if self.lines else ""

    @property
    def first(self) -> str:
        """What was raised, which nbgrader logs after naming the assignment and before summing up."""
        return next((line for line in self.lines if not line.startswith("There was an error processing")), self.last)


def _graded(notebook: Notebook) -> Iterator[tuple[str, float, bool]]:
    """Of each graded cell its grade id, its points, and whether a person grades it."""
    for cell in notebook["cells"]:
        settings = cell.get("metadata", {}).get("nbgrader", {})
        if settings.get("grade"):
            by_hand = bool(settings.get("solution")) or cell["cell_type"] != "code"
            yield settings["grade_id"], float(settings["points"]), by_hand


def _is_execute(step: Any) -> bool:
    return _named(step) in ("Execute", "Judge")


def _is_repair(step: Any) -> bool:
    return _named(step) == "Repair"


def _named(step: Any) -> str:
    """The class name of a step, given as in nbgrader's configuration: a class or its dotted name."""
    return step.rsplit(".", 1)[-1] if isinstance(step, str) else getattr(step, "__name__", "")
