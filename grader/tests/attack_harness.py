"""Runs one attack of `attacks/` (or of ../shared/attacks) against the grader, and against what does not defend itself.

An attack begins with comments: its kind, the control under which it succeeds, the points of `host_roundtrip` that it
may keep, what it aims at, its canary and what must not happen. `reached()`, where there is one, lists what the payload
got hold of: empty in the jail, not empty in its control.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from grader import wire
from grader.course import Lesson, find_course
from grader.grade import _report, hidden_and_public
from grader.judge import jax_array, program
from grader.judge.bench import Settings
from grader.judge.problems import SubmissionProblem
from grader.judge.program import Limits, Program, Source
from grader.judge.protocol import Request
from grader.judge.starting import Zygote
from grader.judge.workers import MAX_QUESTIONS, Options
from grader.outputs.page import class_html, feedback_html
from grader.outputs.summary import summary_csv
from grader.outputs.table import show_class
from grader.report import Report, to_json
from grader.slots import Slot
from grader.submissions import Submission
from grader.worker import scratch
from grader.worker.sandbox import Tier, default_limits

HERE = Path(__file__).parent
OWN = HERE / "attacks"
SHARED = Path(os.environ.get("KATA_ATTACKS") or HERE.parents[2] / "shared/attacks")
LIMITS = Limits(load=6, call=2)
LONGEST = 5 * (LIMITS.load + LIMITS.call) + 15  # seconds of wall clock for one verdict, on a busy machine
X = np.arange(1, 8, dtype=np.float32)
FULL = 10
GOOD = """
import jax, jax.numpy as jnp
def host_roundtrip(x):
    host = jax.device_get(x)
    return jnp.asarray((host * host.dtype.type(2)).astype(host.dtype))
"""


@dataclass(frozen=True)
class Attack:
    """One file; `control` names how it is seen to succeed (see `Control`), "" for the shared ones."""

    path: Path
    kind: str
    control: str
    keeps: float

    @property
    def name(self) -> str:
        """The file's, without its ending."""
        return self.path.stem


def attacks(folder: Path) -> list[Attack]:
    """Every attack in `folder`, by name."""
    return [_attack(path) for path in sorted(folder.glob("*.py"))]


def _attack(path: Path) -> Attack:
    head = path.read_text(encoding="utf-8", errors="replace")[:1000]
    found = {key: re.search(rf"\b{key}: *([\w.]+)", head) for key in ("kind", "control", "keeps")}
    kind = found["kind"][1] if found["kind"] else _SHARED_KINDS.get(path.stem, "forge")
    honest = {"mech": 3, "state": FULL, "tamper": FULL}
    keeps = float(found["keeps"][1]) if found["keeps"] else honest.get(kind, 0)
    return Attack(path, kind, found["control"][1] if found["control"] else "", keeps)


_SHARED_KINDS = {"80_odd_encoding": "output", "79_parser_bomb": "dos"}  # no header that can be read


@dataclass
class Place:
    """A folder anyone may read and write, so that nothing but the jail protects it, and listeners."""

    root: Path
    token: str
    tcp: socket.socket
    udp: socket.socket
    unix: socket.socket

    def fill(self, text: str) -> str:
        """`text` with the tokens replaced: the attacker knows where everything is."""
        tokens = {
            "CANARY": self.root / "test_hidden.py",
            "RESULTS": self.root / "results.json",
            "OTHER": self.root / "other.py",
            "USOCK": self.root / "socket",
            "COURSE": self.root,
            "PORT": self.tcp.getsockname()[1],
        }
        return functools.reduce(lambda done, name: done.replace(f"@@{name}@@", str(tokens[name])), tokens, text)

    def touched(self) -> list[str]:
        """What became of the files and who called."""
        names = {path.name for path in self.root.iterdir()}
        said = [f"{name} appeared or went" for name in names ^ {"socket", *self._files()}]
        said += [f"{name} changed" for name, text in self._files().items() if (self.root / name).read_text() != text]
        for listener in (self.tcp, self.udp, self.unix):
            with contextlib.suppress(BlockingIOError):
                listener.recv(1) if listener is self.udp else listener.accept()
                said.append(f"{listener.family.name} {listener.type.name} was reached")
        return said

    def _files(self) -> dict[str, str]:
        return {"test_hidden.py": f"# {self.token}\n", "results.json": "{}\n", "other.py": f"# {self.token}\n"}

    def reset(self) -> None:
        """As it was before an attack that succeeded."""
        for name, text in self._files().items():
            (self.root / name).write_text(text)
            os.chmod(self.root / name, 0o666)
        self.touched()


@contextlib.contextmanager
def place() -> Iterator[Place]:
    """A `Place`, with a secret in the environment as well."""
    with tempfile.TemporaryDirectory(prefix="attacked-", dir="/tmp") as folder, contextlib.ExitStack() as stack:
        os.chmod(folder, 0o777)
        tcp, udp = socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind(tcp.getsockname())
        unix = socket.socket(socket.AF_UNIX)
        unix.bind(f"{folder}/socket")
        unix.listen()
        os.chmod(f"{folder}/socket", 0o777)
        for listener in (tcp, udp, unix):
            listener.setblocking(False)
            stack.enter_context(listener)
        where = Place(Path(folder), f"CANARY-{secrets.token_hex(8)}", tcp, udp, unix)
        where.reset()
        os.environ["KATA_ATTACK_SECRET"] = where.token
        stack.callback(os.environ.pop, "KATA_ATTACK_SECRET", None)
        yield where


class Grader:
    """The real engine for lesson 03 in one tier: a judge slot for marks, and programs for what a payload reached."""

    def __init__(self, tier: Tier) -> None:
        self.tier = tier
        self.lesson: Lesson = find_course(HERE).lesson("03_host_roundtrip")
        self.settings = Settings(tier=tier, limits=LIMITS)
        self.slot = Slot(self.settings, hidden_and_public([self.lesson]))
        self.zygote = Zygote(tier, default_limits())

    def grade(self, kind: str, cells: tuple[str, ...]) -> tuple[Report, float]:
        """The report on `host_roundtrip` alone, and the seconds it took. Raises `SlotFailed`."""
        started = time.monotonic()
        request = Request(lesson=self.lesson.name, source=Source(kind, cells), exercise="host_roundtrip")
        hello, answer = self.slot.hello(), self.slot.ask(request)
        submission = Submission("eve", self.lesson.name, kind, cells, "x.py")  # type: ignore[arg-type]
        return _report(submission, self.lesson, self.settings, hello, answer), time.monotonic() - started

    def reached(self, text: str) -> list[str]:
        """What the payload says it got hold of in this tier's worker."""
        submission = Program(Source("py", (text,)), self.zygote, Options(), LIMITS)
        try:
            with contextlib.suppress(SubmissionProblem):
                submission.host_roundtrip(jax_array(X))
            time.sleep(1.5 * ("threading" in text))
            value = submission.reached().value
            return [str(item) for item in value] if isinstance(value, list) else []
        except SubmissionProblem:
            return []
        finally:
            submission.close()

    def close(self) -> None:
        """End its processes."""
        self.slot.close()
        self.zygote.close()


def everything_shown(report: Report) -> dict[str, str]:
    """The report in each form that people see."""
    import io

    from rich.console import Console

    table = io.StringIO()
    show_class([report], [], Console(file=table, width=80))
    return {
        "json": to_json(report).decode(),
        "csv": summary_csv([report], []).decode(),
        "feedback": feedback_html(report),
        "class": class_html([report], []),
        "table": table.getvalue(),
    }


# Controls: the same payload where nothing defends.


def succeeds_undefended(attack: Attack, where: Place) -> bool:
    """Whether the payload works in its control: plain Python with a weak grader, or a judge that trusts its worker."""
    text = where.fill(attack.path.read_text())
    try:
        if attack.control == "naive":
            return _naive_loader_falls(attack, where)
        if attack.control.startswith("trusted"):
            return _TRUSTING[attack.control](text)
        return _weak(attack.control, text, where)
    finally:
        where.reset()


def _weak(control: str, text: str, where: Place) -> bool:
    folder = scratch.make()
    (folder / "attack.py").write_text(text)
    command = [sys.executable, str(HERE / "attack_weak.py"), "attack.py", str(where.root / "test_hidden.py")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=15, cwd=folder)
    except subprocess.TimeoutExpired:
        return control == "hung"
    finally:
        scratch.remove(folder)  # nested too deep for anything else
    if control == "died":
        return done.returncode < 0
    if control == "exit0":
        return done.returncode == 0 and not done.stdout
    assert done.stdout, done.stderr
    return bool(json.loads(done.stdout.splitlines()[-1])[control])


@contextlib.contextmanager
def _tier_c(text: str) -> Iterator[tuple[Any, Program]]:
    zygote = Zygote(Tier.C, default_limits())
    submission = Program(Source("py", (text,)), zygote, Options(), Limits(60, 60))
    try:
        yield submission._worker(), submission
    finally:
        submission.close()
        zygote.close()


def _told(text: str) -> tuple[dict[str, Any], int]:
    """The first result that a worker sends, whatever its nonce, and how many questions came before."""
    with _tier_c(text) as (worker, _):
        worker._resume()
        worker._conn.settimeout(60)
        stream = worker._conn.makefile("rwb")
        manner = {"kwargs": {}, "answers": ["jax.device_get"], "under": "", "guard": ""}
        stream.write(
            wire.pack(wire.Frame("call", "n" * 16, {"name": "host_roundtrip", "args": (jax_array(X),), **manner}))
        )
        for questions in range(MAX_QUESTIONS + 2):
            stream.flush()
            frame = wire.unpack(stream.read)
            if frame.kind == "result":
                return frame.body, questions
            stream.write(wire.pack(wire.Frame("reply", frame.nonce, {})))
        return {}, MAX_QUESTIONS + 1


def trusts(text: str) -> bool:
    """A judge that believes what it is told: a verdict, calls, a question asked."""
    told, questions = _told(text)
    return bool(told.get("passed") or questions or "jax.device_get" in told["calls"])


def untraced(text: str) -> bool:
    """A judge to which no trace means no arithmetic on the device."""
    return not _told(text)[0]["traced"]


def unseen(text: str) -> bool:
    """A judge to which no call seen means none made."""
    told, questions = _told(text)
    return not questions and "jax.device_get" not in told["calls"]


def _repeats(text: str) -> bool:
    told, _ = _told(text)
    raised = told.get("raised")
    said = raised.types[0] if isinstance(raised, wire.Raised) else told.get("missing", [""])[0]
    return said.startswith("HIDDEN")


def _bombed(text: str) -> bool:
    checks = wire._check_keys, wire._taken
    wire._check_keys, wire._taken = lambda keys: None, lambda buffers, index: buffers[index]
    try:
        return len(_told(text)[0]["value"]) >= 60
    finally:
        wire._check_keys, wire._taken = checks


def _load_flooded(text: str) -> bool:
    most, program.MAX_LOAD_ERRORS = program.MAX_LOAD_ERRORS, 1 << 30
    try:
        with _tier_c(text) as (_, submission):
            return len(submission.load_errors) > 10_000
    finally:
        program.MAX_LOAD_ERRORS = most


_TRUSTING = {
    "trusted": trusts,
    "trusted_untraced": untraced,
    "trusted_unseen": unseen,
    "trusted_said": _repeats,
    "trusted_bomb": _bombed,
    "trusted_flood": lambda text: _told(text)[1] > MAX_QUESTIONS,
    "trusted_load": _load_flooded,
}


def build(attack: Attack, where: Place, folder: Path) -> None:
    """Run a "pack" attack's builder, which fills `folder`."""
    script = folder.parent / "builder.py"
    script.write_text(where.fill(attack.path.read_text()))
    folder.mkdir()
    subprocess.run([sys.executable, str(script), str(folder)], check=True, timeout=60)


def _naive_loader_falls(attack: Attack, where: Place) -> bool:
    """Unpack everything, read everything as text, run Python beside it."""
    import zipfile

    with tempfile.TemporaryDirectory() as outer:
        folder = Path(outer, "class")
        build(attack, where, folder)
        for archive in folder.glob("*.zip"):
            zipfile.ZipFile(archive).extractall(folder)
        try:
            for path in folder.rglob("*.py"):
                path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            return True
        for site in folder.rglob("sitecustomize.py"):
            subprocess.run([sys.executable, "-c", ""], env={**os.environ, "PYTHONPATH": str(site.parent)}, timeout=60)
        return bool(where.touched()) or sum(1 for _ in folder.rglob("*")) > 3000


def with_header_problems(attack: Attack) -> list[str]:
    """What an attack of ours lacks in its first lines."""
    text = attack.path.read_text()
    return [
        word for word in ("# kind:", "control:", "keeps:", "# AIMS AT:", "# CANARY:", "# MUST NOT:") if word not in text
    ]
