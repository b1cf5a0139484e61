"""One output of a notebook's cell, or of a terminal: a line while it waits, then what is to be seen."""

from __future__ import annotations

import html
import sys
from typing import Any

from grader.text import visible


def shell() -> Any:
    """The IPython shell this process is, in a notebook or a terminal; None in plain Python."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def in_notebook() -> bool:
    """Whether the shell has a page to show HTML on."""
    return getattr(shell(), "kernel", None) is not None


class Line:
    """A sentence, as HTML where that can be shown."""

    def __init__(self, text: str) -> None:
        self.text = visible(text)

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        escaped = html.escape(self.text)
        box = "margin:4px 0;padding:4px 0 4px 14px;border-left:4px solid #7a8699"
        return {"text/plain": self.text, "text/html": f'<div class="mathjax_ignore" style="{box}">{escaped}</div>'}


class Screen:
    """One place to show things in: what is shown next takes the place of what was, where there is a page."""

    def __init__(self) -> None:
        self._handle: Any = None

    def wait(self, words: str) -> None:
        """Say what the reader is waiting for: on the page, else on standard error, so that output stays output."""
        if in_notebook():
            self.show(Line(words))
        else:
            print(words, file=sys.stderr, flush=True)

    def step(self, words: str) -> None:
        """How far it is; on a page only, where a line replaces the one before."""
        if in_notebook():
            self.show(Line(words))

    def show(self, thing: Any) -> None:
        """Show `thing`: displayed where there is IPython, printed elsewhere."""
        if shell() is None:
            encoding = sys.stdout.encoding or "utf-8"  # redirected on Windows, one without our symbols
            print(repr(thing).encode(encoding, "replace").decode(encoding))
        elif self._handle is None:
            from IPython.display import display

            self._handle = display(thing, display_id=True)
        else:
            self._handle.update(thing)

    def interrupted(self, words: str) -> None:
        """End the cell, and a run of all cells, with one line instead of a traceback."""
        if shell() is not None:
            self.show(Line(words))
            raise Interrupted(words) from None
        print(words, file=sys.stderr)
        if not hasattr(sys, "ps1"):  # a script ends; a session goes on
            raise SystemExit(130)


class Interrupted(KeyboardInterrupt):
    """The reader stopped a check. IPython shows it as one line."""

    def _render_traceback_(self) -> list[str]:
        return ["Stopped."]
