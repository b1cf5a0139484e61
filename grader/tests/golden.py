"""What students read of wrong answers, as text files to be reviewed: `solutions/NN_topic/messages/EXERCISE.txt`.

They live there because they quote the hidden checks. `pytest grader/tests/test_corpus.py --snapshot-update`
writes them anew.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from grader.corpus import Heard, KnownAnswer
from grader.course import Lesson
from grader.report import CheckResult, Verdict

WIDTH = 116  # a long line shows in a diff as a whole, a folded one where it changed
# What differs from run to run: seconds really measured, and addresses.
_UNSTEADY = re.compile(r"\b\d+\.\d{6,}(?:e-?\d+)?\b|\b\d+(?:\.\d+)?e-\d+\b|\b0x[0-9a-f]+\b")
_SILENT = (Verdict.PASSED, Verdict.BLOCKED)


class MessagesExtension(SingleFileSnapshotExtension):
    """One plain text file an exercise, beside the lesson that it is about."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def dirname(cls, *, test_location: Any) -> str:
        """The folder `messages` of the lesson that the test is about (its parameter `lesson`)."""
        callspec = getattr(test_location.item, "callspec", None)
        lesson = callspec.params.get("lesson") if callspec else None
        if not isinstance(lesson, Lesson):  # syrupy asks of one test in every file, whether it has snapshots or not
            return super().dirname(test_location=test_location)
        return str(lesson.source.parent / "messages")

    @classmethod
    def get_snapshot_name(cls, *, test_location: Any, index: Any = 0) -> str:
        """The exercise, which the test gives as the snapshot's name."""
        return str(index)

    @classmethod
    def matches_test_location(cls, *, test_location: Any, snapshot_location: str) -> bool:
        """A test owns the files of its lesson, so that one of an exercise that is gone is found out."""
        return Path(snapshot_location).parent == Path(cls.dirname(test_location=test_location))


def messages(heard: Mapping[KnownAnswer, Heard]) -> str:
    """For each wrong answer its first failing public check with the detail, and all failing hidden ones."""
    parts = []
    for answer, said in sorted(heard.items(), key=lambda pair: pair[0].name):
        missed = [check for check in said.result.checks if check.verdict not in _SILENT]
        public = [check for check in missed if not check.hidden][:1]
        lines = [answer.path.stem.rpartition("__")[2]]
        for check in public or [None]:
            lines += _said("public", check, said.details.get(check.name, "") if check else "")
        for check in missed:
            if check.hidden:
                lines += _said("hidden", check)
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _said(which: str, check: CheckResult | None, detail: str = "") -> list[str]:
    if check is None:
        return [f"  {which}: all pass"]
    return [
        f"  {which}: {check.title}",
        *textwrap.wrap(check.message, WIDTH, initial_indent="    ", subsequent_indent="    "),
        *(f"    | {_UNSTEADY.sub('...', line)}" for line in detail.splitlines() if line.strip()),
    ]
