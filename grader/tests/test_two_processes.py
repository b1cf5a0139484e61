"""Lesson 01 shows what two processes see of each other. Here they run for real, and its answers between them."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from grader import percent
from grader.course import find_course, read_text

LESSON = find_course(Path(__file__).parent).lesson("01_device_queries")
SCRIPT = LESSON.source.parent / "two_processes.py"

# The lesson's own answers, asked in each process.
ASK = """
import jax
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", 2 + process)
jax.distributed.initialize(address, num_processes=2, process_id=process, coordinator_bind_address=address)
print(describe_backend())
print([local_ids(jax.devices(), i) for i in (0, 1, 2)], local_ids(jax.devices()[::-1], process))
print(has_platform("cpu"), has_platform("gpu"), pick_device(["gpu", "cpu"]).id)
jax.distributed.shutdown()
"""


@pytest.fixture(scope="module")
def two() -> ModuleType:
    spec = importlib.util.spec_from_file_location("two_processes", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """The texts that the lesson's cells bind to names in capitals."""
    assignments = [node for node in ast.parse(read_text(LESSON.source)).body if isinstance(node, ast.Assign)]
    return {
        target.id: node.value.value
        for node in assignments
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def test_the_lesson_shows_the_script(texts):
    assert texts["PROGRAM"] == SCRIPT.read_text()


def test_two_processes_print_what_the_lesson_recorded(two, texts):
    assert two.start_both() == texts["RECORDED"]


def test_the_answers_hold_between_two_processes(two, tmp_path):
    answers = ["\n".join(cell.lines) for cell in percent.split(read_text(LESSON.source)) if cell.exercise]
    arguments = (
        "import sys\nfrom collections.abc import Sequence\nimport jax\nprocess, address = int(sys.argv[1]), sys.argv[2]"
    )
    program = tmp_path / "ask.py"
    program.write_text("\n".join([arguments, *answers, ASK]))
    assert two.start_both(str(program)).splitlines() == [
        "{'backend': 'cpu', 'device_count': 5, 'local_device_count': 2}",
        "[[0, 1], [2048, 2049, 2050], []] [1, 0]",
        "True False 0",
        "{'backend': 'cpu', 'device_count': 5, 'local_device_count': 3}",
        "[[0, 1], [2048, 2049, 2050], []] [2050, 2049, 2048]",
        "True False 2048",
    ]
