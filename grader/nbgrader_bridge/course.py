"""The nbgrader course: its configuration and one source notebook a lesson, answers and marks cells included.

`kata build` writes it to build/nbgrader/, `kata nbgrader init` to a folder that an instructor works in. The same
course gives the same notebooks on every machine. No hidden test is in them: a marks cell calls our judge by name.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader import build as building
from grader.course import INSTALL, Course, CourseError, Lesson, own_folder, read_text
from grader.files import write_atomically
from grader.nbgrader_bridge import cells

CONFIG = "nbgrader_config.py"
_WRITTEN = ".kata-nbgrader.json"  # what was written last, by digest: a file that is still so was not edited
_GRADE_ID = re.compile(r"[a-zA-Z0-9_\-]+")  # nbgrader's rule

# Longer than a marks cell can take: an answer may load for 20 and run for 10 CPU seconds, by the wall clock five
# times that, and an exercise is left at the first check that runs out of time.
CELL_SECONDS = 240

_CONFIG_TEXT = '''"""nbgrader's configuration of this course, written by `kata nbgrader init`. Yours to change."""

import os
from pathlib import Path

c = get_config()
here = Path(__file__).resolve().parent

c.CourseDirectory.course_id = {course_id}
c.CourseDirectory.root = str(here)
c.CourseDirectory.db_url = f"sqlite:///{{here / 'gradebook.db'}}"

# Where `release_assignment` puts assignments and `collect` finds what was handed in: a folder of yours.
# c.Exchange.root = "/srv/nbgrader/exchange"

# The course that marks cells ask for hidden tests. It is set for nbgrader's own processes and the kernels they
# start; students never load this file, so do not put it where they would (/etc/jupyter).
os.environ["KATA_COURSE"] = {course}

# One marks cell may take this long: our own limits on a student's code end sooner.
c.Execute.timeout = {seconds}

# A marks cell that a student has deleted is put back, where it would otherwise have no mark.
c.OverwriteCells.add_missing_cells = True

# What stands where an answer was. The judge calls an exercise "not attempted" while it raises this.
c.ClearSolutions.code_stub = {{"python": {stub!r}}}
'''


@dataclass(frozen=True)
class Written:
    """What was done to a course folder, by paths relative to it.

    `kept` were edited since they were last written here and are as they were, though there is something new for them.
    """

    changed: tuple[str, ...]
    kept: tuple[str, ...]


def build(course: Course) -> list[str]:
    """Bring build/nbgrader/ up to date. Returns what was written or removed, by path. Raises CourseError."""
    folder = _home(course) / "build" / "nbgrader"
    files = course_files(course, course.lessons, "jax_kata")
    removed = []
    for stray in folder.glob("source/*/*.ipynb"):
        name = stray.relative_to(folder).as_posix()
        if name not in files:
            stray.unlink()
            removed.append(name)
            if not any(stray.parent.iterdir()):
                stray.parent.rmdir()
    written = _write(folder, files, keep_edited=False)
    return [f"build/nbgrader/{name}" for name in (*written.changed, *removed)]


def init(course: Course, folder: Path, lessons: Sequence[Lesson]) -> Written:
    """Make `folder` an nbgrader course of these lessons, or bring it up to date. Raises CourseError.

    Nothing but the configuration and the source notebooks is touched, and of these none that was edited.
    """
    if folder.resolve() in (course.root, _home(course)):
        raise CourseError(f"{folder} is the kata course itself. Name a folder of its own, beside it or elsewhere.")
    course_id = re.sub(r"[^A-Za-z0-9_-]+", "_", folder.resolve().name).strip("_") or "jax_kata"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _write(folder, course_files(course, lessons, course_id), keep_edited=True)
    except OSError as error:
        raise CourseError(f"{folder} cannot be written to ({error.strerror}). Name another folder.") from None


def course_files(course: Course, lessons: Iterable[Lesson], course_id: str) -> dict[str, bytes]:
    """The files of an nbgrader course, by path relative to it. Raises CourseError."""
    files = {CONFIG: _config(course, course_id).encode()}
    for lesson in lessons:
        files[f"source/{lesson.name}/{lesson.name}.ipynb"] = source_notebook(lesson, course.install)
    return files


def source_notebook(lesson: Lesson, install: str = INSTALL) -> bytes:
    """The lesson's notebook as its author wrote it, with nbgrader's metadata and marks cells.

    `install` is what its first cell installs where need be. Raises CourseError.
    """
    if not lesson.has_solutions:
        raise CourseError(f"Lesson {lesson.name} has no solutions/ here, so there is nothing to make its marks from.")
    building.stub(lesson)  # for its complaints: an answer marked wrongly would be released
    document = json.loads(building.notebook(lesson, read_text(lesson.source), install))
    document["cells"] = _with_marks(lesson, document["cells"])
    return (json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _with_marks(lesson: Lesson, notebook: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells, each answer's described for nbgrader, and after an exercise that has points its marks cell."""
    last = {cell["metadata"].get(kind): n for kind in ("exercise", "check") for n, cell in enumerate(notebook)}
    points = {exercise.name: exercise.points for exercise in lesson.exercises if exercise.points}
    made: list[dict[str, Any]] = []
    for number, cell in enumerate(notebook):
        if exercise := cell["metadata"].get("exercise"):
            if not _GRADE_ID.fullmatch(exercise):
                raise CourseError(f"nbgrader takes ASCII names only, and {lesson.name} has {exercise!r}: rename it.")
            cell["metadata"]["nbgrader"] = cells.answer_metadata(exercise)
        made.append(cell)
        made += [_marks_cell(name, points[name]) for name in points if last.get(name) == number]
    return made


def _marks_cell(exercise: str, points: float) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": cells.marks_id(exercise)[:64],
        "metadata": {"nbgrader": cells.marks_metadata(exercise, points)},
        "outputs": [],
        "source": cells.marks_source(exercise).splitlines(keepends=True),
    }


def _home(course: Course) -> Path:
    """The folder that KATA_COURSE names: the one with course.toml where there is one."""
    return own_folder(course.root) or course.root


def _config(course: Course, course_id: str) -> str:
    return _CONFIG_TEXT.format(
        course_id=json.dumps(course_id), course=repr(str(_home(course))), seconds=CELL_SECONDS, stub=cells.STUB
    )


def _write(folder: Path, files: dict[str, bytes], *, keep_edited: bool) -> Written:
    record = folder / _WRITTEN
    known: dict[str, str] = json.loads(record.read_bytes()) if record.is_file() else {}
    changed, kept = [], []
    for name, content in files.items():
        path, new = folder / name, _digest(content)
        there = _digest(path.read_bytes()) if path.is_file() else None
        if keep_edited and there not in (None, new, known.get(name)):
            if known.get(name) != new:
                kept.append(name)
            continue
        known[name] = new
        if there != new:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)
            changed.append(name)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(record, json.dumps(known, indent=1, sort_keys=True).encode() + b"\n")
    return Written(tuple(changed), tuple(kept))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
