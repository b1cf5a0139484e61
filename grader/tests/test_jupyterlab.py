"""A student at work: JupyterLab in a headless Chromium, the student's notebooks, answers typed into the page."""

from __future__ import annotations

import json
import os
import re
import shutil
import time

import pytest

from grader.course import find_course
from grader.tests.jupyter_server import WAIT, chromium, jupyterlab

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SETTINGS = {
    # Without this, cells outside the window are not in the page.
    "notebook-extension/tracker": {"windowingMode": "none"},
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}

WRONG = "def host_roundtrip(x: jax.Array) -> jax.Array:\n    return x * 2.0"
RAISING = """def host_roundtrip(x: jax.Array) -> jax.Array:
    return helper(x)

def helper(x):
    return x.numpy()"""
ENDLESS = "def host_roundtrip(x: jax.Array) -> jax.Array:\n    while True:\n        pass"
RIGHT = "def host_roundtrip(x: jax.Array) -> jax.Array:\n    return jnp.asarray(2 * jax.device_get(x))"


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def student(tmp_path_factory):
    """The folder of a student: what is built for them, and nothing else."""
    folder = tmp_path_factory.mktemp("student")
    for part in ("exercises", "notebooks"):
        shutil.copytree(find_course().root / part, folder / part)
    return folder


@pytest.fixture(scope="module")
def address(student, tmp_path_factory):
    """JupyterLab in the student's notebooks/, as the address of a notebook."""
    home = tmp_path_factory.mktemp("home")
    for name, body in SETTINGS.items():
        file = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(body))
    own = {
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "IPYTHONDIR": "ipython",
    }
    environment = {**os.environ, "KATA_COURSE": str(student), "JAX_PLATFORMS": "cpu"}
    environment |= {name: str(home / folder) for name, folder in own.items()}
    with jupyterlab(student / "notebooks", environment, home / "log") as server:
        yield server.url("/lab/tree/{}?reset")


class Page:
    """A notebook open in JupyterLab."""

    def __init__(self, browser, url: str) -> None:
        self.page = browser.new_page(viewport={"width": 1280, "height": 1000})
        self.page.set_default_timeout(1000 * WAIT)
        self.page.goto(url)
        self.page.wait_for_selector(".jp-Notebook-cell")

    def started(self, last: str):
        """With a kernel, and built up to the code cell with the text `last`: JupyterLab adds cell after cell."""
        self.page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]')
        assert self._soon(lambda: any(last in source for source in self._sources()), WAIT), "the page is not built"
        return self

    def cell(self, text: str):
        """The first code cell with this text in its source; it stays that cell when the text changes."""
        number = next(number for number, source in enumerate(self._sources()) if text in source)
        return self.page.locator(".jp-CodeCell").nth(number)

    def run(self, cell, source: str = ""):
        """Run the cell, with another source if one is given; its output, once it is done."""
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        for _ in range(5):  # a page that is still being built loses keys
            cell.locator(".cm-content").click()
            if source:
                self.page.keyboard.press("Control+A")
                self.page.keyboard.insert_text(source)
            self.page.keyboard.press("Shift+Enter")
            if self._soon(lambda: prompt.inner_text() != before, WAIT / 5):
                break
        assert self._soon(lambda: prompt.inner_text() not in (before, "[*]:"), WAIT), "the cell is not done"
        return " ".join("\n".join(cell.locator(".jp-OutputArea-output").all_inner_texts()).split())

    def _sources(self) -> list[str]:
        """The sources of the code cells; that of a folded or unfinished cell is empty."""
        cells = self.page.locator(".jp-CodeCell")
        return cells.evaluate_all("cells => cells.map(cell => cell.querySelector('.cm-content')?.innerText ?? '')")

    def _soon(self, true, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while not true() and time.monotonic() < deadline:
            time.sleep(0.05)
        return true()


def test_a_student_is_told_what_is_wrong_and_the_kernel_lives(browser, address):
    page = Page(browser, address.format("03_host_roundtrip.ipynb")).started(last="check(safe_push)")
    page.run(page.cell("from grader import check"))
    answer, check = page.cell("def host_roundtrip"), page.cell("check(host_roundtrip)")
    page.run(page.cell("import time"), "marker = 'still the same kernel'")

    assert page.run(answer) == ""
    said = page.run(check)
    assert "host_roundtrip, not attempted" in said and "Write your answer, run its cell" in said

    page.run(answer, WRONG)
    said = page.run(check)
    assert said.startswith("✗host_roundtrip, failed: ") and "The dtype changed" in said
    assert re.search(r"returned: jax.Array float32.* \d of \d checks .*✗failed: .*→ Change your answer", said)
    assert said.endswith("Hint 1 of 3: %kata hint host_roundtrip")
    assert "was never called" not in said  # folded
    check.locator("summary").click()
    assert check.get_by_text("was never called").is_visible()

    page.run(answer, RAISING)
    assert "raised AttributeError at line 5 of your cell: return x.numpy()" in page.run(check)

    page.run(answer, ENDLESS)
    said = page.run(check)
    assert "host_roundtrip, out of time" in said and "was stopped" in said

    page.run(answer, RIGHT)
    said = page.run(check)
    assert said.startswith("✓host_roundtrip: all checks passed") and said.endswith("Next: stay_on_device.")

    assert "1/6 exercises" in page.run(check, "check()")
    assert page.run(check, "%kata hint snapshot").startswith("Hint 1 of 3 for snapshot: Idea")
    assert page.run(check, "print(marker)") == "still the same kernel"


def test_the_feedback_of_a_notebook_from_elsewhere_is_still_to_be_read(browser, address, student):
    from grader.tests.test_output_display import WRONG as FEEDBACK

    output = {"output_type": "display_data", "metadata": {}, "data": FEEDBACK._repr_mimebundle_()}
    cell = {"cell_type": "code", "execution_count": 1, "id": "a", "metadata": {}, "source": "1", "outputs": [output]}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (student / "notebooks" / "elsewhere.ipynb").write_text(json.dumps(book))
    shown = Page(browser, address.format("elsewhere.ipynb")).page.locator(".jp-OutputArea-output")
    assert "host_roundtrip, failed: Keeps the dtype" in shown.inner_text()
    assert "ValueError in line 3 of your cell." not in shown.inner_text()
    border, filled, detail = (
        shown.locator(where).first.evaluate("element => ({...getComputedStyle(element)})")
        for where in (".mathjax_ignore", "span > span", "pre")
    )
    assert border["borderLeftWidth"] == "4px" and border["borderLeftColor"] == "rgb(224, 82, 74)"
    assert filled["width"] == "40px"  # a quarter of the bar
    assert detail["fontFamily"] == "monospace" and detail["whiteSpace"] in ("pre-wrap", "preserve")
