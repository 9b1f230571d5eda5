"""Schemas with bounds: how long a reply's texts and lists may be, and which names it may choose from.

A server that is held to the schema then cannot write without an end. What is longer is still read: only the
schema has the bounds, and only servers that take them are sent any.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.workflows.common.reading.names import (
    ReplyModel,
    is_model,
    is_text,
    item_of,
    refuses_blank,
    required,
)
from app.workflows.common.reading.shown import ShownNames

LONGEST_TEXT, MOST_ITEMS = 1_500, 40
"""Characters of a text and items of a list where a reply's model names no others (`ReplyModel.most`)."""
MOST_LISTED, LONGEST_LISTED = 100, 5_000
"""Names, and characters of them, that a schema lists: some servers refuse longer lists."""


def bounded(schema: Mapping[str, JsonValue], model: type[BaseModel]) -> dict[str, JsonValue]:
    """Return a reply's schema with how long its texts and lists may be; the answer itself has no end."""
    found = copy.deepcopy(dict(schema))
    for part, properties in _parts(found, model):
        for name, value in properties.items():
            most = part.most.get(name)
            answer = part is model and name == part.main
            if item_of(part, name) is not None:
                value["maxItems"] = most or MOST_ITEMS
                if value["items"].get("type") == "string":
                    value["items"]["maxLength"] = LONGEST_TEXT
            elif is_text(part, name):
                value |= {} if answer else {"maxLength": most or LONGEST_TEXT}
                value |= {"minLength": 1} if refuses_blank(part, name) else {}
    return found


def listing(
    schema: Mapping[str, JsonValue], model: type[BaseModel], shown: ShownNames
) -> dict[str, JsonValue]:
    """Return a reply's schema with the shown names where one has to be there, and how many there are."""
    found = copy.deepcopy(dict(schema))
    for part, properties in _parts(found, model):
        for name, kind in part.refers.items():
            names = list(shown.get(kind, ()))
            if not names or len(names) > MOST_LISTED or sum(map(len, names)) > LONGEST_LISTED:
                continue
            if item_of(part, name) is not None:
                properties[name] |= {"items": {"enum": names, "type": "string"}, "maxItems": len(names)}
            elif name in required(part):
                properties[name] = {"enum": names, "type": "string"}
        for name in properties:
            _count(part, name, properties[name], shown)
    return found


def _count(part: type[ReplyModel], name: str, value: Any, shown: ShownNames) -> None:
    """Let a list have as many items as there are names that each is about: one each, or so many of each."""
    item: Any = item_of(part, name)
    about = getattr(item, "once", "") or next(iter(getattr(item, "of_each", {})), "")
    names = shown.get(item.refers.get(about, ""), ()) if about else ()
    if names:
        value["maxItems"] = len(names) * item.of_each.get(about, 1)


def _parts(
    schema: dict[str, JsonValue], model: type[BaseModel]
) -> Iterator[tuple[type[ReplyModel], dict[str, Any]]]:
    """Yield a reply's model and those of its parts, each with its properties in a schema."""
    definitions: Any = schema.get("$defs", {})
    for part in _models(model):
        place: Any = schema if part is model else definitions.get(part.__name__, {})
        yield part, place.get("properties", {})


def _models(model: type[BaseModel]) -> Iterator[type[ReplyModel]]:
    if issubclass(model, ReplyModel):
        yield model
        for name, info in model.model_fields.items():
            inner: Any = item_of(model, name) or info.annotation
            if is_model(inner):
                yield from _models(inner)
