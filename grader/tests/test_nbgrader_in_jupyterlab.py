"""nbgrader's own buttons in JupyterLab, pressed by a student of our course: Assignment List and Validate."""

from __future__ import annotations

import pytest

pytest.importorskip("nbgrader")

from grader.build import build
from grader.course import read_course
from grader.tests.jupyter_server import WAIT, chromium, jupyterlab
from grader.tests.stock_nbgrader import Stock
from grader.tests.tiny_course import write_course

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

TINY = "01_tiny"


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
    """A student's JupyterLab, in headless Chromium."""
    environment = stock.environment(**stock.edition)
    with chromium() as browser, jupyterlab(stock.student, environment, stock.folder / "lab.log") as server:
        made = browser.new_page(base_url=server.base, viewport={"width": 1200, "height": 900})
        made.set_default_timeout(1000 * WAIT)
        made.goto(server.url("/lab"))  # which leaves a cookie for the addresses below
        yield made


def test_the_assignment_list_fetches_a_lesson(page, stock, tmp_path):
    page.goto("/lab?reset")
    page.click(".lm-MenuBar-itemLabel:text-is('Nbgrader')")
    page.click(".lm-Menu-itemLabel:text-is('Assignment List')")
    page.click("#released_assignments_list button:has-text('Fetch')")
    page.wait_for_selector("#fetched_assignments_list button:has-text('Submit')")
    page.screenshot(path=tmp_path / "list.png")
    assert (stock.student / TINY / f"{TINY}.ipynb").is_file()


def test_validate_shows_our_sentences_in_its_window(page, stock, tmp_path):
    if not (stock.student / TINY).exists():
        stock.as_student("fetch_assignment", TINY)
    page.goto(f"/lab/tree/{TINY}/{TINY}.ipynb?reset")
    page.wait_for_selector(".jp-Notebook-cell")
    page.click(".jp-NotebookPanel-toolbar >> text=Validate >> visible=true")
    page.wait_for_selector(".jp-Dialog >> text=Validation Results")
    said = page.locator(".jp-Dialog").inner_text()
    page.screenshot(path=tmp_path / "validate.png")
    assert "double, not attempted" in said and "`double` still raises NotImplementedError" in said
