"""Reading the tool calls of a reply into the form a history can hold.

Rules: a call in the history has an id of its own, a name every provider takes, and one JSON object as its
arguments; providers refuse a whole history for a single call that has not. A call that a model wrote into its
text, as model families were trained to, is read where that is unambiguous: a form with marks of its own, or
JSON that is a call and nothing else and ends the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from app.domain.canonical import dumps, sound_value
from app.domain.messages import Reply, ToolCall
from app.domain.reply_repairs import Mend
from app.domain.thoughts import strip_reasoning, thoughts
from app.workflows.common.reading.mending import load
from app.workflows.common.reading.reader import LARGEST

_ARGUMENTS = ("arguments", "parameters", "input", "args")
_BESIDE = frozenset({"name", "tool", "type", "id", "function", *_ARGUMENTS})
_MARKED = re.compile(
    r"<(?:function=|invoke name=\")(?P<name>[\w.-]+)\"?>(?P<body>.*?)</(?:function|invoke)>", re.DOTALL
)
"""Qwen's, Llama's and MiniMax's."""
_PARAMETER = re.compile(
    r"<parameter(?:=| name=\")(?P<name>\w+)\"?>\n?(?P<value>.*?)\n?</parameter>", re.DOTALL
)
_AROUND = re.compile(
    r"</?(?:\w+:)?tool_calls?>|</?tool_use>|\[/?TOOL_CALLS\]|<\|(?:/?tool_call|python_tag|eom_id)\|>"
)
_BEGINS = re.compile(r"^[ \t]*[{\[]", re.MULTILINE)
UNREADABLE = "unreadable"
"""The one key of arguments that could not be understood; its value is what the model wrote."""
_BLOCK = re.compile(
    r"^[ \t]*```(?:tool|json)[ \t]*\n(.*?)\n[ \t]*```[ \t]*$|<tool_call>(.*?)</tool_call>",
    re.DOTALL | re.MULTILINE,
)
"""A block as the prompt asks for, or as models were trained to write their calls (Qwen, Hermes)."""
_CALL = re.compile(r"""["']?\b(?:tool|name)\b["']?\s*:\s*["']?(\w*)""")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def read_calls(
    reply: Reply, position: Sequence[int], known: Collection[str], *, opening: str = "", before: str = ""
) -> Read:
    """Return a reply's text and its calls; `position` is (round, attempt, turn), of which the ids are made.

    `known`: names of the tools there are; calls of none of them, as that of `before` was, are an answer
    in the form of a call. `opening`: how a text may begin that was asked for and is no thought.
    Models without tool calling write calls as blocks of text; what the gateway could not read of them
    still stands in the text and is read here, or comes back to the model as an error.
    """
    text, cleaned = without_thoughts(reply.text, opening)
    mends: list[Mend] = ["thoughts"] if cleaned else []
    found = list(reply.tool_calls)
    if not found and known:
        text, found = _from_text(text, mends)
    calls = tuple(
        ToolCall(
            id=_id((*position, number)),
            name=_name(call.name, mends),
            arguments=_arguments(call.arguments, mends),
        )
        for number, call in enumerate(found, 1)
    )
    if calls and calls[-1].name == before and all(call.name not in known for call in calls):
        text, calls = text.strip() or calls[-1].arguments, ()
    return Read(text, calls, tuple(dict.fromkeys(mends)))


def thoughts_of(text: str, reasoning: str, opening: str) -> str:
    """Return what a model thought before an answer, empty where it shows none."""
    asked_for = bool(opening) and text.lstrip().casefold().startswith(opening)
    return reasoning.strip() if asked_for else thoughts(text, reasoning)


def without_thoughts(text: str, opening: str) -> tuple[str, bool]:
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
            given = value.get("arguments", value.get("parameters"))
            found.append(_call(str(value.get("tool", value.get("name", ""))), {} if given is None else given))
        return ""

    rest = _BLOCK.sub(take, text)
    if found:
        return rest.strip(), found
    rest, found = _called_as_text(text)
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


def _called_as_text(text: str) -> tuple[str, list[ToolCall]]:
    """Return a text without the calls in it, and these."""
    marked = list(_MARKED.finditer(text))
    if marked:
        rest = _AROUND.sub("", _MARKED.sub("", text)).strip()
        return rest, [_call(one["name"], _of_marks(one["body"])) for one in marked]
    bare = _AROUND.sub("", text)
    for begin in _BEGINS.finditer(bare):
        found = list(_calls_of(bare[begin.start() :]))
        if found:
            return bare[: begin.start()].strip(), found
    return text, []


def _of_marks(body: str) -> object:
    """Return arguments that stand between marks: each in its own, or all as JSON."""
    parameters = {one["name"]: _value(one["value"]) for one in _PARAMETER.finditer(body)}
    return parameters or _value(body.strip() or "{}")


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _calls_of(text: str) -> Iterator[ToolCall]:
    """Yield the calls of a text that is JSON to its end and holds nothing but calls; else none."""
    values: list[Any] = []
    decoder, at = json.JSONDecoder(), 0
    while rest := text[at:].lstrip(" \t\r\n;,"):
        try:
            value, length = decoder.raw_decode(rest)
        except (ValueError, RecursionError):
            return
        values += value if isinstance(value, list) else [value]
        at = len(text) - len(rest) + length
    if all(map(_is_call, values)):
        for one in values:
            inner = one["function"] if isinstance(one.get("function"), dict) else one
            given: object = next((inner[name] for name in _ARGUMENTS if name in inner), {})
            yield _call(str(inner.get("name") or inner.get("tool")), given)


def _is_call(value: object) -> bool:
    if not isinstance(value, dict) or not _BESIDE.issuperset(value):
        return False
    inner = value.get("function") if isinstance(value.get("function"), dict) else value
    named = isinstance(inner, dict) and isinstance(inner.get("name", inner.get("tool")), str)
    return named and any(isinstance(inner.get(name), dict | str) for name in _ARGUMENTS)  # type: ignore[union-attr]


def _call(name: str, given: object) -> ToolCall:
    return ToolCall(id="", name=name, arguments=given if isinstance(given, str) else dumps(given))


class Read(NamedTuple):
    """A reply as it goes into the history, and what was done to read it."""

    text: str
    calls: tuple[ToolCall, ...]
    mends: tuple[Mend, ...] = ()


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
