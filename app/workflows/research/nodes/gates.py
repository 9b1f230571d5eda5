"""The two gates: what a person is shown, whole, so that nothing else need be read, and what follows."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut
from app.domain.facts import RoundOpened
from app.domain.payload import Payload, limit_met
from app.domain.sentences import recorded
from app.engine.graph import STOPPED_WITH_RESULT
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.rounds import closed, guidance_beside
from app.workflows.research.face.telling import gap_words
from app.workflows.research.facts import Reason, ResearchEnded, ScopeProposed
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import Conflict, Finding, Gap
from app.workflows.research.nodes.asking import known_first
from app.workflows.research.nodes.assigning import first_tasks
from app.workflows.research.nodes.scoping import BYTES_A_TOKEN
from app.workflows.research.rules.grouping import number_of
from app.workflows.research.setup import ResearchSetup
from app.workflows.research.state import ResearchState

_MOST_FINDINGS = _MOST_GAPS = 40
"""Findings and gaps that a form lists; of the others a person decides where they are shown."""
_MOST_NAMED = 2_000
"""Further gaps that can be decided by their names."""


# --- the scope ------------------------------------------------------------------------------------


async def scope_gate(state: ResearchState, context: Context) -> Step:
    """Let a person confirm or edit the questions and the files; then the first agents get their tasks."""
    assert state.scope is not None
    # The plan as it was proposed: the answer's events move the state before this node is left.
    payload = _scope_payload(state.scope, state.setup)
    await context.gate(
        GateRequest(
            "scope",
            payload,
            ("confirm", "change"),
            auto_answer=("confirm", {}) if state.setup.gate_policy == "never_ask" else None,
        )
    )
    return Step(ResearchSignal.CONFIRMED, (RoundOpened(number=1), *first_tasks(state)))


def _scope_payload(scope: ScopeProposed, setup: ResearchSetup) -> dict[str, JsonValue]:
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
        "unread": {path: recorded(why) for path, why in scope.unread.items()},
        "remarks": {path: recorded(said) for path, said in scope.remarks.items()},
        "whole": scope.whole,
        "hosts": list[JsonValue](scope.hosts),
    }


# --- an iteration ---------------------------------------------------------------------------------


async def iteration_gate(state: ResearchState, context: Context) -> Step:
    """Let the person, or the policy, say how it goes on."""
    assert state.tested is not None
    # Where it was answered, something may have been decided since the criteria were tested.
    await known_first(state, context)
    result = state.tested.convergence
    primary = "finish" if result.next_action == "report" else "continue"
    payload = _iteration_payload(state, primary)
    if state.auto is not None:
        done, spent = state.iteration - state.auto_from, state.spend.total.most
        payload["asked_again"] = limit_met(state.auto, done, spent, planned=primary == "finish")
    reply = await context.gate(
        GateRequest(
            "iteration",
            payload,
            (
                *("continue", "finish", "decide"),
                # Where nothing is left to answer, nobody is offered to.
                *(("answer",) if payload["questions"] else ()),
                *("plan", "stop_with_report"),
            ),
            auto_answer=(primary, {}) if _passes(state, payload) else None,
        )
    )
    if reply.verb in ("decide", "answer", "plan"):
        return Step(ResearchSignal.DECIDED)
    over = closed(context, accepted=True)
    if reply.verb == "continue":
        return Step(ResearchSignal.CONTINUE, (over, *guidance_beside(reply)))
    if reply.verb == "finish" and primary == "finish":
        return Step(ResearchSignal.FINISH, (over, ResearchEnded(reason=_REASONS[result.outcome])))
    signal = ResearchSignal.FINISH if reply.verb == "finish" else STOPPED_WITH_RESULT
    return Step(signal, (over, ResearchEnded(reason="user_stopped")))


_REASONS: dict[str, Reason] = {
    "full": "full_convergence",
    "early": "early_convergence",
    "partial": "partial_convergence",
    "not_converged": "partial_convergence",
}


def _passes(state: ResearchState, payload: Payload) -> bool:
    policy = state.setup.gate_policy
    goes_on = policy == "at_the_end" and payload["primary"] == "continue"
    return policy == "never_ask" or goes_on or payload.get("asked_again") == ""


def _iteration_payload(state: ResearchState, primary: str) -> dict[str, JsonValue]:
    tested = state.tested
    assert tested is not None
    result = tested.convergence
    gaps = [one for one in tested.gaps if one.status != "resolved"]
    numbers = [one.number for one in state.ledger.decisions]
    numbers += [one.number for one in state.ledger.resolutions]
    items: list[JsonValue] = [
        *(_conflict(state, one) for one in state.conflicts if one.state != "resolved"),
        *(_gap(state, one) for one in gaps[:_MOST_GAPS]),
        *(_finding(one) for one in state.standing[:_MOST_FINDINGS]),
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
        "gaps": len(state.gaps_left),
        "agents": tested.metrics.agents,
        "compared_by_words": _compared_by_words(state),
        "failed_agents": [agent.name for agent in state.tasks() if agent.state == "failed"],
        "without": [
            {"purpose": one.purpose, "why": one.reason} for n, one in state.without if n == state.iteration
        ],
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
    # By their numbers, as what can be decided names them: the first stands, or the second.
    sides = [f"{n}. {one.description}" for n, one in enumerate((a, b), 1) if one is not None]
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
