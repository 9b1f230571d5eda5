"""Why a person is asked although they let a session go on by itself."""

from __future__ import annotations

from app.domain.facts import AutoApproveChanged
from app.domain.i18n import Message, words
from app.domain.payload import Payload


def limit_met(auto: AutoApproveChanged, done: int, spent: float) -> str:
    """Return which limit is met, by its name in a gate's payload; empty: none.

    `done`: rounds since it was let go, the one of that moment not counted; `spent`: dollars.
    """
    if auto.rounds is not None and done > auto.rounds:
        return "rounds"
    return "cost" if auto.until_cost is not None and spent >= auto.until_cost else ""


def asked_again(payload: Payload, rounds: Message) -> Message | None:
    """Return a payload's `asked_again` in words, None where there is none; `rounds`: of their limit."""
    why = payload.get("asked_again")
    if why == "rounds":
        return rounds
    if why == "cost":
        return words("You are asked again: the sum you allowed is spent.")
    return words("You are asked again: all that was planned is done.") if why == "planned" else None
