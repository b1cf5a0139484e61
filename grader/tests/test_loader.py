"""What counts as the answer: the last binding after all cells have run, with IPython's meaning."""

from __future__ import annotations

import pytest

from grader.tests.programs import program, zygote
from grader.worker.demos import digest

ANSWER = "def f():\n    return {}"


@pytest.fixture(scope="module")
def warm():
    with zygote() as started:
        yield started


def _value(warm, *cells, kind="ipynb"):
    submission = program(warm, *cells, kind=kind)
    try:
        return submission.f().value
    finally:
        submission.close()


@pytest.mark.parametrize(
    "cells",
    [
        [ANSWER.format(1), ANSWER.format(2)],
        [ANSWER.format(2), "1 / 0"],
        [ANSWER.format(2), "import sys; sys.exit()"],
        [ANSWER.format(2), "def broken(:"],
        ["%matplotlib inline\n!ls\n" + ANSWER.format(2)],
        ["%%bash\nrm -rf /", ANSWER.format(2)],
        ["%%time\n" + ANSWER.format(2)],
        ["%%capture out\n" + ANSWER.format(2)],
        ["x = !ls\nprint?\n" + ANSWER.format(2)],
        ["import asyncio\nn = 2\nawait asyncio.sleep(0)", ANSWER.format("n")],
        ["from grader import check\n" + ANSWER.format(2) + "\ncheck(f)"],
        ["from grader.notebook import check\n" + ANSWER.format(2) + "\ncheck(f)"],
        ["input()", ANSWER.format(2)],
    ],
    ids=range(13),
)
def test_a_notebooks_last_binding_counts_whatever_else_happens(warm, cells):
    assert _value(warm, *cells) == 2


def test_a_cell_that_raises_is_told_of_with_its_line(warm):
    submission = program(warm, "a = 1", "b = 2\nc = undefined_name", ANSWER.format(2), kind="ipynb")
    submission.f()
    assert submission.load_notes() == ["Your code raised NameError at code cell 2, line 2: `c = undefined_name`."]


@pytest.mark.parametrize("character", ["\x0c", "\u2028", "\x85"])
def test_a_character_that_only_looks_like_a_line_end_moves_no_mark(warm, character):
    text = f'"""{30 * character}"""\n# %%\n1 / 0\n# %%\n{ANSWER.format(2)}\n'
    submission = program(warm, text)
    assert submission.f().value == 2
    assert "line 4: `1 / 0`" in submission.load_notes()[0]


@pytest.mark.parametrize(
    "text",
    [
        "\n# %% one\n" + ANSWER.format(1) + "\n# %% two\n1 / 0\n# %% three\n" + ANSWER.format(2),
        "\n# %%\n" + ANSWER.format(2) + "\n# %%\nthis is ( not Python\n",
        '\ntext = """\n# %% not a mark\n"""\n' + ANSWER.format("2 if 'not a mark' in text else 1"),
        "\nif __name__ == '__main__':\n    n = 2\n" + ANSWER.format("n"),
    ],
    ids=["raising cell", "broken cell", "mark in a string", "main"],
)
def test_a_files_cells_go_on_after_one_that_fails(warm, text):
    assert _value(warm, text, kind="py") == 2


def test_a_function_can_read_its_own_source(warm):
    assert "return inspect" in _value(warm, "import inspect\ndef f():\n    return inspect.getsource(f)")


DEMO = "x = 1\nwhile True: pass"  # would never end if it were run


@pytest.mark.parametrize("kind", ["py", "ipynb"])
def test_an_unchanged_demonstration_nothing_depends_on_is_not_run(warm, kind):
    cells = ["a = 1", DEMO, ANSWER.format(2)]
    submission = program(warm, *(cells if kind == "ipynb" else ["\n# %%\n".join(cells)]), kind=kind, load=3)
    submission.demos = frozenset({digest(DEMO)})
    assert submission.f().value == 2


@pytest.mark.parametrize(
    ("demo", "answer"),
    [("n = 2", "n"), ("import os as n", "2 if n else 1"), ("def n(): return 2", "n()")],
)
def test_a_demonstration_that_an_answer_uses_is_run(warm, demo, answer):
    submission = program(warm, "a = 1", demo, "def helper():\n    return 0", ANSWER.format(answer), kind="ipynb")
    submission.demos = frozenset({digest(demo)})
    assert submission.f().value == 2


@pytest.mark.parametrize("kind", ["py", "ipynb"])
def test_a_cell_that_is_not_python_needs_no_demonstration(warm, kind):
    cells = ["a = 1", DEMO, ANSWER.format(2), "def g(:"]
    submission = program(warm, *(cells if kind == "ipynb" else ["\n# %%\n".join(cells)]), kind=kind, load=3)
    submission.demos = frozenset({digest(DEMO)})
    assert submission.f().value == 2
    assert [error.types[0] for error in submission.load_errors] == ["SyntaxError"]


def test_a_demonstration_that_a_needed_demonstration_uses_is_run(warm):
    submission = program(warm, "a = 1", "m = 1", "n = m + 1", ANSWER.format("n"), kind="ipynb")
    submission.demos = frozenset({digest("m = 1"), digest("n = m + 1")})
    assert submission.f().value == 2
