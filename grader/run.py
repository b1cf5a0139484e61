"""A grading run as the operator sees it: from paths to a table, reports and a summary."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grader.course import Course, CourseError, find_course
from grader.grade import grade_many, reusable
from grader.judge import accelerator
from grader.judge.bench import Bench, Settings
from grader.judge.workers import NoWorker, Options
from grader.outputs.summary import earlier, write_summary
from grader.outputs.table import show_class
from grader.report import Backend, Report, save
from grader.slots import SlotFailed
from grader.submissions import Submission, SubmissionsError, Unreadable, read_submissions
from grader.worker.sandbox import Tier, choose_tier

LINE_EVERY = 10  # submissions, where there is no terminal to draw a bar on


class RunError(Exception):
    """The run cannot start. The message is one line: what happened, what was expected, what to do next."""


class Interrupted(Exception):
    """Ctrl-C in mid-run: what was graded is reported and summed up. The message says how much."""


def grade_paths(
    paths: Sequence[Path],
    lesson: str | None,
    out: Path,
    settings: Settings,
    jobs: int | None = None,
    allow_unsandboxed: bool = False,
    seed: int | None = None,
) -> bool:
    """Grade what lies at `paths` and write reports to `out`; returns whether all of it could be graded.

    `seed` is the course's unless given.

    Raises `RunError` for wrong use, before anything is graded, and `Interrupted` after Ctrl-C.
    """
    try:
        course = find_course()
        refuse_to_use_their_course(course, paths)
        for path in filter(course.holds, paths):
            print(
                f"note: {path} is the course's own, not what students handed in; graded all the same", file=sys.stderr
            )
        wanted = course.lesson(lesson).name if lesson is not None else None
        submissions, unreadable = read_submissions(paths, [item.name for item in course.lessons], wanted)
        settings = with_seed(settings, seed, course)
        require_sandbox(settings, allow_unsandboxed)
        require_folder(out)
        reports, failed, stopped = judge_all(submissions, course, settings, jobs, out)
    except (CourseError, SubmissionsError) as error:
        raise RunError(str(error)) from None
    unreadable = [*unreadable, *failed]
    console = Console()
    show_class(reports, unreadable, console)
    try:
        summary = write_summary(out, reports, unreadable)
    except OSError as error:
        raise RunError(f"The reports are in {out}; its summary.csv cannot be written ({error.strerror}).") from None
    for file in earlier(out)[1]:
        console.print(f"damaged: {file.reason}", markup=False, highlight=False, soft_wrap=True)
    if stopped:
        raise Interrupted(f"Interrupted: {len(reports)} of {len(submissions)} are graded. Run the same again to go on.")
    console.print(f"reports in {out}, summary in {summary}", markup=False, highlight=False, soft_wrap=True)
    return not unreadable


def judge_all(
    submissions: Sequence[Submission],
    course: Course,
    settings: Settings,
    jobs: int | None,
    out: Path,
    then: Callable[[Report], None] = lambda report: None,
) -> tuple[list[Report], list[Unreadable], bool]:
    """Reports, what could not be judged, and whether Ctrl-C cut it short. `then` gets each report once it is kept.

    Raises `RunError`, before anything is judged, where the accelerator that was asked for does not start.
    """
    if settings.options.platform != "cpu":  # no submission is to blame for it
        backend_of(settings)
    reports: list[Report] = []
    failed: list[Unreadable] = []
    try:
        with _progress(len(submissions)) as progress:
            task = progress.add_task("grading", total=len(submissions))
            for submission, outcome in grade_many(submissions, course, settings, jobs, reusable(out)):
                progress.advance(task)
                problem = str(outcome) if isinstance(outcome, SlotFailed) else _not_kept(outcome, out)
                if isinstance(outcome, SlotFailed) or problem:
                    failed.append(Unreadable(submission.student, submission.lesson, submission.filename, problem))
                else:
                    reports.append(outcome)
                    then(outcome)
                done = len(reports) + len(failed)
                if progress.disable and done % LINE_EVERY == 0:
                    print(f"{done} of {len(submissions)} graded", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return reports, failed, True
    return reports, failed, False


def with_seed(settings: Settings, seed: int | None, course: Course) -> Settings:
    """The settings with the operator's seed, else the course's."""
    return replace(settings, seed=course.seed if seed is None else seed)


def require_folder(out: Path) -> None:
    """Make the folder for reports. Raises `RunError` where none can be written."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise RunError(
            f"Reports cannot be written to {out} ({error.strerror}). Name another folder with --out."
        ) from None


def _not_kept(report: Report, out: Path) -> str:
    """Keep `report`; why it could not be, in which case the others' may well be."""
    try:
        save(report, out)
    except OSError as error:
        return f"graded, but its report cannot be written ({error.strerror}: {error.filename})"
    return ""


def backend_of(settings: Settings) -> Backend:
    """What submissions would run on. Raises `RunError` where no worker starts."""
    bench = Bench(settings)
    try:
        return bench.backend
    except NoWorker as error:
        raise RunError(str(error)) from None
    finally:
        bench.close()


def _progress(total: int) -> Progress:
    console = Console(stderr=True)
    columns = (TextColumn("grading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal or total < 2)


def refuse_to_use_their_course(course: Course, paths: Sequence[Path]) -> None:
    """A course found inside what is to be graded would be the students' own tests."""
    for path in paths:
        if course.root.is_relative_to(path.resolve()) and not _is_part(path, course):
            raise RunError(
                f"The course found is {course.root}, inside the submissions at {path}. Run this from the course's own"
                " folder, or name it in KATA_COURSE."
            )


def _is_part(path: Path, course: Course) -> bool:
    """Whether `path` is the course itself, not a folder of submissions around it."""
    return path.resolve() == course.root


def require_sandbox(settings: Settings, allow_unsandboxed: bool) -> None:
    """Raises `RunError` where student code cannot be locked in, unless that is allowed."""
    choice = choose_tier()
    if (settings.tier or choice.tier) is Tier.C and not allow_unsandboxed:
        why = "; ".join(f"tier {tier.value}: {reason}" for tier, reason in choice.why_not.items())
        raise RunError(
            f"Student code cannot be locked in on this machine ({why}). Try: {choice.advice}. To grade all the same,"
            " with marks that are not for grades, pass --allow-unsandboxed."
        )


def diagnose() -> Iterator[str]:
    """What `kata doctor` prints. Raises `RunError` where no worker starts."""
    yield f"python    {sys.version.split()[0]}"
    choice = choose_tier()
    backend = backend_of(Settings(options=Options(accelerator.asked_for())))
    yield f"backend   {backend.platform}, {backend.devices} device(s), jax {backend.jax}, numpy {backend.numpy}"
    if backend.platform == "cpu" and (unused := accelerator.present()):
        yield f"          there is a device for {unused}: JAX_PLATFORMS={unused} in front of a command has it used"
    yield f"sandbox   tier {choice.tier.value}"
    for tier, reason in choice.why_not.items():
        yield f"          not tier {tier.value}: {reason}"
    if choice.advice:
        yield f"          to do better: {choice.advice}"
