"""The offline lead, reporter and judge: how many of the brief's own words the findings hold, and no more.

Two lines of the same words with other figures contradict each other, the same lines are the same. Whatever
else there is between them is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.messages import ModelRequest
from app.markup.escaping import escaped
from app.workflows.common.offline.comparing import differ, same_words, words_held
from app.workflows.common.offline.demands import demands_of
from app.workflows.common.offline.language import telling
from app.workflows.common.offline.matching import Index
from app.workflows.common.offline.prompt import as_json, read_prompt
from app.workflows.common.offline.quoting import folded, quoted
from app.workflows.common.offline.statements import Statement
from app.workflows.research.offline.told import Finding, Question, Told

_MOST_QUESTIONS = 10
MOST_NAMED, MOST_TOLD = 8, 4
"""Findings that are named for a question, and those that the report tells."""
_SIDES = re.compile(r"a: (?P<a>.*?)(?:\n   .*)?\nb: (?P<b>.*?)(?:\n   .*)?", re.DOTALL)
_CLAIM = re.compile(r"claim: (?P<claim>.*?)\nlines: (?P<lines>.*)", re.DOTALL)


def scope_voice(request: ModelRequest) -> str:
    """Name the questions of a brief; which files matter is left to the program's count of its words."""
    asked = demands_of(Told.by(request).brief)[:_MOST_QUESTIONS]
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
    parts = [f"> {told.say('report')}"]
    for question in told.questions or (Question("", told.brief),):
        # Behind the question stands what was noted of it before.
        text, _, note = question.text.rpartition(" – ") if " – " in question.text else (question.text, "", "")
        question = Question(question.id, text)
        found = _near(question, told.findings)[:MOST_TOLD]
        parts.append(f"> **{escaped(text)}** {note or _coverage(told, question, found)}")
        parts.append("\n".join(_told(told, one) for one in found))
    return as_json({"summary": "\n\n".join(filter(None, parts)), "edge_cases": [], "untraced": []})


def _told(told: Told, finding: Finding) -> str:
    disputed = f"{told.say('disputed')} " if "conflicting" in finding.marks else ""
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
        return told.say("nothing", words=", ".join(words_held(question.text, keys)))
    return told.say(
        "coverage",
        held=len(held),
        all=len(words_held(question.text, keys)),
        words=", ".join(held),
    )


# --- judging -------------------------------------------------------------------------------------------


def judge_voice(request: ModelRequest) -> str:
    """Say of each pair what rules can see."""
    said = []
    for shown in read_prompt(request).named("pair "):
        sides = _SIDES.fullmatch(shown.text)
        a, b = (sides["a"], sides["b"]) if sides else ("", "")
        if folded(a) == folded(b):
            kind, why = "same", "the same words"
        elif differ(a, b):
            kind, why = "contradicts", "the same words with other figures"
        else:
            kind, why = "unrelated", "not judged: rules compare words and figures alone"
        said.append({"id": shown.name.removeprefix("pair "), "relation": kind, "why": why})
    return as_json({"pairs": said})


def support_voice(request: ModelRequest) -> str:
    """Say of each claim whether its words and figures stand in the lines; no more than that is judged."""
    said = []
    for shown in read_prompt(request).named("item "):
        item = _CLAIM.fullmatch(shown.text)
        claim, lines = (item["claim"], item["lines"]) if item else ("", "")
        whole = folded(claim) in folded(lines) or same_words(claim, lines)
        why = "the lines have its words" if whole else "not judged: the lines have other words"
        name = shown.name.removeprefix("item ")
        said.append({"id": name, "support": "full" if whole else "partly", "why": why})
    return as_json({"claims": said})
