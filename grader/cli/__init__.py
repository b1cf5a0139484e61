"""The `kata` command: each command parses, calls one function and prints. One file a kind of user."""

from __future__ import annotations

import io
import sys

import click

from grader.cli import authoring, grading


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="jax-kata")
def main() -> None:
    """jax-kata: graded JAX katas with their own autograder."""
    for stream in (sys.stdout, sys.stderr):  # a Windows pipe may not have the symbols
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


for command in (*grading.COMMANDS, *authoring.COMMANDS):
    main.add_command(command)
