"""A zip as a Folder, read in memory: nothing is ever written to a disk, so no name in it can point anywhere.

What an archive states about itself is not believed: names are checked part by part, and the bytes that really come
out are counted against limits.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
from contextlib import ExitStack
from typing import IO

from grader.submissions._tree import (
    File,
    Folder,
    Listing,
    UnreadableSubmission,
    is_ignored,
    open_regular,
    refused_file,
    too_large,
)

MAX_DIRECTORY_BYTES = 4 << 20  # of the list of members, at the archive's end
MAX_MEMBERS = 20_000
MAX_NESTED_BYTES = 64 << 20  # of an archive that is itself a member
MAX_NESTING = 2  # a student's zip in a class's zip
MAX_DEPTH = 12  # folders in a member's name
# What may come out of one archive in all: deflate makes notebooks 3 to 20 times smaller, and a bomb 1000 times.
INFLATED_BYTES = 128 << 20
INFLATED_RATIO = 50

_CHUNK = 1 << 16
_ENCRYPTED = 0x1
_DRIVE = re.compile(r"[A-Za-z]:")
_DAMAGED = "is not a zip file, or a damaged one: zip it again and hand it in again"


def open_zip(file: File, stack: ExitStack) -> Folder:
    """The members of `file` as a folder named like it; it stays readable until `stack` closes.

    Raises UnreadableSubmission. A member that cannot be accepted (encrypted, a link) refuses to be read; one whose
    name could lead out of a folder is not listed, and told of among the folder's problems.
    """
    if file.nested >= MAX_NESTING:
        raise UnreadableSubmission(file.shown, "is a zip inside a zip inside a zip: hand in the files themselves")
    if file.path is not None:
        stream: IO[bytes] = stack.enter_context(open_regular(file.path, file.shown))
    else:
        stream = io.BytesIO(file.read(MAX_NESTED_BYTES))
    archive = _Archive(file, stream, stack)
    return Folder(file.stem, file.shown, lambda: archive.root)


class _Archive:
    """One open zip. `root` is its tree; members are inflated when they are read."""

    def __init__(self, file: File, stream: IO[bytes], stack: ExitStack) -> None:
        self._shown, self._identity, self._nested = file.shown, file.identity, file.nested + 1
        size = stream.seek(0, io.SEEK_END)
        self._budget = INFLATED_BYTES + INFLATED_RATIO * size
        stream.seek(0)
        try:
            self._zip = stack.enter_context(zipfile.ZipFile(_Guarded(stream)))
            members = self._zip.infolist()
        except Exception as error:  # zipfile raises many types for bytes it cannot make sense of
            reason = str(error) if isinstance(error, _TooManyMembers) else _DAMAGED
            raise UnreadableSubmission(self._shown, reason) from None
        if len(members) > MAX_MEMBERS:
            raise UnreadableSubmission(self._shown, _TooManyMembers.reason)
        self.root = self._tree(members)

    def _tree(self, members: list[zipfile.ZipInfo]) -> Listing:
        root = Listing([], [], [])
        folders: dict[tuple[str, ...], Listing] = {(): root}
        unsafe = []
        for number, info in enumerate(members):
            parts = _safe_parts(info.orig_filename)
            if parts is None:
                unsafe.append(info.orig_filename)
            elif parts and not any(map(is_ignored, parts)):
                *above, name = parts
                if info.is_dir():
                    self._folder(folders, tuple(parts))
                else:
                    self._folder(folders, tuple(above)).files.append(self._file(info, number, name, parts))
        if unsafe:
            names = ", ".join(name[:80] for name in unsafe[:3]) + (", ..." if len(unsafe) > 3 else "")
            reason = f"{len(unsafe)} of its members have names that lead out of it and were not read ({names})"
            root.problems.append(UnreadableSubmission(self._shown, reason))
        for listing in folders.values():
            listing.folders.sort(key=lambda folder: folder.name)
            listing.files.sort(key=lambda file: file.name)
        return root

    def _folder(self, folders: dict[tuple[str, ...], Listing], parts: tuple[str, ...]) -> Listing:
        for depth in range(1, len(parts) + 1):
            here = parts[:depth]
            if here not in folders:
                listing = folders[here] = Listing([], [], [])
                shown = "/".join((self._shown, *here))
                folders[parts[: depth - 1]].folders.append(Folder(here[-1], shown, lambda listing=listing: listing))
        return folders[parts]

    def _file(self, info: zipfile.ZipInfo, number: int, name: str, parts: list[str]) -> File:
        shown = "/".join((self._shown, *parts))
        identity = f"{self._identity}\0{number}"  # a zip may hold two members of one name
        refusal = _refusal(info)
        if refusal:
            return refused_file(name, shown, identity, refusal)
        return File(name, shown, identity, lambda limit: self._inflate(info, shown, limit), self._nested)

    def _inflate(self, info: zipfile.ZipInfo, shown: str, limit: int) -> bytes:
        data = bytearray()
        try:
            with self._zip.open(info) as member:
                while chunk := member.read(_CHUNK):
                    data += chunk
                    self._budget -= len(chunk)
                    if len(data) > limit or self._budget < 0:
                        break
        except Exception:  # as above, and zlib's own, and a password's RuntimeError
            raise UnreadableSubmission(shown, "is damaged inside its zip: zip it again and hand it in again") from None
        if len(data) > limit:
            raise UnreadableSubmission(shown, too_large(limit))
        if self._budget < 0:
            raise UnreadableSubmission(
                shown, "was not read: its zip inflates to far more than its size allows, like a bomb"
            )
        return bytes(data)


def _safe_parts(name: str) -> list[str] | None:
    """The parts of a member's name, or None where it is absolute, climbs, or is no sane name.

    A backslash counts as a separator: old Windows tools write it, and hostile ones hope that nobody looks.
    """
    name = name.replace("\\", "/")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or _DRIVE.match(name) or "\0" in name or ".." in parts:
        return None
    if len(parts) > MAX_DEPTH or any(len(part) > 255 for part in parts):
        return None
    return parts


def _refusal(info: zipfile.ZipInfo) -> str | None:
    """Why a member will not be read, from what the archive says of it."""
    mode = info.external_attr >> 16  # a Unix mode, or 0
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "is a link or a special file inside its zip, and a file was expected"
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted: zip it without a password"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is compressed in an unusual way: zip it with the usual method, deflate"
    return None


class _TooManyMembers(Exception):
    reason = f"lists more than {MAX_MEMBERS} members: zip the lesson files alone"

    def __init__(self) -> None:
        super().__init__(self.reason)


class _Guarded(io.RawIOBase):
    """The archive's bytes for zipfile, which reads the list of members in one `read` as long as the archive states."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        if size > MAX_DIRECTORY_BYTES:
            raise _TooManyMembers
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True
