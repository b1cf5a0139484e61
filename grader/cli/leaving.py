"""How a command ends that cannot go on: one line on standard error, and a status that says why."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

WRONG_USE = 2
INTERRUPTED = 130


def leave(message: str, status: int = WRONG_USE) -> NoReturn:
    """Print `kata: message` to standard error and exit with `status`."""
    click.echo(f"kata: {message}", err=True)
    sys.exit(status)
