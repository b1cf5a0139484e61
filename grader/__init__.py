"""jax-kata: graded JAX katas with their own autograder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.notebook.checks import check, hint

__all__ = ["check", "hint"]


def __getattr__(name: str) -> Any:
    # Late, so that `import grader` costs nothing and the worker never loads the judge's side.
    if name not in __all__:
        raise AttributeError(f"module 'grader' has no attribute {name!r}")
    from grader.notebook import checks, screen

    if (shell := screen.shell()) is not None:
        load_ipython_extension(shell)
    return getattr(checks, name)


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext grader`, and what `from grader import check` does by itself: `%kata`, and a warm checker."""
    from grader.notebook import magic

    magic.register(shell)
