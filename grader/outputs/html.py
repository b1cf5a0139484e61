"""The one place that turns templates into HTML: whatever a template prints is made visible, then escaped."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.outputs import words
from grader.text import visible

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **values: Any) -> str:
    """The HTML of `templates/TEMPLATE`. A name the template needs and is not given raises."""
    return _environment().get_template(template).render(**values)


def _with_code(text: str) -> Any:
    """The text as HTML, with what stands between backticks as code."""
    import markupsafe

    parts = [markupsafe.escape(part) for part in visible(text).split("`")]
    if len(parts) % 2 == 0:  # a backtick without its twin is one
        parts[-2:] = [parts[-2] + "`" + parts[-1]]
    return markupsafe.Markup("").join(
        markupsafe.Markup("<code>{}</code>").format(part) if number % 2 else part for number, part in enumerate(parts)
    )


@functools.cache
def _environment() -> Environment:
    import jinja2
    import markupsafe

    def show(value: Any) -> Any:
        return visible(value) if isinstance(value, str) and not isinstance(value, markupsafe.Markup) else value

    environment = jinja2.Environment(
        # autoescape=True and not select_autoescape(), which is off for names ending in .j2
        autoescape=True,
        finalize=show,
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["words"] = words
    environment.filters["code"] = _with_code
    return environment
