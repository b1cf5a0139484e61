"""A course of one lesson and two exercises, small enough to grade in a test."""

from __future__ import annotations

from pathlib import Path

LESSON = """# %% [markdown]
# # Tiny

# %%
import numpy as np
from grader import check

# %% exercise="double"
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION

# %% check="double"
check(double)

# %% exercise="halve"
def halve(x):
    ### BEGIN SOLUTION
    return x / 2
    ### END SOLUTION
"""
PUBLIC = '''
import numpy as np
from grader.judge import exercise, expect


@exercise("double")
class TestDouble:
    def test_doubles_one(self, submission):
        """doubles 1"""
        expect(submission.double(np.array([1.0]))).numbers(np.array([2.0]), otherwise="1 doubled is 2.")


@exercise("halve")
class TestHalve:
    def test_halves_four(self, submission):
        """halves 4"""
        expect(submission.halve(np.array([4.0]))).numbers(np.array([2.0]), otherwise="4 halved is 2.")
'''
HIDDEN = '''
import numpy as np
import pytest
from grader.judge import cannot_run, exercise, expect, needs, points


@exercise("double")
class TestDouble:
    @points(2)
    def test_doubles(self, submission, rng):
        """doubles"""
        x = rng.normal(size=5)
        expect(submission.double(x)).numbers(2 * x, otherwise="The result is not doubled.")

    @needs("test_doubles")
    @points(1)
    def test_keeps_float32(self, submission, rng):
        """keeps float32"""
        x = rng.normal(size=5).astype("float32")
        expect(submission.double(x)).dtype("float32", otherwise="The dtype changed.")


@exercise("halve")
class TestHalve:
    @points(3)
    def test_halves(self, submission, reference, rng):
        """halves"""
        x = rng.normal(size=5)
        expect(submission.halve(x)).numbers(reference.halve(x).array, otherwise="The result is not halved.")
'''
RIGHT = "def double(x):\n    return x + x\n\n\ndef halve(x):\n    return x * 0.5\n"
WRONG = "def double(x):\n    return x\n\n\ndef halve(x):\n    return x * 0.5\n"


def write_course(root: Path, hidden: str = HIDDEN) -> Path:
    """The course's source tree under `root`; `kata build` makes the rest."""
    folder = root / "solutions" / "01_tiny"
    folder.mkdir(parents=True)
    for name, text in [("lesson.py", LESSON), ("test_public.py", PUBLIC), ("test_hidden.py", hidden)]:
        (folder / name).write_text(text)
    (folder / "hints.md").write_text(
        "## double\n### a\n1\n### b\n2\n### c\n3\n\n## halve\n### a\n1\n### b\n2\n### c\n3\n"
    )
    return root


def hand_in(folder: Path, **answers: str) -> Path:
    """A class of these students, each with `STUDENT/01_tiny.py`."""
    for student, text in answers.items():
        (folder / student).mkdir(parents=True, exist_ok=True)
        (folder / student / "01_tiny.py").write_text(text)
    return folder
