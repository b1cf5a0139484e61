"""Workers on an accelerator, as far as can be seen without one: who asks for it, what it reaches, what is said."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.judge import accelerator
from grader.judge.bench import Bench, Settings
from grader.judge.program import Limits, Program, Source
from grader.judge.starting import Zygote
from grader.judge.workers import NoWorker, Options
from grader.report import Backend
from grader.worker import sandbox

READS = "def f(path):\n    return open(path).read()"


@pytest.fixture
def node(monkeypatch, tmp_path_factory) -> Iterator[Path]:
    """What passes for a device node, outside all that a worker may see."""
    node = Path.home() / f".kata-test-node-{tmp_path_factory.getbasetemp().name}"
    node.write_text("a device")
    node.chmod(0o666)
    monkeypatch.setitem(accelerator._NODES, "cuda", (str(node),))
    yield node
    node.unlink()


@pytest.mark.parametrize(
    ("variable", "platform"),
    [("", "cpu"), ("cpu", "cpu"), ("cuda", "cuda"), ("GPU", "cuda"), ("tpu,cpu", "tpu"), ("cpu,cuda", "cpu")],
)
def test_it_is_asked_for_as_in_jax(monkeypatch, variable, platform):
    monkeypatch.setenv("JAX_PLATFORMS", variable)
    assert accelerator.asked_for() == platform


def test_its_nodes_are_found_on_the_system(node, monkeypatch):
    assert accelerator.present() == "cuda" and accelerator.nodes("cuda") == (str(node),)
    assert accelerator.nodes("cpu") == ()
    monkeypatch.setattr(accelerator, "_NODES", {"cuda": ("/dev/no-such-device*",)})
    assert accelerator.present() == ""


@pytest.mark.skipif(sandbox.choose_tier().tier is sandbox.Tier.C, reason="nothing is locked in here")
def test_a_worker_on_it_reaches_its_nodes_and_one_on_cpu_beside_it_does_not(node):
    zygote = Zygote(sandbox.choose_tier().tier, sandbox.default_limits(), platform="cuda")
    try:
        there = Program(Source("py", (READS,)), zygote, Options("cuda"), Limits())
        assert there.f(str(node)).value == "a device"
        beside = Program(Source("py", (READS,)), zygote, Options("cpu"), Limits())
        with pytest.raises(Exception, match="raised PermissionError"):
            beside.f(str(node))
    finally:
        zygote.close()


PLUGIN = """
import sys
sys.path.insert(0, sys.argv[1])
from grader.worker import plugins
assert "jax_plugins.xla_kata" in plugins.names(), plugins.names()
if sys.argv[2:]:
    plugins.leave_out()
import jax
jax.config.update("jax_platforms", "cpu")
print(jax.devices()[0].platform)
"""


@pytest.mark.parametrize(("arguments", "said"), [([], "loaded\ncpu\n"), (["left out"], "cpu\n")])
def test_a_worker_on_cpu_loads_no_plugin_of_an_accelerator(tmp_path, arguments, said):
    plugin = tmp_path / "jax_plugins" / "xla_kata" / "__init__.py"
    plugin.parent.mkdir(parents=True)
    plugin.write_text("def initialize():\n    print('loaded')\n")
    command = [sys.executable, "-c", PLUGIN, str(tmp_path), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == said, done.stderr
    assert "plugin" not in done.stderr.lower()


def test_one_that_does_not_start_is_said_and_cpu_is_not_taken_for_it():
    bench = Bench(Settings(options=Options("nonsense")))  # whatever there is here, this is not
    try:
        with pytest.raises(NoWorker, match="JAX did not start on nonsense, which JAX_PLATFORMS names. Unset that"):
            _ = bench.backend
    finally:
        bench.close()


def test_a_check_of_more_devices_than_it_has_runs_on_simulated_ones(tmp_path):
    (tmp_path / "lesson.py").write_text("")
    bench = Bench(Settings(options=Options("cuda")))
    try:
        bench.backend = Backend(platform="gpu", devices=1, jax="", numpy="", python="")
        program = bench.submission(tmp_path)
        bench.use(tmp_path, None, False)
        assert program.using == Options("cuda", 1)
        bench.use(tmp_path, 3, False)
        assert program.using == Options("cpu", 3)
        bench.use(tmp_path, 1, True)
        assert program.using == Options("cuda", 1, True)
    finally:
        bench.close()
