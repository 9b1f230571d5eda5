"""How litellm writes requests, for the table that is made of it (`models.py`). Nothing is sent.

The library is handed a client whose transport keeps the request and answers with an empty stream.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx

from app.domain.messages import ChatMessage, ModelRequest
from app.gateway.host.dialects.writing import OPTIONS, REPLY, Feature, function_tool, written_out
from app.gateway.host.http_call import only_our_clients_connect
from app.gateway.host.textcalls import with_tools_as_text
from app.gateway.providers import Provider

KEY = "key-0f3b9c5e71d24a"
SENT_BY_OPENAI = frozenset({"openai", "perplexity", "cerebras"})
"""Providers to which litellm sends through OpenAI's client, not through its own."""
JSON = frozenset({"openai", "gemini", "mistral", "groq", "deepseek", "xai", "openrouter"})
"""Providers whose models can be held to JSON of any form."""
ELSEWHERE = "/responses"
"""Where OpenAI's servers speak another dialect."""


@dataclass(frozen=True)
class Wire:
    """A request as it goes over the wire."""

    url: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    tools_as_text: bool


class _Keeper(httpx.AsyncBaseTransport):
    """Keeps the one request it is given."""

    def __init__(self) -> None:
        self.kept: tuple[str, Mapping[str, str], bytes] | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        self.kept = self.kept or (str(request.url), dict(request.headers), body)
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=b"")


def _no_names(event: str, arguments: tuple[object, ...]) -> None:
    if event == "socket.getaddrinfo":
        raise ConnectionRefusedError(f"the library asked for {arguments[0]}")


class Library:
    """The installed litellm."""

    def __init__(self) -> None:
        # Else it calls out, prints, or reads files of the user.
        os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
        os.environ["LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS"] = "True"
        os.environ["LITELLM_MODE"] = "PRODUCTION"
        import litellm
        import openai
        from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler

        litellm.suppress_debug_info = True
        litellm.disable_hf_tokenizer_download = True
        litellm.telemetry = False
        # What it would send past our client goes nowhere; nor does it ask for names, which may take seconds.
        only_our_clients_connect()
        sys.addaudithook(_no_names)
        logging.getLogger("LiteLLM").setLevel(logging.ERROR)
        self._litellm, self._openai, self._handler = litellm, openai, AsyncHTTPHandler
        self._loop = asyncio.new_event_loop()

    @property
    def table(self) -> Mapping[str, Mapping[str, Any]]:
        """What it knows of models, by its names."""
        return self._litellm.model_cost

    def write(
        self, request: ModelRequest, provider: Provider, without: frozenset[Feature] = frozenset()
    ) -> Wire | None:
        """Return a request as it goes to its provider; None where it would go in another dialect."""
        native = bool(request.tools) and "tools" not in without
        wire = self._written(request, provider, without)
        if native and not (wire and wire.body.get("tools")):
            # Some models take native tools only through an interface that is not spoken here; for others
            # the library leaves them out.
            wire = self._written(request, provider, without | {"tools"})
        return wire

    def _written(self, request: ModelRequest, provider: Provider, without: frozenset[Feature]) -> Wire | None:
        as_text = bool(request.tools) and "tools" in without
        messages = with_tools_as_text(request) if as_text else request.messages
        found = self._loop.run_until_complete(self._asked(request, messages, provider, without))
        if found is None or urlsplit(found[0]).path.endswith(ELSEWHERE):
            return None
        url, headers, body = found
        return Wire(url, headers, json.loads(body), as_text)

    async def _asked(
        self,
        request: ModelRequest,
        messages: Sequence[ChatMessage],
        provider: Provider,
        without: frozenset[Feature],
    ) -> tuple[str, Mapping[str, str], bytes] | None:
        keeper = _Keeper()
        async with httpx.AsyncClient(transport=keeper, trust_env=False) as http:
            options = self._options(request, provider, http, without)
            try:
                stream = await self._litellm.acompletion(messages=[_message(m) for m in messages], **options)
                if keeper.kept is None:
                    # Some of its parts send only when the stream is first read.
                    await anext(aiter(stream), None)
            except Exception:  # noqa: BLE001  it raises what it likes, also after it has written
                return keeper.kept
        return keeper.kept

    def _options(
        self,
        request: ModelRequest,
        provider: Provider,
        http: httpx.AsyncClient,
        without: frozenset[Feature],
    ) -> dict[str, Any]:
        through_openai = provider.name in SENT_BY_OPENAI
        client: Any
        if through_openai:
            client = self._openai.AsyncOpenAI(
                api_key=KEY, base_url=provider.base, http_client=http, max_retries=0
            )
        else:
            # Past its own beginning: that opens a client of its own.
            client = object.__new__(self._handler)
            client.timeout, client.client = None, http
            client.event_hooks = None
        options: dict[str, Any] = {
            "model": request.model,
            "stream": True,
            "stream_options": {"include_usage": True},
            "client": client,
            "api_key": KEY,
            "api_base": provider.base if through_openai else None,
            "max_tokens": request.options.max_output_tokens,
            "max_retries": 0,
            "num_retries": 0,
            "drop_params": True,
        }
        for name in OPTIONS:
            value = getattr(request.options, name)
            if value is not None and name not in without:
                options[name] = value
        if request.tools and "tools" not in without:
            # It would look for tools of its own, in a part of it that is not installed.
            options["_skip_mcp_handler"] = True
            # A copy: it takes away from schemas what the provider does not know.
            options["tools"] = [deepcopy(function_tool(tool)) for tool in request.tools]
        reply = _reply_format(request, provider, without)
        return options if reply is None else {**options, "response_format": reply}


def _reply_format(
    request: ModelRequest, provider: Provider, without: frozenset[Feature]
) -> dict[str, Any] | None:
    if request.reply_schema is None:
        return None
    if "schema" not in without:
        named = {"name": REPLY, "schema": written_out(request.reply_schema), "strict": True}
        return {"type": "json_schema", "json_schema": named}
    return {"type": "json_object"} if provider.name in JSON and "json" not in without else None


def _message(message: ChatMessage) -> dict[str, Any]:
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
