"""A course of one's own, from its course.toml to the plain course that everything downstream works on.

What one's own folder has of an exercise takes the place of upstream's part: its section of lesson.py, its class in
either file of tests, its hints, and files of wrong/ and right/ by name. Where both the section and the hidden checks
are one's own, upstream's wrong/ and right/ files for it are left out, since they answer another question.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from grader.course import (
    OWN,
    Course,
    CourseError,
    Lesson,
    composed_root,
    composed_settings,
    lesson_folders,
    nearest,
    read_text,
)
from grader.files import write_atomically
from grader.overlay import checks, prose, weights
from grader.overlay.digest import digest_of, sources
from grader.overlay.settings import Settings, Wish, read_settings

_Texts = Mapping[str, tuple[str, str]]  # by part: upstream's text and one's own
_Points = Mapping[str, Mapping[str, Decimal]]  # by exercise and check


@dataclass(frozen=True)
class Composition:
    """Files by their place below the composed course, and what the instructor should know of it, a line each."""

    files: Mapping[str, bytes]
    remarks: tuple[str, ...] = ()


def compose(folder: Path) -> tuple[list[Path], tuple[str, ...]]:
    """Bring the composed course of `folder`/course.toml up to date: files written or removed, and remarks.

    Raises CourseError, before anything is written.
    """
    made = composition(folder)
    root = composed_root(folder)
    changed = []
    for path in _stray(root, made):
        path.unlink()
        changed.append(path)
    for name, content in made.files.items():
        path = root / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)
            changed.append(path)
    return changed, made.remarks


def drift(folder: Path) -> list[str]:
    """What `compose` would do, one line a file. Raises as it does."""
    made = composition(folder)
    root = composed_root(folder)
    lines = []
    for name, content in made.files.items():
        if not (root / name).is_file():
            lines.append(f"missing: {name}")
        elif (root / name).read_bytes() != content:
            lines.append(f"changed: {name}")
    return lines + [f"stray: {path.relative_to(root).as_posix()}" for path in _stray(root, made)]


def composition(folder: Path) -> Composition:
    """What the course of `folder`/course.toml is made of. Raises CourseError."""
    settings = read_settings(folder)
    upstream = settings.upstream_course()
    wishes, remarks = _wishes(settings, upstream)
    files: dict[str, bytes] = {}
    for wish, name in zip(wishes, _numbered([wish.name for wish in wishes]), strict=True):
        made = _Lesson(folder, wish, _upstream_lesson(wish.name, folder, upstream)).composed(name)
        files |= made.files
        remarks += [f"{name}: {remark}" for remark in made.remarks]
        if name != wish.name:
            remarks.append(f"{wish.name} is now {name}; what other lessons say of its number stays as it is")
    said = {"title": settings.title, "seed": settings.seed, "install": settings.install}
    own = json.dumps({**said, "digest": digest_of(folder)}, indent=1) + "\n"
    return Composition({**files, composed_settings(Path()).as_posix(): own.encode()}, tuple(remarks))


def _wishes(settings: Settings, upstream: Course | None) -> tuple[list[Wish], list[str]]:
    """The lessons to compose, in order, and a remark on each of one's own that is left out."""
    ours = lesson_folders(settings.folder)
    if settings.lessons is None:
        if upstream is None:
            raise CourseError(_NO_UPSTREAM)
        theirs = [lesson.name for lesson in upstream.lessons]
        return [Wish(name) for name in [*theirs, *(name for name in ours if name not in theirs)]], []
    named = [wish.name for wish in settings.lessons]
    if not named:
        raise CourseError(f"{OWN}: lessons is empty. Leave it out to have them all.")
    for name in named:
        if named.count(name) > 1:
            raise CourseError(f"{OWN}: the lesson {name} is there twice. Name each once.")
    return list(settings.lessons), [
        f"solutions/{name} is in no [[lessons]] entry of {OWN}, so it is left out" for name in ours if name not in named
    ]


_NO_UPSTREAM = (
    f"{OWN} names no upstream, and the installed course has no solutions/ to make a course from:"
    ' write upstream = "FOLDER" with a clone of the course that has them.'
)


def _upstream_lesson(name: str, folder: Path, upstream: Course | None) -> Lesson | None:
    """Upstream's lesson `name`, or None where it is one's own. Raises CourseError where it is nobody's."""
    theirs = {lesson.name: lesson for lesson in upstream.lessons} if upstream else {}
    ours = lesson_folders(folder)
    whole = [own for own in ours if Lesson(own, own, (), folder).has_solutions]
    if name in theirs or name in whole:
        return theirs.get(name)
    if upstream is None:
        raise CourseError(_NO_UPSTREAM)
    known = list(dict.fromkeys([*theirs, *whole]))
    if name in ours:
        problem = f"solutions/{name} has no lesson.py, and upstream has no lesson of that name."
    else:
        problem = f"there is no lesson {name!r}."
    raise CourseError(f"{OWN}: {problem} {nearest(name, known, known)}")


def _numbered(names: Sequence[str]) -> list[str]:
    """The folders' names, numbered anew from 01 where their own numbers do not give this order."""
    numbers = [int(name[:2]) if name[:2].isdigit() else 0 for name in names]
    if all(before < after for before, after in itertools.pairwise(numbers)):
        return list(names)
    return [f"{number:02}_{name.split('_', 1)[-1]}" for number, name in enumerate(names, 1)]


@dataclass(frozen=True)
class _Lesson:
    """One lesson of the composed course, from one's own `folder` and from upstream's, if that has it."""

    folder: Path
    wish: Wish
    theirs: Lesson | None

    @property
    def ours(self) -> Lesson:
        return Lesson(self.wish.name, self.wish.name, (), self.folder)

    def composed(self, name: str) -> Composition:
        """The files of the lesson under its new `name`, by place in the course."""
        text = {kind: self._both(path) for kind, path in _PARTS.items()}
        wanted = self._wanted(text["lesson.py"])
        lesson = prose.composed(*text["lesson.py"], wanted)
        hidden = checks.composed(*text["test_hidden.py"], wanted, self._where("test_hidden.py"))
        before = weights.points_of(hidden)
        self._must_be_known(self.wish.points, list(wanted), "points")
        for exercise in self.wish.points:
            if not sum(before.get(exercise, {}).values()):
                raise CourseError(f"{OWN}: {self.wish.name}: {exercise} has no points to scale, so give it some first.")
        hidden = weights.reweighted(hidden, self.wish.points)
        public = checks.composed(*text["test_public.py"], wanted, self._where("test_public.py"))
        folder = Lesson(name, name, (), Path())
        written = {
            folder.source: lesson.text if name == self.wish.name else prose.renumbered(lesson.text, int(name[:2])),
            folder.hidden_tests: hidden,
            folder.public_tests_source: public,
            folder.hints_source: prose.composed_hints(*text["hints.md"], wanted),
        }
        files = {path.as_posix(): content.encode() for path, content in written.items()}
        others = self._others(wanted, text, before, weights.points_of(hidden))
        files |= {(folder.source.parent / place).as_posix(): content for place, content in others.items()}
        return Composition(files, lesson.remarks)

    def _both(self, part: Callable[[Lesson], Path]) -> tuple[str, str]:
        """A part as upstream has it and as one's own folder has it. A lesson of one's own merges with nothing."""
        ours = _text(part(self.ours))
        return (_text(part(self.theirs)), ours) if self.theirs else (ours, "")

    def _wanted(self, text: tuple[str, str]) -> list[str]:
        both = list(dict.fromkeys([*prose.exercises_in(text[0]), *prose.exercises_in(text[1])]))
        if self.wish.exercises is None:
            return both
        self._must_be_known(self.wish.exercises, both, "exercises")
        return list(self.wish.exercises)

    def _must_be_known(self, names: Iterable[str], known: list[str], what: str) -> None:
        for name in names:
            if name not in known:
                raise CourseError(
                    f"{OWN}: {self.wish.name}: {what} names {name!r}, which is no exercise here."
                    f" {nearest(name, known, known)}"
                )

    def _others(self, wanted: Sequence[str], text: _Texts, before: _Points, after: _Points) -> dict[str, bytes]:
        """wrong/, right/ and whatever else the folders hold for the lesson to use, by place in the folder."""
        named = self._where("test_hidden.py")
        anew = set(prose.exercises_in(text["lesson.py"][1])) & checks.tested(text["test_hidden.py"][1], named)
        first = prose.exercises_in(text["lesson.py"][0])[0]
        found: dict[str, bytes] = {}
        seen: set[str] = set()
        for lesson in (self.theirs, self.ours):
            for path in sources(lesson) if lesson else ():
                place = path.relative_to(lesson.source.parent).as_posix() if lesson else ""
                if path.parent.name not in ("wrong", "right"):
                    if place not in _PARTS:
                        found[place] = path.read_bytes()
                    continue
                seen.add(place.removesuffix(".py"))
                exercise, mark, _ = path.stem.partition("__")
                exercise = exercise if mark else first
                answers_another = lesson is self.theirs and exercise in anew
                if exercise not in wanted or answers_another or place.removesuffix(".py") in self._without:
                    continue
                if not mark and exercise != wanted[0]:  # a name without an exercise means the lesson's first
                    place = f"{path.parent.name}/{exercise}__{path.name}"
                found[place] = weights.kept(read_text(path), before.get(exercise, {}), after.get(exercise, {})).encode()
        for name in sorted(self._without - seen):
            raise CourseError(
                f"{OWN}: {self.wish.name}: without names {name!r}, and there is no such file."
                f" {nearest(name, sorted(seen), sorted(seen))}"
            )
        return found

    @property
    def _without(self) -> set[str]:
        return {name.removesuffix(".py") for name in self.wish.without}

    def _where(self, file: str) -> str:
        return f"{self.wish.name}/{file}"


_PARTS: dict[str, Callable[[Lesson], Path]] = {
    "lesson.py": lambda lesson: lesson.source,
    "test_hidden.py": lambda lesson: lesson.hidden_tests,
    "test_public.py": lambda lesson: lesson.public_tests_source,
    "hints.md": lambda lesson: lesson.hints_source,
}


def _text(path: Path) -> str:
    return read_text(path) if path.is_file() else ""


def _stray(root: Path, made: Composition) -> list[Path]:
    """What lies in the composed solutions/ and is not of the composition."""
    lessons = [Lesson(name, name, (), root) for name in lesson_folders(root)]
    there = [path for lesson in lessons for path in sources(lesson)]
    return [path for path in there if path.relative_to(root).as_posix() not in made.files]
