"""A damaged notebook comes back with every graded cell once, and all the student wrote still there, in order."""

from __future__ import annotations

import copy
import json
import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.nbgrader_bridge import handed_in
from grader.nbgrader_bridge.cells import answer_metadata, marks_metadata, marks_source
from grader.nbgrader_bridge.repair import code_of, of_code, repair
from grader.submissions import Submission, Unreadable
from grader.worker import scratch

NAMES = ("double", "halve")


def code(source, grade=None, cell_id=None, kind="code", **metadata):
    made = {"cell_type": kind, "source": source, "metadata": {**({"nbgrader": grade} if grade else {}), **metadata}}
    return made | ({"id": cell_id} if cell_id else {})


def released():
    cells = [code("# Tiny", kind="markdown", cell_id="top"), code("import numpy as np", cell_id="setup")]
    for name in NAMES:
        stub = f"def {name}(x):\n    raise NotImplementedError"
        cells.append(code(stub, answer_metadata(name), f"exercise-{name}"))
        cells.append(code(marks_source(name), marks_metadata(name, 3), f"{name}-marks"))
    return {"cells": cells, "metadata": {"kernelspec": {"name": "python3"}}, "nbformat": 4, "nbformat_minor": 5}


def answered():
    notebook = released()
    for name in NAMES:
        cell_of(notebook, name)["source"] = f"def {name}(x):\n    return '{name}'"
    return notebook


def cell_of(notebook, grade_id):
    (found,) = [c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id]
    return found


def graded(notebook):
    return [c["metadata"]["nbgrader"]["grade_id"] for c in notebook["cells"] if "nbgrader" in c["metadata"]]


EVERY = ["double", "double-marks", "halve", "halve-marks"]


def assert_whole(repaired):
    """Each graded cell once, locked ones as released, ids distinct, answers found."""
    notebook = repaired.notebook
    assert sorted(graded(notebook)) == EVERY
    for name in NAMES:
        assert cell_of(notebook, f"{name}-marks")["source"] == marks_source(name)
    ids = [c["id"] for c in notebook["cells"]]
    assert len(set(ids)) == len(ids)


def test_a_whole_notebook_is_left_as_it_is():
    repaired = repair(answered(), released())
    assert_whole(repaired)
    assert repaired.notes == ()
    assert code_of(repaired.notebook) == code_of(answered())


def test_stripped_metadata_is_found_again_by_name():
    student = answered()
    for cell in student["cells"]:
        cell["metadata"] = {}
        cell.pop("id")
    repaired = repair(student, released())
    assert_whole(repaired)
    assert graded(repaired.notebook) == EVERY
    assert "return 'halve'" in cell_of(repaired.notebook, "halve")["source"]
    assert len(repaired.notes) == 1


def test_the_last_cell_that_defines_the_function_is_the_answer():
    student = answered()
    student["cells"].append(code("def double(x):\n    return 'again'"))
    repaired = repair(student, released())
    assert_whole(repaired)
    assert "again" in cell_of(repaired.notebook, "double")["source"]


def test_a_copied_cell_counts_once_and_both_are_run():
    student = answered()
    student["cells"].insert(0, copy.deepcopy(cell_of(student, "double")))
    repaired = repair(student, released())
    assert_whole(repaired)
    assert sum("def double" in source for source in code_of(repaired.notebook)) == 2


@pytest.mark.parametrize("gone", EVERY)
def test_a_deleted_cell_is_added_in_its_place(gone):
    student = answered()
    student["cells"].remove(cell_of(student, gone))
    repaired = repair(student, released())
    assert_whole(repaired)
    assert graded(repaired.notebook) == EVERY
    assert any("was missing" in note for note in repaired.notes)


def test_an_added_answer_cell_undoes_no_answer_given_some_other_way():
    student = answered()
    student["cells"].remove(cell_of(student, "halve"))
    student["cells"].insert(0, code("other, halve = None, lambda x: x / 2"))  # no cell defines halve by itself
    namespace = {}
    for source in code_of(repair(student, released()).notebook):
        if "grader" not in source and "numpy" not in source:
            exec(source, namespace)
    assert namespace["halve"](4) == 2


def test_an_edited_test_cell_is_restored_and_what_it_said_still_runs():
    student = answered()
    cell_of(student, "double-marks")["source"] = "helper = 3"
    repaired = repair(student, released())
    assert_whole(repaired)
    sources = code_of(repaired.notebook)
    assert sources.index("helper = 3") == sources.index(marks_source("double")) - 1
    assert any("had been edited" in note for note in repaired.notes)


def test_an_answer_that_became_text_is_code_again():
    student = answered()
    cell_of(student, "double")["cell_type"] = "raw"
    repaired = repair(student, released())
    assert_whole(repaired)
    assert cell_of(repaired.notebook, "double")["cell_type"] == "code"
    assert "def double(x):\n    return 'double'" in code_of(repaired.notebook)


def test_prose_that_quotes_an_answer_is_not_taken_for_it():
    student = answered()
    student["cells"].append(code("```\ndef double(x):\n    return 0\n```", kind="markdown"))
    repaired = repair(student, released())
    assert "return 'double'" in cell_of(repaired.notebook, "double")["source"]


def test_two_answers_in_one_cell_are_both_run():
    student = answered()
    both = "def double(x): return 1\ndef halve(x): return 2"
    cell_of(student, "double")["source"] = both
    student["cells"].remove(cell_of(student, "halve"))
    repaired = repair(student, released())
    assert_whole(repaired)
    assert both in code_of(repaired.notebook)


def test_a_file_of_code_becomes_a_notebook():
    repaired = of_code("def double(x): return 1\n", released())
    assert_whole(repaired)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
damage = st.sampled_from(["metadata", "id", "cell_type", "source", "outputs", "attachments"])


@given(st.lists(st.tuples(st.integers(0, 5), damage, json_values), max_size=8), st.permutations(range(6)))
def test_whatever_an_editor_left_in_the_fields_the_graded_cells_are_whole(changes, order):
    student = answered()
    for place, field, value in changes:
        student["cells"][place][field] = value
    student["cells"] = [student["cells"][place] for place in order]
    repaired = repair(student, released())
    assert_whole(repaired)
    json.dumps(repaired.notebook)


def hand_in(folder, name, text):
    folder.mkdir(parents=True)
    (folder / name).write_text(text)
    return handed_in.read(folder, "ada", "01_tiny", released())


def test_a_renamed_notebook_is_read_and_said(tmp_path):
    read = hand_in(tmp_path / "ada" / "01_tiny", "final version.ipynb", json.dumps(answered()))
    assert isinstance(read.work, Submission)
    assert "Handed in as final version.ipynb." in read.work.notes


def test_the_notebook_of_the_right_name_wins_over_copies(tmp_path):
    folder = tmp_path / "ada" / "01_tiny"
    folder.mkdir(parents=True)
    (folder / "01_tiny-Copy1.ipynb").write_text("{")
    (folder / "01_tiny.ipynb").write_text(json.dumps(answered()))
    assert isinstance(handed_in.read(folder, "ada", "01_tiny", released()).work, Submission)


@pytest.mark.parametrize(
    ("text", "says"), [(json.dumps(answered())[:200], "cut off"), ("", "empty"), ("[]", "notebook")]
)
def test_an_unreadable_notebook_is_the_released_one_and_a_reason(tmp_path, text, says):
    read = hand_in(tmp_path / "ada" / "01_tiny", "01_tiny.ipynb", text)
    assert isinstance(read.work, Unreadable) and says in read.work.reason
    assert graded(read.notebook) == EVERY


def test_an_empty_folder_is_a_reason(tmp_path):
    (tmp_path / "ada" / "01_tiny").mkdir(parents=True)
    read = handed_in.read(tmp_path / "ada" / "01_tiny", "ada", "01_tiny", released())
    assert isinstance(read.work, Unreadable) and "nothing was handed in" in read.work.reason


def test_a_laid_out_copy_follows_no_links(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    folder = tmp_path / "ada" / "01_tiny"
    read = hand_in(folder, "01_tiny.ipynb", json.dumps(answered()))
    (folder / "data.csv").write_text("1")
    (folder / "gradebook.db").symlink_to(secret)
    handed_in.stage(read, tmp_path / "staged")
    assert sorted(path.name for path in (tmp_path / "staged").iterdir()) == ["01_tiny.ipynb", "data.csv"]


@pytest.mark.parametrize("raw", ["1" * 5000, "[" * 900 + "]" * 900, "[" + "[]," * 200_000 + "[]]"])
def test_odd_json_beside_the_answers_stops_no_class(tmp_path, raw):
    student = answered()
    student["cells"][0]["metadata"] = {"x": "@"}
    read = hand_in(tmp_path / "ada" / "01_tiny", "01_tiny.ipynb", json.dumps(student).replace('"@"', raw))
    assert isinstance(read.work, Submission) and not read.repairs
    handed_in.stage(read, tmp_path / "staged")


def test_a_folder_deeper_than_python_recurses_stops_no_class(tmp_path):
    folder = tmp_path / "ada" / "01_tiny"
    read = hand_in(folder, "01_tiny.ipynb", json.dumps(answered()))
    here = os.open(folder, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("a", dir_fd=here)
        above, here = here, os.open("a", os.O_RDONLY, dir_fd=here)
        os.close(above)
    os.close(here)
    try:
        handed_in.stage(read, tmp_path / "staged")
    finally:
        scratch.remove(tmp_path / "ada")  # pytest's own clean-up recurses
    assert (tmp_path / "staged" / "01_tiny.ipynb").is_file()


def test_a_folder_called_like_the_notebook_is_a_reason_and_is_laid_out(tmp_path):
    folder = tmp_path / "ada" / "01_tiny"
    (folder / "01_tiny.ipynb").mkdir(parents=True)
    (folder / "01_tiny.ipynb" / "x.txt").write_text("x")
    read = handed_in.read(folder, "ada", "01_tiny", released())
    assert isinstance(read.work, Unreadable)
    handed_in.stage(read, tmp_path / "staged")
    assert (tmp_path / "staged" / "01_tiny.ipynb").is_file()


@pytest.mark.parametrize("linked", ["eve", "eve/01_tiny"])
def test_a_link_to_another_folder_is_not_followed(tmp_path, linked):
    hand_in(tmp_path / "ada" / "01_tiny", "01_tiny.ipynb", json.dumps(answered()))
    (tmp_path / "ada" / "01_tiny" / "test_hidden.py").write_text("secret")
    link = tmp_path / linked
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(tmp_path / linked.replace("eve", "ada"))
    read = handed_in.read(tmp_path / "eve" / "01_tiny", "eve", "01_tiny", released())
    assert isinstance(read.work, Unreadable) and "is a link" in read.work.reason
    handed_in.stage(read, tmp_path / "staged")
    assert [path.name for path in (tmp_path / "staged").iterdir()] == ["01_tiny.ipynb"]


def test_a_time_that_is_a_pipe_a_link_or_a_flood_is_not_waited_for(tmp_path):
    assert handed_in.timestamp(tmp_path) == ""
    path = tmp_path / "timestamp.txt"
    path.write_text("2026-11-01 10:00:00 UTC")
    assert handed_in.timestamp(tmp_path) == "2026-11-01 10:00:00 UTC"
    for make in (os.mkfifo, lambda p: p.symlink_to(__file__), lambda p: p.write_text("1 " * 10_000)):
        path.unlink()
        make(path)
        assert handed_in.timestamp(tmp_path) is None


def test_html_and_attachments_of_a_student_do_not_act_in_formgrader():
    student = answered()
    for kind in ("markdown", "raw"):
        text = "<img src=x onerror=alert(1)> ![](attachment:a.png) ![](attachment:b.png)"
        student["cells"].append(code(text, kind=kind))
    student["cells"][-2]["attachments"] = {
        "a.png": {"image/png": 'x" onerror="alert(1)'},
        "b.png": {"image/png": "aGk="},
    }
    student["cells"][0]["cell_type"] = "raw"
    made = repair(student, released()).notebook["cells"]
    assert not any("<" in cell["source"] for cell in made if cell["cell_type"] != "code")
    assert "(missing-attachment:a.png) ![](attachment:b.png)" in made[-2]["source"]  # else nbconvert shows no page
    assert made[-2]["attachments"] == {"b.png": {"image/png": "aGk="}}


def test_notes_that_a_student_wrote_into_the_notebook_are_not_ours(tmp_path, monkeypatch):
    pytest.importorskip("nbgrader")
    from types import SimpleNamespace

    import nbformat

    from grader.nbgrader_bridge import steps

    (tmp_path / "01_tiny.ipynb").write_text(json.dumps(released()))
    place = SimpleNamespace(format_path=lambda *_: str(tmp_path), release_directory="release")
    monkeypatch.setattr(steps, "_coursedir", lambda _: place)
    student = answered()
    student["metadata"] = {handed_in.NOTES: ["Full marks, by hand."]}
    names = {"nbgrader": {"assignment": "01_tiny", "notebook": "01_tiny"}}
    notebook: Any = nbformat.from_dict(student)
    mended, _ = steps.Repair().preprocess(notebook, names)
    assert handed_in.notes_in(mended.metadata) == ()
