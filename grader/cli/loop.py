"""Commands of those who work on an answer: check, watch."""

from __future__ import annotations

import shutil
import sys

import click
from click.shell_completion import CompletionItem

from grader.cli.leaving import INTERRUPTED, leave
from grader.cli.names import exercise_names, lesson_names


def _names(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Lessons and exercises, for the shell to complete."""
    return [*lesson_names(context, parameter, typed), *exercise_names(context, parameter, typed)]


@click.command()
@click.argument("what", required=False, metavar="[EXERCISE|LESSON|FILE]", shell_complete=_names)
@click.option("--lesson", help="The lesson that FILE answers, where its name does not say.")
def check(what: str | None, lesson: str | None) -> None:
    """Run the public checks: of an exercise, a lesson, a file, or all you have attempted so far.

    Exit status: 0 all passed, 1 some did not, 2 wrong use.
    """
    from grader.course import CourseError
    from grader.outputs.display import WIDTH
    from grader.outputs.spans import ansi, plain, styled, wants_colour
    from grader.student import checking
    from grader.student.desk import CheckError
    from grader.student.workspace import own_course
    from grader.submissions import SubmissionsError, UnreadableSubmission

    waiting = ""

    def tell(line: str) -> None:
        """Say what is going on where somebody watches, and take it away again."""
        nonlocal waiting
        if sys.stderr.isatty():
            click.echo("\r" + " " * len(waiting) + "\r" + line, nl=False, err=True)
            waiting = line

    try:
        course = own_course()
        chosen = checking.tasks(course, what, lesson)
        shown = checking.check(course, chosen, tell)
    except (CourseError, SubmissionsError, UnreadableSubmission, CheckError) as error:
        leave(str(error))
    except KeyboardInterrupt:
        leave("Interrupted: what was checked before is recorded.", INTERRUPTED)
    finally:
        tell("")
    lines = styled(shown.text(min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)))
    click.echo("\n".join(map(ansi, lines)) if wants_colour(sys.stdout) else plain(lines), color=True)
    sys.exit(0 if shown.passed else 1)


@click.command()
@click.argument("lesson", required=False, shell_complete=_names)
def watch(lesson: str | None) -> None:
    """Check the exercise at hand at each save, and show what to do next. LESSON may be an exercise, to begin there.

    On a terminal, keys: h hint, n next, p previous, l list, r reset, q quit, ? for all of them.
    """
    from grader.course import CourseError, Exercise
    from grader.student.checking import target
    from grader.student.workspace import own_course
    from grader.watch.loop import watch as run

    try:
        course = own_course()
        found = target(course, lesson) if lesson else None
        if isinstance(found, Exercise):
            found, first = None, found
        else:
            first = None
        exercises = found.exercises if found else course.exercises
        run(course, exercises, first)
    except CourseError as error:
        leave(str(error))


COMMANDS = (check, watch)
