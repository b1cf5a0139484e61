"""Reports as a grading run would produce them, for the tests of what people see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from grader.report import Backend, CheckResult, ExerciseResult, Report, Verdict
from grader.submissions import Unreadable

# Text that has broken a format somewhere: markup, terminal control, text direction, formulas, encodings, size.
HOSTILE = {
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>'\"&amp;",
    "markdown": "[x](javascript:alert(1)) ![](http://127.0.0.1/x.png)",
    "template": "{{ 7*7 }}{% raw %}{# x #}",
    "rich markup": "[bold red]x[/bold red] [/] [link=http://127.0.0.1]y[/link] :skull:",
    "ansi": "\x1b[31mred\x1b[0m \x1b]8;;http://127.0.0.1\x07link\x1b]8;;\x07 \x9b2J\r\x08",
    "bidi": "a\u202eb\u2066c\u2069 \u200b\ufeff\u2028\u2029",
    "formula": '=HYPERLINK("http://127.0.0.1/?"&A1,"x")',
    "formula after a space": " \t\r\n=1+1",
    "csv": '","100","=1+1\r\n@SUM(A1)',
    "nul": "a\x00b",
    "surrogate": "a\ud800b\udfff",
    "not xml": "\x01\x0b\x1f\x7f\x85\ufffe\uffff",
    "cdata": "]]></failure><!-- --> <?xml ?>",
    "wide": "日本語 e\u0301 👩‍🔬",
}

# Too long for a screen, as one word, as many and as many lines.
HUGE = {"word": "x" * 1_000_000, "words": "<b> " * 250_000, "lines": "\n" * 20_000 + "x"}


def a_check(verdict: Verdict, message: str = "", *, name: str = "test_doubles", title: str = "", points: float = 2):
    return CheckResult(
        name=name,
        title=title or name.removeprefix("test_").replace("_", " "),
        verdict=verdict,
        points=points if verdict is Verdict.PASSED else 0,
        max_points=points,
        message=message,
    )


def a_report(
    *checks: CheckResult,
    student: str = "ada",
    lesson: str = "03_host_roundtrip",
    exercise: str = "host_roundtrip",
    notes: Sequence[str] = (),
    sandbox: Literal["A", "B", "C"] = "A",
    name: str = "",
):
    return Report(
        student=student,
        lesson=lesson,
        exercises=(ExerciseResult(name=exercise, checks=checks),),
        sandbox=sandbox,
        backend=Backend(platform="cpu", devices=1, jax="0.10.2", numpy="2.4.6", python="3.11.2"),
        key="5e1f",
        seconds=0.25,
        notes=tuple(notes),
        name=name,
    )


def half_right(**more):
    """One check passed, then one failed, one blocked by it."""
    return a_report(
        a_check(Verdict.PASSED, name="test_doubles", points=3),
        a_check(Verdict.FAILED, "Call jax.device_get once, on x.", name="test_device_get_is_called_once", points=2),
        a_check(Verdict.BLOCKED, "Waits for the check above.", name="test_made_from_the_host_copy", points=2.5),
        **more,
    )


def hostile_report(text: str) -> Report:
    """A report that holds the text wherever a submission could have put it, with every verdict."""
    checks = [a_check(verdict, text, name=text, title=text) for verdict in Verdict]
    return a_report(*checks, student=text, lesson=text, exercise=text, notes=[text], name=text)


def unreadable(
    student: str | None = "bob",
    lesson: str | None = "03_host_roundtrip",
    reason: str = "not JSON",
    filename: str = "bob.ipynb",
):
    return Unreadable(student=student, lesson=lesson, filename=filename, reason=reason)
