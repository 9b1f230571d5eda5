"""What the nodes of a research share: how questions are put, and what takes long with very many findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.ids import CHAIR, SeatName
from app.domain.live_text import LiveFields
from app.domain.messages import ChatMessage
from app.engine.node import Ask, Context
from app.workflows.common.asking_twice import REASK, ask_for_help
from app.workflows.common.reading.names import ReplyModel, live_fields
from app.workflows.common.reading.shown import ShownNames
from app.workflows.research.model import TIERS, Finding, Question, lines_said
from app.workflows.research.nodes import replies
from app.workflows.research.rules.integration import assemble
from app.workflows.research.state import ResearchState

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
_REPLIES: Mapping[str, type[ReplyModel]] = {
    "scope": replies.ScopeReply,
    **dict.fromkeys(TIERS, replies.AgentReply),
    "judge": replies.JudgeReply,
    "support": replies.SupportReply,
    "gaps": replies.GapsReply,
    "report": replies.SummaryReply,
}
"""What is asked for, by purpose."""
TEMPLATES = ("research/system", *(f"research/{purpose}" for purpose in _REPLIES), REASK)
LIVE: Mapping[str, LiveFields] = {
    f"research_{purpose}": replace(live_fields(reply), result=True)
    if purpose == "report"
    else replace(live_fields(reply), answer=False)
    for purpose, reply in _REPLIES.items()
}
"""What a person reads of each purpose's replies while they are written."""
MOST_QUOTED = 400
"""Characters of a quotation that are shown to another model."""
MOST_FINDINGS = 120
"""Findings that a prompt tells; the most important ones come first."""


def make_ask(
    context: Context, purpose: str, seat: SeatName, inputs: Mapping[str, JsonValue], part: str = ""
) -> Ask:
    """Render the prompt of a purpose for a seat."""
    own = context.seat(seat).system_prompt or ""
    who: dict[str, JsonValue] = {"place": "lead" if seat == CHAIR else "other", "own": own}
    system = context.render("research/system", {})
    user = context.render(f"research/{purpose}", {**inputs, **who})
    messages = (ChatMessage(role="system", text=system), ChatMessage(role="user", text=user))
    return Ask(f"research_{purpose}", seat, messages, part=part, shared=user.shared)


async def ask_fields(
    context: Context,
    purpose: str,
    seat: SeatName,
    model: type[M],
    inputs: Mapping[str, JsonValue],
    *,
    part: str,
    shown: ShownNames,
) -> tuple[M | None, Sequence[Fact]]:
    """Ask for what the research can do without, once more where the reply cannot be read.

    None where nothing came of it; then the work goes on, and says so. `shown`: the names that the reply has
    to use.
    """
    read = await ask_for_help(context, make_ask(context, purpose, seat, inputs, part), model, shown=shown)
    return read.value, read.mended


# --- what models are told of the work -------------------------------------------------------------


def questions_told(questions: Sequence[Question]) -> list[JsonValue]:
    """Return the questions as prompts get them."""
    return [
        {"id": one.id, "text": one.text, "kind": one.kind, "state": one.state, "note": one.note}
        for one in questions
    ]


def findings_told(findings: Sequence[Finding], *, quotes: bool = True) -> list[JsonValue]:
    """Return findings with their citations, the quotations of those that hold."""
    return [
        {
            "id": one.id,
            "description": one.description,
            "category": one.category,
            "confidence": one.confidence,
            "status": one.status,
            "verified": sum(1 for citation in one.citations if citation.counts),
            "citations": [
                {
                    "file": citation.file,
                    "lines": lines_said(*citation.lines),
                    "quote": citation.quote[:MOST_QUOTED] if quotes else "",
                }
                for citation in one.citations[:6]
                if citation.check != "refused"
            ],
        }
        for one in findings[:MOST_FINDINGS]
    ]


def told_by_person(state: ResearchState) -> dict[str, JsonValue]:
    """Return what a person said to all agents of this iteration."""
    return {"notes": list[JsonValue](state.notes_in_force)}


# --- in a thread, so that the program goes on meanwhile --------------------------------------------------

# A thread reads copies alone: records may come in while it works.

AT_ONCE = 300
"""Claims, or gaps, up to which it is not worth a thread: some milliseconds."""


async def in_thread(context: Context, much: int, work: Callable[[], T]) -> T:
    """Return what a pure function makes; `much`: how many things it goes through."""
    return work() if much <= AT_ONCE else await context.compute(work)


async def known_first(state: ResearchState, context: Context) -> None:
    """Have the findings of a state computed, before a node asks for them."""
    if state.kept.get("known", ())[:1] == (state.said,):
        return
    stamp, ledger, table = state.said, state.ledger.copy(), state.table
    known = await in_thread(context, len(ledger.claims), lambda: assemble(ledger, table))
    state.kept["known"] = (stamp, known)
