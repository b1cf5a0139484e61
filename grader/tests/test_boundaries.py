"""Who may import whom, and what must stay unimported."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]

# What each package may import of the others, late imports and annotations included.
MAY_IMPORT = {
    "worker": "wire",
    "judge": "apart percent report submissions text wire worker",  # submissions: for `pytest --submission FILE` alone
    "submissions": "text",
    "overlay": "course files percent points",
    "outputs": "course files report student.hints submissions text",
    "student": "build cells course files judge outputs report slots submissions text",
    "edition": "cells course files percent student",
    "watch": "course edition judge outputs student submissions",
    "notebook": "course judge nbgrader_bridge.in_kernel outputs report student text worker",
    "nbgrader_bridge": "build course files grade judge notebook outputs report run slots student submissions text",
}
# What takes long to import or is not installed everywhere, and the modules that are not imported without it.
HEAVY = {
    "IPython", "cloudpickle", "jax", "jinja2", "jupyterlab", "nbconvert", "nbformat", "nbgrader", "psycopg",
    "sqlalchemy", "traitlets", "watchfiles",
}  # fmt: skip
NEEDS = {
    "nbgrader_bridge/steps.py": {"nbformat", "nbgrader", "traitlets"},  # subclasses; `__init__` imports it when asked
    "notebook/sending.py": {"cloudpickle"},
    "worker/convert.py": {"jax"},
    "worker/observer.py": {"jax"},
    "worker/stubs.py": {"jax"},
}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "tests" not in path.relative_to(PACKAGE).parts)


def _name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def _imports(path: Path) -> set[str]:
    return {name for node in ast.walk(_tree(path)) for name in _imported(node)}


def _imports_at_once(nodes: list[ast.stmt]) -> Iterator[str]:
    """What importing the module imports: functions are not run, and an `if` only where it is not for type checkers."""
    for node in nodes:
        yield from _imported(node)
        late = isinstance(node, ast.FunctionDef) or (
            isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        )
        if not late:
            yield from _imports_at_once([*getattr(node, "body", []), *getattr(node, "orelse", [])])


def _imported(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module:
        return {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return set()


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_package_imports_only_what_it_may(package):
    allowed = tuple(f"grader.{name}" for name in (package, *MAY_IMPORT[package].split()))
    for path in (PACKAGE / package).rglob("*.py"):
        of_ours = {name for name in _imports(path) if name.startswith("grader.")}
        assert not [n for n in of_ours if not any(f"{n}.".startswith(f"{a}.") for a in allowed) and n != "grader"], path


def test_every_package_is_listed():
    packages = {path.parent.name for path in PACKAGE.glob("*/*.py")} - {"cli", "tests"}
    assert packages == set(MAY_IMPORT)


def test_the_course_knows_the_overlay_and_little_else():
    ours = {name.split(".")[1] for name in _imports(PACKAGE / "course.py") if name.startswith("grader.")}
    assert ours == {"overlay", "percent", "points"}


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_what_is_heavy_is_imported_late(path):
    roots = {name.split(".")[0] for name in _imports_at_once(_tree(path).body)}
    assert roots & HEAVY == NEEDS.get(_name(path), set())


@pytest.mark.parametrize("path", sorted((PACKAGE / "judge").glob("*.py")), ids=lambda path: path.name)
def test_the_judge_imports_neither_jax_nor_the_workers_insides(path):
    inside = ("jax", "grader.worker.main", "grader.worker.loader", "grader.worker.stubs", "grader.worker.convert")
    assert not [name for name in _imports(path) if name == "jax" or name.startswith(("jax.", *inside[1:]))]


def test_paths_of_the_course_are_known_to_few():
    """Besides `grader.course`: the judge, which may not ask it, and two that make a folder or ask for one."""
    folders = {"solutions", "exercises", "notebooks"}
    joined = {
        _name(path)
        for path in MODULES
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
        if isinstance(node.right, ast.Constant) and node.right.value in folders
    }
    assert joined == {"course.py", "judge/bench.py", "new.py", "overlay/settings.py"}


def test_the_wire_needs_numpy_and_ml_dtypes_alone():
    roots = {name.split(".")[0] for name in _imports(PACKAGE / "wire.py")}
    assert roots - set(sys.stdlib_module_names) == {"numpy", "ml_dtypes"}


@pytest.mark.parametrize(
    "code",
    [
        "import grader",
        "from grader.cli import main; main(['--help'], standalone_mode=False)",
        "from grader.cli import main; main(['list', '--help'], standalone_mode=False)",
    ],
    ids=["import grader", "kata --help", "kata list --help"],
)
def test_little_is_imported_to_say_what_there_is(code):
    heavy = HEAVY | {"numpy", "pytest", "msgspec", "rich", "psutil", "asyncio"}
    program = f"{code}\nimport sys\nassert not {heavy!r} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_checking_and_watching_need_no_jax_and_no_notebook():
    modules = "grader.watch.loop, grader.student.checking, grader.student.submit"
    program = f"import sys, {modules}\nassert not {HEAVY!r} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
