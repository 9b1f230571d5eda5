"""One way to write JSON and to hash it, and the border where text is made sound.

Rule: what is hashed or stored is canonical (sorted keys, no spaces, UTF-8), so that the same value
always gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeAliasType

    # A named alias: pydantic follows a recursive one only through its name.
    JsonValue = TypeAliasType(
        "JsonValue", "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
    )
else:

    def __getattr__(name):
        # Made when it is first asked for, for start-up cost: the window is up before any model is made.
        if name != "JsonValue":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from typing_extensions import TypeAliasType

        kinds = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
        made = globals()[name] = TypeAliasType(name, kinds)
        return made


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
# Compiled when first used, for start-up cost.
_SURROGATE = "[\ud800-\udfff]"
# DEL and C1; marks that turn text around; what has no width; tags, selectors of variants; noncharacters.
_HIDDEN = (
    "[\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc\ufffe\uffff\U000e0000-\U000e01ef]"
)


def dumps(value: object) -> str:
    """Write `value` as canonical JSON text."""
    return _ENCODER.encode(value)


def json_file(value: object, indent: int = 2) -> bytes:
    """Return a value as a file of JSON that a person can read."""
    return (unhidden(json.dumps(value, ensure_ascii=False, indent=indent)) + "\n").encode()


def unhidden(text: str) -> str:
    """Return JSON text with what a terminal obeys or does not show written as `\\u…`; it means the same."""
    return re.sub(_HIDDEN, _escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def digest(text: str) -> str:
    """Return the SHA-256 of a text's UTF-8 bytes as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sound_text(text: str) -> tuple[str, int]:
    """Replace lone surrogates by U+FFFD; return the text and how many there were."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return re.subn(_SURROGATE, "\ufffd", text)
    return text, 0


def sound_value(value: JsonValue, zero: str = "\0") -> JsonValue:
    """Apply `sound_text` to every string of a JSON value, keys included; `zero`: in place of zero bytes."""
    if isinstance(value, str):
        return sound_text(value)[0].replace("\0", zero)
    if isinstance(value, list):
        return [sound_value(item, zero) for item in value]
    if isinstance(value, dict):
        return {sound_text(key)[0]: sound_value(item, zero) for key, item in value.items()}
    return value


def whole(value: object) -> int:
    """Return a whole number of a record as its fact reads it: a stranger's may stand as 5.0, "5" or true."""
    return int(float(value)) if isinstance(value, bool | float | str) else int(str(value))
