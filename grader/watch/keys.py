"""Single key presses, without waiting for Enter: from a POSIX terminal (termios) or a Windows console (msvcrt)."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable

LOOK = 0.1  # seconds between looks at whether to stop

# What terminals send for keys that are not characters; a console's own codes are below.
_SEQUENCES = {"[A": "up", "[B": "down", "OA": "up", "OB": "down", "[5~": "pageup", "[6~": "pagedown"}
_CHARACTERS = {"\r": "enter", "\n": "enter", "\x03": "interrupt", "\x04": "q", "\x1b": "escape"}
_CONSOLE = {"H": "up", "P": "down", "I": "pageup", "Q": "pagedown"}


def read_keys(put: Callable[[str], None], stop: threading.Event) -> None:
    """Call `put` with each key pressed until `stop` is set. The terminal must be in cbreak mode by then."""
    if sys.platform == "win32":
        _read_console(put, stop)
    else:
        _read_terminal(put, stop)


def decoded(text: str) -> list[str]:
    """The keys in what a terminal sent: characters as they are, others by name, unknown sequences left out.

    An escape alone is the key; a sequence comes in one piece.
    """
    keys: list[str] = []
    while text:
        if text[0] == "\x1b" and text[1:2] in ("[", "O"):
            end = next((i for i, c in enumerate(text[2:], start=3) if "@" <= c <= "~"), len(text))
            if key := _SEQUENCES.get(text[1:end]):
                keys.append(key)
            text = text[end:]
        else:
            keys.append(_CHARACTERS.get(text[0], text[0]))
            text = text[1:]
    return keys


def _read_terminal(put: Callable[[str], None], stop: threading.Event) -> None:
    keyboard = sys.stdin.fileno()
    while not stop.is_set():
        if select.select([keyboard], [], [], LOOK)[0]:
            data = os.read(keyboard, 1024)
            if not data:  # the terminal is gone
                put("interrupt")
                return
            for key in decoded(data.decode(errors="ignore")):
                put(key)


def _read_console(put: Callable[[str], None], stop: threading.Event) -> None:
    import msvcrt

    while not stop.is_set():
        if not msvcrt.kbhit():  # type: ignore[attr-defined]
            time.sleep(LOOK / 4)
            continue
        character = msvcrt.getwch()  # type: ignore[attr-defined]
        if character in ("\x00", "\xe0"):  # a key with a name comes in two parts
            named = _CONSOLE.get(msvcrt.getwch(), "")  # type: ignore[attr-defined]
        else:
            named = _CHARACTERS.get(character, character)
        if named:
            put(named)
