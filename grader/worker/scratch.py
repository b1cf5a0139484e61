"""A worker's private folder: made before it, measured meanwhile, removed after it. Its contents are hostile.

Nothing here follows a link or recurses, however deep the folder goes.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tempfile
from pathlib import Path

MAX_ENTRIES = 10_000  # more files and folders than this is an attack on the inode table


def make() -> Path:
    """A new empty folder, closed to others. In tier A it lies on the sandbox's own /tmp."""
    return Path(tempfile.mkdtemp(prefix="kata-"))


def usage(folder: Path, pid: int | None = None) -> tuple[int, int]:
    """(bytes, entries) in use below `folder`, and by files that worker `pid` has deleted but holds open.

    Counting stops after MAX_ENTRIES; a folder nested too deep for a path counts as one entry more than that.
    """
    size, entries, waiting = 0, 0, [str(folder)]
    while waiting and entries <= MAX_ENTRIES:
        try:
            children = list(os.scandir(waiting.pop()))
        except OSError as error:  # gone meanwhile, or closed even to the worker
            if error.errno == errno.ENAMETOOLONG:
                entries = MAX_ENTRIES + 1
            children = []
        for child in children:
            entries += 1
            size += _blocks(child.path, follow=False)
            if child.is_dir(follow_symlinks=False):
                waiting.append(child.path)
    for descriptor in _open_files(pid):
        size += _blocks(descriptor, follow=True, deleted_only=True)
    return size, entries


def remove(folder: Path) -> None:
    """Remove `folder` once its worker is dead; raises OSError if something in it cannot be removed.

    Folders are not entered: their contents are lifted up one level, so names stay short.
    """
    lifted = f".{secrets.token_hex(8)}-"
    count = 0
    os.chmod(folder, stat.S_IRWXU)
    while children := list(os.scandir(folder)):
        for child in children:
            if not child.is_dir(follow_symlinks=False):
                os.unlink(child.path)
                continue
            os.chmod(child.path, stat.S_IRWXU)
            for grandchild in list(os.scandir(child.path)):
                count += 1
                if grandchild.is_dir(follow_symlinks=False):
                    os.chmod(grandchild.path, stat.S_IRWXU)  # moving a folder writes its ".."
                os.rename(grandchild.path, folder / f"{lifted}{count}")
            os.rmdir(child.path)
    os.rmdir(folder)


def _blocks(path: str, follow: bool, deleted_only: bool = False) -> int:
    try:
        status = os.stat(path, follow_symlinks=follow)
    except OSError:
        return 0
    if deleted_only and not (stat.S_ISREG(status.st_mode) and status.st_nlink == 0):
        return 0
    return status.st_blocks * 512 if hasattr(status, "st_blocks") else status.st_size  # the latter on Windows


def _open_files(pid: int | None) -> list[str]:
    try:
        return [entry.path for entry in os.scandir(f"/proc/{pid}/fd")] if pid else []
    except OSError:
        return []
