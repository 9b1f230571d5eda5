"""The offline voices of a research: rules, no AI.

The agents search, read and report lines that a tool showed them, word for word: a finding is the line itself,
rules add nothing to it. The lead and the judge tell how many of the brief's own words the findings hold. Two
lines of the same words with other figures contradict each other, the same lines are the same; whatever
else there is between them is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest, Reply, ToolCall
from app.engine.ports import Voices
from app.markup.escaping import escaped
from app.workflows.common.offline.comparing import differ, same_words, words_held
from app.workflows.common.offline.demands import demands_of
from app.workflows.common.offline.language import telling
from app.workflows.common.offline.matching import Index, Match
from app.workflows.common.offline.prompt import as_json, read_prompt
from app.workflows.common.offline.statements import Statement, folded, quoted
from app.workflows.research.model import TIERS
from app.workflows.research.offline.told import Finding, Question, Seen, Told

# --- agents ------------------------------------------------------------------------------------------

_MOST_SEARCHES = 8
_LINES_AT_ONCE = 1_000
"""Lines that are read of a file; behind them only what a search hit."""
_AROUND = 12
"""Lines before and behind a hit or a citation that are read with it."""
_KEPT_BACK = 1
"""Tool calls that are left over: who has used all is asked to end."""
_MOST_OF_ONE = 6
"""Lines that are reported for one question."""
_HALF = 0.5
"""Share of a question's weight from which on a line is more than a hint."""
_MOST_AGAINST, _MOST_HINTS = 3, 2


class _Span(NamedTuple):
    path: str
    first: int
    last: int


def _agent(request: ModelRequest) -> Reply:
    """Answer one turn of an agent: searches first, then reading, a report last."""
    told, seen = Told.by(request), Seen.of(request.messages)
    turns = sum(message.role == "assistant" for message in request.messages)
    calls: list[tuple[str, Mapping[str, JsonValue]]] = []
    if turns == 0 and not told.repeats:
        calls = [] if told.paths("files") else [("list_files", {})]
        calls += [("search_text", {"text": term}) for term in _terms(told)]
    if turns == 1 or (turns == 0 and not calls and not told.repeats):
        calls = [("read_file", {"path": p, "first": a, "last": b}) for p, a, b in _spans(told, seen)]
    offered = {tool.name for tool in request.tools}
    room = max(0, told.cap - _KEPT_BACK - seen.calls)
    made = tuple(
        ToolCall(id=f"t{turns}-{n}", name=name, arguments=dumps(dict(given)))
        for n, (name, given) in enumerate(calls[:room])
        if name in offered
    )
    if made:
        return Reply(text="", tool_calls=made, finish="tool_calls")
    return Reply(text=as_json(_report_of(told, seen)))


def _terms(told: Told) -> list[str]:
    """Return what is searched for: of each thing in turn its next word, the longest first.

    Nothing where lines are known: the same rules would find them again, and call it looking in vain.
    """
    if told.known:
        return []
    texts = [one.text for one in (told.about if told.backs else told.asked)]
    by_text = [sorted(words_held(text, telling(text)), key=lambda word: -len(word)) for text in texts]
    turns = (words[n].casefold() for n in range(_MOST_SEARCHES) for words in by_text if n < len(words))
    return list(dict.fromkeys(turns))[: min(_MOST_SEARCHES, max(1, told.cap // 3))]


def _spans(told: Told, seen: Seen) -> Iterable[_Span]:
    """Return what to read: files whole where they are explored, else what lies around citations and hits."""
    hits = [_around(path, n) for path in seen.ranked() for n in sorted(seen.hits[path])]
    if told.backs:
        cited = [_around(c.file, c.first, c.last) for one in told.about for c in one.cited]
        return _apart([*cited, *hits])
    known = set(told.paths("files read"))
    files = told.paths("files") or [*seen.ranked(), *(path for path in seen.listed if path not in seen.hits)]
    files.sort(key=lambda path: seen.ranked().index(path) if path in seen.hits else len(files))
    whole = [_Span(path, 1, _LINES_AT_ONCE) for path in files if path not in known]
    return [*whole, *_apart(span for span in hits if span.first > _LINES_AT_ONCE and span.path in files)]


def _around(path: str, first: int, last: int = 0) -> _Span:
    return _Span(path, max(1, first - _AROUND), max(first, last) + _AROUND)


def _apart(spans: Iterable[_Span]) -> Sequence[_Span]:
    """Return spans without those whose middle lies in one before them."""
    found: list[_Span] = []
    for span in spans:
        if not any(one.path == span.path and one.first <= span.first + _AROUND <= one.last for one in found):
            found.append(span)
    return found


# --- the report ----------------------------------------------------------------------------------------


def _report_of(told: Told, seen: Seen) -> dict[str, JsonValue]:
    if told.repeats:
        return {"findings": [], "missing": [told.say("repeats")]}
    stated = seen.statements()
    index = Index(stated)
    near = {one: _near(index, one) for one in told.asked}
    missing: list[JsonValue] = []
    if told.backs and (told.doubts or told.settles):
        findings = [_line(s, "important") for one in told.about for s in _against(one, stated)]
        missing += [told.say("no_other")] if told.doubts and not findings else []
    elif told.backs:
        findings = [_confirms(one, s) for one in told.about for s in _further(told, one, stated)[:1]]
        missing += [told.say("no_further")] if not findings else []
    else:
        missing += [told.say("no_line", text=one.text) for one, found in near.items() if not found]
        findings = list(_lines(near))
    reply: dict[str, JsonValue] = {
        "findings": list[JsonValue](findings),
        "searched": list[JsonValue](seen.searched),
        "missing": missing,
    }
    return {**reply, "resolves": {"why": told.say("unsettled")}} if told.settles else reply


def _near(index: Index, question: Question) -> tuple[Match, ...]:
    """Return the lines that hold most words of a question, and for each other word of it the first ones."""
    found = index.near(question.text, _MOST_OF_ONE)
    held = frozenset[str]().union(*(match.shared for match in found))
    for word in words_held(question.text, telling(question.text) - held):
        hints = index.near(word, _MOST_HINTS)
        found += tuple(Match(one.statement, 0.0, one.shared, one.place) for one in hints)
    return found


def _lines(near: dict[Question, tuple[Match, ...]]) -> Iterator[dict[str, JsonValue]]:
    """Yield the lines that hold words of a question, each once."""
    done: set[Statement] = set()
    for question, found in near.items():
        for match in found:
            if match.statement not in done:
                done.add(match.statement)
                category = "important" if match.share >= _HALF else "informational"
                yield {**_line(match.statement, category), "question": question.id}


def _line(statement: Statement, category: str) -> dict[str, JsonValue]:
    return {
        "description": statement.text if statement.kind == "code" else statement.plain,
        "category": category,
        "citations": [_cited(statement)],
    }


def _cited(statement: Statement) -> JsonValue:
    lines = str(statement.line) if statement.last == statement.line else f"{statement.line}-{statement.last}"
    return {"file": statement.source, "lines": lines, "quote": statement.text}


def _against(finding: Finding, stated: Sequence[Statement]) -> list[Statement]:
    return [one for one in stated if differ(finding.text, one.text)][:_MOST_AGAINST]


def _further(told: Told, finding: Finding, stated: Sequence[Statement]) -> list[Statement]:
    """Return lines with the words and figures of a finding: of another file where a second one is wanted."""
    cited = {one.file for one in finding.cited}
    same = [one for one in stated if one.kind != "heading" and same_words(finding.text, one.text)]
    return [one for one in same if one.source not in cited] if told.elsewhere else same


def _confirms(finding: Finding, statement: Statement) -> dict[str, JsonValue]:
    return {**_line(statement, "important"), "description": finding.text, "confirms": finding.id}


# --- the lead and the reporter -------------------------------------------------------------------------

_MOST_QUESTIONS = 10
_MOST_NAMED, _MOST_TOLD = 8, 4
"""Findings that are named for a question, and those that the report tells."""
_SIDES = re.compile(r"a: (?P<a>.*?)(?:\n   .*)?\nb: (?P<b>.*?)(?:\n   .*)?", re.DOTALL)
_CLAIM = re.compile(r"claim: (?P<claim>.*?)\nlines: (?P<lines>.*)", re.DOTALL)


def _scope(request: ModelRequest) -> str:
    """Name the questions of a brief; which files matter is left to the program's count of its words."""
    asked = demands_of(Told.by(request).brief)[:_MOST_QUESTIONS]
    return as_json({"questions": [{"text": one.text, "critical": True} for one in asked], "files": []})


def _gaps(request: ModelRequest) -> str:
    """Say how many words of each question the findings hold; whether they answer it is not judged."""
    told = Told.by(request)
    said = []
    for question in told.questions:
        found = _holding(question, told.findings)[:_MOST_NAMED]
        named, note = [one.id for one in found], _coverage(told, question, found)
        said.append({"id": question.id, "state": "open", "findings": named, "note": note})
    return as_json({"questions": said, "gaps": []})


def _report(request: ModelRequest) -> str:
    """Quote for each question the findings that hold most of its words."""
    told = Told.by(request)
    parts = [f"> {told.say('report')}"]
    for question in told.questions or (Question("", told.brief),):
        # Behind the question stands what was noted of it before.
        text, _, note = question.text.rpartition(" – ") if " – " in question.text else (question.text, "", "")
        question = Question(question.id, text)
        found = _holding(question, told.findings)[:_MOST_TOLD]
        parts.append(f"> **{escaped(text)}** {note or _coverage(told, question, found)}")
        parts.append("\n".join(_told(told, one) for one in found))
    return as_json({"summary": "\n\n".join(filter(None, parts)), "edge_cases": [], "untraced": []})


def _told(told: Told, finding: Finding) -> str:
    disputed = f"{told.say('disputed')} " if "conflicting" in finding.marks else ""
    return f"- [{finding.id}] {disputed}{quoted(escaped(finding.text), told.language)}"


def _holding(question: Question, findings: Sequence[Finding]) -> list[Finding]:
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


def _judge(request: ModelRequest) -> str:
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


def _support(request: ModelRequest) -> str:
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


RESEARCH_VOICES: Voices = MappingProxyType(
    {
        ("*", "research_scope"): _scope,
        **{("*", f"research_{role}"): _agent for role in TIERS},
        ("*", "research_judge"): _judge,
        ("*", "research_support"): _support,
        ("*", "research_gaps"): _gaps,
        ("*", "research_report"): _report,
    }
)
