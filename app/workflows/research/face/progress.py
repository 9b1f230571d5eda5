"""Progress of a research, for a terminal: who is given what, how the criteria are, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.excerpt import excerpt
from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.domain.payload import items_of
from app.domain.sentences import joined
from app.workflows.research import facts as own
from app.workflows.research.face.contributions import contribution_line, contributions
from app.workflows.research.face.labels import PRIORITIES, agent_title
from app.workflows.research.face.telling import criterion, gap_kind, gap_words
from app.workflows.research.state import ResearchState

_MOST_GAPS = 6
"""Gaps that are told after an iteration; of the others how many there are."""


def told(state: ResearchState, fact: Fact) -> Message | None:
    """Return a fact in lines of progress, None where it is none."""
    match fact:
        case own.AgentAssigned():
            return _assigned(fact)
        case own.AgentEnded() if fact.ended != "answered":
            why = fact.why.rstrip(".")
            return words("✕ {agent} gave no answer: {why}.", agent=agent_title(fact.agent), why=why)
        case own.ClaimsChecked():
            ended = {agent.name for agent in state.tasks() if agent.state == "done"}
            figures = [one for one in contributions(state) if one.agent in ended]
            return joined([contribution_line(one) for one in figures], "\n") if figures else None
        case own.CriteriaTested():
            return joined([*_criteria(fact), *_gaps(state, fact)], "\n")
        case _:
            return None


def _assigned(fact: own.AgentAssigned) -> Message:
    said = {"agent": agent_title(fact.agent), "seat": fact.seat, "focus": excerpt(fact.focus)}
    if fact.gap is None:
        return words("{agent} ({seat}): {focus}", **said)
    return words("{agent} ({seat}): {focus} – {gap}", **said, gap=gap_kind(fact.gap))


def _criteria(fact: own.CriteriaTested) -> Iterator[Message]:
    for row in items_of(fact.convergence.model_dump(mode="json"), "criteria"):
        yield words("{sign} {what}", sign="✓" if row.get("passes") else "·", what=criterion(row))


def _gaps(state: ResearchState, fact: own.CriteriaTested) -> Iterator[Message]:
    left = [gap for gap in fact.gaps if gap.left]
    for gap in left[:_MOST_GAPS]:
        level = PRIORITIES[gap.priority]
        yield words("Gap ({priority}): {text}", priority=level, text=gap_words(state, gap))
    if len(left) > _MOST_GAPS:
        yield words("and {n} more", n=len(left) - _MOST_GAPS)
