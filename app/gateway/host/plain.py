"""Requests to servers of one's own and to models on this machine: the dialect as it is documented, no more.

Nobody knows what stands behind such an address; so nothing is assumed of a model's name. What the server
refuses is found out by asking (`negotiation`) and left out from then on.
"""

from __future__ import annotations

import json

from app.domain.messages import ModelRequest
from app.gateway.host.dialects.writing import OPTIONS, Feature
from app.gateway.host.textcalls import with_tools_as_text, with_tools_described
from app.gateway.host.wire import Composed, WireRequest
from app.gateway.providers import Provider

AGENT = "roundtable"


def is_own(request: ModelRequest, provider: Provider) -> bool:
    """Tell whether a request goes to a server that is not its provider's own."""
    return not provider.serves(request.base_url)


def compose_plainly(
    request: ModelRequest,
    provider: Provider,
    key: str | None,
    without: frozenset[Feature] = frozenset(),
    *,
    proved: bool = True,
) -> Composed:
    """Return the request in its dialect, without what its server refuses.

    `proved` False: no model of the server was seen to call a tool natively. Some pass over tools without a
    word; so the form of calls as text is told besides, until a call has come in one way or the other.
    """
    dialect = provider.dialect
    base = (request.base_url or provider.base).rstrip("/")
    as_text = bool(request.tools) and "tools" in without
    body, carried = dialect.body_of(request, without)
    called = any(message.tool_calls for message in request.messages)
    described = "tools" in carried and not proved and not called
    messages = request.messages
    if as_text or described:
        messages = with_tools_as_text(request) if as_text else with_tools_described(request)
    body.update(dialect.STYLES["plain"](messages))
    headers = {
        "accept": "*/*",
        "content-type": "application/json",
        "user-agent": AGENT,
        **dialect.headers(key),
    }
    url = dialect.address(base, request.model.partition("/")[2])
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
