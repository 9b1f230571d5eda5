"""Sources: what members look up with tools of the person's servers, kept whole, and what answers cite of it.

Rules: a source is called by its content, so that two members who fetched the same speak of the same; whether
a cited passage stands in it says the program, wherever a text is that cites it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pydantic import BaseModel

from app.domain.canonical import digest
from app.domain.fact_base import Fact
from app.engine.node import Ask, Context
from app.workflows.common.asking_twice import mended_facts
from app.workflows.common.quotes import FoldedText
from app.workflows.common.reading.reader import read_prose
from app.workflows.common.tool_loop import ToolRun, ask_with_tools
from app.workflows.common.tools import served_by_name
from app.workflows.debate.facts import SourceFetched
from app.workflows.debate.nodes.asking import Answered, ask_text, asks_for_json
from app.workflows.debate.state import DebateState

MOST_FETCHES = 8
"""Calls of tools that a member may make for one answer."""
_CITED = re.compile(r"\[source ([0-9a-f]{6})\]", re.IGNORECASE)
_QUOTED = re.compile(r"[“„«\"]([^“”„«»\"\n]{4,800})[”“»\"]")
_BEFORE = 1_000
"""Characters before a name in which the passage that it is cited for stands."""

Verdict = Literal["found", "not_there", "unquoted", "unknown"]


@dataclass(frozen=True, slots=True)
class SourceCited:
    """A source that a text cites, and what came of the look for the passage."""

    source: str
    quote: str
    verdict: Verdict


async def ask_fetching(state: DebateState, context: Context, ask: Ask) -> Answered[BaseModel]:
    """Ask for an answer in prose; with tools where the session was given some, whose results are sources."""
    served = await served_by_name(context) if state.setup.tool_servers else {}
    if not served:
        return await ask_text(state, context, ask)
    end = await ask_with_tools(
        context, ask, (), served=served, most_calls=MOST_FETCHES, called=lambda run: f"[{_named(run)}]"
    )
    fetched = tuple(
        SourceFetched(
            source=_name(run.output),
            seat=ask.seat,
            tool=run.tool,
            arguments=run.arguments,
            text=run.output,
        )
        for run in end.runs
        if run.ok and run.ran
    )
    facts: tuple[Fact, ...] = (*end.facts, *fetched)
    if end.reply is None:
        assert end.missing is not None
        return Answered(None, end.missing, facts)
    prose = read_prose(end.text, keep_json=asks_for_json(state))
    text = prose.text or end.text
    mended = mended_facts(ask, end.reply, prose.mends)
    part = f"{ask.part}-turn-{end.turns}" if ask.part else f"turn-{end.turns}"
    return Answered(None, end.reply, (*facts, *mended), text, text, part)


def _name(text: str) -> str:
    return digest(text)[:6]


def _named(run: ToolRun) -> str:
    return f"source {_name(run.output)}"


def cited(text: str, sources: Mapping[str, SourceFetched]) -> Iterator[SourceCited]:
    """Yield each source that a text cites, with the passage before its name looked up there."""
    end = 0
    for mark in _CITED.finditer(text):
        name = mark[1].lower()
        before = text[max(end, mark.start() - _BEFORE) : mark.start()].rpartition("\n\n")[2]
        end = mark.end()
        quotes = _QUOTED.findall(before)
        quote = quotes[-1].strip() if quotes else ""
        if name not in sources:
            yield SourceCited(name, quote, "unknown")
        elif not quote:
            yield SourceCited(name, "", "unquoted")
        else:
            stands = _folded(sources[name].text).look(quote, 0, 0).place is not None
            yield SourceCited(name, quote, "found" if stands else "not_there")


@lru_cache(maxsize=32)
def _folded(text: str) -> FoldedText:
    return FoldedText(text)
