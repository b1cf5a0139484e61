"""The manifest of a `kata submit` zip in words, for the student to read."""

from __future__ import annotations

from grader.outputs import words
from grader.report import Verdict
from grader.submissions.manifest import ExerciseClaim, Manifest

RECEIPT = "RECEIPT.txt"


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


def _said(exercise: ExerciseClaim, width: int) -> str:
    if not exercise.attempted:
        verdict, text = Verdict.NOT_ATTEMPTED, words.PHRASES[Verdict.NOT_ATTEMPTED]
    elif not exercise.checks:
        verdict, text = Verdict.CANNOT_RUN, "answered; the public checks were not run"
    else:
        verdict = Verdict.PASSED if exercise.passed == exercise.checks else Verdict.FAILED
        text = f"{exercise.passed} of {exercise.checks} public checks passed"
    return f"{words.SYMBOLS[verdict]} {exercise.name:{width}}  {text}"
