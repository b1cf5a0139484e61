"""Hears of saves, whatever way an editor saves: by rename, by truncating and writing, in several events."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

# watchfiles waits for `STEP` ms without an event, `DEBOUNCE` at most; its own default would be 1.6 s.
STEP, DEBOUNCE = 20, 200
QUIET = 0.03  # seconds a file must stay as it is before it is read
PATIENCE = 0.6  # seconds after which a file that looks half-written is taken as it is

_Mark = tuple[int, int, int] | None


class Saves:
    """Which of `files` were saved since it was last asked. Only their marks on disk count, not the events."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._marks = {path: _mark(path) for path in files}
        self._pending: dict[Path, float] = {}  # since when a file has been as it is now

    @property
    def settling(self) -> bool:
        """Whether a file was just written to, so that it is worth asking again soon."""
        return bool(self._pending)

    def settled(self, now: float) -> list[Path]:
        """The files that were saved and look whole; each save is told of once. `now` is in seconds."""
        for path, before in self._marks.items():
            mark = _mark(path)
            if mark != before:
                self._marks[path] = mark
                self._pending[path] = now
        done = [
            path
            for path, since in self._pending.items()
            if now - since >= (QUIET if _looks_whole(path) else PATIENCE) or now < since
        ]
        for path in done:
            del self._pending[path]
        return done


def wake_on_events(folders: Iterable[Path], wake: Callable[[], None], stop: threading.Event) -> None:
    """Call `wake` after each change below `folders`, until `stop` is set.

    Where the system has no events to give (its limit is reached, a network disk) nothing happens: whoever waits
    looks at the files every now and then anyway.
    """
    from watchfiles import watch

    folders = [folder for folder in folders if folder.is_dir()]
    with contextlib.suppress(OSError, RuntimeError):
        for _ in watch(
            *folders,
            step=STEP,
            debounce=DEBOUNCE,
            rust_timeout=200,
            stop_event=stop,
            raise_interrupt=False,
            ignore_permission_denied=True,
        ):
            wake()


def _mark(path: Path) -> _Mark:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _looks_whole(path: Path) -> bool:
    """Not between truncating and writing, nor between removing and renaming, nor in the middle of a notebook."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - 64))
            end = file.read().rstrip()
    except OSError:
        return False
    return bool(end) and (path.suffix != ".ipynb" or end.endswith(b"}"))
