"""The gate before a tool of a server is called for the first time: which one, where, and with what."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut
from app.domain.gates import GatePlace
from app.domain.i18n import Message, enumerated, words
from app.domain.payload import Payload, items_of, verbs_of

TOOL = "tool"
"""The gate's name; calls of tools are asked for under the same word."""
TOOL_VERBS = ("allow_once", "allow_session", "refuse")
LONGEST_SHOWN = 4000
"""Characters of arguments that are shown to a person whole."""


def _arguments_text(arguments: JsonValue) -> str:
    """Return a call's arguments as a person reads them."""
    return json.dumps(arguments, ensure_ascii=False, indent=2) if arguments else "{}"


def tool_headline(payload: Payload, wording: GatePlace) -> Message:
    """Return who wants to use which tools."""
    items = items_of(payload)
    tools = dict.fromkeys(_called(item) for item in items)
    who = enumerated(wording.who(str(item.get("seat"))) for item in items)
    if len(items) == 1:
        return words("{who} wants to use the tool {tool}.", who=who, tool=next(iter(tools)))
    named = ", ".join(cut(tool, 60) for tool in list(tools)[:3]) + (", …" if len(tools) > 3 else "")
    return words("{who}: {n} calls of tools are wanted: {tools}.", who=who, n=len(items), tools=named)


def tool_brief(payload: Payload, wording: GatePlace) -> Sequence[Message]:
    """Return what is to be known first: what is not as it was, then with what and where each would run."""
    items = items_of(payload)
    changed = dict.fromkeys(_called(item) for item in items if item.get("changed"))
    lines = [words("The server describes {tool} otherwise than before.", tool=tool) for tool in changed]
    return [*lines, *(line for item in items[:2] for line in _short_lines(item))]


def _short_lines(item: Mapping[str, JsonValue]) -> Sequence[Message]:
    given = json.dumps(item.get("arguments") or {}, ensure_ascii=False)
    return [
        words("With: {arguments}", arguments=cut(given, 200)),
        words("Runs: {where}", where=cut(str(item.get("where")), 160)),
    ]


def _called(item: Mapping[str, JsonValue]) -> str:
    return f"{item.get('server')}/{item.get('tool')}"


def tool_title(item: Mapping[str, JsonValue]) -> str:
    """Return what a call of a tool is called, empty for another call."""
    return _called(item) if item.get("tool") else ""


def tool_lines(item: Mapping[str, JsonValue]) -> Sequence[Message]:
    """Return all that a person should know before one call; nothing of a call that is none of a tool."""
    if not item.get("tool"):
        return ()
    name = _called(item)
    lines = [
        words("Tool: {tool}", tool=name),
        words("Runs: {where}", where=str(item.get("where"))),
        words("With: {arguments}", arguments=_arguments_text(item.get("arguments"))[:LONGEST_SHOWN]),
    ]
    described = str(item.get("description") or "").strip()
    if described:
        lines.append(words("Its server says: “{text}”", text=described))
    if item.get("changed"):
        lines.insert(0, words("The server describes {tool} otherwise than before.", tool=name))
    return lines


def tool_payload_lines(payload: Payload) -> Sequence[Message]:
    """Return all that a person should know before the calls."""
    lines: list[Message] = []
    for item in items_of(payload):
        lines.append(words("{who} wants to use a tool.", who=str(item.get("seat"))))
        lines += [words("  {line}", line=line) for line in tool_lines(item)]
    return lines


def once_where_known(payload: Payload) -> str | None:
    """Recommend to allow it once, where every tool is described as it was when it was allowed."""
    return None if any(item.get("changed") for item in items_of(payload)) else TOOL_VERBS[0]


def allowed_by_name(payload: Payload, allowed: Sequence[str]) -> bool:
    """Tell whether every call is one of those that a flag names: SERVER/TOOL, or SERVER/* for all of one.

    What its server describes otherwise than it did is for a person's eyes.
    """
    items = items_of(payload)
    return bool(items) and all(
        not item.get("changed") and named_by(item, allowed) and "allow_session" in verbs_of(item)
        for item in items
    )


def named_by(item: Mapping[str, JsonValue], allowed: Sequence[str]) -> bool:
    """Tell whether a flag names the tool of a call: SERVER/TOOL, or SERVER/* for all of one."""
    return _called(item) in allowed or f"{item.get('server')}/*" in allowed
