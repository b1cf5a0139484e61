"""`kata start --update`: the course's new lessons and corrections, and every answer where it was.

Three versions of a file decide: as it was delivered (`.kata/pristine`), as the student has it, as the course has it
now. Whatever of the student's is replaced, merged or set aside is copied to `.kata/backup/TIME/` before.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from grader.cells import NotCells
from grader.course import KEPT, Course, CourseError
from grader.edition.contents import contents, delivered, pristine, record, write
from grader.edition.merge import merge

SET_ASIDE = "set_aside"  # for answers to lessons that the course has no more


@dataclass(frozen=True)
class Done:
    """What became of one file, in words; `changed` says whether the student's copy is another now."""

    name: str
    words: str
    changed: bool


@dataclass
class Backup:
    """Copies of the student's files in `.kata/backup/TIME/`, a folder that is made when the first one comes."""

    edition: Path
    folder: Path | None = field(default=None)

    def keep(self, name: str, data: bytes) -> None:
        """Copy the content of the file `name`. Raises CourseError."""
        if self.folder is None:
            base = self.edition / KEPT / "backup" / time.strftime("%Y-%m-%d_%H-%M-%S")
            spellings = (base if n == 1 else base.with_name(f"{base.name}-{n}") for n in range(1, 1000))
            self.folder = next(folder for folder in spellings if not folder.exists())
        write(self.folder / name, data)


@dataclass(frozen=True)
class Updated:
    """What `update` did, a file at a time, and where the copies of replaced files are."""

    files: tuple[Done, ...]
    backup: Path | None


def update(edition: Path, course: Course) -> Updated:
    """Bring the folder `edition` up to `course`. Doing it twice does nothing the second time.

    Raises CourseError where the course or the edition's record cannot be read, or a file cannot be written.
    """
    new = contents(course)
    old = delivered(edition).files
    backup = Backup(edition)
    # In the order in which they were saved: of two answers to an exercise the one saved last counts, and still does.
    done = [_file(edition, name, new[name], backup) for name in sorted(new, key=lambda name: _saved(edition / name))]
    gone = [_gone(edition, name, backup) for name in old if name not in new]
    record(edition, new)
    found = [*done, *(entry for entry in gone if entry)]
    return Updated(tuple(sorted(found, key=lambda entry: entry.name)), backup.folder)


def _file(edition: Path, name: str, theirs: bytes, backup: Backup) -> Done:
    path, kept = edition / name, pristine(edition, name)
    mine = _read(path)
    base = _read(kept)
    words = _outcome(name, base, mine, theirs)
    if words.data is not None and words.data != mine:
        if mine is not None:
            backup.keep(name, mine)
        write(path, words.data)
    if words.settled and base != theirs:
        write(kept, theirs)
    return Done(name, words.text, words.data is not None and words.data != mine)


@dataclass(frozen=True)
class _Outcome:
    """`data` replaces the file, None leaves it; `settled` says that the new version has been dealt with."""

    text: str
    data: bytes | None = None
    settled: bool = True


def _outcome(name: str, base: bytes | None, mine: bytes | None, theirs: bytes) -> _Outcome:
    if mine is None:
        return _Outcome("new" if base is None else "put back", theirs)
    if _same(mine, theirs):
        return _Outcome("as in the course")
    if base is None or _same(base, theirs):
        return _Outcome("yours, and nothing new in the course")
    if _same(base, mine):
        return _Outcome("brought up to date", theirs)
    if not name.endswith(("lesson.py", ".ipynb")):
        return _Outcome("replaced by the course's; yours is in the backup", theirs)
    try:
        merged = merge(base, mine, theirs, Path(name).suffix)
    except (NotCells, UnicodeDecodeError) as error:
        return _Outcome(f"left alone, since it cannot be read ({error}): repair it and update again", settled=False)
    if not merged.kept:
        return _Outcome("brought up to date", merged.data)
    cells = "cell" if merged.kept == 1 else "cells"
    both = f"; changed by you and by the course, yours kept: {', '.join(merged.both)}" if merged.both else ""
    both += f" (the course's is in {KEPT}/pristine/{name})" if merged.both else ""
    return _Outcome(f"brought up to date around {merged.kept} {cells} of yours{both}", merged.data)


def _gone(edition: Path, name: str, backup: Backup) -> Done | None:
    """A file that the course has no more: removed, or set aside if the student worked in it."""
    path, kept = edition / name, pristine(edition, name)
    mine, base = _read(path), _read(kept)
    if base is not None:
        _remove(kept)
    if mine is None:
        return None
    backup.keep(name, mine)
    if base is not None and _same(mine, base):
        _remove(path)
        return Done(name, "no longer in the course", True)
    write(edition / SET_ASIDE / name, mine)
    _remove(path)
    return Done(name, f"no longer in the course: yours is in {SET_ASIDE}/", True)


def _same(one: bytes, other: bytes) -> bool:
    """Whether two files differ in their line ends at most: editors and git on Windows change these."""
    return one.replace(b"\r\n", b"\n") == other.replace(b"\r\n", b"\n")


def _saved(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CourseError(f"{path} cannot be read ({error.strerror}). Nothing was changed in it.") from None


def _remove(path: Path) -> None:
    try:
        path.unlink()
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
    except OSError as error:
        raise CourseError(
            f"{path} cannot be removed ({error.strerror}). Close what has it open and try again."
        ) from None
