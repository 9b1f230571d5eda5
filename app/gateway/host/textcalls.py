"""Tool calls as text, for models that have no native ones, and for servers that may pass over theirs.

The form: the model writes, alone on lines of its own, one or more blocks

    ```tool
    {"tool": "<name>", "arguments": {…}}
    ```

What stands outside the blocks is its text. Results go back as a user message that begins with
`Result of <name>:`. A block that cannot be read is left in the text: the model sees it and can correct it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.gateway.host.dialects.writing import message_of

if TYPE_CHECKING:
    from app.domain.messages import ChatMessage, ModelRequest, ToolCall, ToolSpec

_BY_TEXT = "You can use tools. To use one, write a block of exactly this form and then stop:"
NATIVELY = (
    "You can use tools. Call them as you are used to. Only if you have no such calls, write a block of "
    "exactly this form and then stop:"
)
_BLOCK = re.compile(r"^[ \t]*```(?:tool|json)[ \t]*\n(.*?)\n[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE)


def with_tools_as_text(request: ModelRequest) -> tuple[ChatMessage, ...]:
    """Return the messages with the tools described and all calls and results written as text."""
    names = {call.id: call.name for message in request.messages for call in message.tool_calls}
    told: list[ChatMessage] = []
    for message in request.messages:
        one = _as_text(message, names)
        if told and one.role == told[-1].role == "user":
            # Some templates want the roles by turns.
            before = told.pop()
            both = (*before.pictures, *one.pictures)
            one = message_of("user", f"{before.text}\n\n{one.text}", both)
        told.append(one)
    return _with_manual(told, _manual(request.tools))


def with_tools_described(request: ModelRequest) -> tuple[ChatMessage, ...]:
    """Return the messages with the tools described too, for a server that may drop the native ones."""
    return _with_manual(list(request.messages), _manual(request.tools, NATIVELY))


def _with_manual(messages: list[ChatMessage], manual: str) -> tuple[ChatMessage, ...]:
    first = next((i for i, message in enumerate(messages) if message.role == "system"), None)
    if first is None:
        return (message_of("system", manual), *messages)
    messages[first] = message_of("system", f"{messages[first].text}\n\n{manual}")
    return tuple(messages)


def _as_text(message: ChatMessage, names: dict[str, str]) -> ChatMessage:
    if message.role == "tool":
        name = names.get(message.tool_call_id or "", "the tool")
        return message_of("user", f"Result of {name}:\n{message.text}")
    if message.tool_calls:
        blocks = [
            "```tool\n" + json.dumps({"tool": call.name, "arguments": _arguments(call)}) + "\n```"
            for call in message.tool_calls
        ]
        return message_of("assistant", "\n".join([message.text, *blocks]).strip())
    return message


def _arguments(call: ToolCall) -> object:
    try:
        return json.loads(call.arguments or "{}")
    except ValueError:
        return call.arguments


def _manual(tools: Sequence[ToolSpec], how: str = _BY_TEXT) -> str:
    lines = [
        how,
        "```tool",
        '{"tool": "<name>", "arguments": {…}}',
        "```",
        "The result is given to you in the next message. The tools:",
    ]
    for tool in tools:
        parameters = json.dumps(tool.parameters, ensure_ascii=False)
        lines.append(f"- {tool.name}: {tool.description} Arguments (JSON schema): {parameters}")
    return "\n".join(lines)


def read_calls(text: str, tools: Sequence[ToolSpec]) -> tuple[str, tuple[ToolCall, ...]]:
    """Return the text without its blocks, and the calls of known tools they stand for."""
    from app.domain.messages import ToolCall  # late for start-up cost, as above

    known = {tool.name for tool in tools}
    calls: list[ToolCall] = []

    def take(found: re.Match[str]) -> str:
        try:
            value = json.loads(found.group(1))
        except (ValueError, RecursionError):
            return found.group(0)
        if not isinstance(value, dict) or value.get("tool") not in known:
            return found.group(0)
        arguments = json.dumps(value.get("arguments") or {}, ensure_ascii=False)
        calls.append(ToolCall(id=f"call_{len(calls)}", name=value["tool"], arguments=arguments))
        return ""

    rest = _BLOCK.sub(take, text)
    return (rest.strip(), tuple(calls)) if calls else (text, ())
