"""The marks a lesson's tests carry."""

from __future__ import annotations

from typing import NoReturn

import pytest

MARKS = {
    "points": "points(n): what passing this hidden check earns",
    "exercise": "exercise(name): the exercise that a class of checks is about",
    "devices": "devices(n): run with n simulated devices",
    "x64": "x64: run with JAX's 64-bit types enabled from the start",
    "needs": "needs(*names): blocked unless these checks of the same class passed",
    "budget": "budget(to_host, to_device): the transfers a call of the exercise may make",
    "explains": "explains(error, words, sentence): what to say when the submission raised this",
}


def points(number: float) -> pytest.MarkDecorator:
    """What passing this check earns. Only hidden checks carry points."""
    return pytest.mark.points(number)


def exercise(name: str) -> pytest.MarkDecorator:
    """The exercise that the checks of the decorated class are about."""
    return pytest.mark.exercise(name)


def devices(number: int) -> pytest.MarkDecorator:
    """Run with this many devices, simulated CPU devices where an accelerator has fewer."""
    return pytest.mark.devices(number)


x64 = pytest.mark.x64
"""Run with JAX's 64-bit types enabled from the start."""


def needs(*checks: str) -> pytest.MarkDecorator:
    """Blocked, not failed, unless these checks of the same class passed."""
    return pytest.mark.needs(*checks)


def budget(to_host: int, to_device: int) -> pytest.MarkDecorator:
    """How many transfers one call of the exercise may make; shown beside those it was seen to make."""
    return pytest.mark.budget(to_host, to_device)


def explains(error: str, words: str, sentence: str) -> pytest.MarkDecorator:
    """Add `sentence` when the submission raised `error` with `words` in its text.

    The text itself is never shown by a hidden check: a submission can put hidden inputs into it.
    """
    return pytest.mark.explains(error, words, sentence)


def cannot_run(why: str) -> NoReturn:
    """The check cannot be decided on this backend; its points stay open and the report is incomplete."""
    pytest.skip(why)
