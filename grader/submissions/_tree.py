"""Folders and files as they were handed in, the same on a disk and inside a zip.

Everything here was made by strangers: names are data, nothing is followed, nothing is opened before its kind is
known, and nothing is read past a limit the caller states.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple, NoReturn

from grader.text import one_line

SUFFIXES = (".py", ".ipynb", ".zip")  # what may hold a submission
MAX_LISTED = 100_000  # entries of one folder

_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
)
_JUNCTION = 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT: a Windows folder that is a link, though not a symlink
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISLNK, "a link"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class UnreadableSubmission(Exception):
    """One clear line, `FILENAME: REASON`: what is wrong with one file or folder and what to do about it."""

    def __init__(self, filename: str, reason: str) -> None:
        self.filename = one_line(filename, 300)
        self.reason = one_line(reason, 600)
        super().__init__(f"{self.filename}: {self.reason}")


@dataclass(frozen=True)
class File:
    """One file. `read(limit)` gives all of it or raises UnreadableSubmission, at more than `limit` bytes too.

    `shown` is its path in messages; `identity` differs for any two files of a run; `nested` counts the archives it
    is inside of; `path` is set on a disk only.
    """

    name: str
    shown: str
    identity: str
    read: Callable[[int], bytes]
    nested: int = 0
    path: Path | None = None

    @property
    def stem(self) -> str:
        """The name without what stands after its last dot."""
        return os.path.splitext(self.name)[0]

    @property
    def suffix(self) -> str:
        """`.py`, `.ipynb`, `.zip`, ...: lower case."""
        return os.path.splitext(self.name)[1].lower()


class Listing(NamedTuple):
    """What is directly in a folder, by name; `problems` are entries that may not even be named."""

    folders: list[Folder]
    files: list[File]
    problems: list[UnreadableSubmission]


@dataclass(frozen=True)
class Folder:
    """One folder. `contents()` lists it or raises UnreadableSubmission."""

    name: str
    shown: str
    contents: Callable[[], Listing]


def is_ignored(name: str) -> bool:
    """Whether a file or folder is never looked at: hidden ones, caches, checkpoints, virtual environments."""
    return (
        (name.startswith(".") and not name.startswith(".."))  # "..ada" is an odd name, but somebody's
        or name in ("__MACOSX", "__pycache__", "node_modules", "site-packages", "venv", "Thumbs.db")
        or name.endswith(("-checkpoint.ipynb", "-checkpoint.py"))
    )


def disk_file(path: Path, shown: str | None = None) -> File:
    """The file at `path`; it is not touched before `read`."""
    shown = shown or str(path)

    def read(limit: int) -> bytes:
        with open_regular(path, shown) as stream:
            return take(stream, limit, shown)

    return File(path.name, shown, os.path.abspath(path), read, path=path)


def disk_folder(path: Path, name: str | None = None) -> Folder:
    """The folder at `path`. Links in it are listed as what they are named like, and refuse to be opened."""

    def contents() -> Listing:
        listing = Listing([], [], [])
        with _refusing(str(path)), os.scandir(path) as entries:
            found = []
            for entry in entries:
                if not is_ignored(entry.name):
                    found.append((entry.name, entry.stat(follow_symlinks=False)))
                if len(found) > MAX_LISTED:
                    raise UnreadableSubmission(str(path), f"holds more than {MAX_LISTED} entries: not a class folder")
        for child, info in sorted(found, key=lambda pair: pair[0]):
            below = path / child
            looks_like_a_file = os.path.splitext(child)[1].lower() in SUFFIXES
            if _is_link(info) and not looks_like_a_file:
                listing.folders.append(refused_folder(child, str(below), "is a link, and links are not followed"))
            elif stat.S_ISDIR(info.st_mode) and not looks_like_a_file:
                listing.folders.append(disk_folder(below))
            else:  # whatever else it is, reading it says so
                listing.files.append(disk_file(below))
        return listing

    return Folder(path.name if name is None else name, str(path), contents)


def refused_file(name: str, shown: str, identity: str, reason: str) -> File:
    """A file that is named, but refuses to be read."""
    return File(name, shown, identity, lambda _limit: _refuse(shown, reason))


def refused_folder(name: str, shown: str, reason: str) -> Folder:
    """A folder that is named, but refuses to be listed."""
    return Folder(name, shown, lambda: _refuse(shown, reason))


def open_regular(path: Path, shown: str) -> BinaryIO:
    """Open a regular file for reading, never a link, pipe or device, and never waiting for one.

    Raises UnreadableSubmission. Looked at before it is opened, since opening a device acts on it, and once more
    after, since the name may have changed hands in between.
    """
    with _refusing(shown):
        _must_be_regular(os.lstat(path), shown)
        descriptor = os.open(path, _FLAGS)
        try:
            _must_be_regular(os.fstat(descriptor), shown)
            return os.fdopen(descriptor, "rb")
        except BaseException:
            os.close(descriptor)
            raise


def take(stream: BinaryIO, limit: int, shown: str) -> bytes:
    """All of `stream`; UnreadableSubmission if that is more than `limit` bytes."""
    with _refusing(shown):
        data = stream.read(limit + 1)
    if len(data) > limit:
        raise UnreadableSubmission(shown, too_large(limit))
    return data


def too_large(limit: int) -> str:
    """The reason given for a file of more than `limit` bytes."""
    return f"is larger than {limit >> 20} MiB, the most that is read of one file of its kind"


def _must_be_regular(info: os.stat_result, shown: str) -> None:
    if _is_link(info):
        _refuse(shown, "is a link, and links are not followed: hand in the file itself")
    if not stat.S_ISREG(info.st_mode):
        kind = next((name for test, name in _KINDS if test(info.st_mode)), "a special file")
        _refuse(shown, f"is {kind}, and a file was expected")


def _is_link(info: os.stat_result) -> bool:
    return stat.S_ISLNK(info.st_mode) or getattr(info, "st_reparse_tag", 0) == _JUNCTION


def _refuse(shown: str, reason: str) -> NoReturn:
    raise UnreadableSubmission(shown, reason)


@contextlib.contextmanager
def _refusing(shown: str) -> Iterator[None]:
    """What the system refuses, in one line; a name no system takes (a NUL in it) raises ValueError."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise UnreadableSubmission(shown, f"cannot be opened: {getattr(error, 'strerror', None) or error}") from None
