"""Commands of those who use nbgrader: nbgrader init."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from grader.cli.leaving import leave


@click.group()
def nbgrader() -> None:
    """Make an nbgrader course of this one."""


@nbgrader.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.argument("lessons", nargs=-1, metavar="[LESSON]...")
def init(folder: Path, lessons: tuple[str, ...]) -> None:
    """Make FOLDER an nbgrader course of these lessons, of all of them without LESSON.

    Run it again after a change of the course: files that you have edited, the gradebook, and what was released or
    handed in are left as they are.
    """
    from grader.course import CourseError, find_course
    from grader.nbgrader_bridge.course import init as make

    try:
        course = find_course()
        wanted = [course.lesson(name) for name in dict.fromkeys(lessons)] or list(course.lessons)
        written = make(course, folder, wanted)
    except CourseError as error:
        leave(str(error))
    for name in written.changed:
        click.echo(f"wrote {folder / name}")
    for name in written.kept:
        click.echo(f"kept  {folder / name}, which you have edited: delete it and run this again for the new one")
    if not written.changed and not written.kept:
        click.echo("Everything is up to date.")
    example = wanted[0].name
    force = " --force" if (folder / "release" / example).is_dir() else ""
    click.echo(
        f"\nNext:  cd {shlex.quote(str(folder))}\n"
        f"       nbgrader generate_assignment {example}{force}\n"
        f"       nbgrader release_assignment {example}{force}\n"
        "Once work is collected:\n"
        f"       kata grade --nbgrader . {example}\n"
        "       (nbgrader autograde does not lock students' code in, and has no mark for some notebooks:"
        " docs/instructors.md)\n"
        "nbgrader, formgrader and the kernels need the Python environment of this command, activated: nbgrader calls"
        " programs of its own by name."
    )


COMMANDS = (nbgrader,)
