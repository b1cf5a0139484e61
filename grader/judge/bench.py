"""What the tests of a run share: the zygote, the program under test, the reference and the seed."""

from __future__ import annotations

import contextlib
import functools
import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from grader import percent, wire
from grader.judge import accelerator
from grader.judge.program import Limits, Manner, Program, Result, Source
from grader.judge.starting import Start, Zygote
from grader.judge.workers import NoWorker, Options, WorkerEnded
from grader.report import Backend
from grader.worker import sandbox
from grader.worker.demos import digest


@dataclass(frozen=True)
class Settings:
    """The operator's choices for a run; with the submission and the course they decide every mark."""

    seed: int = 0
    options: Options = field(default_factory=Options)
    limits: Limits = field(default_factory=Limits)
    tier: sandbox.Tier | None = None  # None: the best that works
    start: Start | None = None  # None: a fork where that is safe


def settings_for(devices: int, timeout: float, seed: int = 0) -> Settings:
    """Those of a grading run: `timeout` is what one call may take, in CPU seconds; loading takes more."""
    limits = Limits(load=max(20.0, 2 * timeout), call=timeout)
    return Settings(seed, Options(accelerator.asked_for(), devices), limits)


class Bench:
    """One a pytest session. `current` is the submission being judged; without one, the reference is."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.options = settings.options
        self.current: Source | None = None
        self._called_off = False
        self.tier = settings.tier or sandbox.choose_tier().tier
        self._zygote = self._new_zygote()
        self._programs: dict[Path, Program] = {}
        self._references: dict[Path, Reference] = {}

    def _new_zygote(self, spare: bool = True) -> Zygote:
        return Zygote(self.tier, sandbox.default_limits(), self.settings.start, spare, self.settings.options.platform)

    def submission(self, lesson: Path) -> Program:
        """The program under test for the lesson whose tests lie in folder `lesson`."""
        if lesson not in self._programs:
            source = self.current or Source("py", (read_reference(lesson),))
            limits = self.settings.limits
            self._programs[lesson] = Program(source, self._zygote, self.options, limits, _demos(lesson))
            if self._called_off:
                self._programs[lesson].call_off()
        return self._programs[lesson]

    def reference(self, lesson: Path) -> Reference:
        """The lesson's own answers, from a zygote of their own: no submission shares a namespace with them."""
        if lesson not in self._references:
            source = Source("py", (read_reference(lesson),))
            program = Program(source, self._new_zygote(spare=False), self.options, self.settings.limits)
            asking = self.submission(lesson)
            program.using = asking.using
            self._references[lesson] = Reference(program)
        return self._references[lesson]

    def use(self, lesson: Path, devices: int | None, x64: bool) -> None:
        """Run the lesson's next check with this many devices (None: the operator's choice) and x64.

        Where the accelerator has fewer, the check runs on simulated CPU devices.
        """
        platform = self.options.platform
        if devices and platform != "cpu" and self.backend.devices < devices:
            platform = "cpu"
        using = Options(platform, devices or self.options.devices, x64 or self.options.x64)
        programs = [self.submission(lesson)]
        if lesson in self._references:
            programs.append(self._references[lesson].program)
        for program in programs:
            program.using = using

    @functools.cached_property
    def backend(self) -> Backend:
        """What workers run on, asked of one that holds no submission. Raises `NoWorker`."""
        asked = self.settings.options.platform
        worker = self._zygote.spawn(self.settings.options)
        try:
            body = worker.exchange("backend", {}, 60).body
            found = Backend(**{key: body[key] for key in Backend.__struct_fields__})
        except (KeyError, WorkerEnded) as error:
            raise NoWorker(_not_started(asked)) from error
        finally:
            worker.kill()
        if asked != "cpu" and found.platform == "cpu":  # JAX goes on without an accelerator that does not start
            raise NoWorker(_not_started(asked))
        return found

    def start(self, source: Source, options: Options | None = None) -> None:
        """Judge this submission from now on, from a clean slate; with `options`, on the run's own platform."""
        self.finish()
        self.current = source
        self.options = replace(options, platform=self.settings.options.platform) if options else self.settings.options

    def call_off(self, yes: bool = True) -> None:
        """Whether nobody waits any more for the submission being judged. From any thread."""
        self._called_off = yes
        for program in list(self._programs.values()) if yes else ():
            program.call_off()

    def finish(self) -> None:
        """Forget the submission and end its workers."""
        for program in self._programs.values():
            program.close()
        self._programs.clear()
        self.current = None

    def close(self) -> None:
        """End everything the bench started."""
        self.finish()
        for reference in self._references.values():
            reference.close()
        self._zygote.close()


def _not_started(platform: str) -> str:
    if platform == "cpu":
        return "JAX did not start in a worker; run `kata doctor`."
    return f"JAX did not start on {platform}, which JAX_PLATFORMS names. Unset that: then everything runs on cpu."


class Reference:
    """The reference as a test sees it: calls like a `Program`, answers remembered for the whole class."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._known: dict[bytes, Result] = {}

    def __getattr__(self, function: str) -> Any:
        def call(*args: Any, **kwargs: Any) -> Result:
            setting = repr(self.program.using)
            key = wire.pack(wire.Frame(function, setting, {"args": args, "kwargs": kwargs}))
            if key not in self._known:
                self._known[key] = self.program.call(function, args, kwargs, Manner())
            return self._known[key]

        return call

    def close(self) -> None:
        """End its workers and their zygote."""
        self.program.close()
        self.program.zygote.close()


@dataclass(frozen=True)
class Seed:
    """Independent random streams by name, the same in every run with the same number."""

    number: int

    def rng(self, name: str) -> np.random.Generator:
        """The stream called `name`."""
        digest = hashlib.sha256(f"{self.number}:{name}".encode()).digest()
        return np.random.default_rng(np.frombuffer(digest, np.uint32))


@functools.cache
def _demos(lesson: Path) -> frozenset[str]:
    """Digests of the lesson's code cells that ask for nothing and check nothing."""
    cells = percent.split(_delivered(lesson))
    shown = (cell for cell in cells if cell.header and not cell.is_markdown and cell.exercise is None)
    return frozenset(digest("\n".join(cell.lines[1:])) for cell in shown)


def _delivered(lesson: Path) -> str:
    """The lesson file as the course wrote it: in a student's folder, the one beside the tests holds their own cells."""
    kept = lesson.parents[1] / ".kata" / "pristine" / "exercises" / lesson.name / "lesson.py"
    return kept.read_text(encoding="utf-8") if kept.is_file() else read_reference(lesson)


def read_reference(lesson: Path) -> str:
    """The text of the lesson file beside the tests."""
    with contextlib.suppress(FileNotFoundError):
        return (lesson / "lesson.py").read_text(encoding="utf-8")
    raise FileNotFoundError(f"There is no lesson.py beside the tests in {lesson}; pass --submission FILE.")
