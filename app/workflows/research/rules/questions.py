"""Questions of a brief: their kind by how they open, and when one is settled."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from app.domain.frozen import Frozen
from app.workflows.research.model import Finding, Question, QuestionKind, Role

_OPENINGS: tuple[tuple[QuestionKind, str], ...] = (
    ("feasibility", r"(?:is|would|was) it (?:be |been )?(?:possible|feasible)|(?:can|could|may|might) "),
    ("architecture", r"how (?:does|do|did|is|are|was|were) "),
    ("location", r"(?:what|which \w+|who) (?:handles?|does|contains?|holds?|implements?|sets?)\b|where "),
    ("rationale", r"why "),
)
_KINDS = tuple((kind, re.compile(rf"\W*(?:{opening})", re.IGNORECASE)) for kind, opening in _OPENINGS)
_SECURITY = re.compile(
    r"secur|vulnerab|attack|authenti|authoris|authoriz|password|credential|permission|encrypt|oauth|inject"
    r"|privacy|secret",
    re.IGNORECASE,
)
_PERFORMANCE = re.compile(
    r"perform|fast|slow|latenc|throughput|memory|bottleneck|scal(?:e|able|ing)|load\b|cach", re.IGNORECASE
)


class QuestionMark(Frozen):
    """What was said of a question, by the lead model after an iteration or by a person."""

    question: str
    state: Literal["open", "partial", "answered", "absent"]
    findings: tuple[str, ...] = ()
    note: str = ""
    searched: tuple[str, ...] = ()
    by: Literal["lead", "person"] = "lead"
    iteration: int = 0


def kind_of(text: str) -> QuestionKind:
    """Return a question's kind by its opening."""
    return next((kind for kind, opening in _KINDS if opening.match(text)), "other")


def _specialist(text: str) -> Role:
    """Return the role that knows most of a text's matter."""
    if _SECURITY.search(text):
        return "security"
    return "performance" if _PERFORMANCE.search(text) else "explore"


def role_for(question: Question) -> Role:
    """Return who looks for the answer: by kind, feasibility by the subject's specialist."""
    if question.kind == "feasibility":
        return _specialist(question.text)
    return "citation" if question.kind == "rationale" else "explore"


def judged(
    questions: Sequence[Question],
    marks: Iterable[QuestionMark],
    findings: Sequence[Finding],
    unresolved: Collection[str] = (),
) -> tuple[Question, ...]:
    """Return the questions as they stand after all marks; a person's word holds over the lead's.

    `answered` needs a finding with a citation that counts, else it is partial; `absent` needs searches, and
    that no finding with evidence was reported for the question. `unresolved`: questions whose agent failed;
    by the lead's word alone they stay open.
    """
    by_id = {finding.id: finding for finding in findings}
    last: dict[str, QuestionMark] = {}
    for mark in sorted(marks, key=lambda one: (one.by == "person", one.iteration)):
        last[mark.question] = mark
    return tuple(
        _marked(question, last[question.id], by_id, failed=question.id in unresolved)
        if question.id in last
        else question
        for question in questions
    )


def _marked(
    question: Question, mark: QuestionMark, findings: dict[str, Finding], *, failed: bool
) -> Question:
    named = tuple(dict.fromkeys(name for name in mark.findings if name in findings))
    state = mark.state
    if mark.by == "lead":
        reported = [one for one in findings.values() if question.id in one.questions and _proves(one)]
        if state == "answered" and not any(_proves(findings[name]) for name in named):
            state = "partial" if named else "open"
        elif state == "absent" and (reported or not mark.searched):
            state = "partial" if reported else "open"
        if failed and state in ("answered", "absent"):
            state = "partial" if named else "open"
    return question.model_copy(
        update={
            "state": state,
            "findings": named,
            "note": mark.note,
            "searched": tuple(dict.fromkeys(mark.searched)),
            "by": mark.by,
        }
    )


def _proves(finding: Finding) -> bool:
    return finding.status != "dismissed" and any(citation.counts for citation in finding.citations)
