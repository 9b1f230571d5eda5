"""Messages of a client, a line each: what cannot be read is answered in words instead of not at all.

The package of the protocol passes over a line that it cannot read, and whoever asked waits for ever. So each
line is looked at first. Half a character, as clients send it where they cut a text, is mended. A line that is
too long, too large or too deep, or no JSON, becomes a call of a tool that there is not, under the same id:
its answer says what was wrong.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from typing import Any, BinaryIO

from app.cli.agents.shapes import plain
from app.domain.canonical import sound_value
from app.domain.errors import InputError
from app.domain.untrusted_files import json_is_too_deep, json_is_too_large

LONGEST_LINE = 4 * 2**20
"""Bytes of one message of a client."""
_MOST_VALUES = 300_000
"""Values, names and containers of one message: more than a session's set-up may have."""
DEEPEST = 100
"""Containers within each other; the protocol's package reads some more."""
MOST_DIGITS = 1_000
UNREADABLE = "(a message that could not be read)"
_WHY = {
    "long": f"it is longer than {LONGEST_LINE // 2**20} MB",
    "large": f"it holds more than {_MOST_VALUES:,} values",
    "deep": f"it is nested more than {DEEPEST} deep",
    "digits": f"a number in it has more than {MOST_DIGITS:,} digits",
    "json": "it is no JSON",
    "form": "it is no message of JSON-RPC 2.0 with named params",
}
_ID = re.compile(rb'"id"\s*+:\s*+(\d{1,18}(?!\d)|"[^"\\\x00-\x1f]{1,100}")')
_NEAR = 2_000
"""Bytes at either end of a line in which its id is looked for."""
_BEGINNING = 100
"""Bytes in which what stands before the arguments has its place."""
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""Where half a character may be."""


def unreadable(arguments: Mapping[str, Any]) -> InputError:
    """Return what a client is told of a message of its own that could not be read."""
    why = _WHY.get(str(arguments.get("why")), _WHY["json"])
    return InputError(
        plain("This message was not read: {why}.", why=why), plain("Correct it and send it again.")
    )


class Unreadable(ValueError):
    """What a client sent cannot be read; its one argument says why, as in `_WHY`."""


def read_json(data: bytes) -> Any:
    """Return the JSON that a client sent. Raises Unreadable for what is none, too large or too deep."""
    if json_is_too_large(data, _MOST_VALUES):
        raise Unreadable("large")
    try:
        value = json.loads(data.decode("utf-8", "replace"), parse_int=_whole)
    except RecursionError:
        raise Unreadable("deep") from None
    except Unreadable:
        raise
    except ValueError:
        raise Unreadable("json") from None
    if json_is_too_deep(value, DEEPEST):
        raise Unreadable("deep")
    return value


class BoundedLines(io.TextIOWrapper):
    """Lines of a client; of one that is too long nothing is kept but who asked."""

    def __init__(self, source: BinaryIO) -> None:
        super().__init__(source, encoding="utf-8", errors="replace")
        self._source = source

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # text, as its own class has it
        """Return the next line, empty at the end."""
        line: bytes = self._source.readline(LONGEST_LINE)
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            return readable(line)
        ends = line[:_NEAR]
        while line and not line.endswith(b"\n"):
            last, line = line, self._source.readline(LONGEST_LINE)
            # What is left of a line may be its last bytes alone.
            ends = ends[:_NEAR] + (last[-_NEAR:] + line)[-_NEAR:]
        return _instead("long", ends)


def readable(line: bytes) -> str:
    """Return a line as the protocol's package can read it."""
    text = line.decode("utf-8", "replace")
    if not text.strip():
        return text
    try:
        value = read_json(line)
        if not _is_message(value):
            raise Unreadable("form")
    except Unreadable as error:
        return _instead(str(error), line)
    return json.dumps(sound_value(value)) + "\n" if _HALF.search(text) else text


def _is_message(value: Any) -> bool:
    said = value if isinstance(value, dict) and value.get("jsonrpc") == "2.0" else {}
    is_one = isinstance(said.get("method"), str) or "result" in said or "error" in said
    return is_one and isinstance(said.get("params"), dict | None)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise Unreadable("digits")
    return int(digits)


def _instead(why: str, line: bytes) -> str:
    """Return a call whose answer says why a line could not be read."""
    found = _id_in(line)
    if found is None:
        # Nobody can be answered; the package makes a note of it.
        return f"{why}\n"
    params = {"name": UNREADABLE, "arguments": {"why": why}}
    call = {"jsonrpc": "2.0", "id": json.loads(found), "method": "tools/call", "params": params}
    return json.dumps(call) + "\n"


def _id_in(line: bytes) -> bytes | None:
    """Return the id of a message that cannot be read whole: it stands at the beginning, or at the end."""
    first, last = _ID.search(line[:_BEGINNING]), list(_ID.finditer(line[-_NEAR:]))
    found = first or (last[-1] if last else _ID.search(line[:_NEAR]))
    return found[1] if found is not None else None
