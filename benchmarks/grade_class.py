"""CPU seconds a submission for `kata grade`: copies of one correct notebook, workers forked and started cold.

    python benchmarks/grade_class.py [COPIES] [LESSON]

Each round grades the class once either way, interleaved, so that a noisy machine hits both alike. CPU time is that
of all processes the run started (judge slots, zygotes, workers), start-up included and then spread over the class;
it is measured in tier B, since bubblewrap does not pass its children's CPU time on (tier A costs the same to 1 %:
jail_overhead.py).
"""

from __future__ import annotations

import resource
import statistics
import sys
import time

from grader.build import notebook
from grader.course import Course, find_course, read_text
from grader.grade import grade_many
from grader.judge.bench import Settings
from grader.report import Report
from grader.submissions import Submission
from grader.worker.sandbox import Tier

ROUNDS = 3


def main(copies: int, lesson_name: str) -> None:
    course = find_course()
    lesson = course.lesson(lesson_name)
    solved = _cells(notebook(lesson, read_text(lesson.source)))
    bare = tuple(cell for cell in solved if "def " in cell or cell.startswith(("import", "from")))
    for words, cells in (("whole notebook", solved), ("its imports and answers alone", bare)):
        taken: dict[bool, list[float]] = {False: [], True: []}
        for _ in range(ROUNDS):
            for cold in taken:
                taken[cold].append(_grade(course, lesson.name, cells, copies, cold))
        for cold, seconds in taken.items():
            how = "cold  " if cold else "forked"
            print(f"{words}, {how}: {statistics.median(seconds):.2f} CPU s a submission (of {copies})")


def _grade(course: Course, lesson: str, cells: tuple[str, ...], copies: int, cold: bool) -> float:
    submissions = [Submission(f"s{i}", lesson, "ipynb", cells, "x.ipynb") for i in range(copies)]
    before, started = _cpu(), time.monotonic()
    outcomes = [outcome for _, outcome in grade_many(submissions, course, Settings(cold=cold, tier=Tier.B), jobs=2)]
    assert all(isinstance(outcome, Report) and outcome.points == outcome.max_points for outcome in outcomes), outcomes
    print(f"  {'cold' if cold else 'forked'}: {time.monotonic() - started:.1f} s wall", file=sys.stderr)
    return (_cpu() - before) / copies


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _cells(book: bytes) -> tuple[str, ...]:
    import json

    return tuple("".join(cell["source"]) for cell in json.loads(book)["cells"] if cell["cell_type"] == "code")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20, sys.argv[2] if len(sys.argv) > 2 else "host_roundtrip")
