"""`check` and `%kata` where a student meets them: in a kernel, driven by messages as JupyterLab drives it."""

from __future__ import annotations

import queue
import time

import pytest

from grader.notebook import screen
from grader.tests.tiny_course import write_course

WAIT = 90  # seconds, on a busy machine


class Kernel:
    """A kernel and what its cells show."""

    def __init__(self) -> None:
        from jupyter_client.manager import start_new_kernel

        self.manager, self.client = start_new_kernel(kernel_name="python3")

    def run(self, code: str, stop_after: float | None = None) -> list[dict]:
        """Run a cell; the data of its outputs, displays as they are in the end. `stop_after` presses stop."""
        sent = time.monotonic()
        question = self.client.execute(code)
        shown: dict[object, dict] = {}
        while True:
            if stop_after is not None and time.monotonic() - sent > stop_after:
                self.manager.interrupt_kernel()
                stop_after = None
            try:
                message = self.client.get_iopub_msg(timeout=0.1)
            except queue.Empty:
                assert time.monotonic() - sent < WAIT, "the cell is not done"
                continue
            if message["parent_header"].get("msg_id") != question:
                continue
            content, kind = message["content"], message["msg_type"]
            if kind in ("display_data", "update_display_data"):
                shown[content["transient"].get("display_id", len(shown))] = content["data"]
            elif kind == "stream":
                shown[len(shown)] = {content["name"]: content["text"]}
            elif kind == "error":
                shown[len(shown)] = {"error": "\n".join(content["traceback"])}
            elif kind == "status" and content["execution_state"] == "idle":
                return list(shown.values())

    def text(self, code: str, **how: float) -> str:
        """The one output of a cell, as text on one line."""
        (data,) = self.run(code, **how)
        return " ".join(data["text/plain"].split())

    def close(self) -> float:
        """Shut it down as JupyterLab does; the seconds that took."""
        started = time.monotonic()
        self.client.stop_channels()
        self.manager.shutdown_kernel()
        return time.monotonic() - started


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    pytest.importorskip("jupyter_client")
    from grader.build import build
    from grader.course import find_course

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KATA_COURSE", str(write_course(tmp_path_factory.mktemp("course"))))
        build(find_course())
        kernel = Kernel()
        kernel.run(
            "from grader import check, hint\nfrom grader.student import desk\ndesk.LIMITS = desk.Limits(load=5, call=1)"
        )
        yield kernel
        kernel.close()


def test_the_line_that_says_wait_gives_way_to_the_feedback(kernel):
    (shown,) = kernel.run("def double(x):\n    return 2 * x\ncheck(double)")
    assert set(shown) == {"text/plain", "text/html"}
    assert shown["text/plain"].startswith("✓ double: all checks passed")


def test_the_line_of_the_students_cell_is_named(kernel):
    said = kernel.text("def double(x):\n\n    return x.cpu()\ncheck(double)")
    assert "raised AttributeError at line 3 of your cell: `return x.cpu()`" in said
    assert "Hint 1 of 3: `%kata hint double`" in said


def test_the_line_of_a_helper_in_another_cell_is_named(kernel):
    assert kernel.run("def helper(x):\n    return x.cpu()") == []
    said = kernel.text("def double(x):\n    return helper(x)\ncheck(double)")
    assert "at line 2 of the cell with `helper`: `return x.cpu()`" in said


@pytest.mark.parametrize("broken", ["def double(x)\n    return x + x", "1 / 0\ndef double(x):\n    return x + x"])
def test_a_cell_that_did_not_come_to_its_definition_is_not_taken_for_the_one_before(kernel, broken):
    kernel.run("def double(x):\n    return 2 * x")
    assert "error" in kernel.run(broken)[-1]
    error = "SyntaxError" if "1 / 0" not in broken else "ZeroDivisionError"
    said = kernel.text("check(double)")
    assert f"The cell that defines `double` ended in {error} before it did" in said and not said.startswith("✓")
    assert f"ended in {error}" in kernel.text("check()")
    kernel.run("def double(x):\n    return x + x\n1 / 0")  # it came to its definition
    assert kernel.text("check(double)").startswith("✓")


def test_an_endless_loop_ends_in_a_message_and_the_kernel_lives(kernel):
    assert "was stopped" in kernel.text("def double(x):\n    while True: pass\ncheck(double)")
    assert kernel.text("def double(x):\n    return 2 * x\ncheck(double)").startswith("✓")


def test_the_stop_button_gives_one_line_and_the_next_check_works(kernel):
    started = time.monotonic()
    line, error = kernel.run("import time\ndef double(x):\n    time.sleep(60)\ncheck(double)", stop_after=1)
    assert time.monotonic() - started < 30
    assert line["text/plain"] == "Stopped: nothing was decided. Run the cell again to check."
    assert error == {"error": "Stopped."}
    assert kernel.text("def double(x):\n    return 2 * x\ncheck(double)").startswith("✓")


def test_stopping_another_cell_leaves_the_checker_alone(kernel):
    # Started in a cell: what is started between two cells ignores the signal, as an idle kernel does.
    kernel.run(
        "import time\nfrom grader.notebook import checks\nchecks._desk.close()\n"
        "def double(x): return 2 * x\ncheck(double)"
    )
    kernel.run("before = checks._desk._slot.pid\ntime.sleep(60)", stop_after=0.5)
    kernel.run("check(double)")
    assert kernel.run("assert checks._desk._slot.pid == before") == []


def test_the_magic_checks_by_name_and_the_whole_lesson(kernel):
    assert kernel.text("%kata check double").startswith("✓ double: all checks passed")
    lesson = kernel.text("%kata check")
    assert lesson.startswith("○ halve, not attempted") and "1/2 exercises" in lesson
    assert "There is no exercise 'dubble'. Did you mean 'double'?" in kernel.text("%kata check dubble")
    assert kernel.text("%kata").startswith("Say %kata check NAME")
    assert kernel.text("%kata reset double").startswith("`kata reset double` is for a terminal")


def test_hints_come_one_by_one_as_markdown(kernel):
    (first,) = kernel.run("%kata hint halve")
    assert first["text/markdown"].startswith("**Hint 1 of 3** for `halve`: *a*\n\n1\n\n")
    (second,) = kernel.run("hint('halve')")
    assert "Hint 1 of 3" in second["text/markdown"] and "**Hint 2 of 3** for `halve`: *b*" in second["text/markdown"]
    (third,) = kernel.run("%kata hint halve")
    assert "**Hint 3 of 3**" in third["text/markdown"] and third["text/markdown"].endswith("That was the last hint.")
    (again,) = kernel.run("%kata hint halve")
    assert again == third
    assert "Hint" not in kernel.text("def halve(x):\n    return x\ncheck(halve)").split("→")[1]


def test_the_list_says_how_each_exercise_stands(kernel):
    assert "✓ solved double ○ to do halve" in kernel.text("%kata list")


def test_names_are_completed(kernel):
    def completed(line: str) -> list[str]:
        reply = kernel.client.complete(line, len(line), reply=True, timeout=WAIT)
        return reply["content"]["matches"]

    assert completed("%kata ch") == ["check"]
    assert completed("%kata hint d") == ["double"]
    assert "01_tiny" in completed("%kata check ")


def test_the_checker_is_warm_before_the_first_check_and_holds_up_no_exit(kernel):
    other = Kernel()
    other.run("from grader import check\nfrom grader.notebook import checks")
    wait = "import time\nwhile not (checks._desk._slot and checks._desk._slot.ready): time.sleep(0.1)"
    assert other.run(wait) == []
    assert other.close() < 4
    other = Kernel()
    other.run("from grader import check")
    assert other.close() < 4  # in the middle of its start


def test_plain_python_has_no_shell():
    assert screen.shell() is None
