"""What a person types on the command line, turned into values; every mistake named with the way out."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.strange_files import json_is_too_large
from app.services.context_files import read_text
from app.settings.folders import expanded


def text_or_file(value: str, name: str) -> str:
    """Return a text, or the content of the file behind an @."""
    text = read_text(expanded(value[1:])) if value.startswith("@") else value
    if not text.strip():
        raise InputError(
            words("The {name} is empty.", name=name),
            words("Write it behind the option, or @ and the name of a file that holds it."),
        )
    return text


def assignments(setup: type[BaseModel], values: list[str]) -> dict[str, Any]:
    """Return `--set FIELD=VALUE` options as setup values; raises InputError for an unknown field."""
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
        try:
            result[name] = _json(value)
        except ValueError:
            result[name] = value
        if value.strip().lower() in {"none", "null", ""}:
            result[name] = None
    return result


def _json(text: str) -> Any:
    """Parse JSON text; raises ValueError, also for what is no JSON though Python reads it."""

    def refuse(name: str) -> NoReturn:
        raise ValueError(f"{name} is no number of JSON")

    if json_is_too_large(text.encode("utf-8", "surrogatepass")):
        raise ValueError("it holds too many values")
    try:
        return json.loads(text, parse_constant=refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def data_file(value: str | None) -> dict[str, JsonValue]:
    """Return `--data`: JSON text, or @ and a file of it."""
    if value is None:
        return {}
    text = read_text(expanded(value[1:])) if value.startswith("@") else value
    try:
        data = _json(text)
    except ValueError as error:
        raise InputError(
            words("--data is not valid JSON: {why}.", why=str(error)), words("Correct it and answer again.")
        ) from error
    if not isinstance(data, dict):
        raise InputError(words("--data is not a JSON object."), words("Write it as {{…}} and answer again."))
    return data
