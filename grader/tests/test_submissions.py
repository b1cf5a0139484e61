from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from grader.submissions import Submission, SubmissionsError, UnreadableSubmission, _layout, read_file
from grader.tests.handed_in import CODE, LESSON, OTHER, cell, lay, lines, notebook, read, whose, zipped


def test_planted_files_are_never_read_and_helpers_are_told_of(tmp_path, monkeypatch):
    planted = ["conftest.py", "sitecustomize.py", "numpy.py", "a.pth", "__init__.py", "test_host_roundtrip.py", ".x.py"]
    planted += ["__pycache__/03_host_roundtrip.py", ".ipynb_checkpoints/03_host_roundtrip-checkpoint.ipynb"]
    planted += ["__MACOSX/._03_host_roundtrip.py", "03_host_roundtrip-checkpoint.ipynb", "my_tools.py"]
    folder = lay(tmp_path / "ada", {"03_host_roundtrip.py": CODE, **dict.fromkeys(planted, "boom")})
    opened = []
    real = os.open
    monkeypatch.setattr(
        os, "open", lambda path, *rest, **more: opened.append(Path(path).name) or real(path, *rest, **more)
    )
    (ada,), bad = read(folder)
    assert not bad
    assert opened == ["03_host_roundtrip.py"]
    assert ada.notes == ("A submission is one file; not read: my_tools.py.",)


@pytest.mark.parametrize(
    "files",
    [
        {"03_host_roundtrip.py": CODE, "03_host_roundtrip.ipynb": notebook()},
        {"03_host_roundtrip.py": CODE, "03_host_roundtrip (1).py": CODE},
        {"03_host_roundtrip/lesson.py": CODE, "old/host_roundtrip.py": CODE},
    ],
)
def test_two_submissions_of_one_student_are_one_line_and_the_class_goes_on(tmp_path, files):
    lay(tmp_path / "class/ada", files)
    lay(tmp_path / "class/bob", {"03_host_roundtrip.py": CODE})
    assert [s.student for s in read(tmp_path / "class")[0]] == ["bob"]
    ((student, line),) = lines(tmp_path / "class")
    assert student == "ada"
    assert "is one of 2 submissions of one student for 03_host_roundtrip" in line


def test_two_submissions_in_two_places_are_one_line(tmp_path):
    flat = lay(tmp_path / "flat", {"ada_03_host_roundtrip.py": CODE, "ada_03_host_roundtrip.ipynb": notebook()})
    week = lay(tmp_path / "week", {"bob/03_host_roundtrip.py": CODE})
    zipped(week / "bob.zip", {"03_host_roundtrip.py": CODE})
    assert [student for student, _ in lines(flat, week)] == ["ada", "bob"]


def test_the_same_file_met_twice_is_one_submission(tmp_path):
    lay(tmp_path / "class", {"ada/03_host_roundtrip.py": CODE})
    assert len(whose(tmp_path / "class", tmp_path / "class/ada", tmp_path / "class")) == 1


def test_an_exact_name_beats_one_with_something_after_it(tmp_path):
    files = {"03_host_roundtrip.py": CODE, "03_host_roundtrip_old.py": "old"}
    ((ada,), bad) = read(lay(tmp_path / "ada", files))
    assert not bad
    assert ada.cells == (CODE,)
    assert "03_host_roundtrip_old.py" in ada.notes[0]


def test_whose_a_file_beside_students_folders_is_must_be_said(tmp_path):
    lay(tmp_path / "class", {"ada/03_host_roundtrip.py": CODE, "03_host_roundtrip.ipynb": notebook()})
    good, _ = read(tmp_path / "class")
    assert [s.student for s in good] == ["ada"]
    ((student, line),) = lines(tmp_path / "class")
    assert student is None
    assert "whose is it?" in line


def test_unreadable_students_are_one_line_each_and_the_rest_is_read(tmp_path):
    folder = lay(
        tmp_path / "class",
        {
            "good/03_host_roundtrip.py": CODE,
            "broken/03_host_roundtrip.ipynb": notebook()[:40],
            "empty": None,
            "latin/03_host_roundtrip.py": b"# caf\xe9",
            "pdf/03_host_roundtrip.pdf": "%PDF",
            "renamed/homework.ipynb": notebook(),
            "two/03_host_roundtrip/a.py": CODE,
            "two/03_host_roundtrip/b.py": CODE,
            "rar.zip": "Rar!",
            "stray.ipynb": notebook(),
        },
    )
    good, _ = read(folder)
    assert [s.student for s in good] == ["good"]
    found = dict(lines(folder))
    for student, words in {
        "broken": "broken/03_host_roundtrip.ipynb: is cut off",
        "empty": "empty: is an empty folder",
        "latin": "latin/03_host_roundtrip.py: is not UTF-8 text (line 1)",
        "pdf": "holds nothing named after a lesson (03_host_roundtrip.pdf)",
        "renamed": "holds nothing named after a lesson (homework.ipynb)",
        "two": "none named after it (a.py, b.py)",
        "rar": "rar.zip: is not a zip file",
        None: "stray.ipynb: is not named after a lesson",
    }.items():
        assert words in found.pop(student)
    assert not found


def test_several_files_of_a_student_are_not_guessed_among(tmp_path):
    folder = lay(tmp_path / "class", {"ada/a.py": CODE, "ada/b.py": CODE, "bob/03_host_roundtrip.py": CODE})
    ((student, line),) = lines(folder, lesson=LESSON)
    assert student == "ada"
    assert "(a.py, b.py)" in line


def test_special_files_are_refused_and_never_waited_for(tmp_path, monkeypatch):
    folder = lay(tmp_path / "class", {"dir/03_host_roundtrip.py/a.py": CODE, "good/03_host_roundtrip.py": CODE})
    expected = {"dir": "is a folder"}
    if hasattr(os, "mkfifo"):
        lay(folder, {"pipe": None, "sock": None, "tree": None})
        os.mkfifo(folder / "pipe/03_host_roundtrip.py")
        with socket.socket(socket.AF_UNIX) as server, monkeypatch.context() as away:
            away.chdir(folder / "sock")  # a socket's path has at most 108 characters
            server.bind("03_host_roundtrip.py")
        expected |= {"pipe": "is a named pipe", "sock": "is a socket"}
    lay(folder, {"link": None, "zero": None})
    try:
        (folder / "link/03_host_roundtrip.py").symlink_to(folder / "good/03_host_roundtrip.py")
        (folder / "zero/03_host_roundtrip.py").symlink_to("/dev/zero")
        (folder / "linked").symlink_to(folder / "good")
        (folder / "tree/03_host_roundtrip").symlink_to(folder / "good")
        expected |= dict.fromkeys(["link", "zero", "linked", "tree"], "is a link, and links are not followed")
    except OSError:
        pass  # Windows lets few users make links
    assert [s.student for s in read(folder)[0]] == ["good"]
    found = dict(lines(folder))
    assert found.keys() == expected.keys()
    assert all(words in found[student] for student, words in expected.items())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no links and pipes to swap in on Windows")
def test_a_file_swapped_while_it_is_looked_at_is_refused(tmp_path, monkeypatch):
    lay(tmp_path, {"plain.py": CODE})
    (tmp_path / "link.py").symlink_to(tmp_path / "plain.py")
    os.mkfifo(tmp_path / "pipe.py")
    was = os.lstat(tmp_path / "plain.py")
    monkeypatch.setattr(os, "lstat", lambda path: was)
    for name, words in (("link.py", "cannot be opened"), ("pipe.py", "is a named pipe")):
        with pytest.raises(UnreadableSubmission, match=words):
            read_file(tmp_path / name, "ada", LESSON)


def test_a_device_is_refused(tmp_path):
    with pytest.raises(UnreadableSubmission, match="is not a .py"):
        read_file(Path("/dev/zero"), "ada", LESSON)
    ((_, line),) = lines(Path(os.devnull), lesson=LESSON)
    assert "is not a .py, .ipynb or .zip file" in line


def test_a_file_that_may_not_be_opened_is_one_line(tmp_path, monkeypatch):
    lay(tmp_path / "class", {"ada/03_host_roundtrip.py": CODE, "bob/03_host_roundtrip.py": CODE})
    real = os.open

    def refusing(path, *rest, **more):
        if "ada" in str(path):
            raise PermissionError(13, "Permission denied")
        return real(path, *rest, **more)

    monkeypatch.setattr(os, "open", refusing)
    assert [s.student for s in read(tmp_path / "class")[0]] == ["bob"]
    ((student, line),) = lines(tmp_path / "class")
    assert student == "ada"
    assert line.endswith("ada/03_host_roundtrip.py: cannot be opened: Permission denied")


def test_a_student_folder_without_end_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(_layout, "MAX_ENTRIES", 20)
    folder = lay(tmp_path / "class", {f"ada/{i}.txt": "" for i in range(30)} | {"bob/03_host_roundtrip.py": CODE})
    deep = lay(folder, {"eve/" + "d/" * 12 + "03_host_roundtrip.py": CODE})
    assert [s.student for s in read(deep)[0]] == ["bob"]
    assert [student for student, _ in lines(deep)] == ["ada", "eve"]


def test_a_zip_slip_is_told_of_and_writes_nothing(tmp_path):
    zipped(tmp_path / "class/ada.zip", {"../../evil.py": "1", "C:\\x.py": "1", "host_roundtrip.py": CODE})
    before = sorted(tmp_path.rglob("*"))
    good, bad = read(tmp_path / "class")
    assert [s.cells for s in good] == [(CODE,)]
    assert [(u.student, u.reason[:41]) for u in bad] == [("ada", "2 of its members have names that lead out")]
    assert read(tmp_path / "class/ada.zip") == (good, bad)
    assert sorted(tmp_path.rglob("*")) == before


def test_names_that_are_no_safe_ids_are_graded_under_one_that_is(tmp_path):
    names = ["José Núñez", "Lovelace, Ada", "=1+1", "summary.csv", "李雷"]
    folder = lay(tmp_path / "class", {f"{name}/03_host_roundtrip.py": CODE for name in names})
    good, bad = read(folder)
    assert not bad
    assert len({s.student for s in good}) == len(names)
    assert {s.notes[0] for s in good} == {f"The student's name as handed in is {name}." for name in names}


def test_one_name_in_two_unicode_spellings_is_one_student(tmp_path):
    files = [
        (f"{unicodedata.normalize('NFC', 'José')}/03_host_roundtrip.py", CODE),
        (f"{unicodedata.normalize('NFD', 'José')}/04_dtype_promotion.py", CODE),
    ]
    good, _ = read(zipped(tmp_path / "class.zip", dict(files)))
    assert len({s.student for s in good}) == 1


def test_no_submission_can_have_a_path_for_a_name():
    for student, lesson in (("../x", LESSON), (".hidden", LESSON), ("", LESSON), ("ada", "../03")):
        with pytest.raises(ValueError, match="not safe as a path"):
            Submission(student, lesson, "py", (CODE,), "a.py")


def test_the_digest_tells_programs_apart_and_nothing_else():
    ada = Submission("ada", LESSON, "ipynb", ("a", "b"), "a.ipynb")
    assert ada.digest == Submission("bob", LESSON, "ipynb", ("a", "b"), "b.ipynb", ("note",)).digest
    others = [("ipynb", ("ab",)), ("ipynb", ("b", "a")), ("ipynb", ("a", "b", "")), ("py", ("a", "b"))]
    assert ada.digest not in {Submission("ada", LESSON, kind, cells, "a").digest for kind, cells in others}


def test_read_file_reads_one_file_for_a_given_student(tmp_path):
    lay(tmp_path, {"any.ipynb": notebook(cell("a"), cell("b"))})
    assert read_file(tmp_path / "any.ipynb", "ada", LESSON) == Submission(
        "ada", LESSON, "ipynb", ("a", "b"), "any.ipynb"
    )
    assert read_file(tmp_path / "any.ipynb", "Ada L.", LESSON).student.startswith("Ada_L+")


@pytest.mark.parametrize("path", ["absent.py", "a\0b.py", "x" * 400 + ".py", "", "a.txt"])
def test_read_file_raises_one_line_for_any_path(tmp_path, path):
    with pytest.raises(UnreadableSubmission, match=r"\A[^\n]+: [^\n]+\Z"):
        read_file(tmp_path / path, "ada", LESSON)


def test_read_file_refuses_a_lesson_that_is_a_path(tmp_path):
    with pytest.raises(UnreadableSubmission, match="there is no lesson"):
        read_file(lay(tmp_path, {"a.py": CODE}) / "a.py", "ada", "../../etc")


@pytest.mark.parametrize(
    ("path", "lesson", "words"),
    [
        ("absent", None, "absent: No such file or directory"),
        ("a\0b", None, "null"),
        ("empty", None, "empty: holds no submission; expected files like"),
        ("text", None, "text: holds no submission"),
        ("good", OTHER, "good: holds no submission for 04_dtype_promotion"),
        ("good", "05_memory", "05_memory: no such lesson; the course has 02_placement"),
    ],
)
def test_wrong_use_is_an_error_in_one_line(tmp_path, path, lesson, words):
    lay(tmp_path, {"empty": None, "text/notes.txt": "", "good/03_host_roundtrip.py": CODE})
    with pytest.raises(SubmissionsError) as error:
        read(tmp_path / path, lesson=lesson)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_an_empty_folder_among_others_is_a_line_and_no_error(tmp_path):
    lay(tmp_path, {"ada/03_host_roundtrip.py": CODE, "bob": None})
    assert [line for _, line in lines(tmp_path / "ada", tmp_path / "bob")] == [f"{tmp_path}/bob: holds no submission"]


def test_a_file_of_another_lesson_is_told_of(tmp_path):
    lay(tmp_path, {"ada/04_dtype_promotion.py": CODE})
    ((_, line),) = lines(tmp_path / "ada/04_dtype_promotion.py", lesson=LESSON)
    assert "is named after 04_dtype_promotion, and 03_host_roundtrip is being graded" in line


def test_results_do_not_depend_on_the_order_of_paths(tmp_path):
    folders = [lay(tmp_path / name, {"03_host_roundtrip.py": CODE}) for name in ("ada", "bob", "eve")]
    assert read(*folders) == read(*reversed(folders))


def test_names_in_messages_are_harmless(tmp_path):
    name = "x\x1b[31m\u202e\n"
    try:
        lay(tmp_path / "class", {f"{name}/03_host_roundtrip.py": b"\xff", "ada/03_host_roundtrip.py": CODE})
    except OSError:
        pytest.skip("this file system has no such names")
    ((_, line),) = lines(tmp_path / "class")
    assert "x␛[31m⟨U+202E⟩␊" in line


def test_reading_imports_neither_nbformat_nor_jax():
    code = "import sys, grader.submissions; print(*{'nbformat', 'jax', 'numpy'} & sys.modules.keys())"
    root = Path(__file__).parents[2]
    out = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert not out.stdout.split()


def test_the_reader_never_parses_python():
    for path in (Path(__file__).parents[1] / "submissions").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"\bimport (ast|tokenize|symtable|codeop|nbformat)\b|(?<!re\.)\bcompile\(|\b(exec|eval)\(", text
        ), path
