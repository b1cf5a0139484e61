"""nbgrader's formgrader on a class that `kata grade --nbgrader` graded, in headless Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("nbgrader")

from grader.tests.jupyter_server import chromium, jupyterlab
from grader.tests.nbgrader_class import DROP_IN, LESSON, NbClass

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def group(tmp_path_factory) -> NbClass:
    made = NbClass(tmp_path_factory.mktemp("class"), DROP_IN)
    made.hand_in("ada", made.answered())
    made.hand_in("bob", made.answered(double="return x"))
    made.hand_in("eve", "{")
    made.grade(expect=1)
    return made


@pytest.fixture(scope="module")
def page(group) -> Iterator[Any]:
    """A browser's page, logged in at JupyterLab in the course."""
    with chromium() as browser, jupyterlab(group.course, group.environment(), group.folder / "lab.log") as server:
        made = browser.new_page(base_url=server.base, viewport={"width": 1200, "height": 1500})
        made.set_default_timeout(60_000)
        made.goto(server.url("/login?next=/formgrader"))
        yield made


def marks(page) -> dict[str, str]:
    """Student and score, as the page of all submissions has them."""
    page.goto(f"/formgrader/manage_submissions/{LESSON}")
    page.wait_for_selector("td.score:has-text('/')")
    rows = page.locator("#main-table tr").all()
    return {row.locator(".student-id").inner_text(): row.locator(".score").inner_text() for row in rows}


def test_the_marks_page_has_every_students_mark(page, tmp_path):
    assert marks(page) == {"ada": "6 / 6", "bob": "3 / 6", "eve": "0 / 6"}
    page.screenshot(path=tmp_path / "marks.png")


def test_a_notebooks_view_shows_the_mark_and_our_sentence(page, tmp_path):
    entries = page.request.get(f"/formgrader/api/submitted_notebooks/{LESSON}/{LESSON}").json()
    ids = {entry["student"]: entry["id"] for entry in entries}
    page.goto(f"/formgrader/submissions/{ids['bob']}/")
    page.wait_for_selector("#double-marks[placeholder='0']")
    text = page.locator("body").inner_text()
    assert "double, failed" in text and "1 doubled is 2." in text and "halve: all checks passed" in text
    page.screenshot(path=tmp_path / "notebook.png", full_page=True)
    page.goto(f"/formgrader/submissions/{ids['eve']}/")
    assert "This could not be graded" in page.locator("body").inner_text()


def test_the_autograde_button_judges_in_our_sandbox(page, group):
    group.hand_in("bob", group.answered(), seen="2026-11-02 10:00:00 UTC")
    page.goto(f"/formgrader/manage_submissions/{LESSON}")
    row = page.locator("#main-table tr", has=page.locator(".student-id", has_text="bob"))
    row.locator(".autograde a").click()
    page.wait_for_selector(".modal-body:has-text('Successfully'), .modal-title:has-text('Success')", timeout=120_000)
    assert marks(page)["bob"] == "6 / 6"
    assert '"points": 6' in (group.course / ".kata" / "reports" / "bob" / f"{LESSON}.json").read_text()
