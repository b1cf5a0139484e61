"""A student's first hour from the outside, as it must go on Linux, macOS and Windows: check, and watch without keys."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import pytest

from grader.tests.editions import RIGHT, WRONG, lesson_file, make_edition, write_answer

KATA = [sys.executable, "-c", "from grader.cli import main; main()"]
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    return make_edition(tmp_path_factory.mktemp("student"))


@pytest.fixture(scope="module")
def environment():
    """A student's, where nobody has set UTF-8 for all of Python; what `kata` prints is UTF-8 for us to read."""
    own = {name: value for name, value in os.environ.items() if name not in ("KATA_COURSE", "PYTHONUTF8")}
    return {**own, "PYTHONIOENCODING": "utf-8"}


def _kata(edition, environment, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*KATA, *arguments], cwd=edition, env=environment, capture_output=True, encoding="utf-8")


def test_kata_check_tells_right_from_wrong(edition, environment):
    write_answer(lesson_file(edition), "double", WRONG)
    wrong = _kata(edition, environment, "check", "double")
    assert "1 doubled is 2." in wrong.stdout, wrong.stderr
    assert wrong.returncode == 1
    write_answer(lesson_file(edition), "double", RIGHT)
    right = _kata(edition, environment, "check", "double")
    assert right.returncode == 0, right.stdout + right.stderr


def test_an_endless_loop_is_stopped(edition, environment):
    write_answer(lesson_file(edition), "double", "def double(x):\n    while True: pass")
    stopped = _kata(edition, environment, "check", "double")
    assert "was stopped" in stopped.stdout, stopped.stderr
    assert stopped.returncode == 1


def test_a_stream_without_our_symbols_gets_the_words_all_the_same(edition, environment):
    script = edition / "answer.py"
    script.write_text("from grader import check\n\ndef double(x):\n    return x\n\ncheck(double)\n")
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=edition,
        env={**environment, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        encoding="cp1252",
    )
    assert "1 doubled is 2." in done.stdout, done.stderr


def test_check_in_a_script_prints_the_students_own_line(edition, environment):
    script = edition / "answer.py"
    script.write_text("from grader import check\n\ndef double(x):\n    return x.cpu()\n\ncheck(double)\n")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=edition, env=environment, capture_output=True, encoding="utf-8"
    )
    assert "`return x.cpu()`" in " ".join(done.stdout.split()), done.stderr


def test_kata_watch_gives_a_verdict_a_save(edition, environment):
    write_answer(lesson_file(edition), "double", WRONG)
    watching = subprocess.Popen(
        [*KATA, "watch"],
        cwd=edition,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    printed: list[str] = []
    reading = threading.Thread(target=lambda: printed.extend(watching.stdout or ()), daemon=True)
    reading.start()
    try:
        _wait_for("1 doubled is 2.", printed)
        write_answer(lesson_file(edition), "double", RIGHT)
        _wait_for("Solved.", printed)
    finally:
        watching.kill()
        watching.wait()


def _wait_for(words: str, printed: list[str], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while words not in " ".join("".join(printed).split()):
        assert time.monotonic() < end, "".join(printed)
        time.sleep(0.1)
