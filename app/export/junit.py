"""A batch as JUnit XML, for build servers: a test for each session, failed where its result is wrong."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as ET

from app.markup.visible import visible
from app.projections.evaluation import BatchReport, ReportLine

_ERRORS = ("failed", "unreadable")
_LONGEST = 300
"""Characters of an answer in the message of a failure; the whole stands below it."""
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def write_junit(report: BatchReport) -> bytes:
    """Return the file's bytes; sessions of which nobody knows whether they are right are skipped."""
    counted = Counter(_kind(line) for line in report.lines)
    seconds = sum(line.outcome.seconds or 0.0 for line in report.lines if line.outcome is not None)
    suite = ET.Element(
        "testsuite",
        name=_text(report.name),
        tests=str(len(report.lines)),
        failures=str(counted["failure"]),
        errors=str(counted["error"]),
        skipped=str(counted["skipped"]),
        time=f"{seconds:.1f}",
    )
    for line in report.lines:
        _add(suite, line)
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _kind(line: ReportLine) -> str:
    if line.outcome is None:
        return "error" if line.state in _ERRORS else "skipped"
    return {True: "", False: "failure", None: "skipped"}[line.outcome.result]


def _add(suite: ET.Element, line: ReportLine) -> None:
    one = line.outcome
    seconds = one.seconds or 0.0 if one is not None else 0.0
    case = ET.SubElement(
        suite, "testcase", classname=_text(line.arm), name=_text(line.id), time=f"{seconds:.1f}"
    )
    kind = _kind(line)
    if not kind:
        return
    if one is None:
        message = f"{line.state}: {line.why}" if line.why else line.state
    elif kind == "skipped":
        message = "nobody knows whether it is right"
    else:
        message = f"expected “{line.expected}”, got “{one.short[:_LONGEST]}”"
    told = ET.SubElement(case, kind, message=_text(message))
    if one is not None and kind == "failure":
        told.text = _text(one.answer)


def _text(text: str) -> str:
    return _NO_XML.sub("\ufffd", visible(text))
