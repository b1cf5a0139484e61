from __future__ import annotations

from pathlib import Path

import pytest

from grader.tests.handed_in import CODE, LESSON, OTHER, lay, lines, notebook, read, whose, zipped

ADA_AND_BOB = [("ada", LESSON), ("bob", LESSON)]
LAYOUTS = {
    "a folder a student": {"ada/03_host_roundtrip.py": CODE, "bob/host_roundtrip.ipynb": notebook()},
    "nbgrader": {
        "ada/03_host_roundtrip/03_host_roundtrip.ipynb": notebook(),
        "ada/03_host_roundtrip/timestamp.txt": "now",
        "bob/03_host_roundtrip/03_host_roundtrip.ipynb": notebook(),
    },
    "a folder a lesson, any file name": {
        "ada/03_host_roundtrip/lesson.py": CODE,
        "ada/03_host_roundtrip/test_public.py": "",
        "ada/03_host_roundtrip/hints.md": "",
        "bob/03_host_roundtrip/my work.ipynb": notebook(),
    },
    "an assignment that is no lesson": {
        "ada/week 3/03_host_roundtrip.ipynb": notebook(),
        "bob/week 3/03_host_roundtrip.ipynb": notebook(),
    },
    "flat": {"ada_03_host_roundtrip.py": CODE, "bob_host_roundtrip.ipynb": notebook()},
    "names in the file and the folder": {
        "ada/ada_03_host_roundtrip.py": CODE,
        "bob/03_host_roundtrip_final_bob.py": CODE,
    },
}


@pytest.mark.parametrize("files", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_every_layout_gives_the_same_students_from_a_folder_and_a_zip(tmp_path, files):
    folder = lay(tmp_path / "class", files)
    good, bad = read(folder)
    assert [(s.student, s.lesson) for s in good] == ADA_AND_BOB
    assert not bad
    archive = zipped(tmp_path / "class.zip", files)
    again, bad = read(archive)
    assert not bad
    assert again == good


def test_a_zip_beside_students_folders_is_that_students(tmp_path):
    lay(tmp_path / "class", {"ada/03_host_roundtrip.py": CODE})
    zipped(
        tmp_path / "class/bob.zip", {"handed in/03_host_roundtrip.py": CODE, "handed in/04_dtype_promotion.py": CODE}
    )
    zipped(tmp_path / "class/eve/03_host_roundtrip.zip", {"lesson.py": CODE})
    assert whose(tmp_path / "class") == [
        ("ada", LESSON, "03_host_roundtrip.py"),
        ("bob", LESSON, "03_host_roundtrip.py"),
        ("bob", OTHER, "04_dtype_promotion.py"),
        ("eve", LESSON, "lesson.py"),
    ]


def test_a_class_zip_may_hold_a_zip_a_student(tmp_path):
    inner = zipped(tmp_path / "ada.zip", {"03_host_roundtrip.py": CODE})
    assert whose(zipped(tmp_path / "class.zip", {"ada.zip": inner.read_bytes()})) == [
        ("ada", LESSON, "03_host_roundtrip.py")
    ]


def test_canvas_names_give_one_student_over_lessons_and_late_hand_ins(tmp_path):
    folder = lay(
        tmp_path / "canvas",
        {
            "alicesmith_12345_67890_03_host_roundtrip.ipynb": notebook(),
            "alicesmith_LATE_12345_67999_04_dtype_promotion-2.py": CODE,
        },
    )
    zipped(folder / "bobjones_54321_67891_03_host_roundtrip.zip", {"any name.ipynb": notebook()})
    zipped(folder / "evehall_99999_67892_homework.zip", {"host_roundtrip.py": CODE})
    expected = [("alicesmith_12345", LESSON), ("alicesmith_12345", OTHER), ("bobjones_54321", LESSON)]
    expected += [("evehall_99999", LESSON)]
    assert [(s.student, s.lesson) for s in read(folder)[0]] == expected
    assert [(s.student, s.lesson) for s in read(*sorted(folder.iterdir()))[0]] == expected


def test_one_students_folder_or_zip_is_named_after_them(tmp_path):
    files = {"03_host_roundtrip.py": CODE, "04-dtype-promotion/lesson.py": CODE, "images/a.png": ""}
    expected = [("ada", LESSON, "03_host_roundtrip.py"), ("ada", OTHER, "lesson.py")]
    assert whose(lay(tmp_path / "ada", files)) == expected
    assert whose(zipped(tmp_path / "ada.zip", files)) == expected


def test_a_students_lesson_folder_is_that_students(tmp_path):
    lay(tmp_path, {"ada/03_host_roundtrip/lesson.py": CODE})
    assert whose(tmp_path / "ada/03_host_roundtrip") == [("ada", LESSON, "lesson.py")]


def test_a_class_folder_named_after_a_lesson_decides_the_lesson(tmp_path):
    folder = lay(tmp_path / "03_host_roundtrip", {"ada.py": CODE, "bob.ipynb": notebook(), "eve/answer.py": CODE})
    assert whose(folder) == [("ada", LESSON, "ada.py"), ("bob", LESSON, "bob.ipynb"), ("eve", LESSON, "answer.py")]


@pytest.mark.parametrize(
    ("path", "lesson", "student"),
    [
        ("ada/03_host_roundtrip.py", None, "ada"),
        ("ada/03_host_roundtrip/03_host_roundtrip.py", None, "ada"),
        ("ada/03_host_roundtrip/solution.py", None, "ada"),
        ("ada/03_host_roundtrip/lesson.py", None, "ada"),
        ("downloads/ada_03_host_roundtrip.py", None, "ada"),
        ("wrong/ada.py", LESSON, "ada"),
        ("wrong/ada.py", "host_roundtrip", "ada"),
        ("ada/lesson.py", LESSON, "ada"),
    ],
)
def test_the_student_of_a_single_file(tmp_path, path, lesson, student):
    lay(tmp_path, {path: CODE})
    assert whose(tmp_path / path, lesson=lesson) == [(student, LESSON, Path(path).name)]


def test_a_relative_path_is_named_after_where_it_is(tmp_path, monkeypatch):
    lay(tmp_path / "ada", {"03_host_roundtrip.py": CODE})
    monkeypatch.chdir(tmp_path / "ada")
    assert whose(Path(".")) == whose(Path("03_host_roundtrip.py")) == [("ada", LESSON, "03_host_roundtrip.py")]


def test_a_chosen_lesson_restricts_and_decides(tmp_path):
    files = {
        "ada/03_host_roundtrip.py": CODE,
        "ada/04_dtype_promotion.py": CODE,
        "bob/homework.ipynb": notebook(),
        "eve/04_dtype_promotion.py": CODE,
    }
    folder = lay(tmp_path / "class", files)
    assert whose(folder, lesson=LESSON) == [
        ("ada", LESSON, "03_host_roundtrip.py"),
        ("bob", LESSON, "homework.ipynb"),
    ]
    flat = lay(tmp_path / "flat", {"ada.py": CODE, "José.ipynb": notebook(), "conftest.py": ""})
    assert [s.lesson for s in read(flat, lesson=LESSON)[0]] == [LESSON, LESSON]


ATTEMPTS = {
    "ana_10001_20001_03_host_roundtrip.ipynb": notebook(),
    "ana_10001_20001_03_host_roundtrip-2.ipynb": notebook(),
    "ana_LATE_10001_20001_03_host_roundtrip-1.ipynb": notebook(),
}


def test_of_canvas_attempts_the_last_counts_and_the_others_are_named(tmp_path):
    (good,), bad = read(lay(tmp_path / "class", {**ATTEMPTS}))
    assert not bad
    assert (good.student, good.filename) == ("ana_10001", "ana_10001_20001_03_host_roundtrip-2.ipynb")
    assert good.notes == (
        "Earlier attempts, not graded: ana_10001_20001_03_host_roundtrip.ipynb,"
        " ana_LATE_10001_20001_03_host_roundtrip-1.ipynb.",
    )


def test_two_files_that_canvas_did_not_number_are_still_two(tmp_path):
    folder = lay(tmp_path / "class", {**ATTEMPTS, "ana_10001_20009_03_host_roundtrip-2.ipynb": notebook()})
    assert [student for student, _ in lines(folder)] == ["ana_10001"]


def test_a_download_of_the_whole_class_may_lie_in_the_class_folder(tmp_path):
    flat = {f"{name}_{key}_777{key}_03_host_roundtrip.py": CODE for name, key in [("ana", 10001), ("bo", 10002)]}
    zipped(tmp_path / "class/submissions.zip", flat)
    zipped(tmp_path / "class/moodle.zip", {"Eve X_123_assignsubmission_file/03_host_roundtrip.py": CODE})
    lay(tmp_path / "class", {"kim/03_host_roundtrip.py": CODE})
    good, bad = read(tmp_path / "class")
    assert not bad
    assert [s.name for s in good] == ["Eve X_123", "ana_10001", "bo_10002", "kim"]


def anothers(name):
    """A hand-in of eve's that is made to look like a download with a later attempt of ana's."""
    return {f"ana_10001_99999_{name}-1.py": "def host_roundtrip(x): return 'eve'\n"}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("evil", ["eve_10003_20003_work.zip", "eve.zip", "submissions.zip"])
@pytest.mark.parametrize("good", ["ana_10001_20001_03_host_roundtrip.py", "ana_10001/03_host_roundtrip.py"])
def test_a_zip_that_looks_like_a_download_answers_for_nobody_else(tmp_path, good, evil, packed):
    inner = zipped(tmp_path / "inner.zip", anothers(LESSON)).read_bytes()
    files = {good: CODE, evil: inner}
    made = zipped(tmp_path / "class.zip", files) if packed else lay(tmp_path / "class", files)
    found, _ = read(made)
    assert [s.cells for s in found if s.student == "ana_10001"] == [(CODE,)]


def test_among_zips_of_students_none_is_taken_for_a_download(tmp_path):
    zipped(tmp_path / "class/ana_10001.zip", {"03_host_roundtrip.py": CODE})
    zipped(tmp_path / "class/eve.zip", anothers(LESSON))
    assert {s.student: s.cells[0] for s in read(tmp_path / "class")[0]}["ana_10001"] == CODE


def test_an_attempt_in_another_download_replaces_none(tmp_path):
    zipped(tmp_path / "class/submissions.zip", {"ana_10001_20001_03_host_roundtrip.py": CODE})
    zipped(tmp_path / "class/eve.zip", anothers(LESSON))
    good, bad = read(tmp_path / "class")
    assert not good and "eve.zip/ana" in bad[0].reason  # whoever grades chooses
