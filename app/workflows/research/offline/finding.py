"""What an offline agent reports: lines that hold the words of what is asked, quoted with their place.

A finding is the line itself: rules add nothing to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.domain.canonical import JsonValue
from app.workflows.common.offline.comparing import differ, same_words, words_held
from app.workflows.common.offline.language import telling
from app.workflows.common.offline.matching import Index, Match
from app.workflows.common.offline.statements import Statement
from app.workflows.research.offline.seen import Seen
from app.workflows.research.offline.told import Finding, Question, Told
from app.workflows.research.offline.wording import say

MOST_OF_ONE = 6
"""Lines that are reported for one question."""
HALF = 0.5
"""Share of a question's weight from which on a line is more than a hint."""
MOST_AGAINST, MOST_HINTS = 3, 2


def report_of(told: Told, seen: Seen) -> dict[str, JsonValue]:
    """Return the reply of an agent."""
    if told.repeats:
        return {"findings": [], "missing": [say(told.language, "repeats")]}
    stated = seen.statements()
    index = Index(stated)
    near = {one: _near(index, one) for one in told.asked}
    missing: list[JsonValue] = []
    if told.backs and (told.doubts or told.settles):
        findings = [_line(s, "important") for one in told.about for s in _against(one, stated)]
        missing += [say(told.language, "no_other")] if told.doubts and not findings else []
    elif told.backs:
        findings = [_confirms(one, s) for one in told.about for s in _further(told, one, stated)[:1]]
        missing += [say(told.language, "no_further")] if not findings else []
    else:
        missing += [say(told.language, "no_line", text=one.text) for one, found in near.items() if not found]
        findings = list(_lines(near))
    reply: dict[str, JsonValue] = {
        "findings": list[JsonValue](findings),
        "searched": list[JsonValue](seen.searched),
        "missing": missing,
    }
    return {**reply, "resolves": {"why": say(told.language, "unsettled")}} if told.settles else reply


def _near(index: Index, question: Question) -> tuple[Match, ...]:
    """Return the lines that hold most words of a question, and for each other word of it the first ones."""
    found = index.near(question.text, MOST_OF_ONE)
    held = frozenset[str]().union(*(match.shared for match in found))
    for word in words_held(question.text, telling(question.text) - held):
        hints = index.near(word, MOST_HINTS)
        found += tuple(Match(one.statement, 0.0, one.shared, one.place) for one in hints)
    return found


def _lines(near: dict[Question, tuple[Match, ...]]) -> Iterator[dict[str, JsonValue]]:
    """Yield the lines that hold words of a question, each once."""
    done: set[Statement] = set()
    for question, found in near.items():
        for match in found:
            if match.statement not in done:
                done.add(match.statement)
                category = "important" if match.share >= HALF else "informational"
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
    return [one for one in stated if differ(finding.text, one.text)][:MOST_AGAINST]


def _further(told: Told, finding: Finding, stated: Sequence[Statement]) -> list[Statement]:
    """Return lines with the words and figures of a finding: of another file where a second one is wanted."""
    cited = {one.file for one in finding.cited}
    same = [one for one in stated if one.kind != "heading" and same_words(finding.text, one.text)]
    return [one for one in same if one.source not in cited] if told.elsewhere else same


def _confirms(finding: Finding, statement: Statement) -> dict[str, JsonValue]:
    return {**_line(statement, "important"), "description": finding.text, "confirms": finding.id}
