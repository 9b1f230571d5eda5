"""What the offline voices read: the inputs of a request as texts, lists and pairs."""

from __future__ import annotations

import json
from collections.abc import Mapping

from app.domain.canonical import JsonValue

Inputs = Mapping[str, JsonValue]


def text_of(inputs: Inputs, name: str) -> str:
    """Return an input as a text, empty where it is none."""
    value = inputs.get(name)
    return value if isinstance(value, str) else ""


def list_of(inputs: Inputs, name: str) -> list[JsonValue]:
    """Return an input as a list."""
    value = inputs.get(name)
    return value if isinstance(value, list) else []


def rows_of(inputs: Inputs, name: str) -> list[Inputs]:
    """Return the items of a list that have fields."""
    return [item for item in list_of(inputs, name) if isinstance(item, dict)]


def pairs(inputs: Inputs, name: str, first: str, second: str) -> list[tuple[str, str]]:
    """Return two fields of every item of a list."""
    return [(str(item.get(first, "")), str(item.get(second, ""))) for item in rows_of(inputs, name)]


def as_json(value: object) -> str:
    """Return a reply as the JSON text a model would send."""
    return json.dumps(value, ensure_ascii=False, indent=1)


def short(text: str, most: int = 18) -> str:
    """Return a text cut to so many words."""
    words = text.split()
    return text if len(words) <= most else " ".join(words[:most]) + " …"
