"""Writing a request: the provider's dialect, and what its model wants otherwise (`quirks`).

A request that came over the pipe is in all that is asked of it a ModelRequest. The parent has checked it; to
check it once more takes the library that does so, which would be a third of this process's start.

Nobody knows what stands behind an address of one's own; so nothing is assumed of a model's name there. What
a server refuses all the same is found out by asking (`negotiation`) and left out from then on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from app.domain import fault_hints, fault_messages
from app.domain.pictures import UNSEEN
from app.gateway.host.caching import cache_key, form_breaks_cache, marks_of
from app.gateway.host.dialects.quirks import PLAIN, Quirks, quirks_of
from app.gateway.host.dialects.searching import asks_search
from app.gateway.host.dialects.writing import OPTIONS, Body, Feature, has_bounds, without_system
from app.gateway.host.errors import Fault
from app.gateway.host.textcalls import with_tools_as_text, with_tools_described
from app.gateway.host.wire import Composed, Unsendable, WireRequest
from app.gateway.providers import Provider

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest


def read_request(body: Mapping[str, Any]) -> ModelRequest:
    """Return the request that the parent has written out whole."""
    read = {
        "messages": tuple(
            SimpleNamespace(
                **{
                    **message,
                    "tool_calls": _parts(message["tool_calls"]),
                    "pictures": _parts(message.get("pictures", [])),
                }
            )
            for message in body["messages"]
        ),
        "tools": _parts(body["tools"]),
        # What nobody wants is left out of what is written.
        "options": SimpleNamespace(**{"web_search": False, **body["options"]}),
    }
    return cast("ModelRequest", SimpleNamespace(**{**body, **read}))


def with_longest(request: ModelRequest, longest: int) -> ModelRequest:
    """Return a request whose answer may have so many tokens at most."""
    options = SimpleNamespace(**{**vars(request.options), "max_output_tokens": longest})
    return cast("ModelRequest", SimpleNamespace(**{**vars(request), "options": options}))


def without_pictures(request: ModelRequest) -> ModelRequest:
    """Return what a ModelRequest's method of this name does."""
    messages = tuple(
        SimpleNamespace(**{**vars(one), "text": f"{one.text}\n\n{UNSEEN}", "pictures": ()})
        if one.pictures
        else one
        for one in request.messages
    )
    return cast("ModelRequest", SimpleNamespace(**{**vars(request), "messages": messages}))


def _parts(bodies: list[dict[str, Any]]) -> tuple[SimpleNamespace, ...]:
    return tuple(SimpleNamespace(**body) for body in bodies)


AGENT = "roundtable"


def compose(
    request: ModelRequest,
    provider: Provider,
    key: str | None,
    without: frozenset[Feature] = frozenset(),
    *,
    proved: bool = True,
) -> Composed:
    """Return the request in its dialect, without what its server refuses; raises Unsendable.

    `proved` False: no model of a server of one's own was seen to call a tool natively. Some pass over tools
    without a word; so the form of calls as text is told besides, until a call came in one way or the other.
    """
    if not provider.serves(request.base_url):
        called = any(message.tool_calls for message in request.messages)
        return written(request, provider, key, without, PLAIN, describes=not proved and not called)
    # Their models need none, and some refuse the whole request for one.
    without |= {"bounds"}
    quirks = quirks_of(provider.name, request.model.partition("/")[2])
    if not quirks.chat:
        why = fault_messages.OTHER_INTERFACE.filled(model=request.model)
        raise Unsendable(Fault("not_found", why, own_hint=fault_hints.OTHER_MODEL))
    return written(request, provider, key, without, quirks)


def written(
    request: ModelRequest,
    provider: Provider,
    key: str | None,
    without: frozenset[Feature],
    quirks: Quirks,
    *,
    describes: bool = False,
) -> Composed:
    """Return the request as a model with these quirks takes it; `describes`: tools as text besides."""
    dialect = provider.dialect
    if not quirks.tools:
        without |= {"tools"}
    as_text = bool(request.tools) and "tools" in without
    if form_breaks_cache(request, provider):
        without, quirks = without | {"schema"}, replace(quirks, json=True)
    body, carried = dialect.body_of(request, without, quirks)
    described = describes and "tools" in carried
    messages = request.messages
    if as_text or described:
        messages = with_tools_as_text(request) if as_text else with_tools_described(request)
    if "schema" in carried and has_bounds(request, without):
        carried |= {"bounds"}
    if "system" in without:
        messages = without_system(messages)
    elif quirks.system and any(message.role == "system" for message in messages):
        carried |= {"system"}
    if any(message.pictures for message in messages):
        carried |= {"pictures"}
    marks = {} if "marks" in without else marks_of(request, provider, messages)
    if marks:
        carried |= {"marks"}
    if "cache_key" not in without and (name := cache_key(request, provider)):
        body["prompt_cache_key"] = name
        carried |= {"cache_key"}
    body = {
        **quirks.more,
        **body,
        **_search(request, provider),
        **dialect.messages_of(messages, quirks, marks),
    }
    headers = {
        "accept": "*/*",
        "content-type": "application/json",
        "user-agent": AGENT,
        **dialect.headers(key),
        **(quirks.schema_headers if "schema" in carried else {}),
    }
    base = (request.base_url or quirks.base or provider.base).rstrip("/")
    url = dialect.address(base, quirks.before + request.model.partition("/")[2])
    data = json.dumps(body, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    asked = (name for name in OPTIONS if getattr(request.options, name) is not None)
    return Composed(
        WireRequest("POST", url, headers, data),
        tuple(name for name in asked if name not in carried),
        as_text,
        carried,
        dialect.forced_tool(body),
        described,
    )


def _search(request: ModelRequest, provider: Provider) -> Body:
    """Return what asks a provider to search, nothing where that is not wanted; raises Unsendable."""
    if not asks_search(request):
        return {}
    if not provider.searches(request.model, request.base_url):
        told = fault_messages.NO_SEARCH.filled(model=request.model)
        raise Unsendable(Fault("not_found", told, own_hint=fault_hints.NO_SEARCH))
    return dict(provider.search or {})
