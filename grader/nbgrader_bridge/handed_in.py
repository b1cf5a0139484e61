"""What each student handed in for a lesson, read, repaired and laid out anew for nbgrader to grade.

`submitted/` is evidence and stays as it is: nbgrader is pointed at a copy with the repaired notebooks.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader.files import write_atomically
from grader.nbgrader_bridge import repair
from grader.submissions import Submission, Unreadable, UnreadableSubmission, read_folder
from grader.submissions._names import student_id
from grader.text import one_line

NOTES = "kata_notes"  # in the metadata of a repaired notebook, for the step that grades it
MAX_OTHER_FILES = 1000  # beside the notebook; nbgrader copies them, nothing of ours reads them
_MAX_OTHER_BYTES = 100 << 20


@dataclass(frozen=True)
class HandIn:
    """One student's work for one lesson. `student` is nbgrader's id, the name of the folder in `submitted/`.

    `work` is what is judged. `notebook` is what nbgrader gets: the repaired one, or the released one where there is
    nothing to judge. `repairs` are whole sentences.
    """

    student: str
    lesson: str
    folder: Path
    work: Submission | Unreadable
    notebook: repair.Notebook
    repairs: tuple[str, ...] = ()


def read(folder: Path, student: str, lesson: str, template: repair.Notebook) -> HandIn:
    """The work in `folder`; `template` is the released notebook. Whatever is wrong with it is in the result."""
    key = student_id(student)
    try:
        submission, data = read_folder(folder, student, lesson)
    except UnreadableSubmission as error:
        unreadable = Unreadable(key, lesson, os.path.basename(error.filename) or error.filename, error.reason)
        return HandIn(student, lesson, folder, unreadable, repair.stub(template))
    if submission.kind == "py":
        repaired = repair.of_code(submission.cells[0], template)
    else:
        repaired = repair.repair(json.loads(data.decode("utf-8-sig")), template)
        # A cell that was code and became text is code again, and counts.
        submission = replace(submission, cells=repair.code_of(repaired.notebook))
    notes = repaired.notes
    if submission.filename != f"{lesson}.ipynb":
        notes = (f"Handed in as {one_line(submission.filename, 100)}.", *notes)
    submission = replace(submission, student=key, notes=(*submission.notes, *notes))
    return HandIn(student, lesson, folder, submission, repaired.notebook, notes)


def stage(hand_in: HandIn, target: Path, timestamp_is_good: bool = True) -> None:
    """Lay out `target` as nbgrader expects a submission: the notebook, the time it was handed in, all other files."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in _other_files(hand_in.folder):
        if name != "timestamp.txt" or timestamp_is_good:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(OSError):  # not a file that any mark depends on
                shutil.copyfile(hand_in.folder / name, target / name, follow_symlinks=False)
    whole = dict(hand_in.notebook)
    if hand_in.repairs:
        whole["metadata"] = {**whole["metadata"], NOTES: list(hand_in.repairs)}
    write_atomically(target / f"{hand_in.lesson}.ipynb", json.dumps(whole, ensure_ascii=False, indent=1).encode())


def _other_files(folder: Path) -> Sequence[str]:
    """The regular files below `folder` that are no notebooks, by path relative to it; links are left out."""
    found: list[str] = []
    size = 0
    for here, _, names in os.walk(folder):
        for name in sorted(names):
            path = Path(here, name)
            if path.suffix == ".ipynb" or path.is_symlink() or not path.is_file():
                continue
            size += path.stat().st_size
            if len(found) >= MAX_OTHER_FILES or size > _MAX_OTHER_BYTES:
                return found
            found.append(path.relative_to(folder).as_posix())
    return found


def notes_in(metadata: Any) -> tuple[str, ...]:
    """The repairs that `stage`, or the sanitising step, left in a notebook's metadata; taken out of it."""
    notes = metadata.pop(NOTES, [])
    return tuple(note for note in notes if isinstance(note, str)) if isinstance(notes, list) else ()
