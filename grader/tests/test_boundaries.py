"""Who may import whom, and what must stay unimported."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]


def _imports(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


@pytest.mark.parametrize("path", sorted((PACKAGE / "worker").glob("*.py")), ids=lambda path: path.name)
def test_the_worker_imports_nothing_of_the_judges(path):
    forbidden = ("grader.judge", "grader.course", "grader.report", "solutions")
    assert not [name for name in _imports(path) if name.startswith(forbidden)]


@pytest.mark.parametrize("path", sorted((PACKAGE / "judge").glob("*.py")), ids=lambda path: path.name)
def test_the_judge_imports_neither_jax_nor_the_workers_insides(path):
    inside = ("jax", "grader.worker.main", "grader.worker.loader", "grader.worker.stubs", "grader.worker.convert")
    assert not [name for name in _imports(path) if name == "jax" or name.startswith(("jax.", *inside[1:]))]


def test_the_wire_needs_numpy_and_ml_dtypes_alone():
    roots = {name.split(".")[0] for name in _imports(PACKAGE / "wire.py")}
    assert roots - set(sys.stdlib_module_names) == {"numpy", "ml_dtypes"}


@pytest.mark.parametrize(
    "code",
    ["import grader", "from grader.cli import main; main(['--help'], standalone_mode=False)"],
    ids=["import grader", "kata --help"],
)
def test_jax_stays_unimported(code):
    program = f"{code}\nimport sys\nassert not {{'jax', 'numpy', 'pytest', 'nbformat'}} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
