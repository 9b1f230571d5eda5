"""Writing a request: the provider's dialect, and what its model wants otherwise (`quirks`).

A request that came over the pipe is in all that is asked of it a ModelRequest. The parent has checked it; to
check it once more takes the library that does so, which would be a third of this process's start.

Nobody knows what stands behind an address of one's own; so nothing is assumed of a model's name there. What
a server refuses all the same is found out by asking (`negotiation`) and left out from then on.

A provider keeps a beginning of what it is sent, and what counts as its beginning differs (looked up in
November 2026): Anthropic reads tools, system text and messages in this order and keeps what ends at a mark,
at least 1 024 tokens of it, with some models 2 048 or 4 096 (marks before that are passed over); a form of
the reply changes what stands before all. OpenAI keeps by itself, and puts tools and the form of the reply
in front of the messages, so another form is another beginning. Servers of one's own hold the model to a
form beside the prompt.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from app.domain import fault_hints, fault_messages
from app.domain.canonical import digest
from app.domain.counting import estimate_tokens
from app.domain.pictures import UNSEEN
from app.domain.shared_parts import beginning, shared_text
from app.gateway.host.dialects.quirks import PLAIN, Quirks, quirks_of
from app.gateway.host.dialects.searching import asks_search
from app.gateway.host.dialects.writing import (
    OPTIONS,
    REPLY,
    Body,
    Cuts,
    Feature,
    Marks,
    has_bounds,
    without_system,
)
from app.gateway.host.errors import Fault
from app.gateway.host.textcalls import with_tools_as_text, with_tools_described
from app.gateway.host.wire import Composed, Unsendable, WireRequest
from app.gateway.providers import PROVIDERS, Provider

if TYPE_CHECKING:
    from app.domain.messages import ChatMessage, ModelRequest


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
    if _form_breaks_cache(request, provider):
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
        # The one tool that a model is ever made to call.
        REPLY if "tool_choice" in body else "",
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


# --- prompt caches ---------------------------------------------------------------------------------

MARKED, LONG = 1_024, 2_000
"""Tokens from which a beginning is marked, and from which a form of the reply may not stand before it."""


def _vendor(request: ModelRequest, provider: Provider) -> Provider | None:
    """Return whose model is asked, also through who passes requests on; None: nobody's that is known."""
    if not provider.serves(request.base_url):
        return None
    return PROVIDERS.get(request.model.split("/")[1]) if provider.resells else provider


def marks_of(request: ModelRequest, provider: Provider, messages: Sequence[ChatMessage]) -> Marks:
    """Return where a request is marked: behind what other calls begin with too, and what the next turn will.

    `messages`: as they are sent. None where nobody looks at marks. Of many parts that are shared, all calls
    have the first one, the call before ended with the last but one, and the next begins with the last.
    """
    asked = _vendor(request, provider)
    # A server of one's own that is spoken to as the provider is may look at marks as well.
    if not provider.marked and (asked is None or not asked.marked):
        return {}
    marks: dict[int, Cuts] = {}
    first = next((at for at, message in enumerate(messages) if message.role == request.shared_by), None)
    before = "\n".join(message.text for message in messages[: first or 0])
    text = "" if first is None else messages[first].text
    # What is sent may have more behind it, such as tools in words.
    if first is not None and request.shared and text.startswith(shared_text(request)[: request.shared[-1]]):
        long = [end for end in request.shared if estimate_tokens(before + text[:end]) >= MARKED]
        marks[first] = {end: end in (long[0], *long[-2:]) for end in long}
    last = len(messages) - 1
    if _is_conversation(request) and estimate_tokens("\n".join(m.text for m in messages)) >= MARKED:
        marks[last] = {**marks.get(last, {}), len(messages[last].text): True}
    return {at: ends for at, ends in marks.items() if ends}


def _form_breaks_cache(request: ModelRequest, provider: Provider) -> bool:
    """Tell whether the form of the reply would stand before a long beginning that other calls have too.

    The prompt ends with the form in words; so nothing is lost but that the server holds the model to it.
    """
    if request.reply_schema is None or not request.shared:
        return False
    priced = bool(request.price_in)
    asked = _vendor(request, provider)
    known = asked is not None and asked.form_first
    # A server of one's own with a price passes on to somebody; one without holds the form beside the prompt.
    if not known and (provider.serves(request.base_url) or not priced):
        return False
    return estimate_tokens(beginning(request)) >= LONG


def cache_key(request: ModelRequest, provider: Provider) -> str:
    """Return the name under which calls that begin alike are kept together; empty where none is wanted."""
    if not request.shared or not provider.keyed or _vendor(request, provider) is None:
        return ""
    return digest(beginning(request))[:32]


def _is_conversation(request: ModelRequest) -> bool:
    """Tell whether more turns follow on a request, which begin with all of it."""
    return bool(request.tools) or any(message.role == "assistant" for message in request.messages)
