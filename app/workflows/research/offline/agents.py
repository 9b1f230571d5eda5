"""The offline agents: search, read, report. They report lines that a tool showed them, word for word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest, Reply, ToolCall
from app.workflows.common.offline.comparing import words_held
from app.workflows.common.offline.language import telling
from app.workflows.common.offline.prompt import as_json
from app.workflows.research.offline.finding import report_of
from app.workflows.research.offline.seen import Seen
from app.workflows.research.offline.told import Told

MOST_SEARCHES = 8
LINES_AT_ONCE = 1_000
"""Lines that are read of a file; behind them only what a search hit."""
AROUND = 12
"""Lines before and behind a hit or a citation that are read with it."""
KEPT_BACK = 1
"""Tool calls that are left over: who has used all is asked to end."""


class _Span(NamedTuple):
    path: str
    first: int
    last: int


def agent_voice(request: ModelRequest) -> Reply:
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
    room = max(0, told.cap - KEPT_BACK - seen.calls)
    made = tuple(
        ToolCall(id=f"t{turns}-{n}", name=name, arguments=dumps(dict(given)))
        for n, (name, given) in enumerate(calls[:room])
        if name in offered
    )
    if made:
        return Reply(text="", tool_calls=made, finish="tool_calls")
    return Reply(text=as_json(report_of(told, seen)))


def _terms(told: Told) -> list[str]:
    """Return what is searched for: of each thing in turn its next word, the longest first.

    Nothing where lines are known: the same rules would find them again, and call it looking in vain.
    """
    if told.known:
        return []
    texts = [one.text for one in (told.about if told.backs else told.asked)]
    by_text = [sorted(words_held(text, telling(text)), key=lambda word: -len(word)) for text in texts]
    turns = (words[n].casefold() for n in range(MOST_SEARCHES) for words in by_text if n < len(words))
    return list(dict.fromkeys(turns))[: min(MOST_SEARCHES, max(1, told.cap // 3))]


def _spans(told: Told, seen: Seen) -> Iterable[_Span]:
    """Return what to read: files whole where they are explored, else what lies around citations and hits."""
    hits = [_around(path, n) for path in seen.ranked() for n in sorted(seen.hits[path])]
    if told.backs:
        cited = [_around(c.file, c.first, c.last) for one in told.about for c in one.cited]
        return _apart([*cited, *hits])
    known = set(told.paths("files read"))
    files = told.paths("files") or [*seen.ranked(), *(path for path in seen.listed if path not in seen.hits)]
    files.sort(key=lambda path: seen.ranked().index(path) if path in seen.hits else len(files))
    whole = [_Span(path, 1, LINES_AT_ONCE) for path in files if path not in known]
    return [*whole, *_apart(span for span in hits if span.first > LINES_AT_ONCE and span.path in files)]


def _around(path: str, first: int, last: int = 0) -> _Span:
    return _Span(path, max(1, first - AROUND), max(first, last) + AROUND)


def _apart(spans: Iterable[_Span]) -> Sequence[_Span]:
    """Return spans without those whose middle lies in one before them."""
    found: list[_Span] = []
    for span in spans:
        if not any(one.path == span.path and one.first <= span.first + AROUND <= one.last for one in found):
            found.append(span)
    return found
