from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.text import one_line, visible

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, José, 李, ≤ →", "plain, José, 李, ≤ →"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("windows\r\nline", "windows\nline"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("over\rwritten", "over␍written"),
        ("nul\0 del\x7f csi\x9b", "nul␀ del␡ csi⟨U+009B⟩"),
        ("\u202egpj.py", "⟨U+202E⟩gpj.py"),
        ("half \ud800", "half ⟨U+D800⟩"),
        ("not XML \ufffe", "not XML ⟨U+FFFE⟩"),
        ("para\u2029graph", "para⟨U+2029⟩graph"),
        ("👩\u200d💻 می\u200cخواهم", "👩\u200d💻 می\u200cخواهم"),
    ],
)
def test_characters_that_act_are_shown_and_others_kept(text, shown):
    assert visible(text) == shown


def test_a_limit_is_never_exceeded_and_what_fits_is_not_cut():
    assert visible("abc", 3) == "abc"
    assert visible("abcd", 3) == "ab…"
    assert visible("\x1b" * 10**6, 5) == "␛␛␛␛…"
    assert len(visible("\u202e" * 3, 10)) == 10
    assert visible("abc", 0) == ""


def test_one_line_is_one_line():
    assert one_line("a\nb\tc\r\nd") == "a␊b␉c␊d"


@given(ANY_TEXT, st.none() | st.integers(0, 30))
def test_any_text_is_utf8_xml_and_inert(text, limit):
    shown = visible(text, limit)
    shown.encode()
    assert visible(shown) == shown
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") and c not in "\n\t" for c in shown)
    assert limit is None or len(shown) <= limit
    assert len(one_line(text).splitlines()) <= 1


def test_every_code_point_that_changes_direction_is_shown():
    turning = [chr(c) for c in range(sys.maxunicode + 1) if unicodedata.bidirectional(chr(c)) in TURNING]
    assert turning
    assert all(visible(c) != c for c in turning)


TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
