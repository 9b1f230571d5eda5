"""Reading a gate's payload as it lies in the journal: fields of another version may lack or hold anything.

A field `asked_again` says why a person is asked although they let the session go on by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.domain.canonical import JsonValue
from app.domain.i18n import Message, words

if TYPE_CHECKING:
    from app.domain.facts import AutoApproveChanged

Payload = Mapping[str, JsonValue]


def items_of(payload: Payload, field: str = "items") -> list[Mapping[str, JsonValue]]:
    """Return the items of an interruption, or what else a payload lists with fields of its own."""
    items = payload.get(field)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def verbs_of(item: Mapping[str, JsonValue]) -> tuple[str, ...]:
    """Return the verbs that fit an uncertain call."""
    verbs = item.get("verbs")
    return tuple(map(str, verbs)) if isinstance(verbs, list) else ()


def texts_of(payload: Payload, name: str) -> tuple[str, ...]:
    """Return a list of texts, empty where there is none."""
    value = payload.get(name)
    return tuple(map(str, value)) if isinstance(value, list) else ()


def number_of(payload: Payload, name: str) -> int:
    """Return a whole number, 0 where there is none."""
    value = payload.get(name)
    return value if isinstance(value, int) else 0


def amount_of(payload: Payload, name: str) -> float | None:
    """Return a sum, a share or another figure, None where there is none."""
    value = payload.get(name)
    return value if isinstance(value, int | float) else None


def mapping_of(payload: Payload, name: str) -> Payload:
    """Return fields within a field, none where it has none."""
    value = payload.get(name)
    return value if isinstance(value, dict) else {}


def limit_met(auto: AutoApproveChanged, done: int, spent: float, *, planned: bool) -> str:
    """Return why a person is asked who let it go on, by its name in a gate's payload; empty: they are not.

    `done`: rounds since it was let go, the one of that moment not counted; `spent`: dollars; `planned`: all
    that was planned is done.
    """
    if planned:
        return "planned"
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
