"""The manifest in a `kata submit` zip: what was handed in, when, and its hashes.

All of it is the student's own word: no mark depends on it. Whoever grades compares the hashes, no more.
"""

from __future__ import annotations

import hashlib

import msgspec

MANIFEST = "kata-submission.json"
MAX_BYTES = 1 << 20
SCHEMA = 1


class ExerciseClaim(msgspec.Struct, frozen=True, kw_only=True):
    """What the public checks said of one exercise when the zip was made: `passed` of `checks`."""

    name: str
    attempted: bool
    passed: int = 0
    checks: int = 0


class FileClaim(msgspec.Struct, frozen=True, kw_only=True):
    """One lesson's file: its name in the zip, when it was saved (UTC, ISO 8601), and its SHA-256 in hex."""

    file: str
    lesson: str
    saved: str
    sha256: str
    exercises: tuple[ExerciseClaim, ...]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """`kata-submission.json`. `versions` are those of the packages and of Python, `backend` what the checks ran on."""

    student: str
    time: str
    versions: dict[str, str]
    backend: str
    files: tuple[FileClaim, ...]
    schema: int = SCHEMA


def to_json(manifest: Manifest) -> bytes:
    """The manifest as indented UTF-8 JSON, ending in a newline."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n"


def differs(manifest: bytes, name: str, data: bytes) -> bool:
    """Whether `manifest` lists a file called `name` whose content was not `data`. A damaged one lists nothing."""
    try:
        files = msgspec.json.decode(manifest, type=Manifest).files
    except (msgspec.MsgspecError, RecursionError):
        return False
    listed = [file.sha256 for file in files if file.file == name]
    return bool(listed) and hashlib.sha256(data).hexdigest() not in listed
