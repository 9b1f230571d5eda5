"""Files that are meant to be JSON: checked against their schema, mended where what is meant is plain."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.domain.canonical import JsonValue
from app.domain.i18n import Message, words
from app.workflows.common.reading.mending import load

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_KINDS = {
    "object": words("an object"),
    "array": words("a list"),
    "string": words("a text"),
    "integer": words("a whole number"),
    "number": words("a number"),
    "boolean": words("true or false"),
    "null": words("null"),
}
DEEPEST = 20
"""Levels of nesting that are looked at."""
MOST = 8
"""Problems that are told at once."""


@dataclass(frozen=True, slots=True)
class JsonChecked:
    """A JSON file: its text as it is to be written, and what is wrong with it; nothing where it is sound."""

    text: str
    problems: tuple[Message, ...] = ()
    mended: bool = False


def check_json(path: str, text: str, schema: Mapping[str, JsonValue] | None = None) -> JsonChecked:
    """Read a file's text as JSON and hold it against a schema.

    Looked at are type, required, properties, additionalProperties, items, enum and the lengths; a schema's
    other words are left alone. A text that is sound stays as it is, byte for byte.
    """
    try:
        value: JsonValue = json.loads(text, parse_constant=_refuse)
        mended = False
    except (ValueError, RecursionError) as error:
        body = text.strip().strip("`").removeprefix("json").strip()
        # A repair is plain only where it is one whole object with a slip in it.
        if not (body.startswith("{") and body.endswith("}")):
            return JsonChecked(text, (words("{file} is not JSON: {why}.", file=path, why=error),))
        try:
            value, _ = load(body)
        except (ValueError, RecursionError):
            return JsonChecked(text, (words("{file} is not JSON: {why}.", file=path, why=error),))
        mended = True
    problems = tuple(_problems(path, value, schema or {}, ""))[:MOST]
    shown = json.dumps(value, ensure_ascii=False, indent=2) + "\n" if mended else text
    return JsonChecked(shown, problems, mended)


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is no JSON value")


def _problems(
    file: str, value: JsonValue, schema: Mapping[str, JsonValue], at: str, depth: int = 0
) -> Iterator[Message]:
    where = at or "the file"
    kind = schema.get("type")
    if isinstance(kind, str) and kind in _TYPES and not _is(value, kind):
        yield words("{file}: {where} has to be {kind}.", file=file, where=where, kind=_KINDS[kind])
        return
    allowed = schema.get("enum")
    if isinstance(allowed, list) and value not in allowed:
        listed = ", ".join(map(str, allowed))
        yield words("{file}: {where} has to be one of {listed}.", file=file, where=where, listed=listed)
    if isinstance(value, str | list):
        yield from _lengths(file, value, schema, where)
    if isinstance(value, dict) and depth < DEEPEST:
        yield from _members(file, value, schema, at, depth)
    items = schema.get("items")
    if isinstance(value, list) and isinstance(items, dict) and depth < DEEPEST:
        for number, inner in enumerate(value, 1):
            yield from _problems(file, inner, items, f"{at}[{number}]", depth + 1)


def _members(
    file: str, value: Mapping[str, JsonValue], schema: Mapping[str, JsonValue], at: str, depth: int
) -> Iterator[Message]:
    where = at or "the file"
    properties, wanted = schema.get("properties"), schema.get("required")
    known = properties if isinstance(properties, dict) else {}
    for name in wanted if isinstance(wanted, list) else []:
        if name not in value:
            yield words("{file}: “{name}” is missing in {where}.", file=file, name=name, where=where)
    for name, inner in value.items():
        part = known.get(name)
        if isinstance(part, dict):
            yield from _problems(file, inner, part, f"{at}.{name}" if at else name, depth + 1)
        elif part is None and schema.get("additionalProperties") is False:
            yield words("{file}: “{name}” does not belong into {where}.", file=file, name=name, where=where)


def _is(value: JsonValue, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if isinstance(value, float) and not math.isfinite(value):
        return False
    return isinstance(value, _TYPES[kind])


def _lengths(
    file: str, value: str | list[JsonValue], schema: Mapping[str, JsonValue], where: str
) -> Iterator[Message]:
    text = isinstance(value, str)
    least, most = (
        schema.get(name) for name in (("minLength", "maxLength") if text else ("minItems", "maxItems"))
    )
    size = len(value.strip()) if isinstance(value, str) else len(value)
    if isinstance(least, int) and size < least:
        empty = size == 0
        yield (
            words("{file}: {where} is empty.", file=file, where=where)
            if empty
            else words("{file}: {where} is too short.", file=file, where=where)
        )
    if isinstance(most, int) and size > most:
        yield words("{file}: {where} is too long.", file=file, where=where)
