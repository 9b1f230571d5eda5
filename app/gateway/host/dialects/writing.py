"""What the dialects share in writing requests: small forms of JSON, schemas, and which options are set.

OpenAI's strict mode, Anthropic's output format and Gemini's schemas each refuse another part of JSON Schema,
and one of them refuses the whole request for it. What is left here is what all of them take; the prompt and
the reader of replies hold the rest.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from app.gateway.host.dialects.quirks import PLAIN, Quirks, Range

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.messages import ChatMessage, GivenPicture, ModelRequest, ToolCall, ToolSpec


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


Body = dict[str, Any]
"""A request's body, or some members of it."""
Cuts = Mapping[int, bool]
"""Behind which characters a text is cut into blocks, and whether what ends there is marked for a cache."""
Marks = Mapping[int, Cuts]
"""By message: a prompt that goes on where another one ended is cut as that one was."""
CACHE: Body = {"cache_control": {"type": "ephemeral"}}
"""A mark as Anthropic's interface has it, kept for five minutes from its last use on."""
Feature = Literal[
    "system",
    "bounds",
    "schema",
    "json",
    "tools",
    "temperature",
    "top_p",
    "seed",
    "max_tokens",
    "usage",
    "stream",
    "marks",
    "cache_key",
    "pictures",
]
"""A part of a request that some servers refuse; `system`: text in a role of its own, `bounds`: those of a
schema, `json`: any object, `usage`: counts in the stream, `stream`: the answer in pieces, `marks`: of what a
cache may keep."""
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
    return None if tools and not beside else written_out(request.reply_schema, bounds="bounds" not in without)


def has_bounds(request: ModelRequest, without: Collection[Feature]) -> bool:
    """Tell whether the schema of a request has bounds that go with it."""
    schema = request.reply_schema
    if schema is None or "bounds" in without:
        return False
    return written_out(schema, bounds=True) != written_out(schema)


def wants_json(request: ModelRequest, without: Collection[Feature], quirks: Quirks) -> bool:
    """Tell whether a request that goes without its schema asks for JSON of any form."""
    if request.reply_schema is None or "json" in without or not quirks.json:
        return False
    # Some providers refuse the mode unless the prompt speaks of JSON.
    return any("json" in message.text.lower() for message in request.messages)


def marked_blocks(text: str, cuts: Cuts) -> list[Body]:
    """Return a text as blocks, one up to each cut, and the rest."""
    ends = [end for end in (*cuts, len(text)) if end]
    blocks: list[Body] = []
    for begin, end in zip([0, *ends], ends, strict=False):
        if text[begin:end].strip():
            blocks.append({"type": "text", "text": text[begin:end], **(CACHE if cuts.get(end) else {})})
    return blocks


def without_system(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Return the messages with all system text in front of the first thing that the user says."""
    told = [message.text for message in messages if message.role == "system"]
    others = [message for message in messages if message.role != "system"]
    if not told:
        return tuple(others)
    first = next((n for n, message in enumerate(others) if message.role == "user"), None)
    if first is None:
        return (message_of("user", "\n\n".join(told)), *others)
    others[first] = message_of("user", "\n\n".join([*told, others[first].text]), others[first].pictures)
    return tuple(others)


def message_of(
    role: Literal["system", "user", "assistant"], text: str, pictures: tuple[GivenPicture, ...] = ()
) -> ChatMessage:
    from app.domain.messages import ChatMessage  # late for start-up cost: few requests are put otherwise

    return ChatMessage.model_construct(role=role, text=text, pictures=pictures)


def data_address(picture: GivenPicture) -> str:
    return f"data:image/{picture.kind};base64,{picture.data}"


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


def arguments_text(arguments: object) -> str:
    """Return what a tool is called with as text: some dialects tell an object, and some servers a text."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments or {}, ensure_ascii=False)


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
