"""Nothing of solutions/ that is secret is in anything a student gets: every byte of it is searched.

A canary is planted in each answer and at the end of each secret file; everything is built anew from that, the way it
is shipped; and none of the canaries may be in it, in a zip or not, nor the name of a file that only solutions/ has.
"""

from __future__ import annotations

import io
import secrets
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader.build import BEGIN, END, build
from grader.course import find_course, read_course
from grader.edition.start import start
from grader.student.desk import CheckError, Desk
from grader.student.submit import submit

ROOT = Path(__file__).parents[2]
PUBLIC = ("lesson.py", "test_public.py", "hints.md")  # of a lesson's folder, but for the answers


@dataclass
class Planted:
    """A course in `root` with canaries in what is secret, and one, `public`, in what is not."""

    root: Path
    secret: dict[str, str] = field(default_factory=dict)  # canary -> where it was planted
    public: str = ""
    names: set[str] = field(default_factory=set)

    def plant(self, where: str) -> str:
        canary = f"CANARY{secrets.token_hex(12)}"
        self.secret[canary] = where
        return canary


@pytest.fixture(scope="module")
def planted(tmp_path_factory) -> Planted:
    root = tmp_path_factory.mktemp("canary") / "course"
    course = Planted(root)
    skip = shutil.ignore_patterns("__pycache__", ".*", "tests")
    for tree in ("grader", "solutions"):
        shutil.copytree(ROOT / tree, root / tree, ignore=skip)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, root / name)
    for path in sorted(path for path in (root / "solutions").rglob("*") if path.is_file()):
        inside = path.relative_to(root).as_posix()
        if path.name == "lesson.py":
            _plant_in_answers(course, path, inside)
        elif len(path.relative_to(root / "solutions").parts) != 2 or path.name not in PUBLIC:
            path.write_bytes(path.read_bytes() + f"\n# {course.plant(inside)}\n".encode())
            course.names.add(path.name)
    course.names -= {path.name for path in (root / "grader").rglob("*.py")}  # both may have a cells.py
    course.public = f"CANARY{secrets.token_hex(12)}"
    hints = next((root / "solutions").glob("*/hints.md"))
    hints.write_bytes(hints.read_bytes() + f"\n{course.public}\n".encode())
    build(read_course(root))
    return course


def _plant_in_answers(course: Planted, path: Path, inside: str) -> None:
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        lines.append(line)
        if line.strip() == BEGIN:
            indent = line[: line.index("#")]
            lines.append(f"{indent}{course.plant(inside)} = '{course.plant(inside)}'  # {course.plant(inside)}")
    assert lines.count(BEGIN) <= len(course.secret) and any(line.strip() == END for line in lines)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _pieces(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The file, and all that is packed in it, with names."""
    yield name, data
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.namelist():
                yield from _pieces(f"{name}/{member}", archive.read(member))
    elif name.endswith(".tar.gz"):
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive.getmembers():
                stream = archive.extractfile(member)
                yield from _pieces(f"{name}/{member.name}", stream.read() if stream else b"")


def _shipped(folder: Path) -> dict[str, bytes]:
    """Every file below `folder`, and every file inside of one, by name."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        name: data for path in files for name, data in _pieces(path.relative_to(folder).as_posix(), path.read_bytes())
    }


def _leaks(planted: Planted, shipped: dict[str, bytes]) -> list[str]:
    """What of the secrets is in these files; a name counts where it is a file's own, or could only be a secret's."""
    found = []
    unmistakable = {name for name in planted.names if "__" in name and not name.startswith("__")}
    for name, data in shipped.items():
        found += [f"{name}: {where}" for canary, where in planted.secret.items() if canary.encode() in data]
        found += [f"{name}: {secret}" for secret in planted.names if name.rsplit("/", 1)[-1] == secret]
        found += [f"{name}: {secret}" for secret in unmistakable if Path(secret).stem.encode() in data]
    return found


def test_the_canaries_are_in_every_secret_file_and_the_search_would_find_them(planted):
    lessons = find_course(Path(__file__).parent).lessons
    exercises = [exercise for lesson in lessons for exercise in lesson.exercises]
    places = list(planted.secret.values())
    kinds = [sum(words in where for where in places) for words in ("lesson.py", "test_hidden", "wrong")]
    assert kinds[0] >= 3 * len(exercises) and kinds[1] == len(lessons) and kinds[2] >= len(exercises)
    assert len(_leaks(planted, _shipped(planted.root / "solutions"))) > len(planted.secret)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", next(iter(planted.secret)))
    assert _leaks(planted, dict(_pieces("x.zip", packed.getvalue())))


def test_exercises_notebooks_and_the_students_folder_hold_no_secret(planted, tmp_path):
    start(tmp_path / "mine", read_course(planted.root))
    shipped = _shipped(tmp_path) | _shipped(planted.root / "exercises") | _shipped(planted.root / "notebooks")
    assert any(planted.public.encode() in data for data in shipped.values())
    assert _leaks(planted, shipped) == []


def test_what_a_student_hands_in_holds_no_secret(planted, tmp_path, monkeypatch):
    def refuse(*_args):
        raise CheckError("No checks here.")

    monkeypatch.setattr(Desk, "ask", refuse)
    start(tmp_path / "mine", read_course(planted.root))
    course = read_course(tmp_path / "mine")
    for lesson in course.lessons:
        text = lesson.stub.read_text(encoding="utf-8").replace("raise NotImplementedError(", "return (")
        lesson.stub.write_text(text, encoding="utf-8")
    (tmp_path / "out").mkdir()
    handed = submit(course, [], tmp_path / "out", "ada", lambda line: None)
    assert len(zipfile.ZipFile(handed.path).namelist()) == len(course.lessons) + 2
    assert _leaks(planted, _shipped(tmp_path / "out")) == []


def test_the_wheel_and_the_source_distribution_hold_no_secret(planted, tmp_path):
    pytest.importorskip("hatchling", reason="builds the wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=planted.root, check=True, capture_output=True)
    shipped = _shipped(tmp_path)
    assert sum(planted.public.encode() in data for data in shipped.values()) >= 2  # it has the edition, in both
    assert not any("solutions" in name.split("/") for name in shipped)
    assert _leaks(planted, shipped) == []
