"""Reading the tool calls of a reply, and writing a history in the form a model can take.

Two forms: native tool calling, and a JSON form for models without it, in which a reply that is one JSON
object {"tool": …, "parameters": {…}}, or a list of such, is a call and its result comes as a user message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Literal

from app.domain.canonical import dumps
from app.domain.messages import Message, Reply, ToolCall

Form = Literal["native", "json"]
_FENCE = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.DOTALL | re.IGNORECASE)
_CALL = re.compile(r'["\']?\btool\b["\']?\s*:')


def calls_of(reply: Reply, form: Form, stem: str) -> tuple[ToolCall, ...]:
    """Return a reply's calls with ids of our own: `<stem>-1`, `<stem>-2`, … Providers repeat theirs."""
    found = list(reply.tool_calls)
    if form == "json" and not found:
        found = _written(reply.text)
    return tuple(
        ToolCall(id=f"{stem}-{number}", name=call.name, arguments=call.arguments)
        for number, call in enumerate(found, 1)
    )


def _written(text: str) -> list[ToolCall]:
    fenced = _FENCE.match(text)
    body = (fenced.group(1) if fenced else text).strip()
    if not (body.startswith(("{", "[")) and _CALL.search(body)):
        return []
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        value = _mended(body)
    items = value if isinstance(value, list) else [value]
    if not items or not all(isinstance(item, dict) and "tool" in item for item in items):
        # It was meant as a call and cannot be read as one: its result says so.
        return [ToolCall(id="", name="", arguments=body)] if value is None else []
    return [_call(item) for item in items]


def _mended(body: str) -> Any:
    # A repair is unambiguous only where the text is whole, with a slip in it.
    if not body.endswith(("}", "]")):
        return None
    # Late for start-up cost: few replies need mending.
    import json_repair

    try:
        return json_repair.loads(body) or None
    except (ValueError, RecursionError):
        return None


def _call(item: dict[str, Any]) -> ToolCall:
    given = item.get("parameters", item.get("arguments", {}))
    arguments = given if isinstance(given, str) else dumps({} if given is None else given)
    return ToolCall(id="", name=str(item["tool"]), arguments=arguments)


def on_the_wire(history: Iterable[Message], form: Form) -> tuple[Message, ...]:
    """Return a history as a model of this form takes it."""
    if form == "native":
        return tuple(history)
    sent: list[Message] = []
    names: dict[str, str] = {}
    for message in history:
        names |= {call.id: call.name for call in message.tool_calls}
        plain = _plain(message, names)
        if sent and plain.role == "user" == sent[-1].role:
            plain = Message(role="user", text=f"{sent.pop().text}\n\n{plain.text}")
        sent.append(plain)
    return tuple(sent)


def _plain(message: Message, names: dict[str, str]) -> Message:
    if message.role == "tool":
        name = names.get(message.tool_call_id or "", "") or "the call"
        return Message(role="user", text=f"Result of {name}:\n{message.text}")
    if not message.tool_calls:
        return message
    calls = [{"tool": call.name, "parameters": call.arguments} for call in message.tool_calls]
    return Message(role="assistant", text=message.text or dumps(calls))
