"""A notebook's function as bytes for its worker: by value, with what it uses.

Devices (and with them shardings and meshes) travel by platform and id, arrays by their values. What cannot be
sent is named in one sentence.
"""

from __future__ import annotations

import contextlib
import functools
import io
import linecache
import os
import sys
import sysconfig
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import cloudpickle

from grader.judge.program import Source
from grader.student.desk import CheckError

MAX_BYTES = 48 << 20  # a worker's frame holds 64 MiB, and JSON on the way to the judge makes a third more of it
_BLANKED = "<dynamic-code>"


def function_source(name: str, function: Callable[..., Any]) -> tuple[Source, tuple[str, ...]]:
    """`function` for the judge, bound to `name`, and notes for whoever wrote it.

    Raises `CheckError` naming what cannot be sent.
    """
    file = io.BytesIO()
    with _by_value(function):
        pickler = _Pickler(file)
        try:
            # The list is pickled after the function, and so has all files that were met in it.
            pickler.dump((name, function, pickler.files))
        except Exception as error:
            raise CheckError(_what_cannot_be_sent(name, function, error)) from error
    if len(file.getvalue()) > MAX_BYTES:
        raise CheckError(_what_is_too_large(name, function))
    files = pickler.files
    cells = tuple("".join(linecache.getlines(name)) for name in files)
    names = tuple(_called(path, owner, first=number == 0) for number, (path, owner) in enumerate(files.items()))
    return Source("function", cells, file.getvalue(), names), tuple(pickler.notes)


class _Elsewhere(Exception):
    """A device that the worker does not have."""


class _Pickler(cloudpickle.Pickler):
    def __init__(self, file: Any) -> None:
        super().__init__(file)
        self.files: dict[str, str] = {}  # of the student's code, with the name of the first function met there
        self.notes: dict[str, None] = {}

    def reducer_override(self, obj: Any) -> Any:
        jax = sys.modules.get("jax")
        if jax is not None and isinstance(obj, jax.Device):
            from grader.worker.convert import device_at

            if obj.platform != "cpu":
                raise _Elsewhere(f"{obj.platform}:{obj.id}")
            return device_at, (obj.platform, obj.id)
        if jax is not None and isinstance(obj, jax.Array):
            self._note_place(obj)
        if isinstance(obj, functools._lru_cache_wrapper):  # otherwise by its name, which means nothing over there
            return functools.lru_cache(**obj.cache_parameters()), (obj.__wrapped__,)
        if isinstance(obj, types.CodeType):
            if _is_students_file(obj.co_filename):
                self.files.setdefault(obj.co_filename, obj.co_name)
            # cloudpickle blanks the file name, by which a student's own line is told from a helper's.
            make, parts = cast(tuple[Any, tuple[Any, ...]], self.dispatch_table[types.CodeType](obj))
            return make, tuple(obj.co_filename if part == _BLANKED else part for part in parts)
        return super().reducer_override(obj)

    def _note_place(self, array: Any) -> None:
        for platform in sorted({device.platform for device in array.devices()} - {"cpu"}):
            self.notes[f"Your function uses an array that is on {platform} here; the checks used a copy on cpu."] = None


@contextlib.contextmanager
def _by_value(function: Any) -> Iterator[None]:
    """Modules of the student's own travel as well: the worker cannot see their folder."""
    here = str(Path.cwd()) + os.sep
    own = {module for module in list(sys.modules.values()) if _is_students(module, here)}
    home = sys.modules.get(getattr(function, "__module__", None) or "")
    own |= {home} if home is not None and home.__name__ not in ("__main__", "builtins") else set()
    fresh = [module for module in own if module.__name__ not in cloudpickle.list_registry_pickle_by_value()]
    for module in fresh:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in fresh:
            cloudpickle.unregister_pickle_by_value(module)


def _is_students(module: Any, here: str) -> bool:
    file = getattr(module, "__file__", None)  # there are thousands of modules: text is compared, not paths
    if not isinstance(file, str) or not file.startswith(here) or module.__name__ == "__main__":
        return False
    return not Path(file).is_relative_to(sys.prefix) and not _is_ours(module.__name__)


def _is_students_file(path: str) -> bool:
    """Whether code of that file is the student's: of a cell, or of a file that nobody installed."""
    return not any(Path(path).is_relative_to(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib"))


def _is_ours(name: str) -> bool:
    return name == "grader" or name.startswith("grader.")


def _called(path: str, function: str, first: bool) -> str:
    """What a student calls the place of their own code: a cell has no file on the disk."""
    if Path(path).is_file():
        return Path(path).name
    return "your cell" if first else f"the cell with `{function}`"


def _what_cannot_be_sent(name: str, function: Any, error: Exception) -> str:
    found = next(_culprits(function), None)
    if isinstance(error, _Elsewhere):
        what = f"`{found[0]}`, which is tied to" if found else "something on"
        return (
            f"`{name}` uses {what} {error}, and the checks run on cpu, where there is none. Take the device from an"
            " argument, or ask for it inside the function."
        )
    if found:
        variable, value = found
        return (
            f"`{name}` uses `{variable}`, a {type(value).__name__}, which cannot be sent to the process that"
            " runs the checks. Make it inside the function, or do without it."
        )
    return (
        f"`{name}` is a {type(function).__name__} that cannot be sent to the process that runs the checks:"
        " define it with `def` in a cell."
    )


def _what_is_too_large(name: str, function: Any) -> str:
    sizes = {variable: getattr(value, "nbytes", 0) for variable, value in _globals_of(function)}
    largest = max(sizes, key=lambda variable: sizes[variable], default="")
    what = f"`{largest}`, which is" if largest and sizes[largest] > MAX_BYTES // 2 else "data that is"
    return (
        f"`{name}` uses {what} too large to be sent to the process that runs the checks (they take"
        f" {MAX_BYTES >> 20} MiB). Hand it to the function as an argument."
    )


def _culprits(function: Any, seen: set[int] | None = None) -> Iterator[tuple[str, Any]]:
    """What `function` uses that cannot be pickled, by name; inside a helper, what the helper uses."""
    seen = seen if seen is not None else {id(function)}
    for variable, value in _globals_of(function):
        if id(value) in seen:
            continue
        seen.add(id(value))
        try:
            _Pickler(io.BytesIO()).dump(value)
        except Exception:
            yield from _culprits(value, seen)
            yield variable, value


def _globals_of(function: Any) -> Iterator[tuple[str, Any]]:
    function = getattr(function, "__wrapped__", function)  # under jax.jit, say
    code = getattr(function, "__code__", None)
    if code is None:
        return
    for variable in code.co_names:
        if variable in function.__globals__:
            yield variable, function.__globals__[variable]
    for variable, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # an empty cell
            yield variable, cell.cell_contents
