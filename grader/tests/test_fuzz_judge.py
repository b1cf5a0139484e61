"""Generated submissions and generated frames, through the real judge: a verdict or one line each, never a traceback."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import socket
import struct
import zipfile
from types import SimpleNamespace
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader import wire
from grader.course import find_course
from grader.grade import Slots, grade_one, hidden_and_public
from grader.judge import jax_array, topology, workers
from grader.judge.bench import Settings
from grader.judge.describe import value_in_words
from grader.judge.expect import Mismatch, expect
from grader.judge.problems import SubmissionProblem
from grader.judge.program import Limits, Program, Source
from grader.judge.streams import Pipes
from grader.judge.workers import Link, Options, Worker
from grader.report import from_json, to_json
from grader.submissions import SubmissionsError, read_submissions
from grader.tests.handed_in import cell, notebook
from grader.tests.tiny_course import RIGHT, write_course
from grader.worker.sandbox import Tier, default_limits

FEW, MANY = 15, 2000
FEW_FRAMES, MANY_FRAMES = 200, 20_000
QUIET = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}

# Submissions

TOKENS = [
    *(
        "raise ",
        "os._exit(0)\n",
        "import os\n",
        "return x\n",
        "\x00",
        "\ufeff",
        "\ud800",
        "'''",
        "(",
        "\\\n",
        "\t",
        "\r",
    ),
    *(
        "!ls\n",
        "%%bash\n",
        "%run x\n",
        "# %%\n",
        "# coding: utf-7\n",
        "globals().clear()\n",
        "double = halve\n",
        "\x0c",
    ),
    *("import sys; sys.exit(0)\n", "__import__('os').abort()\n", "raise NotImplementedError\n", "await x\n", "\u202e"),
    *("def double(x): return type('<b>', (), {})()\n", "class double: pass\n", "@double\n", "del double\n"),
    *("raise type('T', (BaseException,), {})('=1+1')\n", "assert 0, '\\ud800'\n", "print('x' * 99)\n"),
    "import threading; threading.Thread(target=print).start()\n",
]


@st.composite
def sources(draw) -> str:
    """The right answer, damaged in up to three places, mostly at line starts so that something still runs."""
    text = RIGHT
    for _ in range(draw(st.integers(0, 3))):
        starts = [0, *(i + 1 for i, letter in enumerate(text) if letter == "\n")]
        at = draw(st.sampled_from(starts) if draw(st.booleans()) else st.integers(0, len(text)))
        token = draw(st.sampled_from(TOKENS))
        text = text[:at] + (token + text[at + draw(st.integers(0, 5)) :])
    return text


def _bent(draw, data: bytes) -> bytes:
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=4)) + data[at + draw(st.integers(0, 20)) :]
    return data


@st.composite
def files(draw) -> tuple[str, bytes]:
    """A file name and its bytes: a module, a notebook, or a zip with either in it."""
    texts = draw(st.lists(sources(), min_size=1, max_size=3))
    kind = draw(st.sampled_from(["py", "ipynb", "zip"]))
    if kind == "py":
        return "01_tiny.py", _bent(draw, texts[0].encode("utf-8", "surrogatepass"))
    book = notebook(*(cell(text, metadata={"tags": texts}) for text in texts))
    if kind == "ipynb":
        return "01_tiny.ipynb", _bent(draw, book)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in draw(st.lists(st.sampled_from(["ada/01_tiny.ipynb", "../x.py", "ada/01_tiny.py"]), max_size=2)):
            archive.writestr(name, book if name.endswith("ipynb") else texts[0].encode("utf-8", "surrogatepass"))
    return "class.zip", _bent(draw, packed.getvalue())


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    root = write_course(tmp_path_factory.mktemp("fuzz") / "course")
    lesson = find_course(root).lesson("tiny")
    slots = Slots(Settings(limits=Limits(2, 0.5)), hidden_and_public([lesson]))
    yield lesson, slots
    slots.close()


def _grade_file(judged, folder, name: str, data: bytes) -> None:
    lesson, slots = judged
    home = folder if name.endswith("zip") else folder / "ada"
    home.mkdir(exist_ok=True)
    (home / name).write_bytes(data)
    try:
        submissions, unreadable = read_submissions([folder], [lesson.name], lesson.name)
    except SubmissionsError:
        return
    finally:
        (home / name).unlink()
    pid = slots.mine().pid
    for item in unreadable:
        assert len(item.reason.splitlines()) == 1
    for submission in submissions:
        report = grade_one(submission, lesson, slots)
        assert from_json(to_json(report)) == report
        assert not report.incomplete  # no check broke
        assert report.max_points == 6
    assert slots.mine().pid == pid


@given(file=files())
@settings(max_examples=FEW, **QUIET)
def test_a_damaged_submission_gets_a_verdict_or_one_line(file, judged, tmp_path_factory):
    _grade_file(judged, tmp_path_factory.mktemp("class"), *file)


@pytest.mark.slow
@pytest.mark.timeout(1500)
@given(file=files())
@settings(max_examples=MANY, **QUIET)
def test_two_thousand_damaged_submissions_get_a_verdict_or_one_line(file, judged, tmp_path_factory):
    _grade_file(judged, tmp_path_factory.mktemp("class"), *file)


# Frames

NONCE = "n" * 16
X = np.arange(3, dtype=np.float32)
SIZES = st.integers(-2, 4) | st.sampled_from([1 << 61, -(1 << 63), 10**30])
NUMBERS = SIZES | st.none() | st.floats() | st.text(max_size=3)
NAMES = st.sampled_from(
    ["jax.device_get", "jax.devices", "probe.item", "ValueError", "f", "g", "", "\ud800", "cpu", "tracer"]
)
SHAPES = st.lists(st.sampled_from([0, 1, 2, 3, -1, 1 << 61]), max_size=3)
ARRAYS = st.tuples(st.sampled_from([*wire.DTYPES, "object"]), SHAPES, st.integers(-1, 2)).map(list)
DEVICES = st.tuples(NAMES, st.integers(0, 2), st.integers(0, 1), st.booleans()).map(list)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    st.tuples(st.just("str"), NAMES | st.text(max_size=5)).map(list),
    st.tuples(st.just("int"), NUMBERS.map(str)).map(list),
    st.tuples(st.just("float"), st.floats().map(float.hex) | st.just("nan")).map(list),
    st.tuples(st.sampled_from(["ndarray", "npscalar"]), ARRAYS).map(lambda p: [p[0], *p[1]]),
    st.tuples(ARRAYS, st.booleans(), st.lists(DEVICES, max_size=2), st.booleans(), NAMES).map(
        lambda p: ["jax", *p[0], *p[1:]]
    ),
    DEVICES.map(lambda d: ["device", *d]),
    st.tuples(st.just("raised"), st.lists(NAMES, max_size=3), NAMES, NUMBERS, NUMBERS).map(list),
    st.tuples(st.sampled_from(["opaque", "dtype", "callback", "probe", "bytes"]), NAMES | NUMBERS).map(list),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["list", "tuple"]), st.lists(inner, max_size=4)).map(list),
        st.lists(st.tuples(inner, inner).map(list), max_size=3).map(lambda pairs: ["dict", pairs]),
        st.tuples(st.sampled_from(["aligned", "shipped"]), inner, inner).map(list),
    ),
    max_leaves=6,
)
KEYS = ["value", "missing", "not_callable", "raised", "unsendable", "calls", "traced", "overflows", "noted", "args",
        "kwargs", "writeable", "x64", "function", "leaves", "callback", "pushes"]  # fmt: skip
FIELDS = st.sampled_from(KEYS)
BODIES = st.lists(st.tuples(FIELDS.map(lambda name: ["str", name]), TREES).map(list), max_size=4)
FRAMES = st.tuples(st.sampled_from(["result", "question"]), BODIES, st.lists(st.integers(0, 12), max_size=3))


def _bytes(frame, bend) -> bytes:
    kind, body, sizes = frame
    header = json.dumps([kind, NONCE, ["dict", body], sizes]).encode()
    data = struct.pack(">I", len(header)) + header + bytes(sum(sizes))
    at, put, cut = bend
    return data if cut < 0 else data[: at % len(data)] + put + data[at % len(data) + cut :]


BENDS = st.tuples(st.integers(0, 1000), st.binary(max_size=3), st.sampled_from([-1, -1, -1, 0, 1, 50]))
STREAMS = st.lists(st.tuples(FRAMES, BENDS).map(lambda pair: _bytes(*pair)), min_size=1, max_size=3).map(b"".join)


class Stage:
    """In a zygote's place: each worker it starts has `said` ready to be read."""

    tier, limits = Tier.C, default_limits()

    def __init__(self, said: bytes) -> None:
        self._said = said

    def spawn(self, options: Options) -> Worker:
        mine, self._theirs = socket.socketpair()
        streams = Pipes()
        streams.handed_over()
        nothing = lambda *signal: None  # noqa: E731
        process: Any = SimpleNamespace(
            pid=os.getpid(), cpu_times=lambda: SimpleNamespace(user=0.0, system=0.0), oneshot=contextlib.nullcontext,
            memory_info=lambda: SimpleNamespace(rss=0), num_threads=lambda: 1, suspend=nothing, resume=nothing,
        )  # fmt: skip
        puppet = Worker(Link(mine, process, streams, None, nothing), self.limits)
        mine.setblocking(False)
        self._theirs.sendall(wire.pack(wire.Frame("result", NONCE, {"errors": []})) + self._said)
        self._theirs.shutdown(socket.SHUT_WR)
        return puppet

    def close(self) -> None:
        """Hang up."""
        self._theirs.close()


def _judge(said: bytes) -> None:
    said_in: list[str] = []
    stage = Stage(said)
    program = Program(Source("py", ("def f(x):\n    pass",)), stage, Options(), Limits(1, 1))  # type: ignore[arg-type]
    try:
        answers = {**topology("gpu", gpu=[(0, 0), (1, 1)]), "jax.device_get": X, "probe": lambda question: 1.5}
        _look_at(program.f(jax_array(X), lambda values: values, answers=answers))
    except SubmissionProblem as problem:
        said_in = str(problem).splitlines()
    finally:
        program.close()
        stage.close()
    assert len(said_in) <= 1


def _look_at(got) -> None:
    assert got.same_as(got)
    assert value_in_words(got.value) and value_in_words(list(got.noted)) and got.kind
    for look in (
        lambda: expect(got).value(X, otherwise=""),
        lambda: expect(got).numbers(X, otherwise="", rtol=1e-6),
        lambda: expect(got).shape(X.shape, otherwise="").dtype(np.float32, otherwise=""),
        lambda: expect(got).is_jax_array(otherwise="").committed(False, otherwise="").on_device(0, otherwise=""),
        lambda: expect(got).asked("jax.device_get", times=1, otherwise="").traced_only(set(), otherwise=""),
        lambda: expect(got).that(any(q.asks_for(X) or q.traced for q in got.questions), otherwise=""),
    ):
        with contextlib.suppress(Mismatch):
            look()


@given(said=STREAMS)
@settings(max_examples=FEW_FRAMES, **QUIET)
def test_whatever_frames_come_the_call_ends_in_words(said, monkeypatch_module):
    _judge(said)


class Shaken:
    """Frames bent at random, cheaper than hypothesis' own by far; the seed is hypothesis' to choose and to shrink."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def stream(self) -> bytes:
        """One to three frames whose content is swapped, doubled and cut."""
        return b"".join(self._frame() for _ in range(self._random.randint(1, 3)))

    def _frame(self) -> bytes:
        random = self._random
        fields = {name: random.choice(POOL) for name in random.sample(KEYS, random.randint(1, 5))}
        tree, buffers = wire.encode(fields)
        for _ in range(random.randint(0, 3)):
            self._swap(tree)
        sizes: list = [len(buffer) for buffer in buffers]
        if sizes and random.random() < 0.1:
            sizes[0] = random.choice([-1, 0, 1, "x", None, 1 << 62])
        header = json.dumps([random.choice(["result", "result", "question", "reply"]), NONCE, tree, sizes]).encode()
        data = struct.pack(">I", len(header)) + header + b"".join(buffers)
        if random.random() < 0.2:
            at = random.randrange(len(data))
            data = data[:at] + random.randbytes(random.randint(0, 3)) + data[at + random.randint(0, 3) :]
        return data

    def _swap(self, tree: list) -> None:
        random, places = self._random, []
        waiting = [tree]
        while waiting:
            node = waiting.pop()
            places += [(node, index) for index in range(len(node))]
            waiting += [child for child in node if isinstance(child, list)]
        (one, here), (other, there) = random.choice(places), random.choice(places)
        odd = [None, True, -1, 1 << 62, "", "int", [], ["list", []], ["int", "9" * 1001], float("nan")]
        one[here] = json.loads(json.dumps(other[there])) if random.random() < 0.6 else random.choice(odd)


POOL = [
    *(None, True, 3, -(10**30), 1.5, float("nan"), 2j, "text \ud800", "cpu", b"\xff", [1, (2.0,)], {"a": 1, 2: X}),
    *(X, np.float32(2), np.zeros((0, 3), np.int32), np.dtype("float16"), [X, X], wire.Device("cpu", 1), wire.Probe(0)),
    wire.JaxArray(value=X, weak_type=False, devices=(wire.Device("cpu", 0),), committed=False, sharding="Single"),
    *(wire.Raised(("ValueError",), "text", 1, 2), wire.Opaque("tracer"), wire.Callback(0), ["jax.device_get"], (X,)),
    *(np.ones(2, ml_dtypes.bfloat16), np.ones(2, ml_dtypes.int4), "jax.devices", "jax.device_get", "probe.item", 0, []),
]


@pytest.mark.slow
@pytest.mark.timeout(900)
@given(seed=st.integers(0, 1 << 32))
@settings(max_examples=MANY_FRAMES // 20, **QUIET)
def test_twenty_thousand_times_whatever_frames_come_the_call_ends_in_words(seed, monkeypatch_module):
    shaken = Shaken(seed)
    for _ in range(20):
        _judge(shaken.stream())


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers.secrets, "token_hex", lambda size: NONCE)
        yield
