from __future__ import annotations

import json
import time

import pytest

from grader.submissions._notebook_file import MAX_CELLS, code_cells
from grader.submissions._source_file import MAX_SOURCE_BYTES, code_of_file
from grader.tests.handed_in import CODE, cell, notebook


def test_code_cells_are_read_in_order_and_nothing_else_is():
    data = notebook(cell("# Title", "markdown"), cell("a = 1"), cell("raw", "raw"), cell(["b = 2\r\n", "c = 3"]))
    assert code_cells(data) == (("a = 1", "b = 2\nc = 3"), ())


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert code_cells(b"\xef\xbb\xbf" + notebook())[0] == (CODE,)
    assert code_of_file(b"\xef\xbb\xbfx = 1\r") == "x = 1\n"


def test_metadata_ids_outputs_and_kernel_play_no_part():
    tampered = notebook(
        cell(CODE, id="c", metadata={"nbgrader": {"grade": True, "points": 1000}}, outputs=[{"text/html": "<script>"}]),
        metadata={"kernelspec": {"name": "../../evil"}, "jupytext": 5},
    )
    assert code_cells(tampered) == (tuple([CODE]), ())


def test_cells_sharing_an_id_are_all_read_with_a_note():
    cells, notes = code_cells(notebook(cell("a", id="x"), cell("b", id="x"), cell("", "markdown")))
    assert cells == ("a", "b")
    assert "share an id" in notes[0]


def test_a_notebook_without_code_is_readable_and_says_so():
    assert code_cells(notebook(cell("text", "markdown"))) == ((), ("The notebook has no code cell.",))


def test_thirty_megabytes_of_output_are_skipped_in_no_time():
    data = notebook(cell(CODE, outputs=[{"output_type": "stream", "name": "stdout", "text": "A" * (30 << 20)}]))
    start = time.process_time()
    assert code_cells(data)[0] == (CODE,)
    assert time.process_time() - start < 1


def test_the_last_of_two_equal_keys_counts_as_in_jupyter():
    data = b'{"cells": [], "nbformat": 4, "cells": [{"cell_type": "code", "source": "1", "source": "2"}]}'
    assert code_cells(data)[0] == ("2",)
    assert json.loads(data)["cells"][0]["source"] == "2"


BAD = {
    "empty": (b"", "is empty"),
    "blank": (b" \n", "is empty"),
    "a web page": (b"<!DOCTYPE html>", "is not a notebook"),
    "a list": (b"[1, 2]", "is not a notebook: Expected `object`"),
    "another JSON": (b'{"a": 1}', "`nbformat`"),
    "truncated": (notebook()[:-20], "is cut off"),
    "utf-16": ("{}".encode("utf-16"), "UTF-16"),
    "latin-1": (notebook(cell("x")).replace(b'"x"', b'"\xe9"'), "is not UTF-8 text (line 1)"),
    "format 3": (b'{"nbformat": 3, "worksheets": [{"cells": []}]}', "is in notebook format 3"),
    "format 5": (notebook(nbformat=5), "is in notebook format 5"),
    "a word for a format": (notebook(nbformat="4"), "$.nbformat"),
    "a giant format": (b'{"nbformat": ' + b"9" * 5000 + b', "cells": []}', "is not a notebook"),
    "NaN": (b'{"cells": [], "nbformat": NaN}', "is not a notebook"),
    "infinity": (b'{"cells": [], "nbformat": 1e999}', "is not a notebook"),
    "no cells": (b'{"nbformat": 4}', "no list of cells"),
    "an object of cells": (notebook(cells={"a": 1}), "$.cells"),
    "a cell that is text": (notebook(cells=["x"]), "$.cells"),
    "a cell of no type": (notebook(cells=[{"source": "x"}]), "cell_type"),
    "a number for a source": (notebook(cell("x"), cell(5)), "the source of cell 2 is not text"),
    "numbers in a source": (notebook(cell(["x", 5])), "the source of cell 1 is not text"),
    "no source": (notebook({"cell_type": "code"}), "cell 1 has no source"),
    "a NUL": (notebook(cell("x\0")), "cell 1 holds a NUL"),
    "half a surrogate": (b'{"cells": [{"cell_type": "code", "source": "\\ud800 x"}], "nbformat": 4}', "notebook"),
    "deep": (b"[" * 100_000, "is not a notebook"),
    "deep metadata": (b'{"nbformat": 4, "metadata": ' + b"[" * 100_000, "nested too deeply"),
    "deep source": (b'{"nbformat": 4, "cells": [{"cell_type": "code", "source": ' + b"[" * 100_000, "too deeply"),
    "too many cells": (notebook(*[cell("", "markdown")] * (MAX_CELLS + 1)), f"at most {MAX_CELLS}"),
    "too much code": (notebook(cell("#" * MAX_SOURCE_BYTES), cell("1")), "more than 1 MiB of code"),
    "a source in absurdly many pieces": (notebook(cell([""] * (3 << 20))), "more than 1 MiB of code"),
    "far too much code": (notebook(cell("#" * 9 * MAX_SOURCE_BYTES)), "more than 1 MiB of code"),
}


@pytest.mark.parametrize(("data", "words"), BAD.values(), ids=BAD.keys())
def test_a_bad_notebook_gives_one_line(data, words):
    with pytest.raises(ValueError, match=r"\A[a-z].+\Z") as error:
        code_cells(data)
    assert words in str(error.value)


def test_a_notebook_made_to_fill_memory_does_not():
    resource = pytest.importorskip("resource", reason="Windows does not tell a process its peak memory")
    data = b'{"nbformat": 4, "cells": [], "metadata": [' + b"[]," * (10 << 20) + b"0]}"  # 800 MB as Python lists
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code_cells(data)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200 << 10  # KiB on Linux


@pytest.mark.parametrize(
    "text",
    [
        "# coding: utf-8\n",
        "#!python\n# -*- coding: UTF_8 -*-\n",
        "# vim: fileencoding=utf8 :\n",
        "x = 1\n\n# coding: latin-1",
    ],
)
def test_utf8_coding_lines_and_other_comments_are_fine(text):
    assert code_of_file(text.encode()) == text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (b"# -*- coding: utf-7 -*-\nx = 1", "declares the encoding utf-7"),
        (b"#!python\r# coding=cp1252\r", "declares the encoding cp1252"),
        (b"\x0c# coding: utf-8x\n", "declares the encoding utf-8x"),
        (b"x = 1\ny = '\xe9'", "is not UTF-8 text (line 2)"),
        ("x = 1".encode("utf-16"), "UTF-16"),
        (b"x = 1\0", "NUL"),
        (b"#" * (MAX_SOURCE_BYTES + 1), "more than 1 MiB of code"),
    ],
)
def test_a_bad_file_gives_one_line(data, words):
    with pytest.raises(ValueError, match=r"\A[a-z].+\Z") as error:
        code_of_file(data)
    assert words in str(error.value)
