"""What the judge replies when a submission calls a function a test has answered.

An answer is one of
- a NumPy array, for `jax.device_get`: the host copy handed back for the call's own array arguments of that
  shape and dtype; every other leaf gets its real copy;
- a `wire.JaxArray`, for a function that returns one array: what is returned for a NumPy argument of that
  shape and dtype; any other call does the real thing;
- a function of a `Question`, returning a host copy as above, `REAL`, or any other value, which is then what
  the function returns.

Leaves are matched by dtype, shape and bytes, so a test's data must be random.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from grader import wire

REAL = object()  # do what the real function does


@dataclass(frozen=True)
class _RaiseThere:
    type: str
    text: str


def raise_there(type: str, text: str) -> Any:
    """As an answer: the call raises this in the submission (RuntimeError, ValueError, TypeError, IndexError or
    KeyboardInterrupt)."""
    return _RaiseThere(type, text)


@dataclass(frozen=True)
class Question:
    """One call of an answered function: its name and the leaves of its arguments, in order.

    `replaced` says that what was handed back is not what JAX holds there.
    """

    function: str
    leaves: tuple[Any, ...]
    replaced: bool = False

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The leaves that are concrete arrays on a device."""
        return tuple(leaf for leaf in self.leaves if isinstance(leaf, wire.JaxArray))

    @property
    def traced(self) -> bool:
        """Whether it was called while JAX was tracing, so that no value existed."""
        return any(isinstance(leaf, wire.Opaque) and leaf.type == "tracer" for leaf in self.leaves)

    def asks_for(self, array: np.ndarray | wire.JaxArray) -> bool:
        """Whether one of the leaves is this very array."""
        return any(same_bits(leaf.value, _values(array)) for leaf in self.arrays)


Answer = np.ndarray | wire.JaxArray | Callable[[Question], Any]
Answers = Mapping[str, Answer]


def with_callbacks(value: Any, callables: list[Callable[..., Any]]) -> Any:
    """`value` with each judge-side callable replaced by its number."""
    if callable(value) and not isinstance(value, type):
        callables.append(value)
        return wire.Callback(len(callables) - 1)
    if isinstance(value, (list, tuple)):
        return type(value)(with_callbacks(item, callables) for item in value)
    if type(value) is dict:
        return {key: with_callbacks(item, callables) for key, item in value.items()}
    return value


def reply(
    asked: dict[str, Any],
    answers: Answers,
    callables: list[Callable[..., Any]],
    questions: list[Question],
    arguments: list[np.ndarray],
) -> dict[str, Any]:
    """The body of the frame that answers one question of a worker. Raises `wire.WireError` if it is not a question.

    `questions` gets it too; `callables` are the judge's, by number; `arguments` the arrays the test passed in the call.
    """
    number = asked.get("callback")
    if type(number) is int and 0 <= number < len(callables):
        args, kwargs = asked.get("args"), asked.get("kwargs")
        if not isinstance(args, tuple) or not isinstance(kwargs, dict) or not all(isinstance(k, str) for k in kwargs):
            raise wire.WireError("a question without arguments")
        return _asked_of(lambda: {"value": callables[number](*args, **kwargs)})
    name, leaves = asked.get("function"), asked.get("leaves")
    if not isinstance(name, str) or not isinstance(leaves, list):
        raise wire.WireError("a question without a name")
    key = "probe" if name.startswith("probe.") else name
    if key not in answers:
        raise wire.WireError("a question nobody answers")
    question = Question(name, tuple(leaves))
    questions.append(question)
    body = _asked_of(lambda: _reply_to(question, answers[key], arguments))
    if body.get("leaves"):
        questions[-1] = replace(question, replaced=True)
    return body


def _asked_of(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A test's own reply; what it cannot make of a submission's odd arguments is refused there, not an error here."""
    try:
        return work()
    except AssertionError:  # a test may check what it is handed
        raise
    except Exception:
        return {"refused": "It was called with something it does not take."}


def _reply_to(question: Question, answer: Answer, arguments: list[np.ndarray]) -> dict[str, Any]:
    """The reply frame's body for `question`; `arguments` are the arrays the test passed in the call."""
    if callable(answer):
        chosen = answer(question)
        if chosen is REAL:
            return {}
        if isinstance(chosen, _RaiseThere):
            return {"raise": [chosen.type, chosen.text]}
        if not isinstance(chosen, np.ndarray) or question.function != "jax.device_get":
            return {"value": chosen}
        answer = chosen
        if len(question.arrays) == 1:  # what was computed on the way has no argument to match
            arguments = [*arguments, question.arrays[0].value]
    if isinstance(answer, wire.JaxArray):
        fits = any(type(leaf) is np.ndarray and _same_kind(leaf, answer.value) for leaf in question.leaves[:1])
        return {"value": answer} if fits else {}
    known = [argument for argument in arguments if _same_kind(argument, answer)]
    return {
        "leaves": {
            number: answer
            for number, leaf in enumerate(question.leaves)
            if isinstance(leaf, wire.JaxArray) and any(same_bits(leaf.value, argument) for argument in known)
        }
    }


def arrays_in(value: Any) -> list[np.ndarray]:
    """Every array in a call's arguments, device arrays by their values."""
    if isinstance(value, (np.ndarray, wire.JaxArray)):
        return [_values(value)]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [array for item in value for array in arrays_in(item)]
    return []


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    """Equal in dtype, shape and bytes: NaN equals itself and -0.0 differs from 0.0."""
    return _same_kind(a, b) and a.tobytes() == b.tobytes()


def _same_kind(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype and a.shape == b.shape


def _values(array: np.ndarray | wire.JaxArray) -> np.ndarray:
    return array.value if isinstance(array, wire.JaxArray) else array
