"""`kata check`: the public checks of one exercise, of a lesson, of a file, or of everything attempted so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from grader.course import Course, CourseError, Exercise, Lesson, nearest
from grader.judge.program import Options, Source
from grader.outputs import words
from grader.outputs.display import Feedback, FeedbackData
from grader.outputs.lesson import LessonData, LessonFeedback
from grader.outputs.listing import ALL_SOLVED, next_to_do
from grader.report import Verdict
from grader.student import hints, progress
from grader.student.desk import Desk, feedback
from grader.student.look import look, shown_path
from grader.student.workspace import Workspace
from grader.submissions import Submission, UnreadableSubmission, read_submissions

OPTIONS = Options("cpu")  # quick to start, and an accelerator may be in use by the student's own work


@dataclass(frozen=True)
class Task:
    """An exercise and where its answer is; `note` is a sentence on that, `own` whether it is this course's own file."""

    exercise: Exercise
    path: Path
    submission: Submission
    attempted: bool = True
    note: str = ""
    own: bool = True


def target(course: Course, name: str) -> Lesson | Exercise:
    """The lesson or exercise called `name`. Raises CourseError naming the nearest of both."""
    for find in (course.exercise, course.lesson):
        try:
            return find(name)
        except CourseError:
            pass
    exercises = [exercise.name for exercise in course.exercises]
    lessons = [lesson.name for lesson in course.lessons]
    spellings = [*exercises, *lessons, *(name.split("_", 1)[1] for name in lessons)]
    raise CourseError(f"There is no exercise or lesson {name!r}. {nearest(name, spellings, lessons)}")


def tasks(course: Course, named: str | None, lesson: str | None = None) -> list[Task]:
    """What `kata check NAMED` is about; without a name, all that was attempted, or else the first exercise.

    Raises CourseError, SubmissionsError and UnreadableSubmission, one line each.
    """
    workspace = Workspace(course)
    if named is None and lesson is None:
        every = [_task(workspace, exercise) for exercise in course.exercises]
        return [task for task in every if task.attempted] or every[:1]
    if named is not None and (Path(named).suffix in (".py", ".ipynb") or Path(named).is_file()):
        return _of_file(course, Path(named), lesson)
    found = target(course, named) if named is not None else course.lesson(lesson or "")
    home = found if isinstance(found, Lesson) else course.lesson(found.lesson)
    if lesson is not None and course.lesson(lesson) != home:
        raise CourseError(
            f"{named} is not of lesson {course.lesson(lesson).name}. --lesson is for a FILE: leave it out."
        )
    if isinstance(found, Lesson):
        return [_task(workspace, exercise) for exercise in found.exercises]
    return [_task(workspace, found)]


def _task(workspace: Workspace, exercise: Exercise) -> Task:
    answer = workspace.answer(exercise)
    return Task(exercise, answer.path, answer.submission, answer.attempted, answer.note)


def _of_file(course: Course, path: Path, lesson: str | None) -> list[Task]:
    only = course.lesson(lesson).name if lesson else None
    submissions, unreadable = read_submissions([path], [each.name for each in course.lessons], only)
    if unreadable:
        raise UnreadableSubmission(unreadable[0].filename, unreadable[0].reason)
    submission = submissions[0]
    found = course.lesson(submission.lesson)
    own = path.resolve() in (found.stub.resolve(), found.notebook.resolve())  # a scratch file is no progress
    return [Task(e, path, submission, own=own) for e in found.exercises]


def check(course: Course, chosen: Sequence[Task], tell: Callable[[str], None]) -> Feedback | LessonFeedback:
    """Check these and record what passed; `tell` hears which file is being checked. Raises CheckError."""
    shown = list(_outcomes(course, chosen, tell))
    if len(shown) == 1:
        return Feedback(replace(shown[0], next_step=_next_step(course, shown[0], chosen)))
    lessons = list(dict.fromkeys(task.exercise.lesson for task in chosen))
    title = course.lesson(lessons[0]).title if len(lessons) == 1 else "Everything you have tried"
    whole = LessonData(title, tuple(shown))
    return LessonFeedback(replace(whole, next_step=_next_step(course, whole.first, chosen)))


def _outcomes(course: Course, chosen: Sequence[Task], tell: Callable[[str], None]) -> Iterator[FeedbackData]:
    """The checks of each task, the judge slot being asked once a file."""
    desk = Desk()
    try:
        for _, group in groupby(chosen, key=lambda task: (task.exercise.lesson, task.path)):
            together = list(group)
            exercise = together[0].exercise
            tell(f"Checking {shown_path(together[0].path)} ...")
            source = Source(together[0].submission.kind, together[0].submission.cells)
            only = exercise.name if len(together) == 1 else None
            answer = desk.ask(course, OPTIONS, source, exercise.lesson, only)
            for task in together:
                shown = feedback(task.exercise, answer, "")
                if task.own:
                    progress.record(course, task.exercise.name, shown.passed)
                yield replace(shown.data, notes=(*shown.data.notes, *([task.note] if task.note else [])))
    finally:
        desk.close()


def _next_step(course: Course, first: FeedbackData | None, chosen: Sequence[Task]) -> str:
    """What to type after these checks of `chosen`, `first` being what is to be put right first."""
    if first is not None and words.to_fix(first.checks):
        name = first.exercise
        invitation = hints.invitation(course, course.exercise(name))
        hint = f"\n{invitation}: kata hint {name}" if invitation else ""
        do = "Write" if words.overall(first.checks) is Verdict.NOT_ATTEMPTED else "Change"
        task = next(task for task in chosen if task.exercise.name == name)
        place = look(course.lesson(task.exercise.lesson), task.path).place(name)
        again = name if task.own else shown_path(task.path)
        return f"{do} it in {place}, save, then: kata check {again}{hint}"
    solved = progress.load(course).solved
    following = next_to_do(course, solved)
    if following is None:
        return ALL_SOLVED
    lesson = course.lesson(following.lesson)
    place = look(lesson, Workspace(course).answer(following).path).place(following.name)
    return f"Next: {following.name} in {place}"
