"""What the gates of a research show: plain data, whole, so that nothing else need be read to decide."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut
from app.workflows.research.face.gap_words import gap_words
from app.workflows.research.facts import ScopeProposed
from app.workflows.research.model import Conflict, Finding, Gap
from app.workflows.research.nodes.scanning import BYTES_A_TOKEN
from app.workflows.research.rules.grouping import number_of
from app.workflows.research.setup import ResearchSetup
from app.workflows.research.state import ResearchState

MOST_FINDINGS = _MOST_GAPS = 40
"""Findings and gaps that a form lists; of the others a person decides where they are shown."""
_MOST_NAMED = 2_000
"""Further gaps that can be decided by their names."""


def scope_payload(scope: ScopeProposed, setup: ResearchSetup) -> dict[str, JsonValue]:
    """Return what the gate `scope` shows."""
    return {
        "folder": "",
        "root": setup.folder,
        "questions": [question.text for question in scope.questions],
        "plan": [question.model_dump(mode="json") for question in scope.questions],
        "files": list[JsonValue](scope.estimate),
        "left_out": list[JsonValue](),
        "all_files": scope.files,
        "tokens": scope.size // BYTES_A_TOKEN,
        "estimate_tokens": scope.estimate_size // BYTES_A_TOKEN,
        "kept_back": dict[str, JsonValue](scope.left_out),
        "whole": scope.whole,
        "hosts": list[JsonValue](scope.hosts),
    }


def iteration_payload(state: ResearchState, primary: str) -> dict[str, JsonValue]:
    """Return what the gate `iteration` shows."""
    tested = state.tested
    assert tested is not None
    result = tested.convergence
    gaps = [one for one in tested.gaps if one.status != "resolved"]
    numbers = [one.number for one in state.ledger.decisions]
    numbers += [one.number for one in state.ledger.resolutions]
    items: list[JsonValue] = [
        *(_conflict(state, one) for one in state.conflicts if one.state != "resolved"),
        *(_gap(state, one) for one in gaps[:_MOST_GAPS]),
        *(_finding(one) for one in state.standing[:MOST_FINDINGS]),
    ]
    return {
        "iteration": state.iteration,
        "max_iterations": state.max_iterations,
        "primary": primary,
        "outcome": result.outcome,
        "why": result.why,
        "saved": result.saved,
        "criteria": [row.model_dump(mode="json") for row in result.criteria],
        "failing": result.failing,
        "findings": len(state.standing),
        "new_findings": tested.metrics.new_findings,
        "citations": tested.metrics.citations_added,
        "conflicts": sum(1 for one in state.conflicts if one.state != "resolved"),
        "gaps": sum(1 for gap in tested.gaps if gap.status not in ("resolved", "dismissed")),
        "agents": tested.metrics.agents,
        "compared_by_words": _compared_by_words(state),
        "failed_agents": [agent.name for agent in state.tasks() if agent.state == "failed"],
        "plan": [question.model_dump(mode="json") for question in state.questions],
        "questions": list(_questions(state)),
        "files": list[JsonValue](state.estimate),
        "left_out": list[JsonValue](),
        "items": items,
        "more_gaps": [gap.id for gap in gaps[_MOST_GAPS : _MOST_GAPS + _MOST_NAMED]],
        "settled": [one.id for one in state.conflicts if one.state == "resolved"],
        "last_finding": max((number_of(one.id) for one in state.findings), default=0),
        "next_decision": max(numbers, default=0) + 1,
    }


def _compared_by_words(state: ResearchState) -> JsonValue:
    """Return the embedding model that failed in this iteration, and why; nothing where none did."""
    why = state.unlikened.get(state.iteration)
    return {"model": state.setup.embedding_model, "why": why} if why else None


def _questions(state: ResearchState) -> Iterator[JsonValue]:
    """Yield what a person may answer, as the form takes it: what is open, and what they answered before."""
    for question in state.questions:
        if not question.settled or question.by == "person":
            yield {"id": question.id, "text": question.text, "options": [], "why": question.note}


def _conflict(state: ResearchState, conflict: Conflict) -> dict[str, JsonValue]:
    a, b = state.known.finding(conflict.a), state.known.finding(conflict.b)
    sides = [f"{one.id}: {one.description}" for one in (a, b) if one is not None]
    return {
        "key": conflict.id,
        "kind": "conflict",
        "seat": conflict.id,
        "purpose": "research_conflict_item",
        "partial": "\n".join([*sides, conflict.root_cause]).strip(),
        "a": conflict.a,
        "b": conflict.b,
        "verbs": ["verify", "keep_a", "keep_b", "keep_both"],
    }


def _gap(state: ResearchState, gap: Gap) -> dict[str, JsonValue]:
    dismissed = gap.status == "dismissed"
    return {
        "key": gap.id,
        "kind": "gap",
        "seat": gap.role,
        "purpose": f"research_{gap.type}_gap",
        "partial": str(gap_words(state, gap)),
        "priority": gap.priority,
        "dismissed": dismissed,
        "verbs": ["dismiss", "take"] if dismissed else ["take", "dismiss"],
    }


def _finding(finding: Finding) -> dict[str, JsonValue]:
    return {
        "key": finding.id,
        "kind": "finding",
        "seat": finding.id,
        "purpose": "research_finding_item",
        "partial": cut(finding.description, 400),
        "verbs": ["leave", "confirm", "drop", *(["reopen"] if finding.decided else [])],
    }
