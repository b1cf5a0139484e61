"""`kata submit`: one zip with the files that hold answers, a manifest and a receipt."""

from __future__ import annotations

import hashlib
import io
import platform
import re
import time
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from grader.course import Course, CourseError, Lesson
from grader.files import write_atomically
from grader.judge.program import Options, Source
from grader.report import ExerciseResult, Verdict
from grader.student.desk import CheckError, Desk
from grader.student.receipt import RECEIPT, receipt
from grader.student.workspace import STUDENT, Workspace, attempted
from grader.submissions import UnreadableSubmission, read_file
from grader.submissions.manifest import MANIFEST, ExerciseClaim, FileClaim, Manifest, to_json
from grader.text import one_line

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')  # what some system or zip tool has in no file name


@dataclass(frozen=True)
class Handed:
    """What was written, the receipt as text, and what the student should know before handing it in."""

    path: Path
    receipt: str
    warnings: tuple[str, ...]


@dataclass
class _Chosen:
    """The one file of a lesson that goes in, and the exercises it answers."""

    lesson: Lesson
    path: Path
    data: bytes
    answered: frozenset[str]
    results: tuple[ExerciseResult, ...] = field(default=())


def submit(
    course: Course, lessons: Sequence[str], out: Path | None, student: str, tell: Callable[[str], None]
) -> Handed:
    """Write the zip of the named lessons, or of all that have an answer; `tell` hears of each step.

    The zip is `out`, or in the folder `out`, else in the working folder, named after `student` (which may be "").
    Raises CourseError and UnreadableSubmission where there is nothing to hand in or it cannot be written.
    """
    workspace = Workspace(course)
    student = _UNSAFE.sub("_", one_line(student, 60)).strip(" .")
    path = _target(out, student)
    warnings: list[str] = []
    chosen = [found for lesson in _wanted(course, lessons) if (found := _choose(workspace, lesson, lessons, warnings))]
    if not chosen:
        raise CourseError(
            "There is nothing to hand in yet: no exercise has an answer. `kata list` shows them all."
            + "".join(f" {warning}" for warning in warnings)
        )
    backend = _check(course, chosen, tell, warnings)
    warnings += [_unfinished(one) for one in chosen if one.answered != {e.name for e in one.lesson.exercises}]
    warnings += [_failing(one) for one in chosen if _not_passed(one)]
    warnings += _left_out(workspace, chosen)
    if not student:
        warnings.append("It does not say whose it is: `kata submit --name NAME` does.")
    manifest = _manifest(student, backend, chosen)
    _write(path, manifest, chosen)
    return Handed(path, receipt(manifest), tuple(warnings))


def _wanted(course: Course, names: Sequence[str]) -> list[Lesson]:
    named = {course.lesson(name).name for name in names}
    return [lesson for lesson in course.lessons if not named or lesson.name in named]


def _choose(workspace: Workspace, lesson: Lesson, named: Sequence[str], warnings: list[str]) -> _Chosen | None:
    """The file of `lesson` with most answers, the one saved last among equals; None where there is no answer."""
    readable: dict[Path, frozenset[str]] = {}
    for path in workspace.files(lesson):
        try:
            read_file(path, STUDENT, lesson.name)
            readable[path] = attempted(path, lesson)
        except UnreadableSubmission as error:
            warnings.append(f"Left out, since it cannot be read: {error}.")
    if not readable or not (named or any(readable.values())):
        return None
    path = max(readable, key=lambda path: (len(readable[path]), path.stat().st_mtime_ns))
    for other, names in readable.items():
        if missing := sorted(names - readable[path]):
            warnings.append(
                f"{lesson.name}: one file is handed in, {workspace.named(path)}; {', '.join(missing)} is answered in"
                f" {workspace.named(other)} only. Copy it over and submit again."
            )
    warnings += [f"{workspace.named(path)}: {reason}" for reason in _unsaved(path)]
    return _Chosen(lesson, path, path.read_bytes(), readable[path])


def _unsaved(path: Path) -> list[str]:
    """What editors leave beside a file while it has changes that are not in it."""
    reasons = []
    if (path.parent / f".~{path.name}").exists():  # Jupyter's copy of the file while it saves
        reasons.append("a save by Jupyter was cut short. Open it, look, save it and submit again.")
    automatic, lock = path.parent / f"#{path.name}#", path.parent / f".#{path.name}"
    if automatic.exists() or lock.is_symlink():
        reasons.append("it has changes in Emacs that are not saved. Save it and submit again.")
    return reasons


def _check(course: Course, chosen: list[_Chosen], tell: Callable[[str], None], warnings: list[str]) -> str:
    """Run the public checks of every lesson; returns the backend in words. What cannot be run is only warned of."""
    desk = Desk()
    try:
        for one in chosen:
            tell(f"Running the public checks of {one.lesson.name} ...")
            submission = read_file(one.path, STUDENT, one.lesson.name)
            source = Source(submission.kind, submission.cells)
            try:
                one.results = desk.ask(course, Options("cpu"), source, one.lesson.name).exercises
            except CheckError as error:
                warnings.append(f"{one.lesson.name}: {error}")
        found = desk.backend
    finally:
        desk.close()
    return f"{found.platform}, {found.devices} device(s)" if found else ""


def _unfinished(one: _Chosen) -> str:
    left = [exercise.name for exercise in one.lesson.exercises if exercise.name not in one.answered]
    return f"{one.lesson.name}: not attempted: {', '.join(left)}."


def _not_passed(one: _Chosen) -> list[str]:
    return [
        result.name
        for result in one.results
        if result.name in one.answered and any(check.verdict is not Verdict.PASSED for check in result.checks)
    ]


def _failing(one: _Chosen) -> str:
    failing = f"{one.lesson.name}: public checks fail: {', '.join(_not_passed(one))}. `kata check` says why."
    if one.path.suffix != ".ipynb":
        return failing
    return f"{failing} If they pass in Jupyter, save the notebook and submit again."


def _left_out(workspace: Workspace, chosen: list[_Chosen]) -> list[str]:
    """Sentences on the lessons that are not in the zip: with answers, and without."""
    inside, started = {one.lesson.name for one in chosen}, workspace.started()
    others = [lesson for lesson in workspace.course.lessons if lesson.name not in inside]
    answered = [lesson.name for lesson in others if started & {exercise.name for exercise in lesson.exercises}]
    untouched = [lesson.name for lesson in others if lesson.name not in answered]
    sentences = [f"You have answers in {', '.join(answered)} too, which is not in this submission."] if answered else []
    return sentences + ([f"Nothing is answered yet in {', '.join(untouched)}."] if untouched else [])


def _manifest(student: str, backend: str, chosen: list[_Chosen]) -> Manifest:
    files = tuple(
        FileClaim(
            file=_named(one),
            lesson=one.lesson.name,
            saved=_utc(one.path.stat().st_mtime),
            sha256=hashlib.sha256(one.data).hexdigest(),
            exercises=tuple(_claim(one, exercise.name) for exercise in one.lesson.exercises),
        )
        for one in chosen
    )
    versions = {name: _version(name) for name in ("jax-kata", "jax", "numpy")} | {"Python": platform.python_version()}
    return Manifest(student=student, time=_utc(time.time()), versions=versions, backend=backend, files=files)


def _claim(one: _Chosen, name: str) -> ExerciseClaim:
    checks = [check for result in one.results if result.name == name for check in result.checks]
    passed = sum(check.verdict is Verdict.PASSED for check in checks)
    return ExerciseClaim(name=name, attempted=name in one.answered, passed=passed, checks=len(checks))


def _named(one: _Chosen) -> str:
    return one.lesson.name + one.path.suffix


def _target(out: Path | None, student: str) -> Path:
    name = f"{_as_folder(student) or 'kata-submission'}.zip"
    path = Path(name) if out is None else out / name if out.is_dir() else out
    if path.suffix.lower() != ".zip":
        raise CourseError(f"{path} is no name for a zip file: let it end in .zip.")
    if path.exists() and not _is_ours(path):
        raise CourseError(f"{path} is there already and is no submission of jax-kata: name another file with --out.")
    return path


def _as_folder(student: str) -> str:
    """The name without spaces, which whoever grades can then use as it is."""
    return "_".join(student.split())


def _is_ours(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.rsplit("/", 1)[-1] == MANIFEST for name in archive.namelist())
    except (OSError, zipfile.BadZipFile):
        return False


def _write(path: Path, manifest: Manifest, chosen: list[_Chosen]) -> None:
    folder = f"{_as_folder(manifest.student)}/" if manifest.student else ""
    members = {_named(one): one.data for one in chosen}
    members |= {MANIFEST: to_json(manifest), RECEIPT: receipt(manifest).encode()}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(folder + name, data)
    try:
        write_atomically(path, content.getvalue())
    except OSError as error:
        raise CourseError(f"{path} cannot be written ({error.strerror}). Name another place with --out.") from None


def _utc(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(seconds))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
