"""The gate before a tool of a server is called for the first time: which one, where, and with what."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut
from app.domain.gate_lines import items_of, verbs_of
from app.domain.gates import GateData, GateKind, GatePlace, Payload, Verb
from app.domain.i18n import Words, words
from app.domain.item_verbs import ItemVerbs, item_objection

TOOL_VERBS = ("allow_once", "allow_session", "refuse")
LONGEST_SHOWN = 4000
"""Characters of arguments that are shown to a person whole."""


def arguments_text(arguments: JsonValue) -> str:
    """Return a call's arguments as a person reads them."""
    return json.dumps(arguments, ensure_ascii=False, indent=2) if arguments else "{}"


def _headline(payload: Payload, wording: GatePlace) -> Words:
    items = items_of(payload)
    tools = dict.fromkeys(f"{item.get('server')}/{item.get('tool')}" for item in items)
    who = ", ".join(dict.fromkeys(wording.who(str(item.get("seat"))) for item in items))
    if len(tools) == 1:
        return words("{who} wants to use the tool {tool}.", who=who, tool=next(iter(tools)))
    return words("{who}: {n} tools are wanted.", who=who, n=len(tools))


def _brief(payload: Payload, wording: GatePlace) -> Sequence[Words]:
    del wording
    return [line for item in items_of(payload)[:2] for line in _short_lines(item)]


def _short_lines(item: Mapping[str, JsonValue]) -> Sequence[Words]:
    given = json.dumps(item.get("arguments") or {}, ensure_ascii=False)
    lines = [
        words("Runs: {where}", where=cut(str(item.get("where")), 160)),
        words("With: {arguments}", arguments=cut(given, 200)),
    ]
    if item.get("changed"):
        lines.insert(0, words("The server describes {tool} otherwise than before.", tool=item.get("tool")))
    return lines


def tool_lines(item: Mapping[str, JsonValue]) -> Sequence[Words]:
    """Return all that a person should know before one call."""
    name = f"{item.get('server')}/{item.get('tool')}"
    lines = [
        words("Tool: {tool}", tool=name),
        words("Runs: {where}", where=str(item.get("where"))),
        words("With: {arguments}", arguments=arguments_text(item.get("arguments"))[:LONGEST_SHOWN]),
    ]
    described = str(item.get("description") or "").strip()
    if described:
        lines.append(words("Its server says: “{text}”", text=described))
    if item.get("changed"):
        lines.insert(0, words("The server describes {tool} otherwise than before.", tool=name))
    return lines


def _payload_lines(payload: Payload) -> Sequence[Words]:
    lines: list[Words] = []
    for item in items_of(payload):
        lines.append(words("{who} wants to use a tool.", who=str(item.get("seat"))))
        lines += [words("  {line}", line=line) for line in tool_lines(item)]
    return lines


def _objection(payload: Payload, verb: str, data: GateData) -> Words | None:
    return item_objection(payload, verb, data)


def _verb(name: str, label: Words, done: Words, *, primary: bool = False, destroys: bool = False) -> Verb:
    return Verb(
        name,
        label,
        ItemVerbs,
        asked="at once",
        form="per call",
        primary=lambda payload: primary,
        destroys=destroys,
        done=done,
    )


TOOL = GateKind(
    "tool",
    words("A tool is wanted"),
    (
        _verb("allow_once", words("Allow once"), words("Allowed a tool once"), primary=True),
        _verb(
            "allow_session",
            words("Allow for this session"),
            words("Allowed a tool for the session"),
        ),
        _verb("refuse", words("Refuse"), words("Refused a tool"), destroys=True),
    ),
    short=words("a tool is wanted"),
    headline=_headline,
    brief=_brief,
    payload_lines=_payload_lines,
    item_lines=tool_lines,
    unattended=lambda payload: ("refuse", {}),
    flag="allow_tool",
    warns=True,
    objection=_objection,
)


def allowed_by_name(payload: Payload, allowed: Sequence[str]) -> bool:
    """Tell whether every call is one of those that a flag names: SERVER/TOOL, or SERVER/* for all of one.

    What its server describes otherwise than it did is for a person's eyes.
    """
    items = items_of(payload)
    named = set(allowed)
    return bool(items) and all(
        not item.get("changed")
        and bool({f"{item.get('server')}/{item.get('tool')}", f"{item.get('server')}/*"} & named)
        and "allow_session" in verbs_of(item)
        for item in items
    )
