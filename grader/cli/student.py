"""Commands of those who learn: start, list, hint, reset, solution, submit, completion."""

from __future__ import annotations

import contextlib
import shlex
import sys
from pathlib import Path

import click

from grader.cli.leaving import leave
from grader.cli.names import exercise_names, lesson_names

DEFAULT_FOLDER = Path("jax-kata-course")


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--update", is_flag=True, help="Bring DIR up to date: new lessons and corrections, no answer touched.")
def start(folder: Path | None, update: bool) -> None:
    """Make a folder of your own to work in.

    It gets exercises/ and notebooks/, the same lessons for an editor and for Jupyter: answer in either. DIR is
    jax-kata-course unless given. Inside such a folder, --update brings that one up to date.
    """
    from grader.course import CourseError
    from grader.edition.contents import edition_around, is_edition, source
    from grader.edition.start import start as begin

    here = Path.cwd()
    around = edition_around(here)
    folder = folder or around or DEFAULT_FOLDER
    try:
        course = source(here)
        if update:
            if not is_edition(folder):
                named = folder if folder != DEFAULT_FOLDER or folder.exists() else here
                leave(
                    f"{named} was not made by `kata start`, or its .kata is gone, so it cannot be updated. Make a new"
                    " folder with `kata start DIR` and copy your exercises/ and notebooks/ into it."
                )
            _bring_up_to_date(folder)
        elif begin(folder, course):
            count = len(course.exercises)
            click.echo(f"{len(course.lessons)} lessons with {count} exercises are in {folder}, which is yours.")
            _say_next(folder, course.lessons[0].name)
        else:
            click.echo(f"{folder} is there already, and nothing in it was touched. `kata start --update` updates it.")
            _say_next(folder, course.lessons[0].name)
    except CourseError as error:
        leave(str(error))


def _bring_up_to_date(folder: Path) -> None:
    from grader.edition.contents import source
    from grader.edition.update import update

    done = update(folder, source(Path.cwd()))
    for file in done.files:
        if file.changed or not file.words.startswith(("as in", "yours")):
            click.echo(f"{file.name}: {file.words}")
    if not any(file.changed for file in done.files):
        click.echo("Everything is up to date.")
        return
    if done.backup:
        click.echo(f"Copies of what was there before are in {done.backup}.")
    if any(file.changed and file.name.endswith(".ipynb") for file in done.files):
        click.echo("A notebook that is open in Jupyter or VS Code: reload it from disk, do not save over it.")


def _say_next(folder: Path, lesson: str) -> None:
    from importlib.util import find_spec

    go = [] if folder.resolve() == Path.cwd() else [f"  cd {_quoted(folder)}"]
    lab = [] if find_spec("jupyterlab") else ["  pip install jupyterlab"]
    lines = ["Next, with an editor and a terminal:", *go, "  kata watch", "or in notebooks:", *go, *lab]
    click.echo("\n".join([*lines, f"  jupyter lab notebooks/{lesson}.ipynb"]))


@click.command(name="list")
def list_() -> None:
    """List exercises, which are solved, and what is next."""
    from grader.course import CourseError
    from grader.outputs.listing import Listing
    from grader.student import progress
    from grader.student.workspace import Workspace, own_course

    try:
        course = own_course()
        click.echo(Listing(course, progress.load(course).solved, Workspace(course).started()))
    except CourseError as error:
        leave(str(error))


@click.command()
@click.argument("exercise", required=False, shell_complete=exercise_names)
def hint(exercise: str | None) -> None:
    """Show one more hint: an idea, a pointer, a skeleton.

    EXERCISE is the next one to do unless given.
    """
    from grader.course import CourseError
    from grader.outputs.listing import next_to_do
    from grader.student import hints, progress
    from grader.student.workspace import own_course

    try:
        course = own_course()
        wanted = course.exercise(exercise) if exercise else next_to_do(course, progress.load(course).solved)
        if wanted is None:
            leave("Everything is solved. For a hint all the same, name the exercise: `kata hint NAME`.")
        before = progress.load(course).hints.get(wanted.name, 0)
        shown, total = hints.one_more(course, wanted)
    except CourseError as error:
        leave(str(error))
    _show_markdown(f"**Hint {len(shown)} of {total}** for `{wanted.name}`: {shown[-1].title}", shown[-1].text)
    if before >= total:
        click.echo(f"\nThat was the last one, again. All of them: exercises/{wanted.lesson}/hints.md")
    elif len(shown) < total:
        click.echo(f"\nFor the next one: kata hint {wanted.name}")


def _show_markdown(heading: str, text: str) -> None:
    if not sys.stdout.isatty():
        click.echo(f"{heading.replace('*', '').replace('`', '')}\n\n{text}")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(100, Console().width))
    console.print(Markdown(f"{heading}\n\n{text}", hyperlinks=False))  # addresses are seen, in any terminal


@click.command()
@click.argument("exercise", shell_complete=exercise_names)
def reset(exercise: str) -> None:
    """Put the stub of EXERCISE back.

    Nothing else in the file is touched. A copy of it is kept, and its place is printed.
    """
    from grader.course import CourseError
    from grader.edition.reset import reset as put_back
    from grader.student import progress
    from grader.student.workspace import own_course
    from grader.submissions import UnreadableSubmission

    try:
        course = own_course()
        wanted = course.exercise(exercise)
        done = put_back(course, wanted)
    except (CourseError, UnreadableSubmission) as error:
        leave(str(error))
    if done is None:
        click.echo(f"{exercise} has no answer yet: there is nothing to put back.")
        return
    progress.record(course, wanted.name, False)
    click.echo(f"The stub of {exercise} is back in {done.path.relative_to(course.root).as_posix()}.")
    click.echo(f"Your file as it was: {done.backup}")
    if done.answered_elsewhere:
        click.echo(f"Another cell of the file defines {exercise} too. It is yours and was left: delete it there.")
    if done.path.suffix == ".ipynb":
        click.echo("If it is open in Jupyter or VS Code, reload it from disk, and do not save over it.")


@click.command()
@click.argument("exercise", shell_complete=exercise_names)
def solution(exercise: str) -> None:
    """Show the course's own answer, once yours passes.

    Only where the course came with its solutions.
    """
    from grader.build import answer_of
    from grader.course import CourseError
    from grader.student import progress
    from grader.student.workspace import own_course

    try:
        course = own_course()
        wanted = course.exercise(exercise)
        lesson = course.lesson(wanted.lesson)
        if not lesson.has_solutions:
            leave("This edition of the course has no solutions in it. Your instructor may show them to you.")
        if wanted.name not in progress.load(course).solved:
            leave(f"{exercise} is not solved yet: `kata check {exercise}` says what is missing, `kata hint` helps.")
        click.echo(answer_of(lesson, wanted.name))
    except CourseError as error:
        leave(str(error))


@click.command()
@click.argument("lessons", nargs=-1, metavar="[LESSON]...", shell_complete=lesson_names)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="The zip to write.  [default: NAME.zip]")
@click.option("--name", metavar="NAME", help="Your name, as your instructor knows it. Kept for the next time.")
def submit(lessons: tuple[str, ...], out: Path | None, name: str | None) -> None:
    """Make one zip of your answers to hand in.

    It holds all lessons that you worked on, or those named, and a receipt of what the public checks say of them.
    """
    from grader.course import CourseError
    from grader.student.submit import submit as hand_in
    from grader.student.workspace import own_course
    from grader.submissions import UnreadableSubmission

    def tell(line: str) -> None:
        click.echo(line, err=True)

    try:
        course = own_course()
        kept = course.kept / "name.txt"
        handed = hand_in(course, lessons, out, _name(name, kept), tell)
    except (CourseError, UnreadableSubmission) as error:
        leave(str(error))
    click.echo(f"\n{handed.receipt}")
    for warning in handed.warnings:
        click.echo(f"! {warning}")
    click.echo(f"\nWritten: {handed.path}. Hand in this one file.")


def _name(given: str | None, kept: Path) -> str:
    """The student's name: as given, as given before, or asked for where somebody is there to answer."""
    before = ""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        before = kept.read_text(encoding="utf-8").strip()
    name = given or before
    if not name and sys.stdin is not None and sys.stdin.isatty():
        name = click.prompt("Your name, as your instructor knows it").strip()
    if name and name != before and kept.parent.is_dir():
        with contextlib.suppress(OSError, UnicodeEncodeError):  # then it is asked for again the next time
            kept.write_text(name + "\n", encoding="utf-8")
    return name


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what makes SHELL complete names.

    Commands, exercises and lessons complete at the Tab key. There is no script for PowerShell.

    \b
    bash:  kata completion bash >> ~/.bashrc
    zsh:   kata completion zsh >> ~/.zshrc
    fish:  kata completion fish > ~/.config/fish/completions/kata.fish
    """
    from click.shell_completion import get_completion_class

    from grader.cli import main

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(main, {}, "kata", "_KATA_COMPLETE").source())


def _quoted(folder: Path) -> str:
    """`folder` as a shell takes it; PowerShell and cmd take double quotes too."""
    text = str(folder)
    return text if shlex.quote(text) == text or ("\\" in text and " " not in text) else f'"{text}"'


COMMANDS = (start, list_, hint, reset, solution, submit, completion)
