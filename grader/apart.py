"""How a child process is kept apart from the terminal of whoever started `kata`: two arguments for `Popen`.

A terminal's Ctrl-C and a notebook's stop button reach a whole process group. A child with a group of its own goes on,
and its parent decides. If it is stopped when the parent dies, the kernel ends it (POSIX, orphaned process groups).
"""

from __future__ import annotations

import sys

PROCESS_GROUP = None if sys.platform == "win32" else 0
CREATION_FLAGS = 0x00000200 | 0x08000000 if sys.platform == "win32" else 0  # CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW
