"""The screen of `kata watch`, as its reader sees it."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from grader.outputs.spans import ansi, plain, wants_colour
from grader.tests.watching import DOUBLE, FILE, RIGHT, WRONG, a_look, a_state
from grader.watch import screen
from grader.watch.state import Reading, View

WRONG_80 = """\
1/3 solved  [########................]

double  lesson 1, tiny: 1 of 2
exercises/01_tiny/lesson.py:10

✗ double, failed: doubles 1

  1 doubled is 2.

    call:     double(1)
    returned: 1

  1 of 2 checks  [############............]
  ✗ failed  doubles 1
  ✓ passed  keeps an array of integers an array of integers

  Transfers: 0 calls of device_get (budget 0)





→ Change it and save: the checks run again. Stuck? h: hint 1 of 3.
h hint   n next   p previous   l list   r reset   q quit   ? keys"""

WRONG_40 = """\
1/3 solved  [########................]

double  lesson 1, tiny: 1 of 2
exercises/01_tiny/lesson.py:10

✗ double, failed: doubles 1

  1 doubled is 2.

    call:     double(1)
    returned: 1

  1 of 2 checks  [##########...........]
  ✗ failed  doubles 1
  ✓ passed  keeps an array of integers
… 4 more below: Space

→ Change it and save: the checks run
  again. Stuck? h: hint 1 of 3.
h hint   n next   q quit   ? keys"""

SOLVED_80 = """\
1/3 solved  [########................]

double  lesson 1, tiny: 1 of 2
exercises/01_tiny/lesson.py:10

✓ double: all checks passed

  1 of 1 check  [########################]
  ✓ passed  doubles 1





→ Solved. Next: halve in exercises/01_tiny/lesson.py:20. Edit it and save, or
  press n.
h hint   n next   p previous   l list   r reset   q quit   ? keys"""

LIST_80 = """\
1/3 solved  [########................]

01_tiny
> ~ started  double   (here)
  ✓ solved   halve
02_more_of_it
  ○ to do    place




↑↓ move   Enter choose   Esc back   q quit"""


def _after(feedback, **changes):
    state = a_state({"halve"} if feedback is WRONG else None, **changes)
    state.start(state.exercises[0])
    state.read(Reading(f"{FILE}:10"))
    state.judged(1, feedback)
    return state


@pytest.mark.parametrize(
    ("feedback", "width", "height", "text"),
    [(WRONG, 80, 24, WRONG_80), (WRONG, 40, 20, WRONG_40), (RIGHT, 80, 17, SOLVED_80)],
    ids=["wrong 80", "wrong 40", "solved 80"],
)
def test_feedback_looks_like_this(feedback, width, height, text):
    assert plain(screen.draw(_after(feedback), width, height)) == text


def test_the_list_looks_like_this():
    state = a_state({"halve"})
    state.looks[FILE] = replace(a_look(), started=frozenset({"double", "halve"}))
    state.start(DOUBLE)
    state.key("l")
    assert plain(screen.draw(state, 80, 12)) == LIST_80


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("width", [20, 33, 40, 80, 200])
@pytest.mark.parametrize("height", [4, 10, 24, 60])
def test_no_screen_is_larger_than_its_window(view, width, height):
    state = _after(WRONG, hint_at=1)
    state.view = view
    lines = screen.draw(state, width, height)
    assert len(lines) <= height
    assert max(len("".join(span.text for span in line).rstrip()) for line in lines) <= width


def test_what_is_wrong_is_on_the_lowest_window():
    assert "✗ double, failed: doubles 1\n\n  1 doubled is 2." in plain(screen.draw(_after(WRONG), 80, 7))


def test_what_is_below_is_reached_by_the_space_bar_and_no_further():
    state = _after(WRONG)
    assert "Transfers" not in plain(screen.draw(state, 80, 18))
    for _ in range(5):
        state.key(" ")
    assert "Transfers" in plain(screen.draw(state, 80, 18))
    state.key("b")
    assert "✗ double, failed" in plain(screen.draw(state, 80, 18))


def test_a_check_that_takes_long_shows_that_it_runs():
    state = _after(WRONG)
    state.key("enter")
    assert "✗ double" in plain(screen.draw(state, 80, 24, waited=0.1))  # a quick one does not flicker
    slow = plain(screen.draw(state, 80, 24, waited=2.2))
    assert "✗ double" not in slow and "checking double ... 2 s\nAn endless loop is stopped" in slow


def test_the_first_check_says_why_it_takes_seconds():
    state = a_state()
    state.start()
    assert "checking double ...\nThe first time takes a few seconds" in plain(screen.draw(state, 80, 24))


def test_an_untouched_stub_is_told_what_to_do():
    state = _after(WRONG)
    state.read(Reading(f"{FILE}:10", attempted=False))
    assert "→ Read the task above it, write the function and save" in plain(screen.draw(state, 80, 24))


def test_the_end_of_a_lesson_and_of_all_is_said():
    state = _after(RIGHT)
    state.solved.add("halve")
    assert "→ Solved, and lesson 1 with it. Next: place in" in plain(screen.draw(state, 80, 24))
    state.solved.add("place")
    assert "→ All solved." in plain(screen.draw(state, 80, 24))


def test_a_hint_says_how_many_there_are():
    state = _after(WRONG)
    state.key("h")
    text = plain(screen.draw(state, 80, 24))
    assert "Hint 1 of 3: Idea\n\nIdea of it." in text and "h hint 2 of 3" in text


def test_a_problem_is_shown_harmless():
    state = a_state()
    state.start()
    state.judged(1, None, "\x1b[2Jgone")
    assert "! ␛[2Jgone" in plain(screen.draw(state, 80, 24))


def test_colours_only_repeat_what_symbols_and_words_say():
    lines = screen.draw(_after(WRONG), 80, 24)
    assert "\x1b[31m✗ double, failed: doubles 1\x1b[0m" in [ansi(line) for line in lines]
    assert not any("\x1b" in plain([line]) for line in lines)


@pytest.mark.parametrize(
    ("variables", "terminal", "wanted"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colours_are_for_terminals_whose_user_wants_them(variables, terminal, wanted, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    stream = io.StringIO()
    stream.isatty = lambda: terminal
    assert wants_colour(stream) == wanted


def test_without_keys_no_key_is_named():
    state = _after(WRONG, keys=False)
    assert "Stuck? `kata hint double`: hint 1 of 3." in plain(screen.told(state, 100))
    assert " press " not in plain(screen.told(_after(RIGHT, keys=False), 80))
