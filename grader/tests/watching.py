"""A small walk for `kata watch`: two lessons, three exercises, and feedback of either kind."""

from __future__ import annotations

from grader.course import Exercise
from grader.outputs.display import Feedback, FeedbackData
from grader.report import Verdict
from grader.student.hints import Hint
from grader.student.look import Look
from grader.tests.sample_reports import a_check
from grader.watch.state import State

DOUBLE, HALVE, PLACE = (
    Exercise("double", "01_tiny", 3),
    Exercise("halve", "01_tiny", 3),
    Exercise("place", "02_more_of_it", 3),
)
HINTS = tuple(Hint(title, f"{title} of it.") for title in ("Idea", "Pointer", "Skeleton"))
FILE, NOTEBOOK, OTHER = "exercises/01_tiny/lesson.py", "notebooks/01_tiny.ipynb", "exercises/02_more_of_it/lesson.py"

RIGHT = Feedback(FeedbackData("double", (a_check(Verdict.PASSED, title="doubles 1"),)))
WRONG = Feedback(
    FeedbackData(
        "double",
        (
            a_check(Verdict.FAILED, "1 doubled is 2.", name="test_one", title="doubles 1"),
            a_check(Verdict.PASSED, title="keeps an array of integers an array of integers"),
        ),
        {"test_one": "call:     double(1)\nreturned: 1"},
        budget="0 calls of device_get (budget 0)",
    )
)


def a_look(double: str = "d", halve: str = "h", shown: str = FILE) -> Look:
    """The first lesson's file with these texts in it."""
    numbers = {"double": 2, "halve": 4} if shown.endswith(".ipynb") else {"double": 10, "halve": 20}
    return Look("01_tiny", shown, {"double": double, "halve": halve}, numbers)


def a_state(solved: set[str] | None = None, **changes: object) -> State:
    """The walk at its beginning, its files looked at."""
    looks = {FILE: a_look(), OTHER: Look("02_more_of_it", OTHER, {"place": "p"}, {"place": 30})}
    hints = {"double": HINTS, "halve": HINTS}
    return State([DOUBLE, HALVE, PLACE], hints, solved or set(), {}, looks, **changes)  # type: ignore[arg-type]
