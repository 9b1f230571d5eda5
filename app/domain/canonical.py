"""One way to write JSON and to hash it, and the border where text is made sound.

Rule: what is hashed or stored is canonical (sorted keys, no spaces, UTF-8), so that the same value
always gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re

from typing_extensions import TypeAliasType

# A named alias: pydantic follows a recursive one only through its name.
JsonValue = TypeAliasType(
    "JsonValue", "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
)

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
_SURROGATE = re.compile("[\ud800-\udfff]")


def dumps(value: object) -> str:
    """Write `value` as canonical JSON text."""
    return _ENCODER.encode(value)


def digest(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8 bytes as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sound_text(text: str) -> tuple[str, int]:
    """Replace lone surrogates by U+FFFD; return the text and how many there were."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.subn("\ufffd", text)
    return text, 0


def sound_value(value: JsonValue) -> JsonValue:
    """Apply `sound_text` to every string of a JSON value, keys included."""
    if isinstance(value, str):
        return sound_text(value)[0]
    if isinstance(value, list):
        return [sound_value(item) for item in value]
    if isinstance(value, dict):
        return {sound_text(key)[0]: sound_value(item) for key, item in value.items()}
    return value
