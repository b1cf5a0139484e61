"""What lies beside the answers in a `kata submit` zip: the manifest, and the same as a receipt to read.

All of it is the student's own word: no mark depends on it. Whoever grades compares the hashes, no more.
"""

from __future__ import annotations

import hashlib

import msgspec

from grader.outputs import words
from grader.report import Verdict

MANIFEST = "kata-submission.json"
RECEIPT = "RECEIPT.txt"
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


def receipt(manifest: Manifest) -> str:
    """The manifest in words."""
    versions = ", ".join(f"{name} {version}" for name, version in manifest.versions.items())
    lines = [
        f"Submission{f' of {manifest.student}' if manifest.student else ''}, {manifest.time}",
        f"{versions}; backend {manifest.backend or 'unknown'}",
    ]
    for file in manifest.files:
        lines += ["", f"{file.file}, saved {file.saved}", f"  sha256 {file.sha256}"]
        width = max((len(exercise.name) for exercise in file.exercises), default=0)
        lines += [f"  {_said(exercise, width)}" for exercise in file.exercises]
    lines += ["", "These are the public checks, which carry no points. The marks come from the hidden ones."]
    return "\n".join(lines) + "\n"


def differs(manifest: bytes, name: str, data: bytes) -> bool:
    """Whether `manifest` lists a file called `name` whose content was not `data`. A damaged one lists nothing."""
    try:
        files = msgspec.json.decode(manifest, type=Manifest).files
    except (msgspec.MsgspecError, RecursionError):
        return False
    listed = [file.sha256 for file in files if file.file == name]
    return bool(listed) and hashlib.sha256(data).hexdigest() not in listed


def _said(exercise: ExerciseClaim, width: int) -> str:
    if not exercise.attempted:
        verdict, text = Verdict.NOT_ATTEMPTED, words.PHRASES[Verdict.NOT_ATTEMPTED]
    elif not exercise.checks:
        verdict, text = Verdict.CANNOT_RUN, "answered; the public checks were not run"
    else:
        verdict = Verdict.PASSED if exercise.passed == exercise.checks else Verdict.FAILED
        text = f"{exercise.passed} of {exercise.checks} public checks passed"
    return f"{words.SYMBOLS[verdict]} {exercise.name:{width}}  {text}"
