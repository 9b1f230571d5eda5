"""The offline lead and reporter: the brief's own questions, and how many of their words the findings hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.messages import ModelRequest
from app.markup.escaping import escaped
from app.workflows.common.offline.comparing import words_held
from app.workflows.common.offline.demands import demands_of
from app.workflows.common.offline.language import telling
from app.workflows.common.offline.matching import Index
from app.workflows.common.offline.prompt import as_json
from app.workflows.common.offline.quoting import quoted
from app.workflows.common.offline.statements import Statement
from app.workflows.research.offline.told import Finding, Question, Told
from app.workflows.research.offline.wording import say

MOST_QUESTIONS = 10
MOST_NAMED, MOST_TOLD = 8, 4
"""Findings that are named for a question, and those that the report tells."""


def scope_voice(request: ModelRequest) -> str:
    """Name the questions of a brief; which files matter is left to the program's count of its words."""
    asked = demands_of(Told.by(request).brief)[:MOST_QUESTIONS]
    return as_json({"questions": [{"text": one.text, "critical": True} for one in asked], "files": []})


def gaps_voice(request: ModelRequest) -> str:
    """Say how many words of each question the findings hold; whether they answer it is not judged."""
    told = Told.by(request)
    said = []
    for question in told.questions:
        found = _near(question, told.findings)[:MOST_NAMED]
        named, note = [one.id for one in found], _coverage(told, question, found)
        said.append({"id": question.id, "state": "open", "findings": named, "note": note})
    return as_json({"questions": said, "gaps": []})


def report_voice(request: ModelRequest) -> str:
    """Quote for each question the findings that hold most of its words."""
    told = Told.by(request)
    parts = [f"> {say(told.language, 'report')}"]
    for question in told.questions or (Question("", told.brief),):
        # Behind the question stands what was noted of it before.
        text, _, note = question.text.rpartition(" – ") if " – " in question.text else (question.text, "", "")
        question = Question(question.id, text)
        found = _near(question, told.findings)[:MOST_TOLD]
        parts.append(f"> **{escaped(text)}** {note or _coverage(told, question, found)}")
        parts.append("\n".join(_told(told, one) for one in found))
    return as_json({"summary": "\n\n".join(filter(None, parts)), "edge_cases": [], "untraced": []})


def _told(told: Told, finding: Finding) -> str:
    disputed = f"{say(told.language, 'disputed')} " if "conflicting" in finding.marks else ""
    return f"- [{finding.id}] {disputed}{quoted(escaped(finding.text), told.language)}"


def _near(question: Question, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings that hold words of a question, most first; counts of words behind lines.

    Where none holds much of it, those that hold any: it is never said that no line does.
    """
    by_id = {one.id: one for one in findings if "dismissed" not in one.marks}
    lines = [Statement(f.text, f.id, 0, "", "sentence", _keys(f.text)) for f in by_id.values()]
    index = Index(lines)
    found = index.near(question.text, len(lines)) or index.near(question.text, len(lines), least=0, words=1)
    near = [by_id[match.statement.source] for match in found]
    return sorted(near, key=lambda one: "informational" in one.marks)


def _keys(text: str) -> frozenset[str]:
    return telling(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text))


def _coverage(told: Told, question: Question, found: Sequence[Finding]) -> str:
    """Return how many of a question's words stand in findings, and that no more was judged."""
    keys = telling(question.text)
    held = words_held(question.text, frozenset[str]().union(*(_keys(one.text) for one in found)))
    if not found:
        return say(told.language, "nothing", words=", ".join(words_held(question.text, keys)))
    return say(
        told.language,
        "coverage",
        held=len(held),
        all=len(words_held(question.text, keys)),
        words=", ".join(held),
    )
