"""Every notebook runs top to bottom with the references filled in, deprecation warnings being errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.build import notebook
from grader.course import Lesson, find_course, read_text

COURSE = find_course(Path(__file__).parent)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.name)
def test_a_notebook_runs_and_its_checks_pass(lesson: Lesson, monkeypatch):
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("KATA_COURSE", str(COURSE.root))
    book = nbformat.reads(notebook(lesson, read_text(lesson.source)).decode(), as_version=4)
    strict = "import warnings\nwarnings.simplefilter('error', DeprecationWarning)"
    book.cells.insert(0, nbformat.v4.new_code_cell(strict))
    NotebookClient(book, timeout=120).execute()
    shown = json.dumps([cell.get("outputs", []) for cell in book.cells])
    assert shown.count("all checks passed") >= len(lesson.exercises)
    assert "image/png" in shown or "image/svg" in shown, "a lesson shows at least one picture"


@pytest.mark.parametrize("lesson", COURSE.lessons, ids=lambda lesson: lesson.name)
def test_a_students_notebook_has_no_answer_and_no_output(lesson: Lesson):
    book = json.loads(lesson.notebook.read_text(encoding="utf-8"))
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)
    assert "SOLUTION" not in json.dumps(book)
    assert json.dumps(book).count("raise NotImplementedError") == len(lesson.exercises)
