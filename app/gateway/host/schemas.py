"""Reply schemas as servers take them: references written out, and only what every dialect understands.

OpenAI's strict mode, Anthropic's output format and Gemini's schemas each refuse another part of JSON Schema,
and one of them refuses the whole request for it. What is left here is what all of them take; the prompt and
the reader of replies hold the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue


_KEPT = frozenset({"type", "enum", "const", "description"})
_BOUNDS = frozenset({"minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"})
"""What keeps a small model from running away inside a reply, and some servers refuse."""
DEEPEST = 12
"""Levels of a schema; a deeper one speaks of itself and cannot be written out."""

Schema = dict[str, "JsonValue"]


def written_out(schema: Mapping[str, JsonValue], *, bounds: bool = False) -> Schema | None:
    """Return a schema of closed objects without references; None where there is none that says the same.

    `bounds`: with how many and how long things may be.
    """
    definitions = schema.get("$defs")
    kept = _KEPT | _BOUNDS if bounds else _KEPT
    try:
        return _closed(dict(schema), definitions if isinstance(definitions, Mapping) else {}, 0, kept)
    except (_Unwritable, KeyError):
        return None


class _Unwritable(Exception):
    pass


def _closed(
    schema: JsonValue, definitions: Mapping[str, JsonValue], depth: int, kept: frozenset[str]
) -> Schema:
    if not isinstance(schema, Mapping) or depth > DEEPEST:
        raise _Unwritable
    reference = schema.get("$ref")
    if isinstance(reference, str):
        words = {name: schema[name] for name in ("description",) if name in schema}
        return {
            **_closed(definitions[reference.removeprefix("#/$defs/")], definitions, depth + 1, kept),
            **words,
        }
    found: Schema = {name: value for name, value in schema.items() if name in kept}
    for name in ("anyOf", "oneOf", "allOf"):
        options = schema.get(name)
        if isinstance(options, list):
            parts: list[JsonValue] = [_closed(one, definitions, depth + 1, kept) for one in options]
            if name == "allOf" and len(parts) != 1:
                raise _Unwritable
            found.update({"anyOf": parts} if len(parts) > 1 else parts[0])  # type: ignore[arg-type]  # each is an object
    if "items" in schema:
        found["items"] = _closed(schema["items"], definitions, depth + 1, kept)
    if schema.get("type") == "object":
        properties = schema.get("properties")
        if not isinstance(properties, Mapping) or not properties:
            # An object of any names: strict schemas know none.
            raise _Unwritable
        found["properties"] = {n: _closed(p, definitions, depth + 1, kept) for n, p in properties.items()}
        # A model that is held to the form names everything; what may be missing may be empty.
        found["required"] = [*properties]
        found["additionalProperties"] = False
    return found
