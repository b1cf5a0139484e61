"""`check("NAME", hidden=True)`: a number for nbgrader while it grades, and nothing at any other time."""

from __future__ import annotations

import threading

import pytest

from grader.nbgrader_bridge import in_kernel
from grader.nbgrader_bridge.in_kernel import NOT_YET, PublicChecksFailed, hidden_check
from grader.notebook import checks
from grader.tests.tiny_course import HIDDEN, LESSON, PUBLIC, write_course


@pytest.fixture(scope="module")
def kata(tmp_path_factory):
    root = write_course(tmp_path_factory.mktemp("kata"))
    public = root / "exercises" / "01_tiny"
    public.mkdir(parents=True)
    (public / "test_public.py").write_text(PUBLIC)
    (public / "lesson.py").write_text(LESSON)
    return root


@pytest.fixture
def grading(monkeypatch, kata):
    """As nbgrader's autograde runs a notebook."""
    monkeypatch.setenv("KATA_COURSE", str(kata))
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")


def right(x):
    return x + x


def wrong(x):
    print("here I am")
    return x


def bundle(mark):
    """What Jupyter makes of the cell's value."""
    return mark._repr_mimebundle_()


def shown(mark):
    return bundle(mark)["text/html"]


def test_a_right_answer_is_its_points_and_writes_nothing(grading, capfd):
    mark = hidden_check("double", {"double": right})
    assert repr(mark) == "3.0"
    assert bundle(mark)["text/plain"] == "3.0"
    assert "3 of 3 points" in shown(mark) and "3 of 3 checks" in shown(mark)
    assert in_kernel.UNSANDBOXED in shown(mark)
    assert capfd.readouterr() == ("", "")


def test_a_wrong_answer_gets_the_authors_sentence_and_keeps_what_is_right(grading, capfd):
    mark = hidden_check("double", {"double": lambda x: 2.0 * x.astype("float64")})
    assert repr(mark) == "2.0" and "The dtype changed." in shown(mark)
    assert repr(hidden_check("double", {"double": wrong})) == "0.0"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ({}, "is not defined when its marks cell runs"),
        ({"double": 3}, "is a int and not a function"),
        ({"double": (lambda lock: lambda x: lock and x + x)(threading.Lock())}, "cannot be sent"),
    ],
    ids=["missing", "not a function", "cannot be sent"],
)
def test_what_never_reaches_the_judge_is_zero_and_says_why(grading, names, sentence):
    mark = hidden_check("double", names)
    assert repr(mark) == "0.0" and sentence in shown(mark)


def test_where_the_judge_fails_nbgrader_refuses_the_mark(monkeypatch, grading, tmp_path, capfd):
    bare = write_course(tmp_path)
    (bare / "solutions/01_tiny/test_hidden.py").unlink()
    monkeypatch.setenv("KATA_COURSE", str(bare))
    mark = hidden_check("double", {"double": right})
    assert repr(mark) == in_kernel.UNGRADED
    utils = pytest.importorskip("nbgrader.utils")
    with pytest.raises(ValueError, match="partial credit"):
        utils.get_partial_grade({"data": bundle(mark)}, 3.0)


def test_a_check_that_broke_leaves_no_mark(monkeypatch, grading, tmp_path):
    text = HIDDEN.replace("x = rng.normal(size=5)\n        expect(submission.halve", "expect(submission.halve")
    monkeypatch.setenv("KATA_COURSE", str(write_course(tmp_path, text)))
    assert repr(hidden_check("halve", {"halve": right})) == in_kernel.UNGRADED


def test_a_mistake_of_ours_is_nobodys_zero(monkeypatch, grading):
    monkeypatch.setattr(in_kernel, "_shown", lambda *_: 1 / 0)
    assert repr(hidden_check("double", {"double": right})) == in_kernel.UNGRADED


def test_the_public_check_of_a_notebook_under_grading_starts_nothing(monkeypatch, grading, capsys):
    monkeypatch.setattr(checks, "show_check", lambda *_: pytest.fail("the public checks ran"))
    checks.check(wrong)
    assert capsys.readouterr().out == checks.WHILE_GRADING + "\n"


def test_out_of_grading_it_says_so_and_has_no_value(monkeypatch, kata, capsys):
    monkeypatch.setenv("KATA_COURSE", str(kata))
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    assert hidden_check("double", {"double": wrong}) is None
    assert capsys.readouterr().out == NOT_YET + "\n"


def test_validate_hears_what_the_public_checks_say(monkeypatch, kata):
    monkeypatch.setenv("KATA_COURSE", str(kata))
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    assert hidden_check("double", {"double": right}) is None
    with pytest.raises(PublicChecksFailed, match="1 doubled is 2") as failed:
        hidden_check("double", {"double": wrong})
    assert failed.value._render_traceback_()[0].startswith("✗ double, failed")
    with pytest.raises(PublicChecksFailed, match="not defined here yet"):
        hidden_check("double", {})
