"""The nbgrader cells of a lesson: their ids, metadata and text. Data and pure functions, nothing imported.

An exercise `NAME` has two of them. The answer's cell is called `NAME`; nbgrader empties it between BEGIN and END
SOLUTION and never overwrites it afterwards. The marks cell `NAME-marks` carries the points of all hidden checks of
the exercise; nbgrader restores its text before it grades. All other cells (prose, demonstrations, the public
`check(NAME)`) are plain, save those that a course author marks for grading by hand.
"""

from __future__ import annotations

SCHEMA = 3
_MARKS = "-marks"  # no Python name has a hyphen, so no exercise can be called like another one's marks cell

# What nbgrader puts in place of an answer: one text for all exercises. The judge knows an untouched stub by the
# exception and not by its words.
STUB = 'raise NotImplementedError("your code goes here")'


def answer_id(exercise: str) -> str:
    """The grade id of the cell that holds the answer."""
    return exercise


def marks_id(exercise: str) -> str:
    """The grade id of the cell that carries the points."""
    return exercise + _MARKS


def exercise_of(grade_id: str) -> str | None:
    """The exercise whose marks cell has this id; None for answers' cells and those an author grades by hand."""
    name = grade_id.removesuffix(_MARKS)
    return name if name != grade_id and name.isidentifier() else None


def answer_metadata(exercise: str) -> dict[str, object]:
    """`metadata.nbgrader` of the answer's cell. nbgrader's schema allows no keys but its own."""
    return _metadata(answer_id(exercise), grade=False, locked=False, solution=True)


def marks_metadata(exercise: str, points: float) -> dict[str, object]:
    """`metadata.nbgrader` of the marks cell, worth `points`."""
    return _metadata(marks_id(exercise), grade=True, locked=True, solution=False) | {"points": float(points)}


def marks_source(exercise: str) -> str:
    """The text of the marks cell.

    It imports what it calls: a student may have a variable named `check`, or have removed the lesson's imports.
    """
    return (
        f"# This gives the marks for {exercise} when your work is graded. Until then it does nothing.\n"
        "import grader\n"
        "\n"
        f'grader.check("{exercise}", hidden=True)'
    )


def _metadata(grade_id: str, *, grade: bool, locked: bool, solution: bool) -> dict[str, object]:
    return {
        "grade": grade,
        "grade_id": grade_id,
        "locked": locked,
        "schema_version": SCHEMA,
        "solution": solution,
        "task": False,
    }
