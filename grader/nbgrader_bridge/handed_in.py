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
from grader.submissions._notebook_file import whole_cells
from grader.submissions._tree import disk_file
from grader.text import one_line

NOTES = "kata_notes"  # in the metadata of a repaired notebook, for the step that grades it
MAX_OTHER_FILES = 1000  # beside the notebook; nbgrader copies them, nothing of ours reads them
_MAX_OTHER_BYTES = 100 << 20
_MAX_ENTRIES = 20_000
_MAX_TIMESTAMP = 200  # bytes


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
        if _is_linked(folder):
            raise UnreadableSubmission(
                folder.name, "is a link, and links are not followed: hand in the files themselves"
            )
        submission, data = read_folder(folder, student, lesson)
    except UnreadableSubmission as error:
        unreadable = Unreadable(key, lesson, os.path.basename(error.filename) or error.filename, error.reason)
        return HandIn(student, lesson, folder, unreadable, repair.stub(template))
    if submission.kind == "py":
        repaired = repair.of_code(submission.cells[0], template)
    else:
        repaired = repair.repair({"cells": whole_cells(data)}, template)
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
            with contextlib.suppress(OSError):  # not a file that any mark depends on
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(hand_in.folder / name, target / name, follow_symlinks=False)
    whole = dict(hand_in.notebook)
    if hand_in.repairs:
        whole["metadata"] = {**whole["metadata"], NOTES: list(hand_in.repairs)}
    write_atomically(target / f"{hand_in.lesson}.ipynb", json.dumps(whole, ensure_ascii=False, indent=1).encode())


def _other_files(folder: Path) -> Sequence[str]:
    """The regular files below `folder` that are no notebooks, by path relative to it; links are left out."""
    found: list[str] = []
    size = entries = 0
    waiting = [] if _is_linked(folder) else [folder]
    while waiting:  # not os.walk, which recurses in Python 3.11: a folder may be deeper than that
        here = waiting.pop(0)
        try:
            children = sorted(os.scandir(here), key=lambda child: child.name)
        except OSError:  # deeper than a path can be, or closed
            continue
        for child in children:
            entries += 1
            if entries > _MAX_ENTRIES:
                return found
            if child.name.endswith(".ipynb"):
                continue
            if child.is_dir(follow_symlinks=False):
                waiting.append(here / child.name)
            elif child.is_file(follow_symlinks=False):
                size += child.stat(follow_symlinks=False).st_size
                if len(found) >= MAX_OTHER_FILES or size > _MAX_OTHER_BYTES:
                    return found
                found.append((here / child.name).relative_to(folder).as_posix())
    return found


def _is_linked(folder: Path) -> bool:
    """Whether LESSON, or STUDENT above it, is a link: it may lead to another student's work, or to hidden tests."""
    return folder.is_symlink() or folder.parent.is_symlink()


def timestamp(folder: Path) -> str | None:
    """The text of `timestamp.txt`; nothing where there is none, None where it is not a short regular file."""
    path = folder / "timestamp.txt"
    if _is_linked(folder) or not os.path.lexists(path):
        return ""
    try:
        return disk_file(path).read(_MAX_TIMESTAMP).decode()
    except (UnreadableSubmission, ValueError):
        return None


def notes_in(metadata: Any) -> tuple[str, ...]:
    """The repairs that `stage`, or the sanitising step, left in a notebook's metadata; taken out of it."""
    notes = metadata.pop(NOTES, [])
    return tuple(note for note in notes if isinstance(note, str)) if isinstance(notes, list) else ()
