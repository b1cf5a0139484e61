from __future__ import annotations

from xml.etree import ElementTree as ET

from grader.outputs.junit import junit_xml
from grader.report import Verdict
from grader.tests.sample_reports import a_check, a_report, half_right


def test_a_submission_is_a_testsuite_and_a_check_a_testcase():
    root = ET.fromstring(junit_xml([half_right(), a_report(a_check(Verdict.PASSED), student="bea")]))
    assert [suite.get("name") for suite in root] == ["ada/03_host_roundtrip", "bea/03_host_roundtrip"]
    assert [case.get("name") for case in root[0].iter("testcase")] == [
        "test_doubles",
        "test_device_get_is_called_once",
        "test_made_from_the_host_copy",
    ]
    assert {case.get("classname") for case in root[0].iter("testcase")} == {"ada.03_host_roundtrip.host_roundtrip"}


def test_verdicts_are_counted_as_ci_systems_count():
    root = ET.fromstring(junit_xml([a_report(*map(a_check, Verdict))]))
    for element in (root, root[0]):
        counts = {name: element.get(name) for name in ("tests", "failures", "errors", "skipped")}
        assert counts == {"tests": "8", "failures": "1", "errors": "3", "skipped": "3"}


def test_the_message_and_points_of_a_failure_are_there():
    (failure,) = ET.fromstring(junit_xml([half_right()])).iter("failure")
    assert failure.get("message") == "Call jax.device_get once, on x."
    assert failure.get("type") == "failed"
    assert "0/2 points" in (failure.text or "")


def test_the_mark_and_what_it_depends_on_are_properties():
    root = ET.fromstring(junit_xml([half_right(sandbox="B")]))
    facts = {item.get("name"): item.get("value") for item in root.iter("property")}
    assert facts == {
        "points": "3",
        "max_points": "7.5",
        "incomplete": "false",
        "sandbox": "B",
        "backend": "cpu, 1 device",
        "key": "5e1f",
    }


def test_no_reports_are_still_a_document():
    assert ET.fromstring(junit_xml([])).get("tests") == "0"
