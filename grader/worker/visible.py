"""What a worker may see of the machine: one list, used for tier A's mounts and for Landlock in A and B.

It names folders of installed software one by one, never a whole prefix: a course may itself lie under
/usr/src or in the folder that holds its virtual environment.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]  # grader/
_OF_THE_PACKAGE = ("__init__.py", "wire.py", "worker")
_OF_A_PREFIX = ("bin", "lib", "lib32", "lib64", "libx32", "share", "pyvenv.cfg")
_SYSTEM = ("/usr", "/usr/local")
_SYSTEM_PATHS = ("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
_ETC = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "alternatives", "fonts")

# Read by XLA and the C library to count cores, memory and pages.
KERNEL = (Path("/sys/devices/system/cpu"),)
PROC = tuple(Path("/proc", name) for name in ("self", "cpuinfo", "meminfo", "stat", "sys/vm/overcommit_memory"))
DEVICES = tuple(Path("/dev", name) for name in ("null", "zero", "random", "urandom"))
WRITABLE_DEVICES = DEVICES[:2]


@functools.cache
def files() -> tuple[Path, ...]:
    """Existing files and folders a worker may read, none inside another: Python, system libraries, our worker."""
    prefixes = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix]
    prefixes = [*prefixes, *map(os.path.realpath, prefixes), *_SYSTEM]
    wanted = [Path(prefix, part) for prefix in prefixes for part in _OF_A_PREFIX]
    wanted += map(Path, _SYSTEM_PATHS)
    wanted += [Path("/etc", name) for name in _ETC]
    wanted += [PACKAGE / name for name in _OF_THE_PACKAGE]
    shown: list[Path] = []
    for path in sorted(set(wanted)):  # a folder comes just before what is in it
        if os.path.exists(path) and not (shown and shown[-1] in path.parents):
            shown.append(path)
    return tuple(shown)


def interpreter_links() -> Iterator[tuple[str, Path]]:
    """(target, link) for each link on the way to the interpreter that `files` leaves out."""
    link = Path(sys.executable)
    while link.is_symlink():
        target = os.readlink(link)
        if not _listed(link):
            yield target, link
        link = link.parent / target


def shows(path: Path) -> bool:
    """Whether a worker could read `path`: a course's solutions must not be shown."""
    return _listed(path.absolute()) or _listed(path.resolve())


def _listed(path: Path) -> bool:
    return any(path == shown or shown in path.parents for shown in files())
