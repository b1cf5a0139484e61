"""Commands of those who write lessons: build, new."""

from __future__ import annotations

import sys

import click

from grader.cli.leaving import leave


@click.command()
@click.option("--check", is_flag=True, help="Change nothing; list built files that differ, and fail if any do.")
def build(check: bool) -> None:
    """Build exercises/ and notebooks/ from solutions/."""
    from grader import build as building
    from grader.course import CourseError, find_course

    try:
        course = find_course()
        lines = building.drift(course) if check else [str(p.relative_to(course.root)) for p in building.build(course)]
    except CourseError as error:
        leave(str(error))
    for line in lines:
        click.echo(line)
    if check and lines:
        click.echo("These differ from solutions/. Run `kata build` and commit what it writes.", err=True)
        sys.exit(1)
    if not lines:
        click.echo("Everything is up to date.")


@click.command()
@click.argument("lesson")
def new(lesson: str) -> None:
    """Start a new lesson: writes a small one that passes, for you to replace piece by piece."""
    from grader.course import CourseError, find_course
    from grader.new import new_lesson

    try:
        folder = new_lesson(find_course(), lesson)
    except CourseError as error:
        leave(str(error))
    click.echo(f"{folder}\nNext: edit it, then run `kata build` and `pytest {folder}`. docs/authors.md has the steps.")


COMMANDS = (build, new)
