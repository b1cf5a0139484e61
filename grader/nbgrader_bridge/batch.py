"""`kata grade --nbgrader`: a class judged in parallel, each student then recorded by nbgrader's own autograde.

Judging comes first and never waits for nbgrader; what is judged is kept as a report, so that a run which was killed
goes on where it was, and work that has not changed is neither judged nor recorded again. Every student gets a row.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from grader.course import Course, CourseError, find_course
from grader.files import write_atomically
from grader.judge.bench import Settings
from grader.nbgrader_bridge import handed_in, repair
from grader.nbgrader_bridge.gradebook import CONFIG, FOLDER, GradebookError, NbCourse
from grader.nbgrader_bridge.handed_in import HandIn
from grader.nbgrader_bridge.outcome import Outcome, marks, undecided
from grader.outputs.remarks import Remark, show_remarks, write_remarks
from grader.outputs.summary import write_summary
from grader.outputs.table import show_class
from grader.report import Report
from grader.run import (
    Interrupted,
    RunError,
    judge_all,
    refuse_to_use_their_course,
    require_folder,
    require_sandbox,
    with_seed,
)
from grader.submissions import Submission, Unreadable

_STAGED = f"{FOLDER}/submitted"  # what nbgrader takes for its submitted folder while it grades for us
_RECORDED = "recorded"  # in FOLDER: per student a digest of what nbgrader was last given


@dataclass
class _Run:
    """One run: the nbgrader course, and by student's key and lesson what was handed in."""

    book: NbCourse
    hand_ins: dict[tuple[str, str], HandIn] = field(default_factory=dict)
    templates: dict[str, repair.Notebook] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    failures: list[Unreadable] = field(default_factory=list)

    def record(self, key: str, lesson: str, outcome: Outcome) -> None:
        """Have nbgrader record the outcome. If it cannot, that is a line, and the next student's turn."""
        hand_in = self.hand_ins[key, lesson]
        try:
            if missing := undecided(outcome):
                raise GradebookError(missing)
            self._remark(hand_in, self._record(hand_in, outcome))
        except (GradebookError, OSError) as error:
            self.failures.append(
                Unreadable(key, lesson, hand_in.folder.name, f"not recorded in the gradebook: {error}")
            )

    def _record(self, hand_in: HandIn, outcome: Outcome) -> float:
        """Record it, unless it already is. Returns by how many seconds it is late."""
        target = self.book.path(_STAGED, hand_in.student, hand_in.lesson)
        standing = self.book.standing(hand_in.lesson, hand_in.student)
        good_time = self.book.timestamp_is_good(hand_in.folder)
        kept = self.book.folder / _RECORDED / hand_in.student / hand_in.lesson
        done = self.book.path(self.book.coursedir.autograded_directory, hand_in.student, hand_in.lesson)
        if (
            kept.is_file()
            and kept.read_text() == self._digest(hand_in, outcome, standing.late)
            and (done / f"{hand_in.lesson}.ipynb").is_file()
            and standing.marks == marks(outcome, standing.worth)
        ):
            return standing.late
        handed_in.stage(hand_in, target, good_time)
        try:
            self.book.autograde(hand_in.lesson, hand_in.student, _STAGED, outcome)
        except GradebookError as error:
            # Once more with the released notebook: the mark must not be lost over what else is in the student's.
            note = f"nbgrader could not take this notebook and shows the released one instead: {error}"
            self._say(hand_in, note)
            bare = HandIn(**{**vars(hand_in), "notebook": repair.stub(self.templates[hand_in.lesson])})
            handed_in.stage(bare, target, good_time)
            self.book.autograde(hand_in.lesson, hand_in.student, _STAGED, outcome)
        if not good_time:
            self._say(hand_in, "timestamp.txt holds no time, so whether it was late is not known.")
        kept.parent.mkdir(parents=True, exist_ok=True)
        late = self.book.standing(hand_in.lesson, hand_in.student).late
        write_atomically(kept, self._digest(hand_in, outcome, late).encode())
        return late

    def _digest(self, hand_in: HandIn, outcome: Outcome, late: float) -> str:
        """Of all that a student's row and files in nbgrader depend on, save what was entered by hand."""
        parts: Iterable[str] = (
            outcome.key if isinstance(outcome, Report) else outcome.reason,
            json.dumps(hand_in.notebook, sort_keys=True),
            *hand_in.repairs,
            str(handed_in.timestamp(hand_in.folder)),
            str(late),  # the due date may have been moved
            _text(self.book.root / CONFIG),  # or the penalty changed
        )
        return hashlib.sha256("\n".join(parts).encode(errors="replace")).hexdigest()

    def _remark(self, hand_in: HandIn, late: float) -> None:
        if late > 0:
            self._say(hand_in, f"Handed in {_for(late)} late.")
        if isinstance(hand_in.work, Unreadable):
            self._say(hand_in, f"{hand_in.work.filename} {hand_in.work.reason}. Recorded as 0.")
        for repaired in hand_in.repairs:
            self._say(hand_in, repaired)

    def _say(self, hand_in: HandIn, sentence: str) -> None:
        self.remarks.append(Remark(hand_in.work.student or hand_in.student, hand_in.lesson, sentence))


def grade_course(
    root: Path,
    lessons: Sequence[str],
    settings: Settings,
    jobs: int | None = None,
    allow_unsandboxed: bool = False,
    seed: int | None = None,
    only: str | None = None,
) -> bool:
    """Grade what lies in `submitted/` of the nbgrader course in `root`; returns whether all of it could be graded.

    `lessons` are all that were handed in, unless given; `only` is one student. Raises `RunError` for wrong use, before
    anything is graded, and `Interrupted` after Ctrl-C.
    """
    try:
        book = NbCourse(root)
        course = find_course()  # after nbgrader's configuration, which may name it
        refuse_to_use_their_course(course, [book.submitted])
        run = _read(book, course, lessons, only)
        settings = with_seed(settings, seed, course)
        require_sandbox(settings, allow_unsandboxed)
        out = book.folder / "reports"
        require_folder(out)
    except (CourseError, GradebookError) as error:
        raise RunError(str(error)) from None
    work = [hand_in.work for hand_in in run.hand_ins.values()]
    submissions = [item for item in work if isinstance(item, Submission)]
    unreadable = [item for item in work if isinstance(item, Unreadable)]

    def then(report: Report) -> None:
        run.record(report.student, report.lesson, report)

    try:
        for item in unreadable:
            _set_aside(book.folder, item.student or "", item.lesson or "")
            run.record(item.student or "", item.lesson or "", item)
        reports, failed, stopped = judge_all(submissions, course, settings, jobs, out, then)
    except CourseError as error:
        raise RunError(str(error)) from None
    except KeyboardInterrupt:
        reports, failed, stopped = [], [], True
    return _tell(run, reports, [*unreadable, *failed], stopped, out)


def _read(book: NbCourse, course: Course, lessons: Sequence[str], only: str | None) -> _Run:
    """What is to be graded. Raises CourseError, GradebookError and RunError."""
    have = book.assignments()
    wanted = [course.lesson(name).name for name in dict.fromkeys(lessons)]
    for name in wanted:
        if name not in have:
            there = ", ".join(have) or "nothing"
            raise RunError(
                f"{book.root} has no source/{name} (it has {there}). Run: kata nbgrader init {book.root} {name}"
            )
    ours = {lesson.name for lesson in course.lessons}
    run = _Run(book)
    for name in wanted or [name for name in have if name in ours]:
        folders = book.hand_ins(name)
        if only is not None:
            folders = {student: folder for student, folder in folders.items() if student == only}
        if not folders:
            continue
        run.templates[name] = book.released(name)
        for student, folder in folders.items():
            hand_in = handed_in.read(folder, student, name, run.templates[name])
            run.hand_ins[hand_in.work.student or student, name] = hand_in
    if not run.hand_ins:
        whose = f"of {only} " if only is not None else ""
        which = ", ".join(wanted) or "any lesson"
        raise RunError(
            f"{book.submitted} holds no work {whose}for {which}. Expected STUDENT/LESSON/LESSON.ipynb there."
        )
    return run


def _tell(run: _Run, reports: list[Report], unreadable: list[Unreadable], stopped: bool, out: Path) -> bool:
    console = Console()
    show_class(reports, unreadable, console)
    summary = write_summary(out, reports, unreadable)
    for failure in run.failures:
        console.print(f"{failure.student}: {failure.reason}", markup=False, highlight=False, soft_wrap=True)
    show_remarks(run.remarks, console)
    remarks = write_remarks(run.book.folder, run.remarks, list(run.hand_ins))
    if stopped:
        graded = len(reports)
        raise Interrupted(f"Interrupted: {graded} of {len(run.hand_ins)} are graded. Run the same again to go on.")
    where = f"marks in nbgrader's gradebook; reports in {out}, summary in {summary}, remarks in {remarks}"
    console.print(where, markup=False, highlight=False, soft_wrap=True)
    return not unreadable and not run.failures


def _set_aside(folder: Path, student: str, lesson: str) -> None:
    """Move the report of an earlier attempt out of the way: the mark is that of the last one."""
    report = folder / "reports" / student / f"{lesson}.json"
    if report.is_file():
        earlier = folder / "earlier" / student / f"{lesson}.json"
        earlier.parent.mkdir(parents=True, exist_ok=True)
        os.replace(report, earlier)


def _text(path: Path) -> str:
    return path.read_text(errors="replace") if path.is_file() else ""


def _for(seconds: float) -> str:
    """`2 h`, `3 days`: how late, in the largest unit that it is more than one of."""
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size or (size == 60 and seconds >= 60):
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
