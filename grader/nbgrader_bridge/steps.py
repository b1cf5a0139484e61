"""Our steps in nbgrader's autograding: `Repair` first of the sanitising ones, `Judge` in place of `Execute`.

nbgrader loads them by name from `nbgrader_config.py`, so that its command, its API and formgrader's button all judge
in our sandbox. `kata grade --nbgrader` gives `Judge` the outcomes it already has.
"""

from __future__ import annotations

import atexit
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool, Float, Integer

from grader.course import Lesson, find_course
from grader.grade import Slots, grade_one, hidden_and_public, key_of, reusable
from grader.judge.bench import Settings, settings_for
from grader.nbgrader_bridge import handed_in, repair
from grader.nbgrader_bridge.cells import exercise_of
from grader.nbgrader_bridge.outcome import Outcome, inject, node, undecided
from grader.report import Report, save
from grader.run import require_sandbox
from grader.submissions import Submission
from grader.submissions._names import student_id

IDLE_SECONDS = 60  # formgrader's server would keep the judge's processes for ever
FOLDER = ".kata"  # in the nbgrader course


class Ungraded(Exception):
    """This notebook gets no mark. nbgrader logs the sentence and goes on with the next student."""


class Repair(NbGraderPreprocessor):
    """Repairs the notebook before nbgrader reads its metadata. Put it first in `c.Autograde.sanitize_preprocessors`."""

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """The repaired notebook; one that is whole already comes back as it is, outputs apart."""
        coursedir = _coursedir(self)
        names = resources["nbgrader"]
        folder = coursedir.format_path(coursedir.release_directory, ".", names["assignment"])
        released = Path(folder, names["notebook"] + ".ipynb")
        if not released.is_file():
            raise Ungraded(f"{released} is missing. Run: nbgrader generate_assignment {names['assignment']} --force")
        repaired = repair.repair(nb, json.loads(released.read_bytes()))
        mended = node(repaired.notebook)
        mended.metadata[handed_in.NOTES] = list(repaired.notes)  # and never those a student wrote there
        return mended, resources


class Judge(NbGraderPreprocessor):
    """Judges the notebook in the sandbox and puts the marks where nbgrader looks for them.

    Put it in place of Execute in `c.Autograde.autograde_preprocessors`.
    """

    seed = Integer(None, allow_none=True, help="Seed of the hidden inputs; the course's unless given.").tag(config=True)
    timeout = Float(10.0, min=0.1, max=3600.0, help="CPU seconds for one call.").tag(config=True)
    devices = Integer(1, min=1, max=64, help="Simulated CPU devices.").tag(config=True)
    allow_unsandboxed = Bool(False, help="Grade even where student code cannot be locked in.").tag(config=True)

    known: Callable[[str], Outcome] | None = None  # by student, where the judging is already done

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> tuple[NotebookNode, dict[str, Any]]:
        """The notebook with the outcome in it. Raises what keeps it from having one, in one sentence."""
        notes = handed_in.notes_in(nb.metadata)
        graded = [cell for cell in nb.cells if cell.metadata.get("nbgrader", {}).get("grade")]
        names = [name for cell in graded if (name := exercise_of(cell.metadata.nbgrader.grade_id))]
        for cell in graded:  # nothing runs here, and nbgrader gives full marks to a test without output
            settings = cell.metadata.nbgrader
            if cell.cell_type == "code" and not settings.get("solution") and not exercise_of(settings.grade_id):
                raise Ungraded(f"The test cell {settings.grade_id} is not of jax-kata: {FOREIGN}")
        if names:
            student = resources["nbgrader"]["student"]
            outcome = self.known(student) if self.known else self._judged(nb, student, names[0], notes)
            if missing := undecided(outcome):
                raise Ungraded(missing)
            inject(nb, outcome)
        return nb, resources

    def _judged(self, nb: NotebookNode, student: str, exercise: str, notes: tuple[str, ...]) -> Report:
        course = find_course()
        lesson = course.lesson(course.exercise(exercise).lesson)
        seed = course.seed if self.seed is None else self.seed
        settings = settings_for(self.devices, self.timeout, seed)
        require_sandbox(settings, self.allow_unsandboxed)
        name = f"{lesson.name}.ipynb"
        submission = Submission(student_id(student), lesson.name, "ipynb", repair.code_of(nb), name, notes)
        return _bench.report(submission, lesson, settings, Path(_coursedir(self).root, FOLDER, "reports"))


FOREIGN = "let it be graded by hand, or grade the assignment with nbgrader's own Execute."


class _Bench:
    """One warm judge slot for the notebooks of a run of nbgrader, or of one visit to formgrader."""

    def __init__(self) -> None:
        self._slots: Slots | None = None
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def report(self, submission: Submission, lesson: Lesson, settings: Settings, folder: Path) -> Report:
        """The report in `folder` if it is still good, else a new one, which is kept there. Raises SlotFailed."""
        files = hidden_and_public([lesson])
        with self._lock:
            self._stop_waiting()
            if self._slots is None or (self._slots.settings, self._slots.files) != (settings, files):
                self._close()
                self._slots = Slots(settings, files)
            try:
                key = key_of(submission, lesson, settings, self._slots.mine().hello())
                report = reusable(folder)(submission, key) or grade_one(submission, lesson, self._slots)
            finally:
                self._timer = threading.Timer(IDLE_SECONDS, self.close)
                self._timer.daemon = True
                self._timer.start()
        save(report, folder)
        return report

    def close(self) -> None:
        """End the slot; the next notebook starts another."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        self._stop_waiting()
        if self._slots is not None:
            self._slots.close()
        self._slots = None

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None


_bench = _Bench()
atexit.register(_bench.close)


def _coursedir(step: NbGraderPreprocessor) -> Any:
    """The CourseDirectory of the converter that runs this step: exporter's parent's."""
    return step.parent.parent.coursedir  # type: ignore[union-attr]
