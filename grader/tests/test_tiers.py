"""The tier is found by trying, and whoever gets a lesser one is told why and what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.tests.jails import Jail, why_not
from grader.worker import bubblewrap, limits, tiers, visible
from grader.worker.sandbox import Tier

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the jail is made of Linux parts")
B = Jail("B", Tier.B)


@pytest.fixture(autouse=True)
def _forget():
    """Each test tries anew, and leaves nothing found on a machine that was pretended."""
    for cached in (tiers.choose_tier, tiers._mode):
        cached.cache_clear()
    yield
    for cached in (tiers.choose_tier, tiers._mode):
        cached.cache_clear()


@pytest.fixture
def fake_bubblewrap(tmp_path, monkeypatch):
    """Puts a shell script in bubblewrap's place."""

    def install(script):
        program = tmp_path / "bwrap"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setattr(bubblewrap, "program", lambda: str(program))

    return install


@on_linux
def test_the_choice_is_made_once():
    assert tiers.choose_tier() is tiers.choose_tier()


@on_linux
@pytest.mark.skipif(bool(why_not(B)), reason=f"B: {why_not(B)}")
def test_without_bubblewrap_it_is_b_and_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(bubblewrap, "program", lambda: None)
    choice = tiers.choose_tier()
    assert choice.tier is Tier.B
    assert choice.why_not == {Tier.A: "bubblewrap (bwrap) is not installed"}
    assert "bubblewrap" in choice.advice


@on_linux
def test_a_bubblewrap_that_fails_is_quoted_and_ubuntus_switch_named(fake_bubblewrap, monkeypatch):
    fake_bubblewrap('echo "bwrap: setting up uid map: Permission denied" >&2; exit 1')
    monkeypatch.setattr(tiers, "_sysctl", lambda name: "1" if "apparmor" in name else "")
    choice = tiers.choose_tier()
    assert choice.tier is not Tier.A
    assert "setting up uid map: Permission denied" in choice.why_not[Tier.A]
    assert choice.advice == "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"


@on_linux
def test_a_bubblewrap_that_shuts_nothing_out_is_found_out(fake_bubblewrap):
    fake_bubblewrap('while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    assert "visible inside bubblewrap" in tiers.choose_tier().why_not[Tier.A]


@on_linux
def test_a_lock_that_does_nothing_is_found_out(monkeypatch, tmp_path):
    worker = tmp_path / "grader" / "worker"
    worker.mkdir(parents=True)
    for path in (visible.PACKAGE / "worker").glob("*.py"):
        (worker / path.name).write_text(path.read_text())
    (worker.parent / "__init__.py").touch()
    (worker / "seccomp.py").write_text("def unsupported(): return ''\ndef install(*args, **kwargs): pass")
    monkeypatch.setattr(visible, "PACKAGE", worker.parent)
    assert tiers._try(Tier.B, []) == "a socket can still be made"


@on_linux
@pytest.mark.parametrize(("abi", "missing"), [(0, {Tier.A, Tier.B}), (2, {Tier.B}), (3, set())])
def test_an_old_kernel_gets_what_its_landlock_can_keep(monkeypatch, abi, missing):
    monkeypatch.setattr(tiers.landlock, "abi", lambda: abi)
    assert {tier for tier in (Tier.A, Tier.B) if "Landlock" in tiers._missing(tier)} == missing


def test_off_linux_it_is_c_with_a_reason(monkeypatch):
    monkeypatch.setattr(tiers.sys, "platform", "darwin")
    choice = tiers.choose_tier()
    assert choice.tier is Tier.C
    assert set(choice.why_not) == {Tier.A, Tier.B}
    assert "darwin" in choice.why_not[Tier.A]
    assert "Linux" in choice.advice


def test_it_can_be_imported_and_asked_on_windows():
    code = """
import ctypes, os, shutil, subprocess, sys, tempfile  # before the disguise: they know their own platform
sys.modules |= dict.fromkeys(["resource", "fcntl", "pwd"])
from pathlib import Path
sys.platform = "win32"
from grader.worker import sandbox
assert sandbox.choose_tier().tier is sandbox.Tier.C
sandbox.clean_environment(sandbox.Tier.C)
sandbox.confine(sandbox.Tier.C, Path("."), sandbox.default_limits())
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=visible.PACKAGE.parent)


@on_linux
def test_a_command_for_a_tier_that_does_not_hold_is_refused(fake_bubblewrap):
    fake_bubblewrap("echo no >&2; exit 1")
    with pytest.raises(RuntimeError, match="Tier A does not hold on this machine: no"):
        tiers.wrap(["true"], Tier.A)


@on_linux
def test_the_command_runs_a_module_from_anywhere(tmp_path):
    command = tiers.python_command(Tier.B, "grader.worker.probe", "B", str(tmp_path / "missing"))
    done = subprocess.run(command, cwd="/", env=tiers.clean_environment(Tier.B), capture_output=True, text=True)
    assert "FileNotFoundError" in done.stderr  # the probe's own complaint


def test_only_software_is_shown():
    root = visible.PACKAGE.parent
    hidden = [root / "solutions", visible.PACKAGE / "judge", Path.home(), Path("/usr/src"), Path("/etc/passwd")]
    assert [path for path in hidden if visible.shows(path)] == []
    assert visible.shows(visible.PACKAGE / "worker" / "main.py")
    assert visible.shows(Path(sys.executable))


def test_limits_leave_jax_room_on_many_cores(monkeypatch):
    monkeypatch.setattr(limits.os, "cpu_count", lambda: 64)
    assert limits.default_limits().address_bytes > 14 << 30
    assert limits.for_accelerator(limits.default_limits()).address_bytes == 0
