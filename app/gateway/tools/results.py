"""What comes back of an MCP server, in plain values with limits: results, and the schemas of its tools.

A provider refuses a whole request for one schema that it cannot read, and a server may send anything: what is
left of one is the part of JSON Schema that every provider takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mcp_types
from pydantic import ValidationError

from app.domain.canonical import JsonValue, digest, dumps, sound_value
from app.domain.refusals import refusal

DEEPEST = 6
_MOST_FIELDS = 60
_MOST_CHOICES = 100
LONGEST_TEXT = 600
LARGEST = 20_000
"""Characters of a schema."""
_TYPES = ("string", "integer", "number", "boolean", "array", "object")


def _plain_schema(schema: Mapping[str, Any]) -> dict[str, JsonValue] | None:
    """Return the schema of a tool's arguments; None where it is none, or too large to be offered."""
    if schema.get("type") not in ("object", None) or not isinstance(schema.get("properties", {}), dict):
        return None
    if len(schema.get("properties") or {}) > _MOST_FIELDS:
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
            str(name): _plain(one, root, depth - 1) for name, one in list(properties.items())[:_MOST_FIELDS]
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


_LONGEST_OUTPUT = 80_000
"""Characters of a result that go to a model."""
_LONGEST_DESCRIPTION = 2000
LONGEST_NAME = 128
_LONGEST_SAID = 600
_SHORTEST_SECRET = 4
_SHORTEST_PART = 8
"""Characters of a secret that was cut below which they may as well be a word."""
_HIDDEN = "[secret]"
CUT = "\n[cut: ask for less at once]"


class ToolsListing:
    """The tools of a server by name, each with the digest of its whole definition."""

    def __init__(self) -> None:
        self.tools: dict[str, dict[str, JsonValue]] = {}
        self.left_out: list[JsonValue] = []

    def add(self, name: str, description: str, schema: Mapping[str, Any]) -> None:
        """Take in a tool; one that no model can be offered is left out."""
        plain = _plain_schema(schema)
        if not name or len(name) > LONGEST_NAME or not name.isprintable() or plain is None:
            self.left_out.append(name[:LONGEST_NAME])
            return
        # Of all that the server said, not of what is shown: a change behind the cut is one, too.
        whole = digest(dumps([name, description, schema]))
        self.tools[name] = {
            "name": name,
            "description": description[:_LONGEST_DESCRIPTION],
            "schema": plain,
            "definition": whole,
        }

    def shown(self) -> dict[str, JsonValue]:
        """Return all of it."""
        return {"tools": list(self.tools.values()), "left_out": self.left_out}


def text_of(result: mcp_types.CallToolResult) -> str:
    """Return a result as text; what is none is named."""
    parts: list[str] = []
    for block in result.content:
        match block:
            case mcp_types.TextContent():
                parts.append(block.text)
            case mcp_types.EmbeddedResource(resource=mcp_types.TextResourceContents(text=text)):
                parts.append(text)
            case _:
                parts.append(f"[{block.type}: not shown]")
        if sum(map(len, parts)) > _LONGEST_OUTPUT:
            break
    if not parts and result.structured_content is not None:
        parts.append(dumps(result.structured_content))
    text = "\n".join(parts)
    return text if len(text) <= _LONGEST_OUTPUT else text[:_LONGEST_OUTPUT] + CUT


def said_of(error: BaseException) -> str:
    """Return what an error says, of a group its first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {refusal(first)}"[:_LONGEST_SAID]
    said = " ".join((str(error) or type(error).__name__).split())
    # A checking library's account of itself, where another one quotes it.
    return said.partition(" [type=")[0][:_LONGEST_SAID]


def redacted(value: Any, secrets: Mapping[str, str]) -> Any:
    """Return a value sound and without the secrets."""
    return _without(sound_value(value), [s for s in secrets.values() if len(s) >= _SHORTEST_SECRET])


def _without(value: Any, secrets: list[str]) -> Any:
    if isinstance(value, str):
        for secret in secrets:
            value = _without_ends(value.replace(secret, _HIDDEN), secret)
        return value
    if isinstance(value, list):
        return [_without(one, secrets) for one in value]
    if isinstance(value, dict):
        return {_without(name, secrets): _without(one, secrets) for name, one in value.items()}
    return value


def _without_ends(text: str, secret: str) -> str:
    """Return a text that may have been cut within a secret without the part at its end or beginning."""
    body = text.removesuffix(CUT)
    for size in range(len(secret) - 1, _SHORTEST_PART - 1, -1):
        if body.endswith(secret[:size]):
            return body[:-size] + _HIDDEN + text[len(body) :]
        if body.startswith(secret[-size:]):
            return _HIDDEN + text[size:]
    return text
