"""Student text made harmless to show: on a terminal, in HTML, XML, CSV or JSON.

Nothing here escapes for a format; that is each writer's job. This turns characters that act (move the
cursor, reverse the line, end it, break XML) into characters that are seen.
"""

from __future__ import annotations

import re

# Controls (ANSI escapes begin with one), bidi controls, line separators, default-ignorable format characters,
# surrogates and what XML 1.0 forbids. Joiners U+200C and U+200D stay: Persian text and emoji need them.
_ACTS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str, limit: int | None = None) -> str:
    """`text` with every character that acts replaced by one that is seen; newline and tab are kept.

    Controls become their Unicode pictures (ESC is `␛`), others their code point (`⟨U+202E⟩`). With `limit` the
    result has at most that many characters, the last being `…` where something was left out.
    """
    head = text if limit is None else text[: max(limit, 0) + 1]  # a flood is cut before it is worked on
    shown = _ACTS.sub(_symbol, head.replace("\r\n", "\n"))
    if limit is None or (len(text) <= limit and len(shown) <= limit):
        return shown
    return shown[: limit - 1] + "…" if limit > 0 else ""


def one_line(text: str, limit: int | None = None) -> str:
    """`visible(text, limit)` that stays on one line: newline and tab become symbols too."""
    return visible(text, limit).replace("\n", "␊").replace("\t", "␉")


def _symbol(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
