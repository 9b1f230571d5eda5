"""What a person types on the command line, turned into values; every mistake named with the way out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.i18n import words
from app.services.context_files import read_text


def text_or_file(value: str, name: str) -> str:
    """Return a text, or the content of the file behind an @."""
    text = read_text(Path(value[1:]).expanduser()) if value.startswith("@") else value
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
        if not sep or name not in setup.model_fields:
            known = ", ".join(sorted(setup.model_fields))
            raise InputError(
                words("“{item}” sets no field of this workflow.", item=item),
                words("Write FIELD=VALUE with one of: {known}.", known=known),
            )
        try:
            result[name] = json.loads(value)
        except ValueError:
            result[name] = value
        if value.strip().lower() in {"none", "null", ""}:
            result[name] = None
    return result


def data_file(value: str | None) -> dict[str, JsonValue]:
    """Return `--data`: JSON text, or @ and a file of it."""
    if value is None:
        return {}
    text = read_text(Path(value[1:]).expanduser()) if value.startswith("@") else value
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InputError(
            words("--data is not valid JSON: {why}.", why=str(error)), words("Correct it and answer again.")
        ) from error
    if not isinstance(data, dict):
        raise InputError(words("--data is not a JSON object."), words("Write it as {{…}} and answer again."))
    return data
