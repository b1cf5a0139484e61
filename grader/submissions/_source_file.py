"""The text of a `.py` file or of a cell: UTF-8, of a size a person could have written. It is never parsed."""

from __future__ import annotations

import re

MAX_SOURCE_BYTES = 1 << 20  # of code in one submission

# The coding line of PEP 263: on line one, or on line two after a line that is blank or a comment.
_CODING = re.compile(r"(?:[ \t\f]*(?:#.*)?\n)?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_UTF8 = re.compile(r"(?:utf-?8(?:-.*)?|u8)\Z")


def decode(data: bytes) -> str:
    """`data` as UTF-8, with or without a byte order mark. Raises ValueError with one clear line."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError("is UTF-16 text, and only UTF-8 is read: save it again with the encoding UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"is not UTF-8 text (line {line}): save it again with the encoding UTF-8") from None


def code_of_file(data: bytes) -> str:
    """The text of a `.py` file, newlines as `\\n`. Raises ValueError with one clear line."""
    text = code(decode(data))
    if not text.strip():
        raise ValueError("is empty: nothing was saved in it, or the upload failed")
    coding = _CODING.match(text)
    if coding and not _UTF8.match(coding[1].lower().replace("_", "-")):
        raise ValueError(f"declares the encoding {coding[1]}, and only UTF-8 is read: remove its coding line")
    return text


def code(text: str) -> str:
    """`text` with newlines as `\\n`. Raises ValueError with one clear line for what no source may hold."""
    if "\0" in text:
        raise ValueError("holds a NUL byte, which no Python source may: save it again as plain text")
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise ValueError("holds half of a surrogate pair, which is not text: write that character anew") from None
    if size > MAX_SOURCE_BYTES:
        raise ValueError(f"holds more than {MAX_SOURCE_BYTES >> 20} MiB of code: no answer needs so much")
    return text.replace("\r\n", "\n").replace("\r", "\n")
