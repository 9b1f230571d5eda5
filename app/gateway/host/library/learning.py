"""Learning a profile: composing marked requests with litellm, and keeping what they have in common.

A profile is learned only if it writes every marked request, and the real one, exactly as litellm does; what
differs between them in any other way than the dialect's module knows has none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.domain.canonical import JsonValue
from app.domain.messages import Message, ModelRequest, ToolCall
from app.gateway.host.dialects.writing import Feature
from app.gateway.host.library.compose import Composer
from app.gateway.host.profiles import MARK, Profile, neighbours
from app.gateway.host.textcalls import with_tools_as_text
from app.gateway.host.wire import Composed, Unsendable
from app.gateway.providers import Provider, provider_of

if TYPE_CHECKING:
    from app.gateway.host.dialects.dialect import Dialect

SEEDS = (1_000_003, 2_000_029)
SHAPES = ("su", "u", "suau", "uauau", "suu", "sau")
SHAPES_WITH_TOOLS = (
    *("suct", "sudtct", "suCttDttu", "sudtau", "suctau", "suauct", "uctdt", "suctdtuct"),
    *("suDttctdtau", "suauDttCttct", "suauCttu", "suaudtuDtt", "uCttdtuCtt"),
)
_OWN_HEADERS = frozenset({"content-length", "accept-encoding", "connection", "transfer-encoding", "host"})


async def answer(
    composer: Composer, request: ModelRequest, without: frozenset[Feature], *, learns: bool
) -> dict[str, JsonValue]:
    """Compose a request with a mark for its key; return it, or the profile it has."""
    provider = provider_of(request.model)
    assert provider is not None
    try:
        composed = await composer.compose(request, provider, MARK, without)
    except Unsendable as error:
        fault = error.fault
        return {"fault": {"kind": fault.kind, "message": fault.message, "hint": fault.hint}}
    if learns:
        profile = await learn(composer, request, provider, without, composed)
        return {"profile": None if profile is None else as_json(profile)}
    wire = composed.wire
    return {
        "composed": {
            "url": wire.url,
            "headers": dict(wire.headers),
            "body": wire.body.decode("utf-8", "surrogatepass"),
            "dropped": list(composed.dropped),
            "tools_as_text": composed.tools_as_text,
            "carried": [*sorted(composed.carried)],
            "reply_tool": composed.reply_tool,
        }
    }


def as_json(profile: Profile) -> dict[str, JsonValue]:
    """Return a profile as it goes over the pipe."""
    return {name: json.loads(json.dumps(value)) for name, value in vars(profile).items()}


async def learn(
    composer: Composer,
    request: ModelRequest,
    provider: Provider,
    without: frozenset[Feature],
    real: Composed,
) -> Profile | None:
    """Return the profile of a request that was composed; None where it has none."""
    shapes = (*SHAPES, *(SHAPES_WITH_TOOLS if request.tools else ()))
    found: Profile | None = None
    for number, shape in enumerate(shapes):
        asked = _marked(request, shape, number)
        try:
            composed = await composer.compose(asked, provider, MARK, without)
        except Unsendable:
            continue
        one = _read(asked, composed, provider.dialect, found, request.options.max_output_tokens)
        if one is None:
            continue
        if found is None:
            found = one
        elif replace(one, neighbours=()) == replace(found, neighbours=()):
            found = replace(found, neighbours=sorted({*found.neighbours, *one.neighbours}))
        elif shape == SHAPES[1]:
            # Even the simplest two have more than their texts apart.
            return None
    if found is None or not _same(found.fill(request, provider, MARK), real):
        return None
    return found


def _read(
    request: ModelRequest, composed: Composed, dialect: Dialect, like: Profile | None, limit: int
) -> Profile | None:
    """Return the profile that one marked request would have."""
    body = json.loads(composed.wire.body)
    messages = with_tools_as_text(request) if composed.tools_as_text else request.messages
    parts = {name: body.pop(name) for name in dialect.MESSAGE_MEMBERS if name in body}
    styles = (like.style,) if like is not None else tuple(dialect.STYLES)
    style = next((name for name in styles if dialect.STYLES[name](messages) == parts), None)
    pairs = neighbours(messages)
    if style is None or pairs is None:
        return None
    options = request.options
    seed = _taken(body, options.seed) if options.seed is not None else []
    longest = _taken(body, options.max_output_tokens)
    return Profile(
        model=request.model,
        url=composed.wire.url,
        headers=sendable(composed.wire.headers),
        body=body,
        style=style,
        seed=seed,
        longest=longest,
        limit=0 if longest else limit,
        neighbours=sorted(pairs),
        dropped=list(composed.dropped),
        carried=sorted(composed.carried),
        reply_tool=composed.reply_tool,
        tools_as_text=composed.tools_as_text,
    )


def sendable(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers that are not the connection's own."""
    return {name: value for name, value in headers.items() if name.lower() not in _OWN_HEADERS}


def _same(one: Composed | None, other: Composed) -> bool:
    """Tell whether two requests say the same: the order of members and the writing of numbers aside."""
    return one is not None and (
        (one.wire.url, sendable(one.wire.headers), json.loads(one.wire.body))
        == (other.wire.url, sendable(other.wire.headers), json.loads(other.wire.body))
    )


def _taken(body: dict[str, Any], value: int) -> list[str]:
    """Take a number out of a body; return the path it had, empty where it is not in it."""
    for name, member in body.items():
        if member == value and not isinstance(member, bool):
            del body[name]
            return [name]
        if isinstance(member, dict) and (rest := _taken(member, value)):
            return [name, *rest]
    return []


def _marked(request: ModelRequest, shape: str, number: int) -> ModelRequest:
    """Return the request with marked messages of a shape and other numbers."""
    calls = 0
    results: list[str] = []
    messages: list[Message] = []
    tool = request.tools[0].name if request.tools else "find"
    for at, kind in enumerate(shape):
        # Blanks, signs of templates and of other scripts: what a writer could stumble over.
        text = f" mark {number}.{at} {{json}} <é漢>\n\n"
        if kind in "cdCD":
            count = 1 if kind in "cd" else 2
            results = [f"call_{calls + turn}" for turn in range(count)]
            calls += count
            tool_calls = tuple(
                ToolCall(id=id_, name=tool, arguments=json.dumps({"mark": f"{number}.{id_} é"}))
                for id_ in results
            )
            spoken = text if kind in "dD" else ""
            messages.append(Message(role="assistant", text=spoken, tool_calls=tool_calls))
        elif kind == "t":
            messages.append(Message(role="tool", text=text, tool_call_id=results.pop(0)))
        else:
            role = {"s": "system", "u": "user", "a": "assistant"}[kind]
            messages.append(Message(role=role, text=text))  # type: ignore[arg-type]  # the table's words
    options = request.options
    update = {"max_output_tokens": options.max_output_tokens - number % 2}
    if options.seed is not None:
        update["seed"] = SEEDS[number % 2]
    options = options.model_copy(update=update)
    return request.model_copy(update={"messages": tuple(messages), "options": options})
