"""The `kata` command: each command parses, calls one function and prints. One file a kind of user."""

from __future__ import annotations

import io
import sys

import click

from grader.cli import authoring, export, grading, loop, nbgrader, student
from grader.cli.names import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="jax-kata")
def main() -> None:
    """jax-kata: graded JAX katas with their own autograder."""
    for stream in (sys.stdout, sys.stderr):  # a Windows pipe may not have the symbols
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


main.add("Learn", (*student.COMMANDS, *loop.COMMANDS))
main.add("Grade", (*grading.COMMANDS, *export.COMMANDS, *nbgrader.COMMANDS))
main.add("Write lessons", authoring.COMMANDS)
