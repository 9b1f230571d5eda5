"""What comes back of an MCP server, in plain values with limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mcp_types
from pydantic import ValidationError

from app.domain.canonical import JsonValue, digest, dumps, sound_value
from app.domain.refusals import refusal
from app.gateway.tools.schemas import plain_schema

LONGEST_OUTPUT = 80_000
"""Characters of a result that go to a model."""
LONGEST_DESCRIPTION = 2000
LONGEST_NAME = 128
LONGEST_SAID = 600
_SHORTEST_SECRET = 4
CUT = "\n[cut: ask for less at once]"


class ToolsListing:
    """The tools of a server by name, each with the digest of its whole definition."""

    def __init__(self) -> None:
        self.tools: dict[str, dict[str, JsonValue]] = {}
        self.left_out: list[JsonValue] = []

    def add(self, name: str, description: str, schema: Mapping[str, Any]) -> None:
        """Take in a tool; one that no model can be offered is left out."""
        plain = plain_schema(schema)
        if not name or len(name) > LONGEST_NAME or not name.isprintable() or plain is None:
            self.left_out.append(name[:LONGEST_NAME])
            return
        # Of all that the server said, not of what is shown: a change behind the cut is one, too.
        whole = digest(dumps([name, description, schema]))
        self.tools[name] = {
            "name": name,
            "description": description[:LONGEST_DESCRIPTION],
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
        if sum(map(len, parts)) > LONGEST_OUTPUT:
            break
    if not parts and result.structured_content is not None:
        parts.append(dumps(result.structured_content))
    text = "\n".join(parts)
    return text if len(text) <= LONGEST_OUTPUT else text[:LONGEST_OUTPUT] + CUT


def said_of(error: BaseException) -> str:
    """Return what an error says, of a group its first."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {refusal(first)}"[:LONGEST_SAID]
    said = " ".join((str(error) or type(error).__name__).split())
    # A checking library's account of itself, where another one quotes it.
    return said.partition(" [type=")[0][:LONGEST_SAID]


def redacted(value: Any, secrets: Mapping[str, str]) -> Any:
    """Return a value sound and without the secrets."""
    return _without(sound_value(value), [s for s in secrets.values() if len(s) >= _SHORTEST_SECRET])


def _without(value: Any, secrets: list[str]) -> Any:
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, "[secret]")
        return value
    if isinstance(value, list):
        return [_without(one, secrets) for one in value]
    if isinstance(value, dict):
        return {_without(name, secrets): _without(one, secrets) for name, one in value.items()}
    return value
