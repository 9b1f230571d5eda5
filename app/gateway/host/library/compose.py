"""Lets litellm write a request in its provider's dialect, and sends nothing.

The library is handed a client whose transport keeps the request and answers with an empty stream. What it
keeps is what goes over the wire. Options that the model refuses are left out by the library and named here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

from app.domain.messages import Message, ModelRequest
from app.gateway.host.dialects.writing import OPTIONS, REPLY, Feature, function_tool
from app.gateway.host.errors import Fault
from app.gateway.host.redaction import redact
from app.gateway.host.schemas import written_out
from app.gateway.host.textcalls import with_tools_as_text
from app.gateway.host.wire import Composed, Unsendable, WireRequest
from app.gateway.providers import Provider, origin

if TYPE_CHECKING:
    from app.gateway.host.dialects.dialect import Dialect


class _Keeper(httpx.AsyncBaseTransport):
    """Keeps the one request it is given; the answer is an empty stream."""

    def __init__(self) -> None:
        self.kept: WireRequest | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        self.kept = self.kept or WireRequest(request.method, str(request.url), dict(request.headers), body)
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=b"")


class Composer:
    """Composes requests with the library, which is imported by the host alone."""

    def __init__(self, litellm: ModuleType, openai: ModuleType, handler: type[Any]) -> None:
        self._litellm, self._openai, self._handler = litellm, openai, handler

    def library_name(self, provider: Provider, model: str) -> str:
        """Return the model's name as the library knows it."""
        return f"{provider.library_name or provider.name}/{model.partition('/')[2]}"

    def _elsewhere(self, provider: Provider, model: str) -> bool:
        """Tell whether the library's table says that a model is not served as a chat."""
        name = model.partition("/")[2]
        entry = self._litellm.model_cost.get(name) or self._litellm.model_cost.get(f"{provider.name}/{name}")
        return bool(entry) and entry.get("mode") not in (None, "chat")

    async def compose(
        self,
        request: ModelRequest,
        provider: Provider,
        key: str | None,
        without: frozenset[Feature] = frozenset(),
    ) -> Composed:
        """Return the request in its dialect, without what its server refuses; raises Unsendable."""
        native = bool(request.tools) and "tools" not in without
        dialect = provider.dialect
        wire = await self._written(request, provider, key, without)
        if native and not (_spoken(wire, dialect) and _body(wire).get("tools")):
            # Some models take native tools only through an interface that is not spoken here; for others
            # the library leaves them out.
            native, wire = False, await self._written(request, provider, key, without | {"tools"})
        if not _spoken(wire, dialect) and self._elsewhere(provider, request.model):
            why = (
                f"{request.model} is served through an interface that Roundtable does not speak (Responses)."
            )
            raise Unsendable(Fault("not_found", why, hint="Put another model in the seat."))
        if isinstance(wire, Unsendable):
            raise wire
        if origin(wire.url) != origin(request.base_url or provider.base):
            raise Unsendable(Fault("connection", "The request would go to a server that is not configured."))
        body = _body(wire)
        return Composed(
            wire,
            _dropped(request, body, dialect),
            bool(request.tools) and not native,
            _carried(request, body, dialect, native=native, without=without),
            _reply_tool(request, body, dialect),
        )

    async def _written(
        self, request: ModelRequest, provider: Provider, key: str | None, without: frozenset[Feature]
    ) -> WireRequest | Unsendable:
        as_text = bool(request.tools) and "tools" in without
        messages = with_tools_as_text(request) if as_text else request.messages
        keeper = _Keeper()
        http = httpx.AsyncClient(transport=keeper, trust_env=False)
        why: BaseException | None = None
        try:
            base = request.base_url or provider.base
            options = self._options(request, provider, base, key, http, without)
            stream = await self._litellm.acompletion(messages=[_message(m) for m in messages], **options)
            if keeper.kept is None:
                # Some of the library's parts send only when the stream is first read.
                await anext(aiter(stream), None)
        except Exception as error:  # noqa: BLE001  the library raises what it likes, also after it has written
            why = error
        finally:
            await http.aclose()
        return keeper.kept or Unsendable(_refusal(why, request.model, key))

    def _options(
        self,
        request: ModelRequest,
        provider: Provider,
        base: str,
        key: str | None,
        http: httpx.AsyncClient,
        without: frozenset[Feature],
    ) -> dict[str, Any]:
        own = base if request.base_url or provider.local else None
        client: Any
        if provider.sdk:
            client = self._openai.AsyncOpenAI(
                api_key=key or "none", base_url=base, http_client=http, max_retries=0
            )
        else:
            # Past its own beginning: that opens a client of its own, and connects as ours must not.
            client = object.__new__(self._handler)
            client.timeout, client.client = None, http
            client.event_hooks = None
        options: dict[str, Any] = {
            "model": self.library_name(provider, request.model),
            "stream": True,
            "stream_options": {"include_usage": True},
            "client": client,
            "api_key": key or "none",
            "api_base": own or (base if provider.sdk else None),
            "max_tokens": request.options.max_output_tokens,
            "max_retries": 0,
            "num_retries": 0,
            "drop_params": True,
        }
        for name in OPTIONS:
            value = getattr(request.options, name)
            if value is not None and name not in without:
                options[name] = value
        options.update(provider.dialect.library_options(request))
        if request.tools and "tools" not in without:
            # The library would look for tools of its own, in a part of it that is not installed.
            options["_skip_mcp_handler"] = True
            # A copy: the library takes away from schemas what the provider does not know.
            options["tools"] = [deepcopy(function_tool(tool)) for tool in request.tools]
        reply = self._reply_format(request, provider, without)
        if reply is not None:
            options["response_format"] = reply
        return options

    def _reply_format(
        self, request: ModelRequest, provider: Provider, without: frozenset[Feature]
    ) -> dict[str, Any] | None:
        schema = None if request.reply_schema is None else written_out(request.reply_schema)
        if schema is not None and "schema" not in without:
            named = {"name": REPLY, "schema": schema, "strict": True}
            return {"type": "json_schema", "json_schema": named}
        if "json" not in without and self._wants_json(request, provider):
            return {"type": "json_object"}
        return None

    def _wants_json(self, request: ModelRequest, provider: Provider) -> bool:
        if request.reply_schema is None or not provider.json_mode or request.base_url:
            return False
        # Some providers refuse the mode unless the prompt speaks of JSON.
        return any("json" in message.text.lower() for message in request.messages)


def _message(message: Message) -> dict[str, Any]:
    # None, not "": the library puts a sentence of its own into an empty message for some providers.
    body: dict[str, Any] = {"role": message.role, "content": message.text or None}
    if not message.tool_calls:
        body["content"] = message.text
    if message.tool_calls:
        body["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
            for c in message.tool_calls
        ]
    if message.tool_call_id is not None:
        body["tool_call_id"] = message.tool_call_id
    return body


def _body(wire: WireRequest | Unsendable) -> dict[str, Any]:
    try:
        value = json.loads(wire.body) if isinstance(wire, WireRequest) else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _members(body: Mapping[str, Any], dialect: Dialect) -> frozenset[str]:
    """Return the names of a body's members, with those in the part that options lie in."""
    inner = body.get(dialect.LAYOUT.options_in)
    return frozenset([*body, *(inner if isinstance(inner, dict) else ())])


def _dropped(request: ModelRequest, body: Mapping[str, Any], dialect: Dialect) -> tuple[str, ...]:
    """Return the options that were asked for and are not in the body."""
    asked = [name for name in OPTIONS if getattr(request.options, name) is not None]
    there, others = _members(body, dialect), dialect.LAYOUT.options
    return tuple(name for name in asked if there.isdisjoint((name, *others.get(name, ()))))


def _carried(
    request: ModelRequest,
    body: dict[str, Any],
    dialect: Dialect,
    *,
    native: bool,
    without: frozenset[Feature],
) -> frozenset[Feature]:
    """Return what of a body some servers refuse."""
    dropped = _dropped(request, body, dialect)
    found: set[Feature] = {
        name for name in OPTIONS if getattr(request.options, name) is not None and name not in dropped
    }
    if native:
        found.add("tools")
    if request.reply_schema is not None and (
        _reply_tool(request, body, dialect) or not _members(body, dialect).isdisjoint(dialect.LAYOUT.formats)
    ):
        found.add("json" if "schema" in without else "schema")
    return frozenset(found)


def _reply_tool(request: ModelRequest, body: dict[str, Any], dialect: Dialect) -> str:
    """Return the tool that the model is made to call, if it is none of the request's own."""
    name = dialect.forced_tool(body) if request.reply_schema is not None else ""
    return "" if any(tool.name == name for tool in request.tools) else name


def _spoken(wire: WireRequest | Unsendable, dialect: Dialect) -> bool:
    """Tell whether the answer will come in the provider's dialect."""
    return isinstance(wire, WireRequest) and not urlsplit(wire.url).path.endswith(dialect.LAYOUT.elsewhere)


def _refusal(error: BaseException | None, model: str, key: str | None) -> Fault:
    why = redact(" ".join(str(error).split()), key)[:200] if error is not None else "nothing was composed"
    return Fault("not_found", f"The request for {model} cannot be composed ({why}).")
