from __future__ import annotations

import re

import pytest

from grader.course import Course, Exercise, Lesson
from grader.outputs.display import WIDTH, Feedback, FeedbackData
from grader.outputs.hints import HintsShown
from grader.outputs.lesson import LessonData, LessonFeedback
from grader.outputs.listing import Listing
from grader.report import CheckResult, Verdict
from grader.student.hints import Hint
from grader.tests.sample_reports import a_check

DETAIL = """host_roundtrip(x) with x = [1. 2.] (bfloat16[2], committed to cpu:0)
came back: [2. 4.] (float32[2], uncommitted, cpu:0)
expected:  [2. 4.] (bfloat16[2], uncommitted, cpu:0)"""

CHECKS = (
    a_check(Verdict.PASSED, title="Doubles every element"),
    a_check(Verdict.FAILED, "The dtype changed on the way.", name="test_dtype", title="Keeps the dtype"),
    a_check(Verdict.ERROR, "ValueError in line 3 of your cell.", name="test_empty", title="Takes an empty array"),
    a_check(Verdict.NOT_ATTEMPTED, "Still the stub.", name="test_four", title="Comes back to the device"),
)

WRONG = Feedback(
    FeedbackData(
        exercise="host_roundtrip",
        checks=CHECKS,
        details={"test_dtype": DETAIL},
        budget="1 of 1 fetch, 2 of 1 push",
        notes=("JAX runs with x64 off here and on in this notebook.",),
        next_step="Change your cell, run it, then run this one. Hint 1 of 3: %kata hint host_roundtrip",
    )
)
RIGHT = Feedback(FeedbackData(exercise="host_roundtrip", checks=(CHECKS[0],), next_step="Next: lesson 4."))


WRONG_TEXT = """\
✗ host_roundtrip, failed: Keeps the dtype

  The dtype changed on the way.

    host_roundtrip(x) with x = [1. 2.] (bfloat16[2], committed to cpu:0)
    came back: [2. 4.] (float32[2], uncommitted, cpu:0)
    expected:  [2. 4.] (bfloat16[2], uncommitted, cpu:0)

  1 of 4 checks  [######..................]
  ✓ passed           Doubles every element
  ✗ failed           Keeps the dtype
  ! raised an error  Takes an empty array
  ○ not attempted    Comes back to the device

  Transfers: 1 of 1 fetch, 2 of 1 push

  Note: JAX runs with x64 off here and on in this notebook.

→ Change your cell, run it, then run this one. Hint 1 of 3: %kata hint host_roundtrip"""

LESSON = LessonFeedback(
    LessonData(
        title="Lesson 3: Out to the host and back",
        exercises=(
            RIGHT.data,
            FeedbackData("stay_on_device", (CHECKS[3],), notes=("Seen twice.",)),
            FeedbackData("snapshot", CHECKS[:3], {"test_dtype": DETAIL}, notes=("Seen twice.",)),
        ),
        next_step="Change your answer.",
    )
)

LESSON_TEXT = """\
✗ snapshot, failed: Keeps the dtype

  The dtype changed on the way.

    host_roundtrip(x) with x = [1. 2.] (bfloat16[2], committed to cpu:0)
    came back: [2. 4.] (float32[2], uncommitted, cpu:0)
    expected:  [2. 4.] (bfloat16[2], uncommitted, cpu:0)

  Lesson 3: Out to the host and back
  1/3 exercises  [########................]
  ✓ passed         host_roundtrip (1 of 1 check)
  ○ not attempted  stay_on_device
  ✗ failed         snapshot (1 of 3 checks)

  Note: Seen twice.

→ Change your answer."""

RIGHT_TEXT = """\
✓ host_roundtrip: all checks passed

  1 of 1 check  [########################]
  ✓ passed  Doubles every element

→ Next: lesson 4."""


@pytest.mark.parametrize(
    ("feedback", "text"),
    [(WRONG, WRONG_TEXT), (RIGHT, RIGHT_TEXT), (LESSON, LESSON_TEXT)],
    ids=["wrong", "right", "lesson"],
)
def test_feedback_reads_like_this_in_plain_text(feedback, text):
    assert repr(feedback) == text


def test_a_notebook_gets_plain_text_and_html_and_nothing_else():
    assert list(WRONG._repr_mimebundle_(include=None, exclude=None)) == ["text/plain", "text/html"]


def test_the_html_has_the_one_thing_first_and_the_second_folded():
    html = WRONG.html()
    before, folded = html.split("<details")
    order = ["Keeps the dtype", "The dtype changed on the way.", "uncommitted", "1 of 4 checks", "raised an error"]
    assert re.search(".*".join(map(re.escape, order)), before, re.DOTALL)
    assert "line 3" not in before
    assert "ValueError in line 3 of your cell." in folded.split("</details>")[0]
    assert "Still the stub." not in html
    for said in ("1 of 1 fetch, 2 of 1 push", "x64 off here", "Hint 1 of 3"):
        assert said in folded


def test_the_same_sentence_is_not_folded_again():
    checks = [a_check(Verdict.ERROR, message, title=title) for title, message in [("a", "x"), ("b", "x"), ("c", "y")]]
    assert "After that: c" in Feedback(FeedbackData("f", tuple(checks))).html()
    assert "<details" not in Feedback(FeedbackData("f", tuple(checks[:2]))).html()


def test_what_stands_between_backticks_is_code_and_stays_escaped():
    html = Feedback(FeedbackData("f", (a_check(Verdict.FAILED, "`<b>` is not ` $x$"),))).html()
    assert "<code>&lt;b&gt;</code> is not ` $x$" in html


def test_a_lessons_html_has_the_problem_first_and_a_line_for_each_exercise():
    html = LESSON.html()
    order = ["snapshot, failed:", "Keeps the dtype", DETAIL.split("(")[0], "Lesson 3", "1/3 exercises", "width:33%"]
    order += [
        "passed: host_roundtrip (1 of 1 check)",
        "not attempted: stay_on_device",
        "failed: snapshot",
        "Seen twice",
    ]
    assert re.search(".*".join(map(re.escape, order)), re.sub(r"</?b[^>]*>", "", html), re.DOTALL)
    assert html.count("Seen twice") == 1


def test_a_lesson_without_a_problem_has_nothing_to_fix():
    done = LessonFeedback(LessonData("Lesson 3", (RIGHT.data,)))
    assert repr(done).startswith("✓ nothing to fix\n\n  Lesson 3\n  1/1 exercise  [####") and done.passed
    assert "nothing to fix" in done.html()


def test_the_list_says_of_each_exercise_how_it_stands_and_what_is_next(tmp_path):
    names = ("one", "two", "three")
    lesson = Lesson("01_tiny", "Tiny", tuple(Exercise(name, "01_tiny", 1) for name in names), tmp_path)
    shown = Listing(Course(tmp_path, (lesson,)), {"one", "gone"}, {"one", "two"}, check="%kata check")
    lines = [
        "1/3 solved",
        "",
        "01_tiny  Tiny  1/3 solved",
        "  ✓ solved   one",
        "  ~ started  two",
        "  ○ to do    three",
    ]
    next_step = ["Next: two, in exercises/01_tiny/lesson.py or notebooks/01_tiny.ipynb", "`%kata check two`"]
    assert repr(shown).splitlines() == [*lines, "", *next_step]
    page = shown._repr_mimebundle_()["text/html"]
    assert all(f"{name} ({how})" in page for name, how in [("one", "solved"), ("two", "started"), ("three", "to do")])
    assert "<code>%kata check two</code>" in page


def test_a_list_with_nothing_left_says_how_to_hand_in(tmp_path):
    lesson = Lesson("01_tiny", "Tiny", (Exercise("one", "01_tiny", 1),), tmp_path)
    assert repr(Listing(Course(tmp_path, (lesson,)), {"one"}, set())).endswith("Hand in with `kata submit`.")


def test_hints_are_markdown_and_text_with_the_next_step_at_the_end():
    hints = (Hint("Idea", "Think."), Hint("Pointer", "Look."))
    shown = HintsShown("f", hints, 3, "%kata hint f")._repr_mimebundle_()
    assert list(shown) == ["text/plain", "text/markdown"]
    assert shown["text/plain"].startswith("Hint 1 of 3 for f: Idea\n\nThink.\n\nHint 2 of 3 for f: Pointer\n\nLook.")
    assert shown["text/markdown"].endswith("→ For the next one: `%kata hint f`")
    assert repr(HintsShown("f", hints, 2, "%kata hint f")).endswith("That was the last hint.")


def test_right_feedback_folds_nothing():
    assert "<details" not in RIGHT.html()
    assert "all checks passed" in RIGHT.html()


def test_the_detail_of_a_hidden_check_is_never_shown():
    hidden = CheckResult(
        name="test_x", title="x", verdict=Verdict.FAILED, points=0, max_points=1, message="wrong", hidden=True
    )
    feedback = Feedback(FeedbackData(exercise="f", checks=(hidden,), details={"test_x": "SECRET"}))
    assert "SECRET" not in repr(feedback) + feedback.html()


def test_the_html_needs_nothing_that_jupyterlab_removes_on_reopening():
    for html in (WRONG.html(), LESSON.html()):
        assert not re.search(r"<style|<script|\brole=|\baria-|\bvar\(|currentColor|inherit", html)


def test_mathjax_leaves_the_html_alone():
    for html in (WRONG.html(), LESSON.html()):
        assert html.lstrip().startswith('<div class="mathjax_ignore tex2jax_ignore"')


def test_details_are_shown_whole():
    detail = " ".join(f"{number}." for number in range(5000))
    feedback = Feedback(FeedbackData(exercise="f", checks=CHECKS, details={"test_dtype": detail}))
    assert detail in feedback.html()
    assert detail.split() == [word for word in repr(feedback).split() if re.fullmatch(r"\d+\.", word)]


@pytest.mark.parametrize("text", ["word " * 100, "x" * 500, "a-b-" * 100, "    indented " + "y " * 200])
def test_plain_text_is_at_most_88_columns_wide(text):
    checks = [a_check(Verdict.FAILED, text, title=text), a_check(Verdict.ERROR, text, title=text)]
    data = FeedbackData("f", tuple(checks), {"test_doubles": text}, text, (text,), text)
    assert max(map(len, repr(Feedback(data)).split("\n"))) <= WIDTH


def test_checks_that_cannot_run_here_leave_nothing_to_fix():
    feedback = Feedback(FeedbackData("f", (a_check(Verdict.CANNOT_RUN, "Needs two devices."),)))
    assert repr(feedback).startswith("– f: nothing to fix; 1 check cannot run here\n\n  Needs two devices.\n")
    assert "Needs two devices." in feedback.html()


def test_what_goes_on_in_a_second_line_stands_under_its_beginning():
    detail = f"call:     f({'x' * 30} {'y' * 60})\nreturned: 1\nprinted:  one\ntwo\nexpected: 2"
    text = repr(Feedback(FeedbackData("f", CHECKS, {"test_dtype": detail})))
    assert f"\n    call:     f({'x' * 30}\n              {'y' * 60})\n    returned: 1\n" in text
    assert "\n    printed:  one\n              two\n    expected: 2\n" in text
