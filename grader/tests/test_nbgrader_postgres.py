"""The gradebook in PostgreSQL: the same marks as in SQLite, from a server that the test starts."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nbgrader")
pytest.importorskip("psycopg")

from grader.tests.nbgrader_class import LESSON, WORTH, NbClass

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`: Debian keeps them off the PATH."""
    on_path = [Path(found).parent] if (found := shutil.which("initdb")) else []
    folders = [*on_path, *sorted(Path("/usr/lib/postgresql").glob("*/bin"))]
    whole = [
        folder for folder in folders if all((folder / name).is_file() for name in ("initdb", "postgres", "createdb"))
    ]
    return whole[-1] if whole else None


def as_server() -> list[str]:
    """What goes in front of a server's command: PostgreSQL refuses to run as root."""
    if os.getuid():
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        pytest.skip("runs as root, and there is no user postgres to run the server as")
    return ["runuser", "-u", "postgres", "--"]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The URL of an empty database."""
    folder = programs()
    if folder is None:
        pytest.skip("no PostgreSQL server here: apt-get install postgresql")
    place = Path(tempfile.mkdtemp(prefix="kata-pg-"))  # short, since it holds a socket; /tmp, since it is not root's
    before = as_server()
    if before:
        shutil.chown(place, "postgres")
    initdb = [*before, str(folder / "initdb"), "-D", str(place / "data"), "-U", "kata", "--auth=trust", "--no-sync"]
    subprocess.run(initdb, check=True, capture_output=True, cwd="/")
    command = [
        *before,
        str(folder / "postgres"),
        "-D",
        str(place / "data"),
        "-k",
        str(place),
        "-c",
        "listen_addresses=",
    ]
    with (place / "log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd="/")
    try:
        createdb = [str(folder / "createdb"), "-h", str(place), "-U", "kata", "gradebook"]
        deadline = time.monotonic() + 60
        while subprocess.run(createdb, capture_output=True, cwd="/").returncode:
            assert server.poll() is None and time.monotonic() < deadline, (place / "log").read_text()
            time.sleep(0.2)
        yield f"postgresql+psycopg://kata@/gradebook?host={place}"
    finally:
        server.terminate()
        server.wait(30)
        shutil.rmtree(place)


def test_marks_comments_and_regrades_are_as_in_sqlite(url, tmp_path):
    group = NbClass(tmp_path, f"c.CourseDirectory.db_url = {url!r}\n", url)
    group.hand_in("ada", group.answered())
    group.hand_in("bob", group.answered(double="return x"))
    group.hand_in("eve", "{")
    group.grade(expect=1)
    assert {student: row["score"] for student, row in group.rows().items()} == {
        "ada": WORTH,
        "bob": WORTH / 2,
        "eve": 0.0,
    }
    group.by_hand("bob", 2.0, "Nearly.")
    group.hand_in("bob", group.answered(double="return 3 * x"), seen="2026-11-02 10:00:00 UTC")
    group.grade(expect=1)
    row = group.rows()["bob"]
    assert row["score"] == WORTH / 2 + 2 and row["comments"]["double"][1] == "Nearly."
    assert not (group.course / "gradebook.db").exists()
    done = group.nbgrader("export", "--to", "grades.csv")
    assert done.returncode == 0 and LESSON in (group.course / "grades.csv").read_text()


def test_a_database_that_is_not_there_is_one_line(url, tmp_path):
    group = NbClass(tmp_path)
    group.hand_in("ada", group.answered())
    with (group.course / "nbgrader_config.py").open("a") as file:
        file.write(f"c.CourseDirectory.db_url = {url.replace('/gradebook?', '/absent?')!r}\n")
    said = group.grade(expect=2)
    assert len(said.strip().splitlines()) == 1 and "db_url" in said
