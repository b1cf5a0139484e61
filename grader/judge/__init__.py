"""What a lesson's tests import. See README.md beside this file for what this side may know and do."""

from __future__ import annotations

from grader.judge.answers import REAL, Question, raise_there
from grader.judge.bench import Reference, Seed
from grader.judge.expect import Mismatch, close, expect, raising
from grader.judge.marks import budget, cannot_run, devices, exercise, explains, needs, points, x64
from grader.judge.problems import Raised
from grader.judge.program import Program, Result
from grader.judge.topology import pretend_device, topology
from grader.judge.values import aligned, jax_array, shipped
from grader.judge.world import World
from grader.wire import Device, JaxArray, Opaque, Probe

__all__ = [
    "REAL",
    "Device",
    "JaxArray",
    "Mismatch",
    "Opaque",
    "Probe",
    "Program",
    "Question",
    "Raised",
    "Reference",
    "Result",
    "Seed",
    "World",
    "aligned",
    "budget",
    "cannot_run",
    "close",
    "devices",
    "exercise",
    "expect",
    "explains",
    "jax_array",
    "needs",
    "points",
    "pretend_device",
    "raise_there",
    "raising",
    "shipped",
    "topology",
    "x64",
]
