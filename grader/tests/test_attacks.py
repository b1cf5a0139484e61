"""Hostile submissions get nothing: our own corpus, and the shared one where it is."""

from __future__ import annotations

import csv
import functools
import io
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from grader.submissions import SubmissionsError, read_submissions
from grader.tests import jails
from grader.tests.attack_harness import (
    FULL,
    GOOD,
    LONGEST,
    OWN,
    SHARED,
    Attack,
    Grader,
    Place,
    attacks,
    build,
    everything_shown,
    place,
    succeeds_undefended,
    trusts,
    unseen,
    untraced,
    with_header_problems,
)
from grader.worker import tiers
from grader.worker.sandbox import Tier, choose_tier

KINDS = {"forge", "leak", "mech", "tamper", "plant", "dos", "net", "output", "state", "pack", "oracle"}
# One of each kind in the best tier there is; the rest is slow.
QUICK = {
    "forge_wire_result", "leak_odd_paths", "mech_faked_trace", "tamper_metadata", "plant_startup_files",
    "dos_header_bomb", "net_odd_system_calls", "output_hostile_line", "state_shared_memory", "oracle_type_name",
    "pack_planted_modules",
}  # fmt: skip
CONTROLS_QUICK = {"forge_wire_result", "leak_odd_paths", "oracle_type_name", "pack_planted_modules"}
# In tier C a score is still not forged by these; nothing else is promised there.
IN_C = {"forge", "mech", "output", "oracle"}
SLOW = pytest.mark.slow


@functools.cache
def why_not(tier: Tier) -> str:
    return (
        "" if tier is Tier.C else tiers._missing(tier) or (tiers._mode()[1] if tier is Tier.A else tiers._try(tier, []))
    )


@pytest.fixture(scope="module")
def where():
    with place() as made:
        yield made


@pytest.fixture(scope="module")
def graders(where):
    made: dict[Tier, Grader] = {}

    def grader(tier: Tier) -> Grader:
        if reason := why_not(tier):
            pytest.skip(f"tier {tier.value} does not hold here: {reason}")
        if tier not in made:
            made[tier] = Grader(tier)
        return made[tier]

    yield grader
    for one in made.values():
        one.close()


def _cases() -> list:
    best = choose_tier().tier
    shared = attacks(SHARED) if SHARED.is_dir() else []
    cases = []
    for attack in attacks(OWN) + shared:
        for tier in Tier:
            if tier is Tier.C and attack.kind not in IN_C:
                continue
            marks = [] if attack.name in QUICK and tier is best else [SLOW]
            cases.append(pytest.param(attack, tier, id=f"{attack.name}-{tier.value}", marks=marks))
    return cases


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("attack", "tier"), _cases())
def test_an_attack_gets_nothing_and_the_next_submission_full_marks(
    attack: Attack, tier: Tier, graders, where: Place, tmp_path
):
    grader = graders(tier)
    where.reset()
    slowest = 0.0
    for kind, cells in _submissions(attack, where, tmp_path, grader.lesson.name):
        report, seconds = grader.grade(kind, cells)
        slowest = max(slowest, seconds)
        assert report.points <= attack.keeps, [(c.name, c.verdict, c.points) for c in report.exercises[0].checks]
        assert not report.incomplete
        _assert_inert(report, where)
        if tier is not Tier.C and "def reached" in cells[0]:
            assert grader.reached(cells[0]) == []
    assert slowest < LONGEST
    if tier is not Tier.C:
        assert where.touched() == []
    good, seconds = grader.grade("py", (GOOD,))
    assert good.points == FULL
    _note_down(attack, tier, slowest, seconds)


def _submissions(attack: Attack, where: Place, folder: Path, lesson: str) -> list[tuple[str, tuple[str, ...]]]:
    if attack.kind != "pack":
        text = where.fill(attack.path.read_bytes().decode("utf-8"))
        return [("py", (text,))]
    build(attack, where, folder / "class")
    try:
        read, unreadable = read_submissions([folder / "class"], [lesson], lesson)
    except SubmissionsError:  # nothing in it that looks like a submission
        return []
    assert all("\n" not in item.reason for item in unreadable)
    assert read or unreadable
    return [(item.kind, item.cells) for item in read]


def _note_down(attack: Attack, tier: Tier, seconds: float, after: float) -> None:
    if path := os.environ.get("KATA_ATTACK_LOG"):
        with open(path, "a") as file:
            file.write(f"{os.geteuid()} {tier.value} {attack.kind} {attack.name} {seconds:.2f} {after:.2f}\n")


def _assert_inert(report, where: Place) -> None:
    for form, text in everything_shown(report).items():
        assert where.token not in text, form
        assert not re.search("HIDDEN[0-9a-f]{8}|input was \\[", text), form
        assert not re.search("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text), form
        if text.lstrip().startswith("<"):
            assert not {"img", "iframe", "object"} & _tags(text), form
            assert text.count("<script") == 0
        if form == "csv":
            cells = [cell for line in csv.reader(io.StringIO(text, newline=""), strict=True) for cell in line]
            assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in cells)


def _tags(html: str) -> set[str]:
    seen: set[str] = set()
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: seen.add(tag)  # type: ignore[method-assign]
    parser.feed(html)
    return seen


@pytest.mark.parametrize(
    "attack",
    [pytest.param(a, id=a.name, marks=[] if a.name in CONTROLS_QUICK else [SLOW]) for a in attacks(OWN)],
)
def test_the_same_payload_succeeds_where_nothing_defends(attack: Attack, where: Place):
    assert succeeds_undefended(attack, where)


@SLOW
def test_a_judge_that_trusts_is_right_about_an_honest_worker():
    assert not trusts("def host_roundtrip(x):\n    return x * 2\n")
    assert not untraced("def host_roundtrip(x):\n    return x * 2\n")
    assert not unseen(GOOD)


def test_our_own_attacks_say_what_they_are_and_cover_every_kind():
    own = attacks(OWN)
    assert {attack.kind for attack in own} == KINDS
    assert [(attack.name, lack) for attack in own if (lack := with_header_problems(attack))] == []
    assert {*QUICK, *CONTROLS_QUICK} <= {attack.name for attack in own}


def test_the_shared_attacks_are_here():
    if not SHARED.is_dir():
        pytest.skip(f"no shared attacks at {SHARED}; name their folder in KATA_ATTACKS")
    assert len(attacks(SHARED)) >= 61


@SLOW
@pytest.mark.timeout(1800)
def test_all_of_it_holds_for_an_ordinary_user():
    if os.geteuid() != 0:
        pytest.skip("this run is an ordinary user's already")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "slow or not slow",
        __file__,
        "-k",
        "gets_nothing",
    ]
    who = {"user": jails.NOBODY, "group": jails.NOBODY, "extra_groups": []}
    environment = {**os.environ, "HOME": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        subprocess.run([sys.executable, "-c", "import grader.course"], check=True, env=environment, **who)  # type: ignore[call-overload]
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"an ordinary user cannot run this Python here: {error}")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, **who)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout[-4000:]
