"""The pytest plugin: fixtures for a lesson's tests, and what each check's end means.

With it, `pytest solutions/NN_topic` validates the reference and `--submission FILE` grades a file, with
ordinary pytest flags and output. `grader.judge.slot` runs the same tests for submission after submission.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from grader.judge import accelerator
from grader.judge.bench import Bench, Reference, Seed, Settings
from grader.judge.marks import MARKS
from grader.judge.problems import Blocked
from grader.judge.program import Options, Program, Source
from grader.judge.verdicts import CHECK, check_result
from grader.report import Verdict

BENCH = pytest.StashKey[Bench]()
SETTINGS = pytest.StashKey[Settings]()
SUBMISSION = pytest.StashKey[Source]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("kata")
    group.addoption("--submission", metavar="FILE", help="grade this .py or .ipynb instead of the reference")
    group.addoption("--seed", type=int, default=0, help="seed of the hidden inputs (default 0)")
    group.addoption("--devices", type=int, default=1, help="simulated devices unless a check says otherwise")


def pytest_configure(config: pytest.Config) -> None:
    for words in MARKS.values():
        config.addinivalue_line("markers", words)
    if SETTINGS not in config.stash:
        seed, devices = (int(config.getoption(name) or 0) for name in ("--seed", "--devices"))
        config.stash[SETTINGS] = Settings(seed=seed, options=Options(accelerator.asked_for(), devices))
    file = config.getoption("--submission")
    if file:
        config.stash[SUBMISSION] = _read(Path(file))


def pytest_unconfigure(config: pytest.Config) -> None:
    if BENCH in config.stash:
        config.stash[BENCH].close()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if not _exercise(item):
        return
    bench = _bench(item.config)
    mark = item.get_closest_marker("devices")
    bench.use(item.path.parent, mark.args[0] if mark else None, item.get_closest_marker("x64") is not None)
    for needed in (name for mark in item.iter_markers("needs") for name in mark.args):
        ended = _ending_of(item, needed)
        if ended not in (None, Verdict.PASSED, Verdict.NOT_ATTEMPTED):
            raise Blocked(f"Not tried: it builds on a check that did not pass ({needed}).")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    if _exercise(item) and (call.when == "call" or call.excinfo is not None):
        item.stash[CHECK] = check_result(item, call.excinfo)
    return (yield)


@pytest.fixture(scope="module")
def submission(request: pytest.FixtureRequest) -> Program:
    """The program under test: a submission, or the reference when none is given."""
    return _bench(request.config).submission(request.path.parent)


@pytest.fixture(scope="module")
def reference(request: pytest.FixtureRequest) -> Reference:
    """The lesson's own answers, for expected values that only JAX can say."""
    return _bench(request.config).reference(request.path.parent)


@pytest.fixture(scope="session")
def seed(request: pytest.FixtureRequest) -> Seed:
    """Random streams by name, for fixtures that several checks read."""
    return Seed(_bench(request.config).settings.seed)


@pytest.fixture
def rng(request: pytest.FixtureRequest, seed: Seed) -> np.random.Generator:
    """A random stream of this check's own."""
    return seed.rng(f"{request.path.parent.name}/{request.node.name}")


def _bench(config: pytest.Config) -> Bench:
    if BENCH not in config.stash:
        config.stash[BENCH] = Bench(config.stash[SETTINGS])
        config.stash[BENCH].current = config.stash.get(SUBMISSION, None)
    return config.stash[BENCH]


def _read(file: Path) -> Source:
    from grader.submissions import UnreadableSubmission, read_file

    try:
        found = read_file(file, student=file.stem, lesson=file.stem)
    except UnreadableSubmission as error:
        raise pytest.UsageError(str(error)) from None
    return Source(found.kind, found.cells)


def _exercise(item: pytest.Item) -> str:
    mark = item.get_closest_marker("exercise")
    return mark.args[0] if mark else ""


def _ending_of(item: pytest.Item, name: str) -> Verdict | None:
    """How the check `name` of the same class ended in this round, if it has run."""
    for other in item.session.items:
        if other.parent is item.parent and other.name == name and CHECK in other.stash:
            return other.stash[CHECK].result.verdict
    return None
