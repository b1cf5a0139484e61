"""Commands of those who grade: grade, demo, doctor."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.leaving import INTERRUPTED, leave


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="PATH...")
@click.option(
    "--nbgrader",
    type=click.Path(path_type=Path),
    metavar="COURSE",
    help="Grade submitted/ of this nbgrader course into its gradebook; PATH... are then lessons, all if none.",
)
@click.option("--only", metavar="STUDENT", help="With --nbgrader: grade this student only.")
@click.option("--lesson", help="Grade this lesson only; decides where a file's name does not say.")
@click.option("--out", type=click.Path(path_type=Path), help="Report folder.  [default: reports]")
@click.option("--jobs", type=click.IntRange(1), help="Submissions judged at a time (default: the number of cores).")
@click.option(
    "--timeout", type=click.FloatRange(0.1, 3600), default=10.0, show_default=True, help="CPU seconds for one call."
)
@click.option("--seed", type=int, help="Seed of the hidden inputs.  [default: the course's]")
@click.option("--devices", type=click.IntRange(1, 64), default=1, show_default=True, help="Simulated CPU devices.")
@click.option("--allow-unsandboxed", is_flag=True, help="Grade even where student code cannot be locked in.")
def grade(
    paths: tuple[Path, ...],
    nbgrader: Path | None,
    only: str | None,
    lesson: str | None,
    out: Path | None,
    jobs: int | None,
    timeout: float,
    seed: int | None,
    devices: int,
    allow_unsandboxed: bool,
) -> None:
    """Grade submissions: files, zips, students' folders or a whole class's folder.

    Writes OUT/STUDENT/LESSON.json and OUT/summary.csv. With --nbgrader COURSE, grades what was collected into
    COURSE/submitted and has nbgrader record it (autograded/, gradebook, formgrader); reports, summary.csv and
    remarks.csv on repaired and late notebooks are then in COURSE/.kata.

    Exit status: 0 all graded, 1 some input could not be read or graded, 2 wrong use, 130 interrupted (what was
    graded is kept).
    """
    from grader.judge.bench import settings_for
    from grader.run import Interrupted, RunError, grade_paths

    if not 0.1 <= timeout <= 3600:  # NaN is in no range and passes for one
        leave("--timeout must be a number of seconds between 0.1 and 3600.")
    if nbgrader is None and only is not None:
        leave("--only goes with --nbgrader COURSE. To grade one student otherwise, name that student's folder as PATH.")
    if nbgrader is None and not paths:
        leave("What is to be graded? Name it: PATH..., files or folders, or an nbgrader course with --nbgrader COURSE.")
    if nbgrader is not None and out is not None:
        leave("--out does not go with --nbgrader: the reports are in COURSE/.kata/reports.")
    settings = settings_for(devices, timeout)
    try:
        if nbgrader is not None:
            from grader.nbgrader_bridge.batch import grade_course

            lessons = [*map(str, paths), *([lesson] if lesson else [])]
            complete = grade_course(nbgrader, lessons, settings, jobs, allow_unsandboxed, seed, only)
        else:
            complete = grade_paths(list(paths), lesson, out or Path("reports"), settings, jobs, allow_unsandboxed, seed)
    except RunError as error:
        leave(str(error))
    except Interrupted as error:
        leave(str(error), INTERRUPTED)
    sys.exit(0 if complete else 1)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("kata-demo"))
@click.option("--jobs", type=click.IntRange(1), help="Submissions judged at a time (default: the number of cores).")
def demo(folder: Path, jobs: int | None) -> None:
    """Make a small class in FOLDER from right and wrong answers, grade it and show where the reports are."""
    from grader.demo import run_demo
    from grader.run import RunError

    try:
        as_expected = run_demo(folder, jobs)
    except RunError as error:
        leave(str(error))
    sys.exit(0 if as_expected else 1)


@click.command()
def doctor() -> None:
    """Say what submissions would run on, how well they are locked in, and how to do better."""
    from grader.run import RunError, diagnose

    try:
        for line in diagnose():
            click.echo(line)
    except RunError as error:
        leave(str(error))


COMMANDS = (grade, demo, doctor)
