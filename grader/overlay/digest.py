"""Whether a composed course is still what its course.toml, its folder and the upstream course would give."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from grader.course import OWN, Lesson, lesson_folders
from grader.overlay.settings import read_settings


def digest_of(folder: Path) -> str:
    """SHA-256, in hex, of all that the course of `folder` is composed from, and of how. Raises CourseError."""
    whole = hashlib.sha256()
    files = [folder / OWN]
    for root in filter(None, (folder, read_settings(folder).upstream_root())):
        for name in lesson_folders(root):
            files += sources(Lesson(name, name, (), root))
    for path in [*files, *sorted(Path(__file__).parent.glob("*.py"))]:
        whole.update(f"{path.parent.parent.name}/{path.parent.name}/{path.name}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def sources(lesson: Lesson) -> Iterator[Path]:
    """The files of a lesson's source folder, in order, and of its wrong/ and right/."""
    folder = lesson.source.parent
    for place in (folder, folder / "wrong", folder / "right"):
        yield from (path for path in sorted(place.glob("[!.]*")) if path.is_file())
