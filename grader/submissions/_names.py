"""What a name says: which lesson a file is, which student a folder is, and a safe id for either.

Names come from file systems, browsers and LMSs, so they are matched leniently, and never used as a path as they are.
"""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SAFE = re.compile(r"(?!\.)[A-Za-z0-9_.@+-]{1,64}\Z")

_DIGITS = 12  # of the hash in a made-up id: 48 bits, more than a student can search through
# Not used as they are, though safe: ids that look made up, device names of Windows (and the trailing dot it drops),
# and names a report folder may hold itself (summary.csv).
_RESERVED = re.compile(
    r".*\+[0-9a-f]{12}|(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?|.*\."
    r"|.*\.(?:csv|css|db|html|js|json|jsonl|lock|log|md|svg|tmp|txt|xml|zip)",
    re.IGNORECASE,
)
# What browsers and file managers add to a second copy: "(1)", "-2", "_3", " copy", "-Copy1", " - Copy (2)".
_COPY = r"(?:[\s_-]{0,3}\(\d{1,3}\)|[\s_-]{1,3}copy(?:[\s_-]?\d{1,3})?|[\s_-]\d{1,3}){0,3}"
_GAP = r"[\s_-]{1,8}"  # bounded: a name of 255 underscores must not cost 255 squared steps

# Canvas names a download NAME_USERID_SUBMISSIONID_FILE, or NAME_LATE_...; Moodle a folder NAME_ID_assignsubmission_...
_CANVAS = re.compile(r"(?P<name>[^_]+)(?:_LATE)?_(?P<key>\d{4,})_\d{4,}(?:_.*)?", re.DOTALL)
_MOODLE = re.compile(r"(?P<name>.+)_assignsubmission_\w+", re.DOTALL)
# ... and adds -1 to the name of the file at the second attempt, -2 at the third.
_ATTEMPT = re.compile(r"[^_]+(?:_LATE)?_\d{4,}_\d{4,}_.*?(?:-(?P<again>\d{1,3}))?", re.DOTALL)


@dataclass(frozen=True)
class Match:
    """A name that tells a lesson: `before` and `after` are what else stands in it, mostly a student's name."""

    lesson: str
    before: str = ""
    after: str = ""

    @property
    def exact(self) -> bool:
        """Whether the name is the lesson's and nothing more."""
        return not self.before and not self.after


def match_lesson(stem: str, lessons: Sequence[str]) -> Match | None:
    """The lesson that the name of a file (without suffix) or folder tells, or None.

    "03_host_roundtrip", "host_roundtrip", "03-Host-Roundtrip" and "03_host_roundtrip (1)" are exact;
    "ada_03_host_roundtrip" has a `before`, "03_host_roundtrip_final" an `after`. Nothing beats exact, and then the
    longer lesson name.
    """
    stem = unicodedata.normalize("NFC", stem)[:255]
    found = []
    for lesson in lessons:
        match = _pattern(lesson).fullmatch(stem)
        if match:
            found.append(Match(lesson, match["before"] or "", match["after"] or ""))
    return min(found, key=lambda m: (not m.exact, bool(m.after), -len(m.lesson)), default=None)


def exact_lesson(name: str, lessons: Sequence[str]) -> str | None:
    """The lesson whose name `name` is, or None."""
    match = match_lesson(name, lessons)
    return match.lesson if match and match.exact else None


def student_of(name: str) -> str:
    """The student that a folder's name, or what is left of a file's name, tells: an LMS's additions are taken off.

    What stays of Canvas's additions is the key of the user (`ada_12345`): the same for every hand-in.
    """
    name = unicodedata.normalize("NFC", name)  # one name, whether a Mac's zip or a Linux folder spells it
    if match := _CANVAS.fullmatch(name):
        return f"{match['name']}_{match['key']}"
    if match := _MOODLE.fullmatch(name):
        return match["name"]
    return name


def is_lms_name(name: str) -> bool:
    """Whether Canvas or Moodle gave a file or folder this name, which then says whose it is."""
    return bool(_ATTEMPT.fullmatch(name) or _MOODLE.fullmatch(name))


def attempt_of(stem: str) -> int | None:
    """Which attempt, from 0, the name of a file (without suffix) that was downloaded from Canvas tells, or None."""
    match = _ATTEMPT.fullmatch(stem)
    return int(match["again"] or 0) if match else None


def student_id(name: str) -> str:
    """A safe id for a student's name: the name itself where it is one, else a readable part and a hash.

    The same name has the same id in every run, and an id that was made up is never another student's own name.
    """
    if SAFE.match(name) and not _RESERVED.fullmatch(name):
        return name
    return _made_up(name)


def student_ids(names: Iterable[str]) -> dict[str, str]:
    """The id of each name, distinct even on a file system that does not tell `Ada` from `ada`."""
    ids = {name: student_id(name) for name in names}
    folded: dict[str, list[str]] = {}
    for name, chosen in ids.items():
        folded.setdefault(chosen.casefold(), []).append(name)
    for alike in folded.values():
        for name in alike:
            if len(alike) > 1 and name != name.lower():
                ids[name] = _made_up(name)
    return ids


def _made_up(name: str) -> str:
    ascii_only = unicodedata.normalize("NFKD", name[:255]).encode("ascii", "ignore").decode()
    readable = re.sub(r"[^A-Za-z0-9]+", "_", ascii_only).strip("_")[:48] or "student"
    return f"{readable}+{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:_DIGITS]}"


@functools.cache
def _pattern(lesson: str) -> re.Pattern[str]:
    number, _, topic = lesson.partition("_") if re.match(r"\d+_.", lesson) else ("", "", lesson)
    words = _GAP.join(re.escape(word) for word in re.split(r"[\s_-]+", topic))
    numbered = rf"(?:0*{int(number)}{_GAP})?" if number else ""
    return re.compile(
        rf"(?:(?P<before>.+?){_GAP})??{numbered}{words}{_COPY}(?:[\s_.-]+(?P<after>.+))?", re.IGNORECASE | re.DOTALL
    )
