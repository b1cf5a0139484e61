"""Commands of those who write lessons: build, new, verify."""

from __future__ import annotations

import sys

import click

from grader.cli.leaving import leave


@click.command()
@click.option("--check", is_flag=True, help="Change nothing; list built files that differ, and fail if any do.")
def build(check: bool) -> None:
    """Build exercises/, notebooks/ and an nbgrader course (build/nbgrader/) from solutions/.

    Beside a course.toml, compose that course first.
    """
    from grader.course import CourseError

    try:
        lines = _outdated() if check else _built()
    except CourseError as error:
        leave(str(error))
    for line in lines:
        click.echo(line)
    if check and lines:
        click.echo("These differ from what they are built from. Run `kata build`, and commit what git lists.", err=True)
        sys.exit(1)
    if not lines:
        click.echo("Everything is up to date.")


def _built() -> list[str]:
    """Everything brought up to date; a line for each file, relative to the course."""
    from grader import build as building
    from grader.course import find_course, own_folder
    from grader.nbgrader_bridge.course import build as build_for_nbgrader
    from grader.overlay.compose import compose

    lines = []
    own = own_folder()
    if own:
        changed, remarks = compose(own)
        for remark in remarks:
            click.echo(f"note: {remark}", err=True)
        if changed:
            lines.append(f"{len(changed)} files composed as {own / 'course.toml'} says")
    course = find_course()
    lines += (path.relative_to(course.root).as_posix() for path in building.build(course))
    return [*lines, *build_for_nbgrader(course)]


def _outdated() -> list[str]:
    """What `_built` would do, a line for each file."""
    from grader import build as building
    from grader.course import find_course, own_folder
    from grader.overlay import compose

    own = own_folder()
    return (compose.drift(own) if own else []) or building.drift(find_course())


@click.command()
@click.argument("lesson")
def new(lesson: str) -> None:
    """Start a new lesson: writes a small one that passes, for you to replace piece by piece."""
    from grader.course import CourseError, find_course, own_folder
    from grader.new import new_lesson

    try:
        course, own = find_course(), own_folder()
        folder = new_lesson(course, lesson, own or course.root)
    except CourseError as error:
        leave(str(error))
    click.echo(
        f"{folder}\nNext: edit it, then run `kata build` and `kata verify {folder.name}`."
        " docs/authors.md has the steps."
    )
    if own:
        click.echo(f'If course.toml lists lessons, add there:\n[[lessons]]\nname = "{folder.name}"')


@click.command()
@click.argument("lesson", required=False)
@click.option("--jobs", type=click.IntRange(1), help="Answers judged at a time (default: the number of cores).")
def verify(lesson: str | None, jobs: int | None) -> None:
    """Hold the course, or LESSON, to its word: references pass, stubs fail, right/ and wrong/ end as they declare.

    Exit status: 0 all as declared, 1 something is not (each is named), 2 wrong use.
    """
    from grader.course import CourseError
    from grader.slots import SlotFailed
    from grader.verify import verify_course

    try:
        as_declared = verify_course(lesson, jobs)
    except (CourseError, SlotFailed) as error:
        leave(str(error))
    sys.exit(0 if as_declared else 1)


COMMANDS = (build, new, verify)
