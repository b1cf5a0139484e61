"""JUnit XML for CI systems: a testsuite a submission, a testcase a check."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from grader.outputs import words
from grader.report import CheckResult, Report, Verdict
from grader.text import visible

# JUnit knows three ways not to pass: an assertion failed, something broke, it was not run.
_ELEMENTS = {
    Verdict.FAILED: "failure",
    Verdict.ERROR: "error",
    Verdict.TIMEOUT: "error",
    Verdict.CRASHED: "error",
    Verdict.BLOCKED: "skipped",
    Verdict.NOT_ATTEMPTED: "skipped",
    Verdict.CANNOT_RUN: "skipped",
}


def junit_xml(reports: Sequence[Report]) -> bytes:
    """The reports as UTF-8 XML, well-formed whatever text they hold."""
    root = ET.Element("testsuites", name="kata")
    for report in reports:
        root.append(_suite(report))
    for attribute in ("tests", "failures", "errors", "skipped"):
        root.set(attribute, str(sum(int(suite.get(attribute, "0")) for suite in root)))
    ET.indent(root)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _suite(report: Report) -> ET.Element:
    suite = ET.Element("testsuite", name=visible(f"{report.student}/{report.lesson}"), time=f"{report.seconds:.3f}")
    properties = ET.SubElement(suite, "properties")
    facts = {
        "points": words.points(report.points),
        "max_points": words.points(report.max_points),
        "incomplete": str(report.incomplete).lower(),
        "sandbox": report.sandbox,
        "backend": f"{report.backend.platform}, {words.counted(report.backend.devices, 'device')}",
        "key": report.key,
    }
    for name, value in facts.items():
        ET.SubElement(properties, "property", name=name, value=visible(value))
    for exercise in report.exercises:
        for check in exercise.checks:
            suite.append(_case(f"{report.student}.{report.lesson}.{exercise.name}", check))
    suite.set("tests", str(len(suite.findall("testcase"))))
    for attribute, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(attribute, str(len(suite.findall(f"testcase/{element}"))))
    return suite


def _case(classname: str, check: CheckResult) -> ET.Element:
    case = ET.Element("testcase", classname=visible(classname), name=visible(check.name))
    if check.verdict is not Verdict.PASSED:
        message = visible(words.sentence(check))
        phrase = words.PHRASES[check.verdict]
        outcome = ET.SubElement(case, _ELEMENTS[check.verdict], type=phrase, message=message)
        outcome.text = visible(f"{check.title}\n{message}\n{phrase}, {words.score(check)} points")
    return case
