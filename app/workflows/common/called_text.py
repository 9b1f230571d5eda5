"""Calls of tools that a model wrote into its text, in the forms that model families were trained to write.

A server that reads them hands them on as calls; one without a reader for its model leaves them in the text.
What is read here is unambiguous: a form with marks of its own, or JSON that is a call and nothing else and
ends the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from app.domain.canonical import dumps
from app.domain.messages import ToolCall

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


def called_as_text(text: str) -> tuple[str, list[ToolCall]]:
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
