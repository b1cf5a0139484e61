"""nbgrader's own buttons in JupyterLab, pressed by a student of our course: Assignment List and Validate."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request

import pytest

pytest.importorskip("nbgrader")
pytest.importorskip("jupyterlab")

from grader.build import build
from grader.course import read_course
from grader.tests.stock_nbgrader import Stock
from grader.tests.test_formgrader import ARGUMENTS, CHROMIUM, TOKEN
from grader.tests.tiny_course import write_course

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

TINY = "01_tiny"
WAIT = 180  # seconds, on a busy machine


@pytest.fixture(scope="module")
def stock(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    kata = write_course(folder / "kata")
    build(read_course(kata))
    stock = Stock(folder, kata)
    stock.release(TINY)
    return stock


@pytest.fixture(scope="module")
def page(stock):
    """A student's JupyterLab in headless Chromium."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    sync_api = pytest.importorskip("playwright.sync_api")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--no-browser", "--allow-root", f"--port={port}", f"--IdentityProvider.token={TOKEN}"]
    log = stock.folder / "lab.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            cwd=stock.student,
            env=stock.environment(**stock.edition),
            stdout=out,
            stderr=out,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + WAIT
        while not _answers(f"{address}/api"):
            assert server.poll() is None and time.monotonic() < deadline, log.read_text()
        with sync_api.sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            made = browser.new_page(base_url=address, viewport={"width": 1200, "height": 900})
            made.set_default_timeout(1000 * WAIT)
            yield made
            browser.close()
    finally:
        server.terminate()
        server.wait(60)


def _answers(url: str) -> bool:
    try:
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=5).close()
        return True
    except OSError:
        time.sleep(0.3)
        return False


def test_the_assignment_list_fetches_a_lesson(page, stock, tmp_path):
    page.goto(f"/lab?token={TOKEN}")
    page.click(".lm-MenuBar-itemLabel:text-is('Nbgrader')")
    page.click(".lm-Menu-itemLabel:text-is('Assignment List')")
    page.click("#released_assignments_list button:has-text('Fetch')")
    page.wait_for_selector("#fetched_assignments_list button:has-text('Submit')")
    page.screenshot(path=tmp_path / "list.png")
    assert (stock.student / TINY / f"{TINY}.ipynb").is_file()


def test_validate_shows_our_sentences_in_its_window(page, stock, tmp_path):
    if not (stock.student / TINY).exists():
        stock.as_student("fetch_assignment", TINY)
    page.goto(f"/lab/tree/{TINY}/{TINY}.ipynb?token={TOKEN}&reset")
    page.wait_for_selector(".jp-Notebook-cell")
    page.click(".jp-NotebookPanel-toolbar >> text=Validate >> visible=true")
    page.wait_for_selector(".jp-Dialog >> text=Validation Results")
    said = page.locator(".jp-Dialog").inner_text()
    page.screenshot(path=tmp_path / "validate.png")
    assert "double, not attempted" in said and "`double` still raises NotImplementedError" in said
