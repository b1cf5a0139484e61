"""`check(f)`: the function travels to a worker of its own and the kernel lives."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from unittest import mock

import psutil
import pytest

from grader.notebook import checks, surroundings
from grader.notebook.checks import feedback_for
from grader.outputs.display import Feedback
from grader.outputs.lesson import LessonFeedback
from grader.report import Verdict
from grader.student import desk
from grader.student.desk import CheckError
from grader.tests.tiny_course import write_course


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    from grader.build import build
    from grader.course import find_course

    folder = tmp_path_factory.mktemp("course")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KATA_COURSE", str(write_course(folder)))
        patch.setattr(desk, "LIMITS", desk.Limits(load=5, call=1))
        build(find_course())
        yield folder
    checks._desk.close()


def _define(code: str) -> dict:
    names: dict = {"__name__": "__main__"}
    exec(code, names)
    return names


def _checked(code: str) -> Feedback:
    found = feedback_for(_define(code)["double"])
    assert isinstance(found, Feedback)
    return found


def test_a_right_and_a_wrong_answer_are_told_apart(course):
    right, wrong = _checked("def double(x):\n    return x + x"), _checked("def double(x):\n    return x")
    assert right.passed and not wrong.passed
    assert "1 doubled is 2." in repr(wrong)
    assert "returned: NumPy array float64[1]: [1.]" in repr(wrong)
    assert "1 doubled is 2." in wrong.html()


def test_an_endless_loop_ends_in_a_message(course):
    assert _checked("def double(x):\n    while True: pass").data.checks[0].verdict is Verdict.TIMEOUT


def test_input_has_nobody_to_ask(course):
    assert "`input()` finds nobody to ask in a check" in repr(_checked("def double(x):\n    return x * int(input())"))


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
    assert _checked(code).passed


def test_a_function_under_jit_is_checked_like_any_other(course):
    assert _checked("import jax\n@jax.jit\ndef double(x):\n    return x + x").passed


@pytest.mark.parametrize("decorator", ["functools.cache", "functools.lru_cache", "functools.lru_cache(maxsize=3)"])
def test_a_function_with_a_cache_is_checked_like_any_other(course, decorator):
    helper = f"import functools\n@{decorator}\ndef two():\n    return 2\ndef double(x):\n    return x * two()"
    assert _checked(helper).passed
    said = repr(_checked(f"import functools\n@{decorator}\ndef double(x):\n    return x + x"))
    assert "raised TypeError" in said and "unhashable" in said  # an array is no key


def test_no_line_of_a_library_passes_for_the_students():
    from grader.notebook.sending import function_source

    names = _define("import jax\ndef helper(x):\n    return x\ndouble = jax.vmap(helper)")
    source, _ = function_source("double", names["double"])
    assert len(source.cells) == 1 and source.names == ("your cell",)


def test_a_module_in_the_students_folder_travels_too(course, monkeypatch, tmp_path):
    (tmp_path / "my_helpers.py").write_text("def twice(x):\n    return x * 2\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert _checked("import my_helpers\ndef double(x):\n    return my_helpers.twice(x)").passed


@pytest.mark.parametrize("value", [threading.Lock(), sys.stdout, (i for i in ())], ids=["lock", "file", "generator"])
def test_what_cannot_travel_is_named_in_one_sentence(course, value):
    names = _define("def helper(x):\n    return x if model else 2 * x\ndef double(x):\n    return helper(x)")
    names["model"] = value
    with pytest.raises(CheckError, match=f"uses `model`, a {type(value).__name__}, which cannot be sent") as caught:
        feedback_for(names["double"])
    assert "\n" not in str(caught.value)


def test_data_too_large_to_travel_is_named(course):
    names = _define("import numpy as np\nweights = np.zeros(10 << 20)\ndef double(x):\n    return x + weights")
    with pytest.raises(CheckError, match="`double` uses `weights`, which is too large"):
        feedback_for(names["double"])


def test_much_data_travels(course):
    assert _checked("import numpy as np\nw = np.zeros(5 << 20)\ndef double(x):\n    return 2 * x + w[:1]").passed


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (3, "takes the function itself"),
        (len, "no exercise 'len'"),
        ("duble", "'double'"),
        ("halve", "not defined here"),
    ],
)
def test_wrong_use_is_one_sentence(course, thing, words, capsys):
    checks.check(thing)
    said = capsys.readouterr().out
    assert words in said and said.count("\n") == 1


def test_an_exercise_is_checked_by_its_name(course):
    found = feedback_for("double", _define("def double(x):\n    return x + x"))
    assert isinstance(found, Feedback) and found.passed


def test_a_lesson_is_checked_by_what_is_defined_of_it(course):
    for what in (None, "tiny"):
        found = feedback_for(what, _define("def double(x):\n    return x"))
        assert isinstance(found, LessonFeedback) and not found.passed
        text = repr(found)
        assert text.startswith("✗ double, failed: doubles 1")
        assert "0/2 exercises" in text and "○ not attempted  halve" in text
    found = feedback_for(None, _define("def double(x):\n    return 2 * x\ndef halve(x):\n    return x / 2"))
    assert isinstance(found, LessonFeedback) and found.passed
    assert "2/2 exercises" in repr(found)


def test_a_name_that_was_imported_is_no_answer(course):
    with pytest.raises(CheckError, match="No exercise is defined here yet"):
        feedback_for(None, {"__name__": "__main__", "double": os.path.join})


def test_a_lesson_of_several_has_to_be_named(monkeypatch):
    from grader.course import Course, Exercise, Lesson, find_course

    root = find_course().root
    lessons = tuple(Lesson(n, n, (Exercise(n[3:], n, 0),), root) for n in ("01_one", "02_two"))
    names = _define("def one(): pass\ndef two(): pass")
    with pytest.raises(CheckError, match='of 01_one and 02_two .* check."01_one".'):
        checks._lesson_at_hand(Course(root, lessons), names)


def test_64_bit_types_are_as_they_are_at_each_check(course):
    import jax

    code = "import jax.numpy as jnp\ndef double(x):\n    return jnp.asarray(x) * 2"
    narrow = _checked(code)
    with jax.enable_x64(True):
        wide = _checked(code + " + 1")
    assert narrow.passed and not narrow.data.notes
    assert "jax.Array float64[1]" in repr(wide)
    assert any("64-bit types are on in your notebook" in note for note in wide.data.notes)
    assert "float32[1]" in repr(_checked(code + " + 1"))


def test_a_check_that_turns_64_bit_types_on_by_itself_is_named(course):
    from grader.judge.slot import _wider_than_asked

    def marked(words: str, *marks: str):
        return mock.Mock(obj=mock.Mock(__doc__=words), get_closest_marker=lambda name: name in marks or None)

    items: list = [marked("keeps float64", "x64"), marked("keeps float32")]
    assert _wider_than_asked(items, False) == ["64-bit types were on for `keeps float64`, and off otherwise."]
    assert _wider_than_asked(items, True) == _wider_than_asked(items[1:], False) == []


def test_a_busy_accelerator_is_left_to_the_notebook(course, monkeypatch):
    monkeypatch.setattr("jax.default_backend", lambda: "gpu")
    feedback = _checked("import jax\njax.devices()\ndef double(x):\n    assert jax.devices()\n    return x + x")
    assert feedback.passed
    assert "Your notebook runs on gpu and keeps it to itself, so the checks ran on cpu." in feedback.data.notes


def test_a_device_of_the_accelerator_cannot_be_sent(course):
    import jax

    names = _define("def double(x):\n    return x if device else x")
    names["device"] = mock.Mock(spec=jax.Device, platform="gpu", id=0)
    with pytest.raises(CheckError, match="`double` uses `device`, which is tied to gpu:0, and the checks run on cpu"):
        feedback_for(names["double"])


def test_an_array_of_the_accelerator_is_sent_as_a_copy_and_that_is_said(course, monkeypatch):
    import jax

    names = _define("import jax.numpy as jnp\ntwo = jnp.float32(2)\ndef double(x):\n    return x * two")
    on_gpu = mock.Mock(spec=jax.Device, platform="gpu", id=0)
    monkeypatch.setattr(type(names["two"]), "devices", lambda array: {on_gpu})
    feedback = feedback_for(names["double"])
    assert isinstance(feedback, Feedback)
    assert any("an array that is on gpu here; the checks used a copy on cpu" in note for note in feedback.data.notes)


SCRIPT = """import jax
from grader import check
from grader.notebook import surroundings

def double(x):
    return x.cpu()

check(double)
assert not surroundings._started(jax)
"""


def test_a_script_prints_with_the_students_own_line_and_its_jax_is_not_started(course, tmp_path):
    script = tmp_path / "answer.py"
    script.write_text(SCRIPT)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path)
    assert "raised AttributeError at line 6 of answer.py: `return x.cpu()`" in " ".join(done.stdout.split())
    assert "Hint 1 of 3: `kata hint double`" in done.stdout
    assert done.stderr.splitlines() == [checks.STARTING]


def test_jax_need_not_be_there(monkeypatch):
    monkeypatch.delitem(sys.modules, "jax", raising=False)
    assert surroundings.options().devices == 1
    assert surroundings.notes() == ()


def test_a_checker_that_dies_meanwhile_gives_one_line(course, capsys):
    slow = _define("import time\ndef double(x):\n    time.sleep(20)")["double"]
    _checked("def double(x):\n    return x + x")
    assert checks._desk._slot is not None
    threading.Timer(0.5, psutil.Process(checks._desk._slot.pid).kill).start()
    checks.check(slow)
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and "The judge's process ended. Try again" in said


def test_a_checker_that_died_is_replaced(course):
    _checked("def double(x):\n    return x + x")
    assert checks._desk._slot is not None
    psutil.Process(checks._desk._slot.pid).kill()
    checks._desk._slot._process.wait()
    assert _checked("def double(x):\n    return x + x").passed
