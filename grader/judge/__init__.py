"""What a lesson's tests import. See README.md beside this file for what this side may know and do."""

from __future__ import annotations

from grader.judge.answers import REAL, Question
from grader.judge.expect import Mismatch, expect
from grader.judge.marks import budget, cannot_run, devices, exercise, explains, needs, points
from grader.judge.program import Program, Result
from grader.judge.values import jax_array

__all__ = [
    "REAL",
    "Mismatch",
    "Program",
    "Question",
    "Result",
    "budget",
    "cannot_run",
    "devices",
    "exercise",
    "expect",
    "explains",
    "jax_array",
    "needs",
    "points",
]
