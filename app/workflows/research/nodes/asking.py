"""How a research puts its questions: prompts, and structured replies with one re-ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.ids import CHAIR, SeatName
from app.domain.live_text import LiveFields
from app.domain.messages import ChatMessage
from app.engine.node import Ask, Context, Lost
from app.workflows.common.asking_twice import REASK, ask_twice, asked_again, schema_of
from app.workflows.common.reading.names import live_fields
from app.workflows.common.reading.shown import NOTHING, ShownNames
from app.workflows.research.model import Finding, Question
from app.workflows.research.nodes.replies import (
    AgentReply,
    GapsReply,
    JudgeReply,
    ScopeReply,
    SummaryReply,
    SupportReply,
)
from app.workflows.research.state import ResearchState

M = TypeVar("M", bound=BaseModel)
ROLES = ("explore", "citation", "pattern", "verification", "security", "performance")
TEMPLATES = (
    *(f"research/{name}" for name in ("system", "scope", *ROLES, "judge", "support", "gaps", "report")),
    REASK,
)
LIVE: dict[str, LiveFields] = {
    **{f"research_{role}": replace(live_fields(AgentReply), answer=False) for role in ROLES},
    "research_scope": replace(live_fields(ScopeReply), answer=False),
    "research_judge": replace(live_fields(JudgeReply), answer=False),
    "research_support": replace(live_fields(SupportReply), answer=False),
    "research_gaps": replace(live_fields(GapsReply), answer=False),
    "research_report": replace(live_fields(SummaryReply), result=True),
}
"""What a person reads of each purpose's replies while they are written."""
MOST_QUOTED = 400
"""Characters of a quotation that are shown to another model."""
MOST_FINDINGS = 120
"""Findings that a prompt tells; the most important ones come first."""


def make_ask(
    context: Context,
    purpose: str,
    seat: SeatName,
    inputs: Mapping[str, JsonValue],
    *,
    part: str = "",
    schema: type[BaseModel] | None = None,
) -> Ask:
    """Render the prompt of a purpose for a seat."""
    occupant = context.seat(seat)
    system = context.render(
        "research/system",
        {"place": "lead" if seat == CHAIR else "other", "own": occupant.system_prompt or ""},
    )
    user = context.render(f"research/{purpose}", inputs)
    return Ask(
        purpose=f"research_{purpose}",
        seat=seat,
        part=part,
        messages=(ChatMessage(role="system", text=system), ChatMessage(role="user", text=user)),
        reply_schema=schema_of(schema) if schema is not None else None,
    )


async def ask_reply(
    context: Context, ask: Ask, model: type[M], shown: ShownNames = NOTHING
) -> tuple[M, list[Fact]] | None:
    """Ask for a structured reply, once more where it cannot be read; then it is the failure gate's.

    None where the seat sits out. `shown`: the names that the reply has to use.
    """
    read = await ask_twice(context, ask, model, shown=shown)
    if read.value is not None:
        return read.value, [*read.mended]
    if read.problem is None or read.alone:
        return None
    part = asked_again(ask, read.replies[-1], "").part
    return context.fail([Lost(ask.purpose, ask.seat, part, f"its reply cannot be read: {read.problem.why}")])


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


def lines_said(first: int, last: int) -> str:
    """Return lines as a citation names them: `12` or `12-14`."""
    return str(first) if last <= first else f"{first}-{last}"


def told_by_person(state: ResearchState) -> dict[str, JsonValue]:
    """Return what a person said to all agents of this iteration."""
    return {"notes": list[JsonValue](state.notes_in_force)}
