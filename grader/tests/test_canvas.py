"""A Canvas export comes back with our marks in the chosen columns and everything else as it was."""

from __future__ import annotations

import csv
import io

import pytest
from click.testing import CliRunner

from grader.cli import main
from grader.outputs.canvas import CanvasError, columns_for, fill, read_gradebook
from grader.report import Verdict, save
from grader.tests.sample_reports import a_check, a_report, half_right

HEAD = "Student,ID,SIS User ID,SIS Login ID,Section,Host roundtrip (4711),Essay (12),Current Score"
LINES = [
    HEAD,
    ",,,,,Manual Posting,,",
    "    Points Possible,,,,,7.5,10,(read only)",
    '"Núñez, José Luis",101,s1,jose@x.edu,"A, B",,9,=1+1',
    '"Lovelace, Ada",102,s2,ada,A,,"say ""hi""",',
    '"Hopper, Grace",103,,grace,A,5,,',
    '"Student, Test",999,,,A,,,',
]
EXPORT = "\ufeff" + "\r\n".join(LINES) + "\r\n"
LESSON = "03_host_roundtrip"


def filled(*reports, export: str = EXPORT, rescale: bool = False):
    book = read_gradebook(export.encode())
    return fill(book, reports, columns_for(book, [LESSON], []), rescale)


def marks(outcome) -> dict[str, str]:
    rows = csv.DictReader(io.StringIO(outcome.data.decode("utf-8-sig"), newline=""))
    return {row["Student"]: row["Host roundtrip (4711)"] for row in rows if row["ID"]}


def about(outcome, who: str) -> list[str]:
    return [line for line in outcome.unmatched if who in line]


def test_nothing_but_the_chosen_cells_changes():
    data = filled(half_right(student="ada")).data.decode()
    before, after = ([*csv.reader(io.StringIO(text, newline=""))] for text in (EXPORT, data))
    changed = [(n, m) for n, row in enumerate(before) for m, cell in enumerate(row) if after[n][m] != cell]
    assert changed == [(4, 5)] and after[4][5] == "3"
    assert data.replace("A,3,", "A,,") == EXPORT  # BOM, line ends and all


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_the_file_keeps_its_form(newline, bom, delimiter):
    table = io.StringIO()
    csv.writer(table, delimiter=delimiter, lineterminator=newline).writerows(csv.reader(LINES))
    data = filled(half_right(student="ada"), export=bom + table.getvalue()).data.decode()
    assert data.replace(f"A{delimiter}3{delimiter}", f"A{delimiter}{delimiter}") == bom + table.getvalue()


@pytest.mark.parametrize(
    ("student", "name", "row"),
    [
        ("nunezjose_101", "nunezjose_101", "Núñez, José Luis"),  # Canvas's own file name: its ID decides
        ("Jos_101+0123456789ab", "josé_101", "Núñez, José Luis"),
        ("somebody_102", "", "Lovelace, Ada"),
        ("S2", "", "Lovelace, Ada"),
        ("jose@x.edu", "", "Núñez, José Luis"),
        ("GRACE", "", "Hopper, Grace"),
        ("Ada_Lovelace", "", "Lovelace, Ada"),
        ("lovelaceada", "", "Lovelace, Ada"),
        ("Jose_Luis_Nunez", "", "Núñez, José Luis"),
        ("lovelaceada_55555", "", "Lovelace, Ada"),
        ("Jos_+0123456789ab", "José Luis Núñez", "Núñez, José Luis"),
        ("Jos_+0123456789ab", "NUN\u0303EZ José Luis", "Núñez, José Luis"),
    ],
)
def test_a_student_is_found_by_id_login_or_name(student, name, row):
    assert marks(filled(half_right(student=student, name=name)))[row] == "3"


def test_the_surest_evidence_decides():
    export = EXPORT.replace("102,s2,ada", "102,s2,103")  # Ada's login is Grace's ID
    assert marks(filled(half_right(student="103"), export=export))["Hopper, Grace"] == "3"


def test_who_could_be_two_is_not_guessed():
    export = EXPORT.replace("Hopper, Grace", "Lovelace, Ada")
    outcome = filled(half_right(student="Ada Lovelace"), export=export)
    assert outcome.written == 0
    assert about(outcome, "Ada Lovelace could be 2 in the export")


def test_two_who_could_be_one_get_nothing():
    outcome = filled(half_right(student="ada"), half_right(student="lovelaceada_102"))
    assert outcome.written == 0
    assert about(outcome, "ada and lovelaceada_102 could all be Lovelace, Ada")


def test_whom_it_cannot_match_is_said_both_ways():
    outcome = filled(half_right(student="ada"), half_right(student="eve", name="Eve <x>"))
    assert outcome.unmatched == [
        "nobody in the export is eve (Eve <x>)",
        f"no report of {LESSON} for Núñez, José Luis",
        f"no report of {LESSON} for Hopper, Grace",
    ]
    assert marks(outcome)["Hopper, Grace"] == "5"  # what Canvas had stays


def test_points_are_scaled_to_what_canvas_says_is_possible():
    outcome = filled(half_right(student="ada"), export=EXPORT.replace(",7.5,10", ",100,10"))
    assert marks(outcome)["Lovelace, Ada"] == "40"
    assert outcome.said == ["Host roundtrip (4711): scaled from 7.5 points to the 100 possible in Canvas"]


@pytest.mark.parametrize("possible", ["", "0", "x", "nan"])
def test_without_possible_points_ours_are_written_and_that_is_said(possible):
    outcome = filled(half_right(student="ada"), export=EXPORT.replace(",7.5,10", f",{possible},10"))
    assert marks(outcome)["Lovelace, Ada"] == "3"
    assert "does not say" in outcome.said[0]


def test_an_incomplete_report_is_refused_unless_rescaled():
    checks = [
        a_check(Verdict.PASSED, points=3),
        a_check(Verdict.FAILED, points=1),
        a_check(Verdict.CANNOT_RUN, points=6),
    ]
    report = a_report(*checks, student="ada")
    with pytest.raises(CanvasError, match=r"1 report not final.*ada/03_host_roundtrip.*--rescale"):
        filled(report)
    assert marks(filled(report, rescale=True))["Lovelace, Ada"] == "5.62"  # 3 of 4, of 7.5
    nothing = filled(a_report(a_check(Verdict.CANNOT_RUN), student="ada"), rescale=True)
    assert about(nothing, "no mark for ada: none of the checks")


@pytest.mark.parametrize(
    ("assignments", "says"),
    [
        (["Esay"], "no assignment 'Esay' in the export. Did you mean 'Essay'?"),
        (["Section"], "no assignment 'Section'"),
        (["Essay", "Host roundtrip"], "2 assignments for 1 lesson"),
    ],
)
def test_a_wrong_assignment_is_one_line(assignments, says):
    with pytest.raises(CanvasError) as caught:
        columns_for(read_gradebook(EXPORT.encode()), [LESSON], assignments)
    assert says in str(caught.value)


def test_a_column_can_be_named_with_or_without_its_number():
    book = read_gradebook(EXPORT.encode())
    assert columns_for(book, [LESSON], ["Essay"]) == columns_for(book, [LESSON], ["Essay (12)"]) == {LESSON: 6}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not CSV"),
        (b"\xff", "not UTF-8"),
        (b"a,b\n1,2\n", "no columns"),
        (f"{HEAD}\n{',' * 20}\n".encode(), "Row 2"),
    ],
)
def test_what_is_no_export_is_one_line(data, says):
    with pytest.raises(CanvasError, match=says):
        read_gradebook(data)


def test_the_command_writes_a_file_beside_the_export_and_says_who_is_missing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "export.csv").write_bytes(EXPORT.encode())
    for student in ("ada", "grace", "nunezjose_101"):
        save(half_right(student=student), tmp_path / "reports")
    done = CliRunner().invoke(main, ["export", "canvas", "export.csv"])
    assert (done.exit_code, done.output) == (0, "3 marks in export-marks.csv: import it in Canvas's gradebook.\n")
    assert (tmp_path / "export.csv").read_bytes() == EXPORT.encode()
    (tmp_path / "reports/ada" / f"{LESSON}.json").write_text("{")
    done = CliRunner().invoke(main, ["export", "canvas", "export.csv", "--out", "new.csv", "--lesson", "3"])
    assert done.exit_code == 1
    assert f"ada/{LESSON}.json is not the report of this submission" in done.output
    assert (tmp_path / "new.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--out", "export.csv"], "is the export itself"),
        (["--reports", "nowhere"], "no folder nowhere"),
        (["--lesson", "4"], "no report of a lesson '4'"),
        (["--lesson", ""], "no report of a lesson ''"),
        (["--lesson", "3", "--lesson", "03"], "named twice"),
    ],
)
def test_wrong_use_is_one_line_and_writes_nothing(tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "export.csv").write_bytes(EXPORT.encode())
    save(half_right(student="ada"), tmp_path / "reports")
    done = CliRunner().invoke(main, ["export", "canvas", "export.csv", *arguments])
    assert done.exit_code == 2 and says in done.output
    assert (tmp_path / "export.csv").read_bytes() == EXPORT.encode()
    assert [path.name for path in tmp_path.glob("*.csv")] == ["export.csv"]
