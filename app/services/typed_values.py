"""Values of setup fields as a person types them, in an option or in a table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NoReturn

from pydantic import BaseModel

from app.domain.canonical import sound_value
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.untrusted_files import json_is_too_large

MOST_DIGITS = 1_000
"""Of a whole number in JSON: time to read one grows with their square."""


class NamedTwice(ValueError):
    """A JSON object names a key twice: which of its values is meant nobody knows."""

    def __init__(self, key: str) -> None:
        super().__init__(f"it names “{key[:100]}” twice")
        self.key = key


def assignments(setup: type[BaseModel], values: Iterable[str]) -> dict[str, Any]:
    """Return FIELD=VALUE texts as setup values; raises InputError for an unknown field."""
    result: dict[str, Any] = {}
    for item in values:
        name, sep, value = item.partition("=")
        name = name.strip().replace("-", "_")
        if not sep and name in setup.model_fields:
            raise InputError(
                words("“{item}” says no value.", item=item), words("Write {name}=VALUE.", name=name)
            )
        if not sep or name not in setup.model_fields:
            known = ", ".join(sorted(setup.model_fields))
            raise InputError(
                words("“{item}” sets no field of this workflow.", item=item),
                words("Write FIELD=VALUE with one of: {known}.", known=known),
            )
        result[name] = typed_value(value)
    return result


def typed_value(text: str) -> Any:
    """Return what a typed text means: a JSON value, nothing, or the text itself."""
    if text.strip().lower() in {"none", "null", ""}:
        return None
    try:
        return parse_json(text)
    except ValueError:
        return text


def parse_json(text: str) -> Any:
    """Parse JSON text; raises ValueError, also for what is no JSON though Python reads it.

    Half a character, as an escape may name it, becomes U+FFFD: no text of a session holds one.
    """

    def refuse(name: str) -> NoReturn:
        raise ValueError(f"{name} is no number of JSON")

    def whole(digits: str) -> int:
        # What Python says of it is for whoever writes Python.
        if len(digits) > MOST_DIGITS:
            raise ValueError("a number in it has too many digits")
        return int(digits)

    def named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            raise NamedTwice(next(key for key in keys if keys.count(key) > 1))
        return found

    if json_is_too_large(text.encode("utf-8", "surrogatepass")):
        raise ValueError("it holds too many values")
    try:
        value = json.loads(text, parse_constant=refuse, parse_int=whole, object_pairs_hook=named_once)
        return sound_value(value)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
