"""The first cell of a notebook: nothing where the course is installed, an installation that spares JAX elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path

import pytest

from grader.build import notebook
from grader.course import find_course, read_text
from grader.first_cell import first_cell

ROOT = Path(__file__).parents[2]
USE = """
import jax
print(jax.__version__, jax.__file__)
exec(open(CELL).read())
from grader import check
import grader.course
assert grader.course.find_course().root == grader.course.SHIPPED, "the course is the wheel's"
def describe_backend():
    return {"backend": jax.default_backend(), "device_count": jax.device_count(),
            "local_device_count": jax.local_device_count()}
check(describe_backend)
import importlib.metadata as metadata
print([metadata.version(name) for name in ("jax", "jaxlib", "numpy")])
"""


def _linked(source: str, target: str) -> None:
    """A copy that costs no space where the file system allows it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _code(install: str = "jax-kata") -> str:
    return "".join(first_cell(install)["source"])


def test_every_notebook_begins_with_it():
    for lesson in find_course(Path(__file__).parent).lessons:
        first, *others = json.loads(notebook(lesson, read_text(lesson.stub)))["cells"]
        assert first == first_cell("jax-kata") and "install" not in [cell["id"] for cell in others]


def test_where_the_course_is_installed_it_starts_no_process(monkeypatch):
    monkeypatch.setattr(subprocess, "run", lambda *_a, **_k: pytest.fail("it ran a program"))
    names: dict = {}
    exec(_code(), names)
    assert set(names) == {"__builtins__", "grader"}


@pytest.mark.parametrize(("status", "said"), [(0, "The course is installed."), (1, "no such thing")])
def test_elsewhere_pip_is_held_to_the_jax_that_is_there(monkeypatch, capsys, status, said):
    asked = []

    def run(command, **_options):
        asked.extend(command)
        return subprocess.CompletedProcess(command, status, "", "no such thing")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setitem(sys.modules, "grader", None)  # importing it raises ImportError
    exec(_code(), {})
    pins = Path(asked[asked.index("--constraint") + 1]).read_text(encoding="utf-8").splitlines()
    for package in ("jax", "jaxlib", "numpy", "ml_dtypes", "ipython"):
        assert f"{package}=={version(package)}" in pins
    assert asked[-1] == "jax-kata" and said in capsys.readouterr().out


def test_what_to_install_is_the_courses_to_say():
    assert '"git+https://example.org/x y"' in _code("git+https://example.org/x y")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(os.name == "nt", reason="a virtual environment has other folders there")
def test_it_installs_the_course_and_leaves_jax_as_it_is(tmp_path):
    """Colab in small: all packages are there but the course, which pip finds in a folder and on no network."""
    pytest.importorskip("hatchling", reason="builds the wheel")
    wheels, venv, work = (tmp_path / name for name in ("wheels", "venv", "work"))
    packages = venv / "lib" / "packages"  # inside, since the sandbox shows no folder of packages elsewhere
    work.mkdir()
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", wheels], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    leave_out = shutil.ignore_patterns("jax_kata*", "grader", "*.pth", "__pycache__")
    shutil.copytree(sysconfig.get_paths()["purelib"], packages, ignore=leave_out, copy_function=_linked)
    (own,) = venv.glob("lib/python*/site-packages")
    (own / "colab.pth").write_text(str(packages))
    (tmp_path / "cell.py").write_text(_code(), encoding="utf-8")
    (tmp_path / "use.py").write_text(USE.replace("CELL", repr(str(tmp_path / "cell.py"))), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name not in ("KATA_COURSE", "PYTHONPATH")}
    environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(
        [venv / "bin/python", tmp_path / "use.py"], cwd=work, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The course is installed." in done.stdout and "all checks passed" in done.stdout
    assert [entry.name for entry in own.glob("jax*")] == [next(own.glob("jax_kata*")).name]  # and no JAX of its own
    assert done.stdout.split()[1].startswith(str(packages))
