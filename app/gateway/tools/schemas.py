"""A tool's schema in the part of JSON Schema that every provider takes.

A provider refuses a whole request for one schema that it cannot read, and a server may send anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.domain.canonical import JsonValue, dumps

DEEPEST = 6
MOST_FIELDS = 60
_MOST_CHOICES = 100
LONGEST_TEXT = 600
LARGEST = 20_000
"""Characters of a schema."""
_TYPES = ("string", "integer", "number", "boolean", "array", "object")


def plain_schema(schema: Mapping[str, Any]) -> dict[str, JsonValue] | None:
    """Return the schema of a tool's arguments; None where it is none, or too large to be offered."""
    if schema.get("type") not in ("object", None) or not isinstance(schema.get("properties", {}), dict):
        return None
    if len(schema.get("properties") or {}) > MOST_FIELDS:
        return None
    plain = _plain(schema, schema, DEEPEST)
    plain.setdefault("properties", {})
    plain["type"] = "object"
    return plain if len(dumps(plain)) <= LARGEST else None


def _plain(schema: Any, root: Mapping[str, Any], depth: int) -> dict[str, JsonValue]:
    found = _resolved(schema, root)
    described = found.get("description")
    plain: dict[str, JsonValue] = {}
    if isinstance(described, str):
        plain["description"] = described[:LONGEST_TEXT]
    if depth <= 0:
        return plain
    kind = _kind(found)
    if not kind:
        # One of several: the first that says what it is.
        for name in ("anyOf", "oneOf", "allOf"):
            ways = found.get(name)
            for way in ways[:10] if isinstance(ways, list) else ():
                inner = _plain(way, root, depth - 1)
                if inner.get("type"):
                    return {**inner, **plain}
        plain["type"] = "object" if isinstance(found.get("properties"), dict) else "string"
        kind = str(plain["type"])
    plain["type"] = kind
    choices = found.get("enum")
    if isinstance(choices, list) and kind == "string":
        texts: list[JsonValue] = [one for one in choices[:_MOST_CHOICES] if isinstance(one, str)]
        if texts:
            plain["enum"] = texts
    if kind == "array":
        plain["items"] = _plain(found.get("items"), root, depth - 1) or {"type": "string"}
    properties = found.get("properties")
    if kind == "object" and isinstance(properties, dict):
        fields: dict[str, JsonValue] = {
            str(name): _plain(one, root, depth - 1) for name, one in list(properties.items())[:MOST_FIELDS]
        }
        plain["properties"] = fields
        needed = found.get("required")
        wanted: list[JsonValue] = [
            one
            for one in (needed if isinstance(needed, list) else ())
            if isinstance(one, str) and one in fields
        ]
        if wanted:
            plain["required"] = wanted
    return plain


def _kind(schema: Mapping[str, Any]) -> str:
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    return next((one for one in kinds if one in _TYPES), "")


def _resolved(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow references within the schema, a few of them; nothing is fetched."""
    for _ in range(DEEPEST):
        if not isinstance(schema, dict):
            return {}
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return schema
        place: Any = root
        for step in reference[2:].split("/"):
            place = place.get(step) if isinstance(place, dict) else None
        schema = place
    return {}
