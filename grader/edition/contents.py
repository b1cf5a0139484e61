"""What an edition consists of, where it is delivered from, and the record of what was delivered."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from grader.course import (
    KEPT,
    OWN,
    SHIPPED,
    Course,
    CourseError,
    installed_root,
    named_folder,
    open_course,
    read_course,
)
from grader.files import write_atomically
from grader.student.workspace import attempted


class Delivered(msgspec.Struct, frozen=True, kw_only=True):
    """`.kata/edition.json`: the version of jax-kata, and the SHA-256 of each file as it was delivered."""

    version: str
    files: dict[str, str]
    schema: int = 1


def contents(course: Course) -> dict[str, bytes]:
    """The files of an edition of `course` by name ("exercises/03_host_roundtrip/lesson.py"), nothing of solutions/.

    Raises CourseError where the course was not built, or somebody's answers are in its own stubs.
    """
    files = {}
    for lesson in course.lessons:
        for path in (lesson.stub, lesson.public_tests, lesson.hints, lesson.notebook):
            name = path.relative_to(course.root).as_posix()
            try:
                files[name] = path.read_bytes()
            except OSError as error:
                raise CourseError(
                    f"{path} cannot be read ({error.strerror}). In a course with solutions/, run `kata build`."
                ) from None
        for path in (lesson.stub, lesson.notebook) if lesson.has_solutions else ():
            if answered := attempted(path, lesson):
                raise CourseError(
                    f"{path} has an answer to {min(answered)} in it, and the course is to be handed out without:"
                    " keep a copy of it elsewhere and run `kata build`, which puts the stubs back."
                )
    return files


def source(here: Path) -> Course:
    """The course to deliver from: $KATA_COURSE's, one at or above `here`, or the installed one; never an edition.

    Raises CourseError where there is none.
    """
    named = named_folder()
    around = [here.resolve(), *here.resolve().parents, installed_root(), SHIPPED]
    for folder in [named, *around] if named else around:
        if (folder / OWN).is_file():
            return open_course(folder)
        if not is_edition(folder) and (course := read_course(folder)).lessons:
            return course
    raise CourseError(
        "There is no course to start from: this installation of jax-kata came without one."
        " Install it again, or run this in a clone of its repository."
    )


def edition_around(here: Path) -> Path | None:
    """The nearest edition at or above `here`."""
    return next((folder for folder in (here.resolve(), *here.resolve().parents) if is_edition(folder)), None)


def is_edition(folder: Path) -> bool:
    """Whether `kata start` made this folder."""
    return (folder / KEPT / "edition.json").is_file()


def record(folder: Path, files: dict[str, bytes]) -> None:
    """Note what `folder` holds of the course now."""
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    delivered = Delivered(version=installed_version(), files=hashes)
    write(folder / KEPT / "edition.json", msgspec.json.format(msgspec.json.encode(delivered), indent=1) + b"\n")


def delivered(folder: Path) -> Delivered:
    """What was delivered to the edition in `folder`. Raises CourseError where its record is damaged."""
    try:
        return msgspec.json.decode((folder / KEPT / "edition.json").read_bytes(), type=Delivered)
    except (OSError, msgspec.MsgspecError) as error:
        raise CourseError(
            f"{folder / KEPT / 'edition.json'} cannot be read ({error}). Start a new folder with `kata start` and"
            " copy your lessons to it."
        ) from None


def pristine(folder: Path, name: str) -> Path:
    """Where the file `name` lies as it was delivered."""
    return folder / KEPT / "pristine" / name


def write(path: Path, data: bytes) -> None:
    """Write a file of the edition. Raises CourseError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    except OSError as error:
        raise CourseError(
            f"{path} cannot be written ({error.strerror}). Nothing of yours is lost: put that right and run this again."
        ) from None


def installed_version() -> str:
    """The version of jax-kata, or "unknown" where it runs from a folder that was never installed."""
    try:
        return version("jax-kata")
    except PackageNotFoundError:
        return "unknown"


def names_in(folder: Path) -> Iterator[str]:
    """What in `folder` stands in the way of an edition: anything but hidden entries and virtual environments."""
    for entry in sorted(folder.iterdir()):
        if not entry.name.startswith(".") and not (entry / "pyvenv.cfg").is_file():
            yield entry.name
