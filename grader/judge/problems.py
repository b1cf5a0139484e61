"""Why a call gave no result: what `Program` raises, in sentences for the student. A check fails with them by itself."""

from __future__ import annotations

import builtins

from grader import wire


class SubmissionProblem(Exception):
    """A check cannot go on because of what the submission did. `str()` is a sentence for the student."""


class Raised(SubmissionProblem):
    """The student's code raised. `detail`, for checks that hide nothing, is its text and what was printed before it."""

    def __init__(self, words: str, raised: wire.Raised, printed: str = "") -> None:
        self.raised = raised
        self.detail = f"{type_name(raised)}: {raised.message}"
        if printed:
            self.detail += f"\nprinted:  {printed.rstrip()}"
        super().__init__(words)


class NotDefined(SubmissionProblem):
    """No such name after all cells have run. `detail` is for checks that hide nothing."""

    def __init__(self, words: str, detail: str = "") -> None:
        self.detail = detail
        super().__init__(words)


class NotAttempted(SubmissionProblem):
    """The stub is untouched."""


class TimedOut(SubmissionProblem):
    """The call was stopped by the judge's clock."""


class Crashed(SubmissionProblem):
    """The worker ended."""


class Blocked(SubmissionProblem):
    """Not tried, because of how an earlier check of the exercise ended."""


def type_name(raised: wire.Raised) -> str:
    """The nearest class name that Python or JAX itself defines: a made-up one could carry hidden data."""
    return next((name for name in raised.types if name in _KNOWN_ERRORS), "an exception")


_JAX_ERRORS = (
    "ConcretizationTypeError TracerArrayConversionError TracerBoolConversionError TracerIntegerConversionError "
    "UnexpectedTracerError NonConcreteBooleanIndexError KeyReuseError JaxRuntimeError XlaRuntimeError "
    "TypePromotionError UnsupportedOperation CalledWhileTracing"
)
_KNOWN_ERRORS = {
    *(name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)),
    *_JAX_ERRORS.split(),
    "BdbQuit",  # of a breakpoint()
}
