from __future__ import annotations

import csv
import io

import pytest

from grader.outputs.summary import summary_csv, write_summary
from grader.report import Verdict, save
from grader.tests.sample_reports import a_check, a_report, half_right, unreadable


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline="")))


def written(folder, reports, unread=()):
    return {row["student"]: row for row in rows(write_summary(folder, reports, list(unread)).read_bytes())}


def test_a_summary_reads_like_this():
    data = summary_csv(
        [half_right(student="bea", name="Béa N."), a_report(a_check(Verdict.CANNOT_RUN))], [unreadable()]
    )
    assert data.decode().split("\r\n") == [
        "student,name,lesson,points,max_points,status,first_problem,sandbox,incomplete,key",
        "ada,,03_host_roundtrip,0,2,graded,nothing to fix; 1 check cannot run here,A,true,5e1f",
        'bea,Béa N.,03_host_roundtrip,3,7.5,graded,"Call jax.device_get once, on x.",A,false,5e1f',
        "bob,,03_host_roundtrip,,,unreadable,bob.ipynb: not JSON,,,",
        "",
    ]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "＝", " ="])
def test_a_cell_that_a_spreadsheet_would_run_gets_an_apostrophe(start):
    (row,) = rows(summary_csv([half_right(student=f"{start}1+1")], []))
    assert row["student"].startswith("'")
    assert row["points"] == "3"


def test_a_student_who_is_not_in_this_run_keeps_the_mark(tmp_path):
    save(half_right(student="old"), tmp_path)
    written(tmp_path, [], [])
    assert written(tmp_path, [half_right(student="new")])["old"]["points"] == "3"


def test_a_new_mark_replaces_the_old_one(tmp_path):
    save(half_right(), tmp_path)
    table = written(tmp_path, [a_report(a_check(Verdict.PASSED))])
    assert (table["ada"]["points"], table["ada"]["max_points"]) == ("2", "2")


def test_a_file_that_cannot_be_read_leaves_the_earlier_mark_and_says_so(tmp_path):
    save(half_right(student="bob"), tmp_path)
    row = written(tmp_path, [], [unreadable("bob")])["bob"]
    assert (row["points"], row["status"]) == ("3", "unreadable, earlier mark kept")
    assert row["first_problem"] == "bob.ipynb: not JSON"


def test_a_second_unreadable_file_of_a_graded_student_is_said_beside_the_mark(tmp_path):
    row = written(tmp_path, [half_right(student="bob")], [unreadable("bob")])["bob"]
    assert (row["points"], row["status"]) == ("3", "graded, another file unreadable")


def test_two_unreadable_files_of_one_student_are_one_row(tmp_path):
    (row,) = rows(summary_csv([], [unreadable("bob"), unreadable("bob", reason="two files")]))
    assert row["first_problem"] == "bob.ipynb: not JSON bob.ipynb: two files"


def test_unreadable_files_of_nobody_known_are_a_row_each():
    nobody = [
        unreadable(None, None),
        unreadable(None, None, filename="b.zip"),
        unreadable(None, None, filename="c.zip"),
    ]
    assert [(row["student"], row["status"]) for row in rows(summary_csv([], nobody))] == [("", "unreadable")] * 3


DAMAGE = [b"", b"{", b"[]", b'{"student": 1}', b"\xff\xfe", b"[" * 100_000, b"NaN"]


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda data: repr(data[:9]))
def test_a_damaged_report_is_a_row_and_not_a_crash(tmp_path, damage):
    save(half_right(student="old"), tmp_path)
    (tmp_path / "eve").mkdir()
    (tmp_path / "eve" / "03_host_roundtrip.json").write_bytes(damage)
    table = written(tmp_path, [])
    assert table["eve"]["status"] == "report damaged"
    assert "eve/03_host_roundtrip.json" in table["eve"]["first_problem"]
    assert table["old"]["points"] == "3"


def test_a_report_under_another_students_name_gives_them_no_mark(tmp_path):
    path = save(half_right(), tmp_path)
    (tmp_path / "eve").mkdir()
    path.rename(tmp_path / "eve" / path.name)
    table = written(tmp_path, [])
    assert list(table) == ["eve"]
    assert table["eve"]["points"] == ""


def test_the_summary_is_the_same_when_written_again(tmp_path):
    save(half_right(), tmp_path)
    first = write_summary(tmp_path, [half_right()], []).read_bytes()
    assert write_summary(tmp_path, [], []).read_bytes() == first
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["summary.csv"]
