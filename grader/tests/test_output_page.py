from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from grader.outputs.page import class_html, feedback_html
from grader.report import Verdict
from grader.tests.sample_reports import a_check, a_report, half_right, unreadable


class Text(HTMLParser):
    """The words of a page, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self.feed(re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL))
        self.words = " ".join(" ".join(self.pieces).split())

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


def words(html):
    return Text(html).words


def test_the_one_thing_to_do_next_comes_before_the_mark_and_the_checks():
    text = words(feedback_html(half_right(notes=["cell 4 raised"])))
    order = ["Do this next", "Call jax.device_get once, on x.", "kata hint host_roundtrip", "3/7.5 points"]
    order += ["1 of 3 checks", "Note: cell 4 raised", "✓ passed", "✗ failed", "‖ blocked", "sandbox tier A"]
    assert re.search(".*".join(map(re.escape, order)), text)


def test_every_check_has_symbol_word_title_and_message():
    text = words(feedback_html(half_right()))
    assert "✗ failed device get is called once Call jax.device_get once, on x. 0/2" in text


def test_a_finished_lesson_says_that_nothing_is_left():
    text = words(feedback_html(a_report(a_check(Verdict.PASSED))))
    assert "Nothing to do: all checks passed" in text
    assert "Do this next" not in text


def test_an_incomplete_mark_and_tier_c_say_so():
    report = a_report(a_check(Verdict.CANNOT_RUN, "needs two devices"), sandbox="C")
    for html in (feedback_html(report), class_html([report], [])):
        assert "the mark is not final" in html
        assert "not for grades" in html


def test_the_class_is_shown_lesson_by_lesson_with_what_could_not_be_read_first():
    html = class_html([half_right(lesson="04_other"), half_right(), half_right(student="abe")], [unreadable()])
    order = ["3 submissions graded, 1 not read", "bob 03_host_roundtrip bob.ipynb: not JSON", "03_host_roundtrip"]
    order += ["abe 3/7.5 1 of 3 checks Call jax.device_get once", "ada 3/7.5", "04_other"]
    assert re.search(".*".join(map(re.escape, order)), words(html))


@pytest.mark.parametrize("html", [feedback_html(half_right()), class_html([half_right()], [unreadable()])])
def test_a_page_has_no_script_loads_nothing_and_forbids_both(html):
    assert "default-src 'none'; style-src 'unsafe-inline'" in html
    assert not re.search(r"<(script|img|iframe|link|object|embed|form)\b|\bsrc=|url\(|@import", html)


@pytest.mark.parametrize("html", [feedback_html(half_right()), class_html([half_right()], [unreadable()])])
def test_a_page_can_be_read_by_ear_and_in_the_dark(html):
    landmarks = ("<header>", "<main>", "<footer>")
    for needed in ('lang="en"', *landmarks, 'scope="col"', 'scope="row"', "prefers-color-scheme: dark"):
        assert needed in html
    assert html.count("<h1>") == 1


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` (WCAG 2.2)."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_text_has_a_contrast_of_four_and_a_half_in_both_themes():
    themes = re.findall(r"--page: [^}]*", feedback_html(half_right()))
    assert len(themes) == 2
    for theme in themes:
        colours = dict(re.findall(r"--(\w+): (#\w{6})", theme))
        for ink in ("text", "quiet", "good", "bad", "idle"):
            for paper in ("page", "panel"):
                dark, light = sorted(luminance(colours[name]) for name in (ink, paper))
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (ink, paper)
