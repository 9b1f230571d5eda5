"""What only a debate can tell in summaries and exports."""

from __future__ import annotations

from app.domain.canonical import JsonValue
from app.workflows.debate.state import DebateState


def average_ranks(state: DebateState) -> dict[str, float]:
    """Return the mean place of every answer in this attempt's rankings, 1 is best."""
    places: dict[str, list[int]] = {}
    for ranking in state.attempt.rankings.values():
        for place, seat in enumerate(ranking, 1):
            places.setdefault(seat, []).append(place)
    return {seat: round(sum(found) / len(found), 2) for seat, found in places.items()}


def summary(state: DebateState) -> dict[str, JsonValue]:
    """Return the figures of the debate: rounds, refinements, reason, tokens."""
    accepted = state.rounds_accepted
    if not accepted:
        return {"message": "No iterations performed", "terminated_reason": state.reason}
    statuses = [a.status for attempt in accepted for a in attempt.assessed.values()]
    rounds: list[JsonValue] = []
    for attempt in accepted:
        found = [a.status for a in attempt.assessed.values()]
        rounds.append(
            {
                "round": attempt.round,
                "models_changed": found.count("changed"),
                "models_minor": found.count("minor"),
                "models_unchanged": found.count("held"),
                "models_failed": found.count("failed"),
                "figures": dict(attempt.figures),
            }
        )
    return {
        "rounds_completed": len(accepted),
        "max_rounds": state.max_rounds,
        "total_refinements": statuses.count("changed") + statuses.count("minor"),
        "total_unchanged": statuses.count("held"),
        "terminated_reason": state.reason,
        "tokens_used": state.tokens,
        "round_summaries": rounds,
    }


def parts(state: DebateState) -> list[tuple[str, str]]:
    """Return the sections of an export that only a debate has; none is empty."""
    sections = []
    if state.setup.must_haves:
        unmet = set(state.attempt.unmet) if state.attempts else set(state.setup.must_haves)
        lines = [f"- {'✗ unmet' if text in unmet else '✓ met'}: {text}" for text in state.setup.must_haves]
        sections.append(("Must-haves", "\n".join(lines)))
    asked = [
        f"- {q.fact.text}\n  - {_answer(q.answer.status, q.answer.option, q.answer.note)}"
        for q in state.questions.values()
        if q.answer is not None
    ]
    if asked:
        sections.append(("Questions before the first round", "\n".join(asked)))
    if state.degraded:
        sections.append(("Degradation", "\n".join(f"- {line}" for line in dict.fromkeys(state.degraded))))
    return sections


def _answer(status: str, option: str, note: str) -> str:
    words = {
        "answered": "",
        "assume": "not sure, assume",
        "none_fits": "none fits",
        "not_answered": "not answered",
    }
    return ", ".join(part for part in (words[status], option, note) if part)
