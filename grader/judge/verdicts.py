"""From how a check ended to what is said about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from grader.judge import problems
from grader.judge.expect import Mismatch
from grader.report import CheckResult, Verdict
from grader.text import visible

MAX_MESSAGE = 2000
_VERDICTS: dict[type[BaseException], Verdict] = {
    Mismatch: Verdict.FAILED,
    problems.NotDefined: Verdict.FAILED,
    problems.Raised: Verdict.ERROR,
    problems.TimedOut: Verdict.TIMEOUT,
    problems.Crashed: Verdict.CRASHED,
    problems.Blocked: Verdict.BLOCKED,
    problems.NotAttempted: Verdict.NOT_ATTEMPTED,
    pytest.skip.Exception: Verdict.CANNOT_RUN,
}
_BROKEN = "This check itself broke, which is not your doing: tell your instructor."
_FETCH = "fetch it with `jax.device_get(x)`, or `np.array(x)` for a copy of your own."
_HABITS = {  # names that PyTorch's tensors have and JAX's arrays lack
    "numpy": f"`.numpy` is PyTorch's. A jax.Array has none: {_FETCH}",
    "cpu": f"`.cpu` is PyTorch's. A jax.Array has none: {_FETCH}",
    "detach": "`.detach` is PyTorch's. A jax.Array carries no gradient: leave it out.",
    "clone": "`.clone` is PyTorch's. A jax.Array never changes, so it needs none; `np.array(x)` copies to the host.",
    "to": "`.to` is PyTorch's. `jax.device_put(x, device)` places, `x.astype(dtype)` converts.",
    "from_numpy": "`from_numpy` is PyTorch's. `jnp.asarray` and `jnp.array` take NumPy arrays.",
}


@dataclass(frozen=True)
class Check:
    """A check's result, the exercise it belongs to, and the detail that only a public check may show."""

    exercise: str
    result: CheckResult
    detail: str = ""


CHECK = pytest.StashKey[Check]()


def check_result(item: pytest.Item, excinfo: pytest.ExceptionInfo[BaseException] | None) -> Check:
    """What `item` ended as. Only authored sentences get in; a hidden check has no detail."""
    verdict, message, detail = _ending(item, excinfo.value if excinfo else None)
    mark = item.get_closest_marker("points")
    worth = float(mark.args[0]) if mark else 0.0
    hidden = item.path.name == "test_hidden.py"
    result = CheckResult(
        name=item.name,
        title=title(item),
        verdict=verdict,
        points=worth if verdict is Verdict.PASSED else 0.0,
        max_points=worth,
        message=visible(message, MAX_MESSAGE),
        hidden=hidden,
    )
    exercise = item.get_closest_marker("exercise")
    assert exercise is not None
    return Check(exercise.args[0], result, "" if hidden else visible(detail, 10 * MAX_MESSAGE))


def title(item: pytest.Item) -> str:
    """The first line of the check's docstring, which is what students see it called."""
    words = (getattr(getattr(item, "obj", None), "__doc__", None) or item.name).strip()
    return words.splitlines()[0]


def _ending(item: pytest.Item, error: BaseException | None) -> tuple[Verdict, str, str]:
    if error is None:
        return Verdict.PASSED, "", ""
    verdict = next((v for kind, v in _VERDICTS.items() if isinstance(error, kind)), None)
    if verdict is None:
        return Verdict.CANNOT_RUN, _BROKEN, f"{type(error).__name__}: {error}"
    return verdict, " ".join([str(error), *_explanations(item, error)]), getattr(error, "detail", "")


def _explanations(item: pytest.Item, error: BaseException) -> list[Any]:
    if not isinstance(error, problems.Raised):
        return []
    for mark in item.iter_markers("explains"):
        kind, words, sentence = mark.args
        if kind == problems.type_name(error.raised) and words in error.raised.message:
            return [sentence]
    if problems.type_name(error.raised) == "BdbQuit":
        return ["`breakpoint()` finds nobody to talk to in a check: take it out, or print."]
    if problems.type_name(error.raised) == "EOFError" and "reading a line" in error.raised.message:
        return ["`input()` finds nobody to ask in a check: what the function needs comes as its arguments."]
    if problems.type_name(error.raised) == "AttributeError":
        return [words for name, words in _HABITS.items() if f"has no attribute '{name}'" in error.raised.message]
    return []
