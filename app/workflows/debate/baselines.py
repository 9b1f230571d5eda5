"""What a debate is compared with: one model alone, a vote, the judge's choice; each at the same tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.domain.canonical import JsonValue
from app.domain.i18n import words
from app.domain.seats import Team
from app.engine.baselines import Baseline

_TOKENS = "answer_tokens"
_WITHOUT: Mapping[str, JsonValue] = {
    "enabled": False,
    "gate_policy": "never_ask",
    "interactive_clarifications": False,
}
"""No critique, and nobody who is asked between: what is compared is the answers alone."""


def _begin(
    result_by: str, *, alone: bool = False
) -> Callable[[Mapping[str, JsonValue], Team], tuple[Mapping[str, JsonValue], Team]]:
    def begin(setup: Mapping[str, JsonValue], team: Team) -> tuple[Mapping[str, JsonValue], Team]:
        members = tuple(seat.model_copy(update={"drafts": 1}) for seat in team.enabled)
        asked = team.model_copy(update={"members": members[:1] if alone else members})
        begun = {**setup, **_WITHOUT, "result_by": result_by}
        given = begun.get("context")
        if isinstance(given, list):
            # A file that was for somebody who is not asked here would be nobody's.
            there = {"", *(member.name for member in asked.members)}
            begun["context"] = [
                one for one in given if isinstance(one, dict) and one.get("only", "") in there
            ]
        return begun, asked

    return begin


BASELINES: Mapping[str, Baseline] = {
    "single": Baseline(_begin("vote", alone=True), _TOKENS, words("one member alone")),
    "vote": Baseline(_begin("vote"), _TOKENS, words("a vote")),
    "best": Baseline(_begin("best"), _TOKENS, words("the judge’s choice")),
}
"""`single`: what its first member answers most often."""
