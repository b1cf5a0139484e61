"""Commands of those who grade: grade, demo, doctor."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.leaving import INTERRUPTED, leave


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--lesson", help="Grade this lesson only; decides where a file's name does not say.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("reports"), show_default=True, help="Report folder."
)
@click.option("--jobs", type=click.IntRange(1), help="Submissions judged at a time (default: the number of cores).")
@click.option(
    "--timeout", type=click.FloatRange(0.1, 3600), default=10.0, show_default=True, help="CPU seconds for one call."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the hidden inputs.")
@click.option("--devices", type=click.IntRange(1, 64), default=1, show_default=True, help="Simulated CPU devices.")
@click.option("--allow-unsandboxed", is_flag=True, help="Grade even where student code cannot be locked in.")
def grade(
    paths: tuple[Path, ...],
    lesson: str | None,
    out: Path,
    jobs: int | None,
    timeout: float,
    seed: int,
    devices: int,
    allow_unsandboxed: bool,
) -> None:
    """Grade submissions: files, zips, students' folders or a whole class's folder.

    Writes OUT/STUDENT/LESSON.json and OUT/summary.csv. Exit status: 0 all graded, 1 some input could not be
    read or graded, 2 wrong use, 130 interrupted (what was graded is kept).
    """
    from grader.judge.bench import Settings
    from grader.judge.program import Limits, Options
    from grader.run import Interrupted, RunError, grade_paths

    if not 0.1 <= timeout <= 3600:  # NaN is in no range and passes for one
        leave("--timeout must be a number of seconds between 0.1 and 3600.")
    settings = Settings(seed=seed, options=Options(devices=devices), limits=Limits(max(20.0, 2 * timeout), timeout))
    try:
        complete = grade_paths(list(paths), lesson, out, settings, jobs, allow_unsandboxed)
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
