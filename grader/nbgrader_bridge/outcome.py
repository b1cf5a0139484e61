"""An outcome written into a notebook, where nbgrader's SaveAutoGrades, formgrader and feedback look for it.

nbgrader reads the text of a marks cell's result: a number is that many points, *anything else is full marks*. People
see its HTML, and a cell on top with what they should know. Student text in either is escaped.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from grader.nbgrader_bridge.cells import exercise_of
from grader.outputs import words
from grader.outputs.display import Feedback, FeedbackData
from grader.report import ExerciseResult, Report, Verdict
from grader.submissions import Unreadable
from grader.text import one_line

if TYPE_CHECKING:
    from nbformat import NotebookNode

Outcome = Report | Unreadable

_DECIMALS = 4  # of a mark, as nbgrader's own reports show


def inject(nb: NotebookNode, outcome: Outcome) -> None:
    """Give every marks cell of `nb` its mark and sentences, and `nb` a first cell with the notes, if there are any."""
    for cell in nb.cells:
        if cell.cell_type != "code":
            continue
        cell.outputs, cell.execution_count = [], None
        settings = cell.metadata.get("nbgrader", {})
        exercise = exercise_of(settings.get("grade_id", "")) if settings.get("grade") else None
        if exercise:
            cell.execution_count = 1
            cell.outputs = [_result(exercise, float(settings["points"]), outcome)]
    if notes := list(_notes(outcome)):
        top = node({"cell_type": "markdown", "id": "kata-notes", "metadata": {}, "source": _listed(notes)})
        nb.cells.insert(0, top)


def undecided(outcome: Outcome) -> str:
    """Why there is no mark yet, or nothing: a check that gives points could not run, so any number would be wrong."""
    checks = [] if isinstance(outcome, Unreadable) else words.all_checks(outcome)
    missing = [check for check in checks if check.verdict is Verdict.CANNOT_RUN and check.max_points]
    return f"a check cannot run here, so there is no mark. {words.sentence(missing[0])}" if missing else ""


def node(plain: dict[str, Any]) -> NotebookNode:
    """The JSON object as nbformat's type for it."""
    import nbformat  # late: up to 3 CPU-seconds

    made = nbformat.from_dict(plain)
    assert isinstance(made, nbformat.NotebookNode)
    return made


def marks(outcome: Outcome, worth: dict[str, float]) -> dict[str, float]:
    """The mark for each exercise of `worth`, which says how many points its marks cell carries."""
    results = _results(outcome)
    return {name: _mark(results.get(name), most) for name, most in worth.items()}


def _results(outcome: Outcome) -> dict[str, ExerciseResult]:
    return {} if isinstance(outcome, Unreadable) else {result.name: result for result in outcome.exercises}


def _mark(result: ExerciseResult | None, most: float) -> float:
    """Points as the marks cell counts them, in case the course counts differently since it was released."""
    if result is None or not result.max_points:
        return 0.0
    return min(round(most * result.points / result.max_points, _DECIMALS), most)


def _result(exercise: str, most: float, outcome: Outcome) -> NotebookNode:
    result = _results(outcome).get(exercise)
    mark = _mark(result, most)
    earned = f"{words.points(mark)} of {words.points(most)} points"
    if result is not None:
        page = Feedback(FeedbackData(exercise, result.checks, next_step=earned)).html()
    else:
        why = reason(outcome) if isinstance(outcome, Unreadable) else "The course has no such exercise now."
        page = f"<p><b>{html.escape(exercise)}</b>, {earned}. {html.escape(why)}</p>"
    data: dict[str, Any] = {"text/plain": repr(float(mark)), "text/html": page}
    return node({"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": data})


def _notes(outcome: Outcome) -> Iterable[str]:
    if isinstance(outcome, Unreadable):
        yield reason(outcome)
        return
    yield from outcome.notes


def reason(outcome: Unreadable) -> str:
    """Why there is nothing to grade, as a sentence for the student."""
    return f"This could not be graded: {one_line(outcome.filename, 100)} {outcome.reason}."


def _listed(notes: Iterable[str]) -> str:
    """The notes as one block of HTML, which Markdown leaves alone as long as no line of it is blank."""
    items = "".join(f"<li>{html.escape(one_line(note, 600))}</li>" for note in notes)
    return f'<div class="mathjax_ignore tex2jax_ignore"><b>Notes from grading</b><ul>{items}</ul></div>'
