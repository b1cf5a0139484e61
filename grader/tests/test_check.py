"""`check(f)`: the function travels to a worker of its own and the kernel lives."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from grader import notebook, selfcheck
from grader.notebook import feedback_for
from grader.report import Verdict
from grader.selfcheck import CheckError
from grader.tests.tiny_course import write_course


@pytest.fixture
def course(tmp_path, monkeypatch):
    from grader.build import build
    from grader.course import find_course

    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path)))
    build(find_course())
    yield tmp_path
    notebook._desk.close()


def _define(code: str) -> dict:
    names: dict = {"__name__": "__main__"}
    exec(code, names)
    return names


def test_a_right_and_a_wrong_answer_are_told_apart(course):
    right = feedback_for(_define("def double(x):\n    return x + x")["double"])
    wrong = feedback_for(_define("def double(x):\n    return x")["double"])
    assert right.passed and not wrong.passed
    assert "1 doubled is 2." in repr(wrong)
    assert "returned: NumPy array float64[1]: [1.]" in repr(wrong)
    assert "1 doubled is 2." in wrong.html()


def test_an_endless_loop_ends_in_a_message(course, monkeypatch):
    monkeypatch.setattr(selfcheck, "LIMITS", selfcheck.Limits(load=5, call=0.5))
    feedback = feedback_for(_define("def double(x):\n    while True: pass")["double"])
    assert feedback.data.checks[0].verdict is Verdict.TIMEOUT


def test_what_the_function_uses_travels_with_it(course):
    code = """
import jax, numpy as np
device = jax.devices()[0]
sharding = jax.sharding.SingleDeviceSharding(device)
mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("i",))
two = jax.numpy.float32(2)
def helper(x):
    return x * 2
def double(x):
    assert sharding.device_set == {device} == set(mesh.devices.flat) and two.devices() == {device}
    return helper(x)
"""
    assert feedback_for(_define(code)["double"]).passed


def test_a_module_in_the_students_folder_travels_too(course, monkeypatch, tmp_path):
    (tmp_path / "my_helpers.py").write_text("def twice(x):\n    return x * 2\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert feedback_for(_define("import my_helpers\ndef double(x):\n    return my_helpers.twice(x)")["double"]).passed


@pytest.mark.parametrize("value", [threading.Lock(), sys.stdout, (i for i in ())], ids=["lock", "file", "generator"])
def test_what_cannot_travel_is_named_in_one_sentence(course, value):
    names = _define("def double(x):\n    return x if model else 2 * x")
    names["model"] = value
    with pytest.raises(CheckError, match=f"uses `model`, a {type(value).__name__}, which cannot be sent") as caught:
        feedback_for(names["double"])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("thing", "words"),
    [(3, "takes the function itself"), (len, "no exercise 'len'")],
)
def test_wrong_use_is_one_sentence(course, thing, words, capsys):
    notebook.check(thing)
    said = capsys.readouterr().out
    assert words in said and said.count("\n") == 1


def test_the_students_own_line_is_quoted_in_a_script(course, tmp_path):
    script = tmp_path / "answer.py"
    script.write_text("from grader import check\n\ndef double(x):\n    return x.cpu()\n\ncheck(double)\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path)
    assert "raised AttributeError at line 4: `return x.cpu()`" in " ".join(done.stdout.split())


def test_a_kernel_shows_both_forms_and_lives_through_an_endless_loop(course):
    import nbformat
    from nbclient import NotebookClient

    cells = [
        "from grader import check, selfcheck\nselfcheck.LIMITS = selfcheck.Limits(load=5, call=0.5)",
        "def double(x):\n    while True: pass",
        "check(double)",
        "def double(x):\n    return x.cpu()",
        "check(double)",
        "def double(x):\n    return 2 * x",
        "check(double)",
    ]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(book, timeout=60).execute()
    shown = [book.cells[i].outputs[0].data for i in (2, 4, 6)]
    assert all(set(data) == {"text/plain", "text/html"} for data in shown)
    assert "was stopped" in shown[0]["text/plain"]
    assert "line 2: `return x.cpu()`" in " ".join(shown[1]["text/plain"].split())
    assert "all checks passed" in shown[2]["text/plain"]
