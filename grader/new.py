"""`kata new`: the folder of a new lesson, small, complete and passing, for its author to replace piece by piece."""

from __future__ import annotations

import re
from pathlib import Path

from grader.course import Course, CourseError
from grader.files import write_atomically

_LESSON = '''# %% [markdown]
# # {title}
#
# What the reader will be able to do, and why it matters in real training code.

# %%
import jax
import jax.numpy as jnp

from grader import check

# %% [markdown]
# Before you run the next cell: what will it print?

# %%
print(jnp.arange(3) * 2)

# %% [markdown]
# ## Exercise: `{exercise}(x)`
#
# `x` is a `jax.Array` of any shape. Return it with one added to each element, same dtype.
# Example: `[1., 2.]` gives `[2., 3.]`. An array of length 0 comes back as one.

# %% exercise="{exercise}"
def {exercise}(x: jax.Array) -> jax.Array:
    """`x` plus one, in the dtype of `x`."""
    ### BEGIN SOLUTION
    return x + 1
    ### END SOLUTION


# %% check="{exercise}"
check({exercise})

# %% [markdown]
# ## Recap
#
# What to remember, a cheat table, and links to the JAX documentation.
'''
_PUBLIC = '''"""The public checks of lesson {number}: what `check` runs. They show call, result and expectation."""

from __future__ import annotations

import numpy as np

from grader.judge import Program, exercise, expect, jax_array


@exercise("{exercise}")
class Test{camel}:
    def test_adds_one(self, submission: Program):
        """adds one to [1, 2]"""
        got = submission.{exercise}(jax_array(np.array([1, 2], np.float32)))
        expect(got).value(np.array([2, 3], np.float32), otherwise="The result is not x plus one.")
'''
_HIDDEN = '''"""The hidden checks of lesson {number}."""

from __future__ import annotations

import numpy as np

from grader.judge import Program, exercise, expect, jax_array, points


@exercise("{exercise}")
class Test{camel}:
    @points(10)
    def test_adds_one_and_keeps_the_dtype(self, submission: Program, rng: np.random.Generator):
        """adds one and keeps the dtype"""
        for dtype in (np.float32, np.int32):
            x = rng.integers(-9, 9, 5).astype(dtype)
            got = submission.{exercise}(jax_array(x))
            expect(got).numbers(x + 1, otherwise="The result is not x plus one.")
            expect(got).dtype(dtype, otherwise=f"The dtype changed: {{np.dtype(dtype).name}} must stay.")
'''
_HINTS = """## {exercise}

### Idea
One sentence that turns the reader's head the right way.

### Pointer
Where in the JAX documentation the piece is that is missing.

### Skeleton
`return x + ...`
"""
_WRONG = '''"""Adds nothing."""
# caught-by: test_adds_one_and_keeps_the_dtype
# says: plus one
# keeps: 0


def {exercise}(x):
    return x
'''
_RIGHT = '''"""Takes minus one away."""


def {exercise}(x):
    return x - (-1)
'''


def new_lesson(course: Course, name: str, root: Path | None = None) -> Path:
    """Write `solutions/NN_topic/` for the topic `name`, numbered after the course's last. Raises `CourseError`.

    `root` is where solutions/ lies, the course's own folder unless given.
    """
    topic = name.split("_", 1)[1] if re.match(r"\d+_", name) else name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", topic):
        raise CourseError(f"{name!r} cannot name a lesson: use small letters, digits and underscores, as in my_topic.")
    if any(lesson.name.split("_", 1)[1] == topic for lesson in course.lessons):
        raise CourseError(f"There is a lesson {topic!r} already: choose another name.")
    number = max((int(lesson.name[:2]) for lesson in course.lessons), default=0) + 1
    words = {
        "number": f"{number:02}",
        "title": topic.replace("_", " ").capitalize(),
        "exercise": f"{topic}_one",
        "camel": "".join(word.capitalize() for word in f"{topic}_one".split("_")),
    }
    folder = (root or course.root) / "solutions" / f"{number:02}_{topic}"
    if folder.exists():
        raise CourseError(f"{folder} is there already: choose another name, or edit that one.")
    files = {
        "lesson.py": _LESSON,
        "test_public.py": _PUBLIC,
        "test_hidden.py": _HIDDEN,
        "hints.md": _HINTS,
        f"wrong/{topic}_one__adds_nothing.py": _WRONG,
        f"right/{topic}_one__subtracts.py": _RIGHT,
    }
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / path, text.format(**words).encode())
    return folder
