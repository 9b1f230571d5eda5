"""Reading the tool calls of a reply into the form a history can hold.

Rules: a call in the history has an id of its own, a name every provider takes, and one JSON object as its
arguments; providers refuse a whole history for a single call that has not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from app.domain.canonical import dumps, sound_value
from app.domain.messages import Reply, ToolCall
from app.domain.reply_repairs import Mend
from app.domain.thoughts import strip_reasoning, thoughts
from app.workflows.common.called_text import called_as_text
from app.workflows.common.reading.mending import load
from app.workflows.common.reading.reader import LARGEST

UNREADABLE = "unreadable"
"""The one key of arguments that could not be understood; its value is what the model wrote."""
_BLOCK = re.compile(
    r"^[ \t]*```(?:tool|json)[ \t]*\n(.*?)\n[ \t]*```[ \t]*$|<tool_call>(.*?)</tool_call>",
    re.DOTALL | re.MULTILINE,
)
"""A block as the prompt asks for, or as models were trained to write their calls (Qwen, Hermes)."""
_CALL = re.compile(r"""["']?\b(?:tool|name)\b["']?\s*:\s*["']?(\w*)""")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Read(NamedTuple):
    """A reply as it goes into the history, and what was done to read it."""

    text: str
    calls: tuple[ToolCall, ...]
    mends: tuple[Mend, ...] = ()


def read_calls(reply: Reply, position: Sequence[int], *, offered: bool, opening: str = "") -> Read:
    """Return a reply's text and its calls; `position` is (round, attempt, turn), of which the ids are made.

    `opening`: how a text may begin that was asked for and is no thought.
    Models without tool calling write calls as blocks of text; what the gateway could not read of them
    still stands in the text and is read here, or comes back to the model as an error.
    """
    text, cleaned = without_thoughts(reply.text, opening)
    mends: list[Mend] = ["thoughts"] if cleaned else []
    found = list(reply.tool_calls)
    if not found and offered:
        text, found = _from_text(text, mends)
    calls = tuple(
        ToolCall(
            id=_id((*position, number)),
            name=_name(call.name, mends),
            arguments=_arguments(call.arguments, mends),
        )
        for number, call in enumerate(found, 1)
    )
    return Read(text, calls, tuple(dict.fromkeys(mends)))


def thoughts_of(text: str, reasoning: str, opening: str = "") -> str:
    """Return what a model thought before an answer, empty where it shows none."""
    asked_for = bool(opening) and text.lstrip().casefold().startswith(opening)
    return reasoning.strip() if asked_for else thoughts(text, reasoning)


def without_thoughts(text: str, opening: str = "") -> tuple[str, bool]:
    """Return a reply without its thoughts, and whether there were any; the record of the call has them."""
    if opening and text.lstrip().casefold().startswith(opening):
        # What is asked for here, and no thoughts before it.
        return text, False
    answer, cleaned = strip_reasoning(text) if len(text) <= LARGEST else (text, False)
    return (answer, True) if cleaned else (text, False)


def _from_text(text: str, mends: list[Mend]) -> tuple[str, list[ToolCall]]:
    found: list[ToolCall] = []

    def take(block: re.Match[str]) -> str:
        inner = (block.group(1) or block.group(2) or "").strip()
        named = _CALL.search(inner)
        if named is None:
            return block.group(0)
        # Not in the form that is asked for, or the gateway would have read it.
        mends.append("calls")
        value = read_object(inner, mends)
        if value is None:
            found.append(ToolCall(id="", name=named.group(1), arguments=inner))
        else:
            given = value.get("arguments", value.get("parameters", {}))
            arguments = given if isinstance(given, str) else dumps({} if given is None else given)
            found.append(
                ToolCall(id="", name=str(value.get("tool", value.get("name", ""))), arguments=arguments)
            )
        return ""

    rest = _BLOCK.sub(take, text)
    if found:
        return rest.strip(), found
    rest, found = called_as_text(text)
    if found:
        mends.append("calls")
    return rest, found


def read_object(text: str, mends: list[Mend] | None = None) -> dict[str, Any] | None:
    """Return a JSON object as it was meant, mended where that is unambiguous, else None.

    What was done to read it is added to `mends`.
    """
    done: list[Mend] = []
    bare = _unfenced(text.strip())
    if bare != text.strip():
        done.append("fence")
    value = _loaded(bare or "{}", done)
    if isinstance(value, str):
        # Models that write their arguments as JSON within JSON.
        done.append("string")
        value = _loaded(value.strip(), done)
    if not isinstance(value, dict):
        return None
    if mends is not None:
        mends += done
    # An escape such as \ud800 in sound JSON text makes half a character, which no file can hold.
    return sound_value(value)  # type: ignore[return-value]  # a dict stays one


def _loaded(body: str, done: list[Mend]) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        # A repair is unambiguous only where the text is one whole object with a slip in it.
        if not (body.startswith("{") and body.endswith("}")):
            return None
        try:
            value, how = load(body)
        except ValueError:
            return None
        done += how
        return value or None


def _unfenced(body: str) -> str:
    """Return an object out of the code fence around it."""
    if not (body.startswith("```") and body.endswith("```")):
        return body
    label, _, inner = body[3:-3].partition("\n")
    return inner.strip() if label.strip().isalnum() or not label.strip() else body


def _arguments(text: str, mends: list[Mend]) -> str:
    value = read_object(text, mends)
    return dumps({UNREADABLE: sound_value(text)} if value is None else value)


def _name(name: str, mends: list[Mend]) -> str:
    """Return a name that every provider takes: models add spaces, capitals and a namespace."""
    plain = name.strip().casefold().removeprefix("functions.")
    sound = re.sub(r"[^a-z0-9_-]", "_", plain)[:64] or "unknown"
    if sound != name:
        mends.append("tool_names")
    return sound


def _id(position: Sequence[int]) -> str:
    """Return nine small letters and digits, the one form that no provider refuses."""
    round_, attempt, turn, number = position
    return f"{_base36(round_, 3)}{_base36(attempt, 1)}{_base36(turn, 2)}{_base36(number, 3)}"


def _base36(number: int, width: int) -> str:
    digits = ""
    for _ in range(width):
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return digits
