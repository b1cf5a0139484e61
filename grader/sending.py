"""A notebook's function as bytes for its worker: by value, with what it uses.

Devices (and with them shardings and meshes) travel by platform and id. What cannot be pickled is named in
one sentence.
"""

from __future__ import annotations

import contextlib
import io
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import cloudpickle

from grader.selfcheck import CheckError

_BLANKED = "<dynamic-code>"


def pickled(name: str, function: Callable[..., Any]) -> bytes:
    """(name, function, file name of its code), pickled. Raises `CheckError` naming what cannot be sent."""
    code = getattr(function, "__code__", None)
    with _by_value(function):
        try:
            return _dumps((name, function, code.co_filename if code else ""))
        except Exception as error:
            raise CheckError(_what_cannot_be_sent(name, function)) from error


def _dumps(value: Any) -> bytes:
    file = io.BytesIO()
    _Pickler(file).dump(value)
    return file.getvalue()


class _Pickler(cloudpickle.Pickler):
    def reducer_override(self, obj: Any) -> Any:
        jax = sys.modules.get("jax")
        if jax is not None and isinstance(obj, jax.Device):
            from grader.worker.convert import device_at

            return device_at, (obj.platform, obj.id)
        if isinstance(obj, types.CodeType):
            # cloudpickle blanks the file name, by which a student's own line is told from a helper's.
            make, parts = cast(tuple[Any, tuple[Any, ...]], self.dispatch_table[types.CodeType](obj))
            return make, tuple(obj.co_filename if part == _BLANKED else part for part in parts)
        return super().reducer_override(obj)


@contextlib.contextmanager
def _by_value(function: Any) -> Iterator[None]:
    """Modules of the student's own travel as well: the worker cannot see their folder."""
    own = {module for module in list(sys.modules.values()) if _is_students(module)}
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


def _is_students(module: Any) -> bool:
    file = getattr(module, "__file__", None)
    if not file or module.__name__ == "__main__":
        return False
    path = Path(file)
    return path.is_relative_to(Path.cwd()) and not path.is_relative_to(sys.prefix) and not _is_ours(module.__name__)


def _is_ours(name: str) -> bool:
    return name == "grader" or name.startswith("grader.")


def _what_cannot_be_sent(name: str, function: Any) -> str:
    for variable, value in _globals_of(function):
        try:
            _dumps(value)
        except Exception:
            return (
                f"`{name}` uses `{variable}`, a {type(value).__name__}, which cannot be sent to the process that"
                " runs the checks. Make it inside the function, or do without it."
            )
    return (
        f"`{name}` is a {type(function).__name__} that cannot be sent to the process that runs the checks:"
        " define it with `def` in a cell."
    )


def _globals_of(function: Any) -> Iterator[tuple[str, Any]]:
    code = getattr(function, "__code__", None)
    if code is None:
        return
    for variable in code.co_names:
        if variable in function.__globals__:
            yield variable, function.__globals__[variable]
    for variable, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # an empty cell
            yield variable, cell.cell_contents
