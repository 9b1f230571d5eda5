"""Texts for agents: nothing a terminal would obey, a page at a time."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pydantic import JsonValue

from app.cli.agents.shapes import LONGEST_VALUES
from app.cli.output import clean
from app.domain.errors import InputError
from app.domain.i18n import Message
from app.engine.plugin import WorkflowPlugin


def safe(text: object) -> str:
    """Return a text in which control and direction characters stand as visible marks."""
    return clean(text)


def plain(source: str, **params: object) -> Message:
    """Return a sentence for a client's model: English, whatever the person's screen speaks."""
    return Message(source, params)


def page(text: str, offset: int, limit: int) -> tuple[str, int | None]:
    """Return a part of a text, and where the next one begins."""
    end = offset + limit
    return text[offset:end], end if end < len(text) else None


def check_size(name: str, values: Mapping[str, JsonValue]) -> None:
    """Raise InputError where values are larger than anybody would decide on."""
    size = len(json.dumps(values, ensure_ascii=False))
    if size > LONGEST_VALUES:
        raise InputError(
            plain("{name} has {size} characters as JSON.", name=name, size=f"{size:,}"),
            plain("Send at most {most}.", most=f"{LONGEST_VALUES:,}"),
        )


def fields_of(plugin: WorkflowPlugin) -> str:
    """Return the fields that an agent may set, a line each, as a description for a model."""
    lines = []
    schema = plugin.setup.model_json_schema()
    for name in plugin.agent_fields:
        info = plugin.setup.model_fields[name]
        kind = _kind(schema["properties"][name], schema.get("$defs", {}))
        how = "required" if info.is_required() else f"default {json.dumps(info.get_default(), default=str)}"
        lines.append(f"  {name} ({kind}; {how}): {info.title}. {info.description or ''}".rstrip())
    return "\n".join(lines)


def _kind(shape: Mapping[str, JsonValue], named: Mapping[str, Mapping[str, JsonValue]]) -> str:
    """Return what a field takes, in a few words."""
    if "enum" in shape and isinstance(shape["enum"], list):
        return " | ".join(map(str, shape["enum"]))
    several = shape.get("anyOf")
    if isinstance(several, list):
        return " or ".join(_kind(one, named) for one in several if isinstance(one, dict))
    items = shape.get("items")
    if isinstance(items, dict):
        return f"list of {_kind(items, named)}"
    reference = shape.get("$ref")
    if isinstance(reference, str):
        inner = named.get(reference.rpartition("/")[2], {}).get("properties")
        return "{" + ", ".join(inner) + "}" if isinstance(inner, dict) else "object"
    return str(shape.get("type", "any"))
