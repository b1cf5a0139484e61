from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.submissions._names import SAFE, Match, exact_lesson, match_lesson, student_id, student_ids, student_of
from grader.tests.handed_in import LESSON, LESSONS

ANY_NAME = st.text(st.characters(codec=None, exclude_categories=()), max_size=80)


@pytest.mark.parametrize(
    "stem",
    [
        "03_host_roundtrip",
        "host_roundtrip",
        "3_host_roundtrip",
        "03-host-roundtrip",
        "03 Host Roundtrip",
        "03_HOST_ROUNDTRIP",
        "03_host_roundtrip (1)",
        "03_host_roundtrip(12)",
        "03_host_roundtrip-2",
        "host_roundtrip_2",
        "03_host_roundtrip-Copy1",
        "03_host_roundtrip - Copy (2)",
        "03_host_roundtrip copy",
    ],
)
def test_a_lesson_is_recognised_however_its_name_is_written(stem):
    assert exact_lesson(stem, LESSONS) == LESSON


@pytest.mark.parametrize("stem", ["03", "lesson", "xhost_roundtrip", "host_roundtripx", "replacement", "", "host"])
def test_other_names_are_no_lesson(stem):
    assert match_lesson(stem, LESSONS) is None


def test_a_student_may_stand_before_or_after_the_lesson():
    assert match_lesson("ada_03_host_roundtrip", LESSONS) == Match(LESSON, before="ada")
    assert match_lesson("s-07_host_roundtrip-2", LESSONS) == Match(LESSON, before="s-07")
    assert match_lesson("03_host_roundtrip_final", LESSONS) == Match(LESSON, after="final")


def test_hostile_names_are_matched_in_no_time():
    hostile = [
        "_" * 255,
        "host" + "_" * 251,
        "host_roundtrip" + "-copy" * 48 + "!",
        "host_roundtrip_" * 17,
        " (1)" * 64,
    ]
    start = time.process_time()
    for name in hostile:
        match_lesson(name, LESSONS)
    assert time.process_time() - start < 0.5


def test_what_an_lms_adds_to_a_name_is_taken_off_and_the_users_key_stays():
    assert student_of("alicesmith_12345_67890") == student_of("alicesmith_LATE_12345_77777") == "alicesmith_12345"
    assert student_of("alicesmith_12345_67890_homework") == "alicesmith_12345"
    assert student_of("Ada Lovelace_4711_assignsubmission_file_") == "Ada Lovelace_4711"
    assert student_of("group_1_2") == "group_1_2"


def test_one_name_is_one_student_in_either_unicode_spelling():
    name = "José Núñez"
    assert student_of(unicodedata.normalize("NFD", name)) == student_of(name) == name


@pytest.mark.parametrize(
    "name", ["ada", "Ada.Lovelace", "ada@example.com", "s_123-4", "550e8400-e29b-41d4-446655440000"]
)
def test_a_safe_name_is_its_own_id(name):
    assert student_id(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "../../gradebook",
        "/etc/kata",
        "..",
        ".",
        "CON",
        "nul.txt",
        "a/b",
        "a\\b",
        "x\0y",
        "A" * 5000,
        "\u202egpj.py",
        "=1+1",
        "\n,100",
        "",
        "José Núñez",
        "Lovelace, Ada",
        "李雷",
        "\udcff",
        "ada.",
        "ada\n",
        "summary.csv",
        "Ada+0123456789ab",
    ],
)
def test_any_other_name_gets_an_id_that_is_safe(name):
    made_up = student_id(name)
    assert SAFE.match(made_up)
    assert made_up != name
    assert student_id(name) == made_up


def test_ids_stay_readable():
    assert student_id("José Núñez").startswith("Jose_Nunez+")


def test_a_student_cannot_take_the_id_made_up_for_another():
    victim = student_id("José Núñez")
    ids = student_ids(["José Núñez", victim])
    assert ids["José Núñez"] == victim != ids[victim]


def test_ids_differ_on_a_file_system_blind_to_case():
    ids = student_ids(["ada", "Ada", "ADA", "bob"])
    assert ids["ada"] == "ada"
    assert len({made.lower() for made in ids.values()}) == 4


@given(st.sets(ANY_NAME, max_size=8))
def test_no_two_names_share_an_id_and_every_id_is_safe(names):
    ids = student_ids(names)
    assert len({made.casefold() for made in ids.values()}) == len(names)
    assert all(SAFE.match(made) and not made.endswith(".") for made in ids.values())
