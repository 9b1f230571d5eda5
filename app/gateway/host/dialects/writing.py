"""What the dialects share in writing requests: small forms of JSON, and which options are set."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Literal

from app.gateway.host.dialects.quirks import PLAIN, Quirks, Range
from app.gateway.host.schemas import Schema, written_out

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.messages import ModelRequest, ToolCall, ToolSpec

Body = dict[str, Any]
"""A request's body, or some members of it."""
Feature = Literal["schema", "json", "tools", "temperature", "top_p", "seed", "max_tokens", "usage"]
"""A part of a request that some servers refuse; `json`: any object, `usage`: counts in the stream."""
Option = Literal["temperature", "top_p", "seed"]
OPTIONS: tuple[Option, ...] = ("temperature", "top_p", "seed")
REPLY = "reply"
"""The name of the form that a structured reply has."""


def set_options(
    request: ModelRequest, without: Collection[Feature], quirks: Quirks = PLAIN
) -> dict[str, float | int]:
    """Return the options that are set and that the model takes."""
    takes: dict[Option, Range] = {
        "temperature": quirks.temperature,
        "top_p": quirks.top_p,
        "seed": "any" if quirks.seed else "none",
    }
    found = {name: getattr(request.options, name) for name in OPTIONS if name not in without}
    return {
        name: value
        for name, value in found.items()
        if value is not None and (takes[name] == "any" or (takes[name] == "one" and value == 1))
    }


def schema_of(
    request: ModelRequest, without: Collection[Feature], quirks: Quirks, *, tools: bool
) -> Schema | None:
    """Return the schema that goes with a request; None without one, or where the model takes none.

    `tools`: the request has some natively.
    """
    if request.reply_schema is None or "schema" in without or quirks.schema == "none":
        return None
    # A model that must call the tool to reply could call none of the request's own.
    beside = quirks.beside_tools and quirks.schema != "tool"
    return None if tools and not beside else written_out(request.reply_schema)


def wants_json(request: ModelRequest, without: Collection[Feature], quirks: Quirks) -> bool:
    """Tell whether a request that goes without its schema asks for JSON of any form."""
    if request.reply_schema is None or "json" in without or not quirks.json:
        return False
    # Some providers refuse the mode unless the prompt speaks of JSON.
    return any("json" in message.text.lower() for message in request.messages)


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
