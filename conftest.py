"""Makes `pytest` in this repository a judge: `submission`, `reference`, `rng`, `--submission FILE`."""

pytest_plugins = ["grader.judge.plugin"]
