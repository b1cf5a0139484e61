"""What course.toml says, read and checked word by word: a name it does not know is one line with the nearest."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.course import INSTALL, OWN, Course, CourseError, composed_root, installed_root, nearest, open_course

_CENT = Decimal("0.01")


@dataclass(frozen=True)
class Wish:
    """One `[[lessons]]` entry. `exercises` None means all; `without` are files like `wrong/NAME` to leave out."""

    name: str
    exercises: tuple[str, ...] | None = None
    points: Mapping[str, Decimal] = field(default_factory=dict)
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Settings:
    """All of course.toml. `upstream` is the folder of the course it builds on, if there is one with solutions.

    `lessons` None means all of upstream's, then one's own.
    """

    folder: Path
    title: str
    upstream: Path | None
    seed: int
    install: str
    lessons: tuple[Wish, ...] | None

    def upstream_root(self) -> Path | None:
        """Where the upstream lessons lie: a course may build on one that is composed itself."""
        if self.upstream is not None and (self.upstream / OWN).is_file():
            return composed_root(self.upstream)
        return self.upstream

    def upstream_course(self) -> Course | None:
        """The course at `upstream`. Raises CourseError if it has no solutions/ to build from."""
        if self.upstream is None:
            return None
        course = open_course(self.upstream)
        if not all(lesson.has_solutions for lesson in course.lessons):
            raise CourseError(
                f"{OWN}: the upstream course in {self.upstream} has no solutions/, so no course can be made from it:"
                ' write upstream = "FOLDER" with a clone of the course that has them.'
            )
        return course


def read_settings(folder: Path) -> Settings:
    """What `folder`/course.toml says. Raises CourseError, in one line."""
    try:
        said = tomllib.loads((folder / OWN).read_text(encoding="utf-8"), parse_float=Decimal)
    except OSError as error:
        raise CourseError(f"{folder / OWN} cannot be read ({error.strerror}).") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CourseError(f"{OWN} is not TOML: {error}.") from None
    _known(said, ("title", "upstream", "seed", "install", "lessons"), "")
    lessons = _get(said, "lessons", list, None, "a list of [[lessons]] tables")
    return Settings(
        folder,
        _get(said, "title", str, "", "text in quotes"),
        _upstream(folder, _get(said, "upstream", str, None, "text in quotes: the folder of a course")),
        _get(said, "seed", int, 0, "a whole number"),
        _get(said, "install", str, INSTALL, "text in quotes: what pip installs"),
        None if lessons is None else tuple(_wish(entry, n) for n, entry in enumerate(lessons, 1)),
    )


def _upstream(folder: Path, said: str | None) -> Path | None:
    if said is None:
        root = installed_root()
        return root if (root / "solutions").is_dir() else None
    path = (folder / said).resolve()
    if path == folder.resolve():
        raise CourseError(f"{OWN}: upstream is this folder itself. Name the folder of the course it builds on.")
    if not path.is_dir():
        raise CourseError(f"{OWN}: upstream is {said!r}, and there is no folder {path}. It is relative to {OWN}.")
    return path


def _wish(entry: Any, number: int) -> Wish:
    where = f"[[lessons]] number {number}: "
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise CourseError(f'{OWN}: {where}each lesson needs a name, like name = "03_host_roundtrip".')
    where = f"{entry['name']}: "
    _known(entry, ("name", "exercises", "points", "without"), where)
    exercises = _get(entry, "exercises", list, None, "a list of names in quotes", where)
    if exercises is not None and (not exercises or len(set(map(str, exercises))) != len(exercises)):
        raise CourseError(f"{OWN}: {where}exercises must name at least one, and each once. Leave the line out for all.")
    return Wish(
        entry["name"],
        None if exercises is None else _names(exercises, f"{where}exercises"),
        {str(name): _points(worth, f"{where}points of {name}") for name, worth in _points_table(entry, where)},
        _names(_get(entry, "without", list, [], "a list of names in quotes", where), f"{where}without"),
    )


def _points_table(entry: dict[str, Any], where: str) -> Iterable[tuple[str, Any]]:
    return _get(entry, "points", dict, {}, "a table, like points = {host_roundtrip = 20}", where).items()


def _points(worth: Any, what: str) -> Decimal:
    if isinstance(worth, bool) or not isinstance(worth, (int, Decimal)) or not Decimal(worth).is_finite() or worth <= 0:
        raise CourseError(f"{OWN}: {what} must be a number above 0. To drop an exercise, leave it out of exercises.")
    if Decimal(worth) != Decimal(worth).quantize(_CENT):
        raise CourseError(f"{OWN}: {what} must have at most two decimals, and {worth} has more.")
    return Decimal(worth)


def _names(said: list[Any], what: str) -> tuple[str, ...]:
    if not all(isinstance(name, str) for name in said):
        raise CourseError(f"{OWN}: {what} must be a list of names in quotes.")
    return tuple(said)


def _get(said: Mapping[str, Any], key: str, kind: type, default: Any, expected: str, where: str = "") -> Any:
    value = said.get(key, default)
    if value is not default and (not isinstance(value, kind) or isinstance(value, bool)):
        raise CourseError(f"{OWN}: {where}{key} must be {expected}, and it is {value!r}.")
    return value


def _known(said: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in said:
        if key not in keys:
            raise CourseError(f"{OWN}: {where}there is no setting {key!r}. {nearest(key, list(keys), list(keys))}")
