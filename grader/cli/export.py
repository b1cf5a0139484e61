"""Commands that carry marks elsewhere: export."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grader.cli.leaving import leave


@click.group()
def export() -> None:
    """Carry marks from reports to where they are kept."""


@export.command()
@click.argument("gradebook", type=click.Path(path_type=Path), metavar="EXPORT.csv")
@click.option(
    "--reports", type=click.Path(path_type=Path), default=Path("reports"), show_default=True, help="Report folder."
)
@click.option("--lesson", "lessons", multiple=True, help="Fill in this lesson (default: all that have reports).")
@click.option("--assignment", "assignments", multiple=True, help="Its column, one for each --lesson in the same order.")
@click.option("--rescale", is_flag=True, help="Judge incomplete reports by the checks that ran.")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write (default: EXPORT-marks.csv).")
def canvas(
    gradebook: Path,
    reports: Path,
    lessons: tuple[str, ...],
    assignments: tuple[str, ...],
    rescale: bool,
    out: Path | None,
) -> None:
    """Fill marks into a gradebook that was exported from Canvas, to be imported there again.

    Students are matched by ID, SIS User ID, SIS Login ID and name, in this order, and never guessed. Exit status:
    0 everybody has a mark, 1 somebody has none (each is named; the file is written), 2 wrong use.
    """
    from grader.outputs import words
    from grader.outputs.canvas import CanvasError
    from grader.outputs.export import export_canvas

    try:
        target = out or gradebook.with_name(f"{gradebook.stem}-marks.csv")
        outcome = export_canvas(gradebook, reports, lessons, assignments, rescale, target)
    except CanvasError as error:
        leave(str(error))
    for line in (*outcome.said, *outcome.unmatched):
        click.echo(line)
    click.echo(f"{words.counted(outcome.written, 'mark')} in {target}: import it in Canvas's gradebook.")
    sys.exit(1 if outcome.unmatched else 0)


COMMANDS = (export,)
