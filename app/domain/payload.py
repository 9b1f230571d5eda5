"""Reading a gate's payload as it lies in the journal: fields of another version may lack or hold anything."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.canonical import JsonValue

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


def mapping_of(payload: Payload, name: str) -> Payload:
    """Return fields within a field, none where it has none."""
    value = payload.get(name)
    return value if isinstance(value, dict) else {}
