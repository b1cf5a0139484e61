"""The promises of pyproject.toml, requirements.lock, README.md and .ci/run to one another."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()


def dependencies() -> list[str]:
    """The names of all direct dependencies, extras included."""
    every = [*PROJECT["dependencies"], *(line for extra in PROJECT["optional-dependencies"].values() for line in extra)]
    names = [re.split(r"[\[><=~; ]", line)[0] for line in every]
    return [name for name in names if name != PROJECT["name"]]


def test_the_lock_is_pins_and_markers_and_nothing_else():
    pin = re.compile(r"[a-z0-9.-]+==[0-9][\w.]*( ; [\w.'=<>! ()-]+)?")
    assert [line for line in LOCK if not pin.fullmatch(line)] == []


def test_every_direct_dependency_is_locked():
    locked = {line.split("==")[0] for line in LOCK}
    assert {name.lower().replace("_", "-") for name in dependencies()} <= locked


def test_every_direct_dependency_says_why_it_is_there():
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert [name for name in dependencies() if not re.search(rf"^\| {re.escape(name)}[ |]", contributing, re.M)] == []


def test_ci_runs_the_test_command_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^python3 -m venv .*/pytest -n logical --dist loadfile$", readme, re.M)
    assert command in (ROOT / ".ci/run").read_text(encoding="utf-8")
