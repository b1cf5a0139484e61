"""README's first command."""

from __future__ import annotations

from click.testing import CliRunner

from grader.cli import main


def test_the_demo_class_gets_the_expected_marks(tmp_path):
    done = CliRunner().invoke(main, ["demo", str(tmp_path / "demo")], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "12 of 12 students have the expected mark" in done.output
    assert done.output.count("was stopped") == 1
    assert len(list(tmp_path.glob("demo/reports/*/*.json"))) == 11  # linus's notebook cannot be read


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    done = CliRunner().invoke(main, ["demo", str(tmp_path)], catch_exceptions=False)
    assert done.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
