"""The offline lead, judge and reporter: rules over what agents found. No AI, and they say so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest
from app.workflows.research.offline.features import telling
from app.workflows.research.offline.inputs import Claims, FindingTold, Leading, Pairs, QuestionTold
from app.workflows.research.offline.matching import Wanted, asked_in, wanted
from app.workflows.research.offline.weighing import relation, support

_CODE = re.compile(r"(`[^`\n]*`)")
MOST_QUESTIONS = 10
PARTLY, WHOLLY = 0.3, 0.45
"""Shares of a question's words that the findings must speak of."""
_BY_RULES = "Rules wrote this, no AI: it says what the cited lines say, and draws no conclusion."


def scope_voice(request: ModelRequest) -> str:
    """Name the questions of a brief; which files matter is left to the count of its words."""
    told = Leading.model_validate(dict(request.inputs))
    questions = [{"text": text, "critical": True} for text in asked_in(told.brief)[:MOST_QUESTIONS]]
    return dumps({"questions": questions, "files": []})


def judge_voice(request: ModelRequest) -> str:
    """Say of each pair how its findings stand to each other."""
    told = Pairs.model_validate(dict(request.inputs))
    said: list[JsonValue] = []
    for pair in told.pairs:
        kind, why = relation(pair.a, pair.b)
        said.append({"id": pair.id, "relation": kind, "why": why})
    return dumps({"pairs": said})


def support_voice(request: ModelRequest) -> str:
    """Say of each claim whether its lines support it."""
    told = Claims.model_validate(dict(request.inputs))
    said: list[JsonValue] = []
    for one in told.claims:
        kind, why = support(one.claim, list(one.quotes))
        said.append({"id": one.id, "support": kind, "why": why})
    return dumps({"claims": said})


def gaps_voice(request: ModelRequest) -> str:
    """Say how far each question is answered; what only a reader would miss is left to readers."""
    told = Leading.model_validate(dict(request.inputs))
    standing = [one for one in told.findings if one.status != "dismissed"]
    said: list[JsonValue] = []
    for question in told.questions:
        asked = wanted(question.id, question.text)
        speaking = _speaking(asked, standing)
        verified = [one for one, share in speaking if one.verified and share >= WHOLLY]
        state = "answered" if verified else "partial" if speaking else "open"
        note = "" if verified else "no verified line answers it" if speaking else "nothing speaks of it"
        of = [one.id for one, _ in speaking[:8]]
        said.append({"id": question.id, "state": state, "findings": list[JsonValue](of), "note": note})
    return dumps({"questions": said, "gaps": []})


def report_voice(request: ModelRequest) -> str:
    """Write the summary: each question with the findings that speak to it most."""
    told = Leading.model_validate(dict(request.inputs))
    standing = [one for one in told.findings if one.status != "dismissed"]
    lines = [_BY_RULES, *(_answer(question, standing) for question in told.questions)]
    if not told.questions:
        lines += [f"{_sentence(one)} [{one.id}]." for one in standing[:5]]
    return dumps({"summary": "\n\n".join(lines), "edge_cases": [], "untraced": []})


def _answer(question: QuestionTold, findings: Sequence[FindingTold]) -> str:
    speaking = [one for one, _ in _speaking(wanted(question.id, question.text), findings)]
    disputed = [one for one in speaking if one.status == "conflicting"]
    shown = [f"{_sentence(one)} [{one.id}]." for one in speaking if one not in disputed][:5]
    if disputed:
        shown += [f"Disputed: {_sentence(one)} [{one.id}]." for one in disputed[:4]]
    if not shown:
        return f"**{question.text}** Nothing in these sources answers it."
    return f"**{question.text}** " + " ".join(shown)


def _sentence(finding: FindingTold) -> str:
    return as_markdown(finding.description.strip().rstrip("."))


def as_markdown(text: str) -> str:
    """Return plain words for a Markdown text: a file called `__init__.py` is no bold “init”."""
    parts = _CODE.split(text)
    return "".join(part if part.startswith("`") else part.replace("__", r"\_\_") for part in parts)


def _speaking(asked: Wanted, findings: Sequence[FindingTold]) -> list[tuple[FindingTold, float]]:
    """Return the findings that speak to a question, most telling first: those found for it, and by words."""
    named = asked.names and any(_names_any(asked, finding) for finding in findings)
    found: list[tuple[FindingTold, float]] = []
    for finding in findings:
        shared = asked.words & telling(finding.description)
        share = len(shared) / len(asked.words) if asked.words else 0.0
        enough = share >= PARTLY and len(shared) >= min(2, len(asked.words))
        if asked.id in finding.questions:
            found.append((finding, max(share, WHOLLY)))
        elif enough and (not named or _names_any(asked, finding)):
            found.append((finding, share))
    return sorted(found, key=lambda one: (-round(one[1], 6), -one[0].confidence, one[0].id))


def _names_any(asked: Wanted, finding: FindingTold) -> bool:
    said = finding.description.casefold()
    return any(name in said for name in asked.names)
