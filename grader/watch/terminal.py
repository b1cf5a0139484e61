"""The terminal while `kata watch` has it: the alternate screen, no cursor, no echo; and as it was afterwards."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from grader.outputs.spans import Line, ansi, plain, wants_colour

_ENTER = "\x1b[?1049h\x1b[?25l"  # the alternate screen: what was on the terminal comes back at the end
_LEAVE = "\x1b[?25h\x1b[?1049l"


def is_interactive() -> bool:
    """Whether there is a terminal that can be cleared and that sends single keys."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return False
    return sys.platform == "win32" or _has_termios()


class Terminal:
    """As a context manager: takes the terminal, and gives it back on every way out. `resumed` follows a Ctrl-Z."""

    def __init__(self, resumed: Callable[[], None]) -> None:
        self._resumed = resumed
        self._before: Any = None
        self._handlers: dict[signal.Signals, Any] = {}
        self._coloured = wants_colour(sys.stdout)
        self._shown = ""

    def __enter__(self) -> Terminal:
        for name, handler in (("SIGTERM", self._end), ("SIGHUP", self._end), ("SIGTSTP", self._suspend)):
            if number := getattr(signal, name, None):
                self._handlers[number] = signal.signal(number, handler)
        self._take()
        return self

    def __exit__(self, *_: object) -> None:
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def size(self) -> tuple[int, int]:
        """Columns and lines, as they are now."""
        try:
            size = os.get_terminal_size(sys.stdout.fileno())  # shutil's believes $COLUMNS, which a resize leaves behind
        except OSError:
            return 80, 24
        return size.columns or 80, size.lines or 24

    def show(self, lines: Iterable[Line]) -> None:
        """Put these lines on the screen. Nothing is sent where it shows them already."""
        # Each line is overwritten and its rest erased, which does not flicker as clearing does.
        texts = [ansi(line) if self._coloured else plain([line]) for line in lines]
        text = "\x1b[H" + "\x1b[K\r\n".join(texts) + "\x1b[J"
        if text != self._shown:
            self._shown = text
            _write(text)

    def again(self) -> None:
        """Send the next screen even if it is the same: its size changed, or something else wrote on it."""
        self._shown = ""

    def _take(self) -> None:
        if sys.platform == "win32":
            os.system("")  # which makes an old console obey escape sequences
        else:
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        self.again()
        _write(_ENTER)

    def _give_back(self) -> None:
        with contextlib.suppress(OSError, ValueError):  # an ssh connection that broke has no terminal any more
            _write(_LEAVE)
        if sys.platform != "win32":
            import termios

            with contextlib.suppress(termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def _end(self, number: int, _: FrameType | None) -> None:
        sys.exit(128 + number)

    def _suspend(self, number: int, _: FrameType | None) -> None:
        """Ctrl-Z: the shell gets its terminal as it was, and `fg` brings the screen back."""
        self._give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, self._suspend)
        self._take()
        self._resumed()


def _has_termios() -> bool:
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return True


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
