"""A question that is called off: its loop ends at once, and the slot stays warm for the next."""

from __future__ import annotations

import contextlib
import threading
import time

import pytest

from grader.course import open_course
from grader.judge.program import Options, Source
from grader.report import Verdict
from grader.student.desk import CheckError, Desk
from grader.tests.editions import RIGHT, make_edition

LOOP = "def double(x):\n    while True: pass"


@pytest.fixture(scope="module")
def asking(tmp_path_factory):
    course, desk = open_course(make_edition(tmp_path_factory.mktemp("course"))), Desk()

    def ask(text):
        started = time.monotonic()
        answer = desk.ask(course, Options("cpu"), Source("py", (text,)), "01_tiny", "double")
        return answer.exercises[0].checks[0].verdict, time.monotonic() - started

    ask(RIGHT)
    yield desk, ask
    desk.close()


@pytest.mark.parametrize("text", [LOOP, "while True: pass"], ids=["in the answer", "while loading"])
def test_a_loop_that_is_called_off_ends_at_once_and_the_slot_stays(asking, text):
    desk, ask = asking
    slot = desk._slot.pid
    threading.Timer(0.5, desk.call_off).start()
    verdict, seconds = ask(text)
    assert verdict is not Verdict.PASSED and seconds < 4  # its limit is 5 seconds of CPU time, or 10 to load
    assert ask(RIGHT)[0] is Verdict.PASSED
    assert desk._slot.pid == slot


def test_calling_off_nothing_does_nothing(asking):
    desk, ask = asking
    desk.call_off()
    assert ask(RIGHT)[0] is Verdict.PASSED


def test_a_slot_is_closed_in_the_middle_of_a_loop(asking):
    desk, ask = asking
    threading.Timer(0.5, desk.close).start()
    started = time.monotonic()
    with contextlib.suppress(CheckError):  # which it is depends on who is first
        ask(LOOP)
    assert time.monotonic() - started < 4
    assert ask(RIGHT)[0] is Verdict.PASSED  # by another
