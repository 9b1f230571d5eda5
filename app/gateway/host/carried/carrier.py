"""The server that litellm is to the rest of the host: a request of OpenAI's form in, OpenAI's events out.

litellm is imported once, with no call home, no output, and no way out but ours.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from functools import cache
from importlib import import_module
from typing import Any

import httpx

from app.domain import fault_hints, fault_messages
from app.gateway.host.carried.watching import CURRENT, Watch, WatchedTransport
from app.gateway.host.http_call import Clients, HttpCall, NoWayOut, connecting

SETTINGS = {
    # Else it fetches tables at its import.
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    # Else it reads a file `.env` of the working directory.
    "LITELLM_MODE": "PRODUCTION",
    # Else credentials of Amazon are looked for at an address of its machines.
    "AWS_EC2_METADATA_DISABLED": "true",
}


@cache
def library() -> Any:
    """Import litellm and keep it quiet: no telemetry, no look at prompts, no retries of its own.

    Takes seconds and 170 MB. Raises ImportError.
    """
    os.environ.update(SETTINGS)
    import litellm  # late: only where a seat needs it

    litellm.suppress_debug_info = True
    litellm.disable_streaming_logging = True
    litellm.disable_hf_tokenizer_download = True
    litellm.turn_off_message_logging = True
    litellm.telemetry = False
    litellm.num_retries = 0
    # It and what it uses log prompts where something fails; the host itself logs nothing.
    logging.disable(logging.CRITICAL)
    return litellm


def _lead_through(clients: Clients) -> Any:
    """Return litellm with all that it sends going out by our clients."""
    found = library()
    if not isinstance(getattr(found.aclient_session, "_transport", None), WatchedTransport):
        transport = WatchedTransport(clients)
        found.aclient_session = httpx.AsyncClient(transport=transport, trust_env=False)
        # It has no setting for this: every client that it makes asks here for its way out.
        handler: Any = import_module("litellm.llms.custom_httpx.http_handler").AsyncHTTPHandler
        handler.create_async_transport = staticmethod(lambda **_options: transport)
        handler.create_httpx_proxy_mounts = staticmethod(lambda *_of, **_options: None)
    return found


_UNSENT = frozenset({400, 401, 403, 404, 422})
"""What litellm says by itself, before it sends anything."""
_LONGEST = 3600.0


class Carrier(httpx.AsyncBaseTransport):
    """Has litellm carry one call; `named`: further parameters by litellm's names, secrets among them."""

    def __init__(self, clients: Clients, model: str, body: bytes, named: Mapping[str, str]) -> None:
        self._clients, self._model, self._body, self._named = clients, model, body, named
        self.watch: Watch | None = None
        """What was seen of it on the wire."""
        self.call: HttpCall | None = None
        """Whose life is told of where bytes come."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Ask; the request's own body is read once something leaves this machine, and so tells it."""
        said = False

        async def on_sending() -> None:
            nonlocal said
            if not said:
                said = True
                async for _ in request.stream:  # type: ignore[union-attr]  # of a client that waits for none
                    pass

        watch = self.watch = Watch(on_sending, self.call.live if self.call is not None else lambda: None)
        watch.bare = self._model.startswith("cohere")
        CURRENT.set(watch)
        try:
            # In a thread, for it takes seconds the first time; and it may connect to nobody.
            await asyncio.to_thread(library)
            with connecting():
                answer = await _lead_through(self._clients).acompletion(**self._arguments())
        except ImportError:
            raise NoWayOut(fault_messages.NO_LITELLM, fault_hints.INSTALL_LITELLM, "not_found") from None
        except Exception as error:  # noqa: BLE001  litellm raises what it likes
            await watch.close()
            return await self._refused(error, watch)
        if not watch.asked:
            # Through a client of its provider's own, which cannot be watched.
            await on_sending()
        line = {"network_stream": _NoLine()}
        return httpx.Response(200, headers=_STREAMED, stream=_Events(answer, watch), extensions=line)

    def _arguments(self) -> dict[str, Any]:
        body = {name: value for name, value in json.loads(self._body).items() if name != "model"}
        return {
            **body,
            **self._named,
            "model": self._model,
            "max_retries": 0,
            "num_retries": 0,
            "timeout": _LONGEST,
            # It would look for tools of its own, in a part of it that is not installed.
            **({"_skip_mcp_handler": True} if body.get("tools") else {}),
        }

    async def _refused(self, error: Exception, watch: Watch) -> httpx.Response:
        """Return the answer that was none, as its server gave it; raises what the connection raised."""
        if watch.refusal is not None:
            return _whole(watch.refusal.status_code, watch.refusal.headers, watch.refusal.content)
        if watch.problem is not None:
            raise watch.problem
        if watch.asked:
            # It was answered, and litellm could not read that: no refusal, after which one asks again.
            raise httpx.ReadError(said_by(error))
        status = getattr(error, "status_code", None)
        status = status if isinstance(status, int) and 400 <= status < 600 else 500
        if status not in _UNSENT:
            # Nobody saw whether anything left: it counts as sent.
            await watch.on_sending()
        told = json.dumps({"error": {"message": said_by(error)}}).encode()
        return _whole(status, {"content-type": "application/json"}, told)


def _whole(status: int, headers: Mapping[str, str], body: bytes) -> httpx.Response:
    """Return an answer whose body is read as any other's."""
    return httpx.Response(status, headers=dict(headers), stream=httpx.ByteStream(body))


def said_by(error: Exception) -> str:
    """Return what an error of litellm's says, without the names that it puts in front."""
    text = str(getattr(error, "message", "") or error)
    head, mark, rest = text.partition(": ")
    return rest if mark and head.startswith("litellm.") else text


_STREAMED = {"content-type": "text/event-stream", "transfer-encoding": "chunked"}


class _NoLine:
    """Stands where a connection's line does, of which calls take turns to read: nothing is read here."""

    async def read(self, *_arguments: Any, **_options: Any) -> bytes:
        return b""


class _Events(httpx.AsyncByteStream):
    """litellm's chunks as events of OpenAI's form; the last ones only where the wire bears them out."""

    def __init__(self, answer: Any, watch: Watch) -> None:
        self._answer, self._watch = answer, watch
        self._finish: str | None = None
        self._called = False

    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        try:
            with connecting():
                async with aclosing(self._chunks()) as chunks:
                    async for chunk in chunks:
                        deltas = [choice.get("delta") or {} for choice in chunk.get("choices", ())]
                        self._called = self._called or any(delta.get("tool_calls") for delta in deltas)
                        yield _event(chunk)
        except Exception as error:  # noqa: BLE001  litellm raises what it likes
            if self._watch.problem is not None:
                raise self._watch.problem from None
            yield _event({"error": {"message": said_by(error), "code": getattr(error, "status_code", None)}})
            return
        watch = self._watch
        if watch.known and not watch.ended:
            # It says "stop" of a stream that just ends, too.
            raise httpx.RemoteProtocolError("the answer broke off")
        # Where a form of the reply went out as a tool, litellm gives its call as text.
        made_text = self._finish == "tool_calls" and not self._called
        finish = "stop" if made_text else self._finish
        last: dict[str, Any] = {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}
        yield _event(last)
        yield b"data: [DONE]\n\n"

    async def _chunks(self) -> AsyncGenerator[dict[str, Any], None]:
        if not hasattr(self._answer, "__aiter__"):
            # Its provider does not stream: one answer in one piece.
            whole = self._answer.model_dump(exclude_none=True)
            for choice in whole.get("choices", ()):
                self._finish = choice.pop("finish_reason", None) or self._finish
                choice["delta"] = choice.pop("message", {})
            whole["usage"] = self._counted(whole.get("usage") or {})
            yield whole
            return
        async for chunk in self._answer:
            piece = chunk.model_dump(exclude_none=True)
            for choice in piece.get("choices", ()):
                self._finish = choice.pop("finish_reason", None) or self._finish
            if (usage := piece.pop("usage", None)) is not None:
                piece["usage"] = self._counted(usage)
            yield piece

    def _counted(self, usage: dict[str, Any]) -> dict[str, Any] | None:
        """Return litellm's count as far as the wire bears it out: it makes one up where it missed it."""
        into, out = self._watch.tokens_in, self._watch.tokens_out
        if into is None or out is None:
            return None
        # Its own sum of money is none that the server told.
        usage.pop("cost", None)
        same = usage.get("completion_tokens") == out
        return usage if same else {"prompt_tokens": into, "completion_tokens": out}

    async def aclose(self) -> None:
        await self._watch.close()


def _event(value: Mapping[str, Any]) -> bytes:
    return b"data: " + json.dumps(value, default=str).encode("ascii") + b"\n\n"


def client_for(carrier: Carrier) -> httpx.AsyncClient:
    """Return a client whose requests a carrier takes."""
    return httpx.AsyncClient(transport=carrier, trust_env=False)
