"""Names on the command line: exercises and lessons complete, and a misspelt command is told the nearest."""

from __future__ import annotations

import functools
from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from grader.cli.leaving import leave


class Commands(click.Group):
    """A group with its commands in sections, that answers one it does not have with the nearest it has."""

    def add(self, section: str, commands: Iterable[click.Command]) -> None:
        """Add `commands` under a heading of their own in the help."""
        for command in commands:
            self.add_command(command)
            self._sections.setdefault(section, []).append(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does, section by section."""
        width = max((len(name) for name in self.commands), default=0)
        for section, commands in self._sections.items():
            with formatter.section(section):
                room = formatter.width - width - 6
                formatter.write_dl(
                    [(f"{command.name:{width}}", command.get_short_help_str(room)) for command in commands]
                )

    @functools.cached_property
    def _sections(self) -> dict[str, list[click.Command]]:
        return {}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, and never returns for an unknown name."""
        if self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            from grader.course import nearest

            commands = self.list_commands(ctx)
            leave(f"There is no command {args[0]!r}. {nearest(args[0], commands, commands)} `kata --help` lists all.")
        return super().resolve_command(ctx, args)


def exercise_names(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The exercises of the course found, for the shell to complete."""
    return [item for lesson in _lessons() for item in _starting(typed, [e.name for e in lesson.exercises])]


def lesson_names(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """The lessons of the course found, for the shell to complete."""
    return _starting(typed, [lesson.name for lesson in _lessons()])


def _lessons() -> tuple:
    from grader.course import CourseError, find_course

    try:
        return find_course().lessons
    except CourseError:
        return ()


def _starting(typed: str, names: list[str]) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(typed)]
