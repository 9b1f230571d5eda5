"""What the dialects share in writing requests: small forms of JSON, and which options are set."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest, ToolCall, ToolSpec
from app.gateway.host.schemas import Schema, written_out

Body = dict[str, Any]
"""A request's body, or some members of it."""
Feature = Literal["schema", "json", "tools", "temperature", "top_p", "seed", "max_tokens", "usage"]
"""A part of a request that some servers refuse; `json`: any object, `usage`: counts in the stream."""
Option = Literal["temperature", "top_p", "seed"]
OPTIONS: tuple[Option, ...] = ("temperature", "top_p", "seed")
REPLY = "reply"
"""The name of the form that a structured reply has."""


@dataclass(frozen=True)
class Layout:
    """Where a body that litellm wrote has what some servers refuse."""

    options_in: str = ""
    """The member that options lie in besides the body itself; empty: there is none."""
    options: Mapping[Option, tuple[str, ...]] = field(default_factory=dict)
    """Names that options have besides their own."""
    formats: tuple[str, ...] = ()
    """Members that ask for a form of the reply."""
    elsewhere: tuple[str, ...] = ()
    """Ends of paths at which the same servers speak another dialect."""


def set_options(request: ModelRequest, without: Collection[Feature]) -> dict[str, float | int]:
    """Return the options that are set and that the server takes."""
    found: dict[str, float | int | None] = {
        name: getattr(request.options, name) for name in OPTIONS if name not in without
    }
    return {name: value for name, value in found.items() if value is not None}


def schema_of(request: ModelRequest, without: Collection[Feature]) -> Schema | None:
    """Return the schema that goes with a request; None without one, or where the server takes none."""
    if request.reply_schema is None or "schema" in without:
        return None
    return written_out(request.reply_schema)


def function_tool(tool: ToolSpec) -> Body:
    """Return a tool in OpenAI's form, which others have taken over."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def arguments_of(call: ToolCall) -> dict[str, JsonValue]:
    """Return a call's arguments as an object; what cannot be read as one was answered with its mistake."""
    try:
        found = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def stripped(schema: JsonValue, names: Collection[str]) -> JsonValue:
    """Return a schema without the members of these names; names of properties are none of them."""
    if isinstance(schema, list):
        return [stripped(one, names) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        name: {n: stripped(p, names) for n, p in value.items()}
        if name in ("properties", "$defs") and isinstance(value, Mapping)
        else stripped(value, names)
        for name, value in schema.items()
        if name not in names
    }
