"""Serves calls and questions over the frames, all in one loop."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Coroutine, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from app.domain import fault_hints, fault_messages
from app.domain.sentences import recorded
from app.gateway.host.carried.carrier import Carrier, client_for
from app.gateway.host.composing import compose, read_request, with_longest, without_pictures
from app.gateway.host.dialects.searching import asks_search, pages_told
from app.gateway.host.dialects.stream import StreamReader
from app.gateway.host.dialects.stream_state import Reader, StreamState
from app.gateway.host.embedding import VectorReader, embedding_of, wire_of
from app.gateway.host.errors import Fault
from app.gateway.host.http_call import Clients, HttpCall, NoWayOut
from app.gateway.host.listing import describe, list_models
from app.gateway.host.memory import ServerMemory
from app.gateway.host.negotiation import Negotiation
from app.gateway.host.prices import count_pictures, count_texts, is_known_to_see, usage
from app.gateway.host.redaction import Redactor, redact, redact_message
from app.gateway.host.textcalls import read_calls
from app.gateway.host.turns import DELTA_SECONDS, Turns
from app.gateway.host.wire import Composed, Unsendable
from app.gateway.protocol import (
    Answer,
    Ask,
    Cancel,
    Delta,
    Done,
    Frame,
    Go,
    HasBegun,
    HasFailed,
    Limits,
    Start,
    WasCancelled,
    WasSent,
)
from app.gateway.providers import Provider, origin, provider_of

if TYPE_CHECKING:
    import httpx

    from app.domain.messages import ModelRequest


class Outbox(Protocol):
    """The way back to the parent."""

    @property
    def congested(self) -> bool:
        """Tell whether the parent is behind with reading."""
        ...

    def put(self, frame: Frame) -> None:
        """Write a frame soon."""
        ...

    async def flushed(self, frame: Frame) -> None:
        """Write a frame and return once it is in the pipe."""
        ...


class Server:
    """Answers frames; `handle` is called in the loop."""

    def __init__(self, outbox: Outbox, memory: ServerMemory) -> None:
        self._outbox, self._memory = outbox, memory
        self._clients = Clients()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._held: dict[str, asyncio.Event] = {}
        """What each call that is held waits for."""
        self.turns = Turns(lambda: len(self._tasks))

    def handle(self, frame: Frame) -> None:
        """Begin what a frame asks for."""
        match frame:
            case Start():
                if frame.held:
                    # Here, not in its task: the Go may be in the same bytes.
                    self._held[frame.id] = asyncio.Event()
                self._begin(frame.id, self._call(frame))
            case Go(id=call) if call in self._held:
                self._held[call].set()
            case Ask():
                self._begin(f"ask:{frame.id}", self._answer(frame))
            case Cancel(id=call) if call in self._tasks:
                self._tasks[call].cancel()
            case _:
                pass

    def _begin(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks[name] = task
        task.add_done_callback(lambda _: self._tasks.pop(name, None))

    async def _call(self, start: Start) -> None:
        request = read_request(start.request)
        limits = Limits(**start.limits)  # type: ignore[arg-type]  # bytes come back as the int they were
        call = _Call(self, start.id, request, start.key, limits, start.named)
        call.held = self._held.get(start.id)
        try:
            frame: Frame = await call.run()
        except asyncio.CancelledError:
            frame = WasCancelled(start.id)
        except Exception as error:  # noqa: BLE001  whatever it is, the parent waits for an end
            frame = call.broken(error)
        finally:
            self._held.pop(start.id, None)
        self._outbox.put(frame)
        # Behind the answer: the end of a connection takes as long as the beginning of the next stage.
        await call.close()

    async def _answer(self, ask: Ask) -> None:
        try:
            match ask.what:
                case "ping":
                    self._outbox.put(Answer(ask.id, {}))
                case "list":
                    self._outbox.put(Answer(ask.id, await list_models(self._clients, ask)))
                case "describe":
                    self._outbox.put(Answer(ask.id, await describe(self._clients, ask)))
                case _:
                    self._outbox.put(Answer(ask.id, {"problem": "unknown question"}))
        except Exception as error:  # noqa: BLE001  whatever it is, the parent waits for an answer
            self._outbox.put(Answer(ask.id, {"problem": type(error).__name__}))

    @property
    def outbox(self) -> Outbox:
        """The way back."""
        return self._outbox

    @property
    def memory(self) -> ServerMemory:
        """What servers were found to take."""
        return self._memory

    @property
    def clients(self) -> Clients:
        """The way out."""
        return self._clients


READ_SHARE, READ_LEAST = 0.6, 1000
"""The share of what was sent that a server must have counted, and the tokens that no tokenizer makes up."""
_UNSURE = 0.3
"""Of a text's estimate: what the tokens may be fewer by."""


class _Call:
    """One call from its Start to its last frame."""

    def __init__(
        self,
        server: Server,
        id: str,
        request: ModelRequest,
        key: str | None,
        limits: Limits,
        named: Mapping[str, str],
    ) -> None:
        self._server, self._id, self._request, self._key = server, id, request, key
        self._limits, self._named = limits, named
        provider = provider_of(request.model)
        secret = provider.secret if provider is not None else frozenset[str]()
        self._secrets = (key, *(value for name, value in named.items() if name in secret))
        self.held: asyncio.Event | None = None
        """What the request waits for once it is connected; None: nothing."""
        self._http_call: HttpCall | None = None
        self._carrier: Carrier | None = None
        """What has litellm carry the call, where it does."""
        self._deltas = _Deltas(server.outbox, id, self._secrets)
        self._reported = self._begun = False
        self._unseen = False
        """The model was told of pictures, and not shown them."""

    async def run(self) -> Done | HasFailed:
        """Compose, ask, and return the last frame."""
        request = self._request
        provider = provider_of(request.model)
        if provider is None:
            return self.failed(Fault("not_found", fault_messages.NO_PREFIX.filled(model=request.model)))
        negotiation = Negotiation(
            self._server.memory, origin(request.base_url or provider.base), request.model
        )
        while True:
            try:
                composed, reader = self._prepared(provider, negotiation)
                fault, http_call = await self._called(composed, reader)
            except (Unsendable, NoWayOut) as error:
                return self.failed(error.fault)
            options = self._request.options
            if not negotiation.asks_again(composed.carried, fault, http_call, options.max_output_tokens):
                break
            if negotiation.longest is not None:
                self._request = with_longest(self._request, negotiation.longest)
        if fault is not None:
            return self.failed(fault)
        return self._done(http_call.reader.state, composed, negotiation)

    async def close(self) -> None:
        """Close what the call has opened."""
        if self._http_call is not None:
            await self._http_call.close()

    async def _called(self, composed: Composed, reader: Reader) -> tuple[Fault | None, HttpCall]:
        """Send one request and read its answer to the end."""
        longest = self._request.options.max_output_tokens
        began = self._http_call.started if self._http_call is not None else time.monotonic()
        http_call = self._http_call = HttpCall(
            self._limits, longest, reader, self._server.turns.next, started=began
        )
        client = self._client(composed, http_call)
        try:
            fault = await http_call.run(
                client, composed.wire, self._report_sent, lambda: self._report_news(reader.state), self.held
            )
        finally:
            self._deltas.close(reader.state)
        return fault, http_call

    def _client(self, composed: Composed, http_call: HttpCall) -> httpx.AsyncClient:
        """Return the way out: to the server itself, or to litellm where it carries the call."""
        provider = provider_of(self._request.model)
        if provider is None or not provider.carried:
            return self._server.clients.make(composed.wire.url)
        named = {**self._named, **({"api_key": self._key} if self._key else {})}
        self._carrier = Carrier(self._server.clients, self._request.model, composed.wire.body, named)
        self._carrier.call = http_call
        return client_for(self._carrier)

    async def _report_sent(self) -> None:
        if not self._reported:
            self._reported = True
            await self._server.outbox.flushed(WasSent(self._id))

    def _report_news(self, state: StreamState) -> None:
        if not self._begun:
            self._begun = True
            self._server.outbox.put(HasBegun(self._id))
        if state.content:
            self._deltas.note(state)

    def _prepared(self, provider: Provider, negotiation: Negotiation) -> tuple[Composed, Reader]:
        """Return the request in its provider's dialect, and what reads the answer; raises Unsendable."""
        request = self._request
        if request.embeds:
            wire = wire_of(request, provider, self._key)
            reader = VectorReader(embedding_of(provider), len(request.messages))
            return Composed(wire, (), tools_as_text=False), reader
        blind = request.sees is False or "pictures" in negotiation.without
        if blind and any(message.pictures for message in request.messages):
            self._request = request = without_pictures(request)
            self._unseen = True
        composed = compose(request, provider, self._key, negotiation.without, proved=negotiation.calls_proved)
        return composed, StreamReader(provider.dialect, composed.reply_tool, searches=asks_search(request))

    def _done(self, state: StreamState, composed: Composed, negotiation: Negotiation) -> Done:
        text, reasoning = "".join(state.text), "".join(state.reasoning)
        # Not every provider names its calls; a name must not come twice in one conversation.
        before = sum(len(message.tool_calls) for message in self._request.messages)
        calls = [
            {
                "id": self._redact(part.id) or f"call_{before + index}",
                "name": self._redact(part.name),
                "arguments": self._redact(part.arguments) or "{}",
            }
            for index, part in sorted(state.calls.items())
        ]
        if composed.tools_as_text or (composed.tools_described and not calls):
            text, read = read_calls(self._redact(text), self._request.tools)
            if read and composed.tools_described:
                negotiation.passed_over()
            named = [(f"call_{before + index}", c) for index, c in enumerate(read)]
            calls = [{"id": id_, "name": c.name, "arguments": c.arguments} for id_, c in named]
        return Done(
            id=self._id,
            text=self._redact(text + pages_told(state.pages)),
            reasoning=self._redact(reasoning),
            tool_calls=calls,
            finish_raw=state.finish or "",
            usage=self._usage(state),
            dropped=list(composed.dropped),
            vectors=state.vectors,
            marks=[*self._marks(state)],
            window=negotiation.window,
            timings=state.timings,
        )

    def _marks(self, state: StreamState) -> Iterator[str]:
        if state.unmarked:
            yield "no_reason"
        if self._carrier is not None and self._carrier.watch is not None and not self._carrier.watch.ended:
            yield "end_unseen"
        if self._cut(state):
            yield "read_less"
        if self._unseen:
            yield "pictures_unseen"
        elif self._passed_over(state):
            yield "pictures_unknown"

    def _cut(self, state: StreamState) -> bool:
        """Tell whether the server counted so few tokens that it must have left some unread."""
        read = state.tokens_in or 0
        sent = count_texts(self._request) if read else 0
        return read < READ_SHARE * sent and sent - read > READ_LEAST

    def _passed_over(self, state: StreamState) -> bool:
        """Tell whether a server seems to have left pictures out, by the tokens that it counted.

        Told only where the pictures are more than an estimate of the text may be wrong by, and nothing of
        a model that the table has as one that sees.
        """
        request, read = self._request, state.tokens_in or 0
        pictures = count_pictures(request) if read else 0
        if not pictures or is_known_to_see(request):
            return False
        texts = count_texts(request)
        return read <= texts and pictures > _UNSURE * texts

    def failed(self, fault: Fault) -> HasFailed:
        """Return the frame of a failure."""
        http_call = self._http_call
        state = http_call.reader.state if http_call else StreamState()
        counted = state.tokens_in is not None or (http_call is not None and http_call.received)
        return HasFailed(
            id=self._id,
            kind=fault.kind,
            message=recorded(redact_message(fault.message, *self._secrets)),
            hint=recorded(fault.hint),
            sent=http_call is not None and http_call.sent,
            received=http_call is not None and http_call.received,
            retry_after=fault.retry_after,
            partial=self._redact("".join(state.text)),
            usage=self._usage(state) if counted else None,
            cut=fault.cut,
            passing=fault.passing,
            window=fault.window,
            timings=state.timings,
        )

    def broken(self, error: Exception) -> HasFailed:
        """Return the frame of a mistake of our own; nothing that may have made it is touched again."""
        http_call = self._http_call
        return HasFailed(
            id=self._id,
            kind="bad_reply",
            message=recorded(fault_messages.HOST_FAILED.filled(error=type(error).__name__)),
            hint=recorded(fault_hints.BY_KIND["bad_reply"]),
            sent=http_call is not None and http_call.sent,
            received=http_call is not None and http_call.received,
            partial="" if http_call is None else self._redact("".join(http_call.reader.state.text)),
        )

    def _usage(self, state: StreamState) -> dict[str, Any]:
        text = "".join(state.text) + "".join(state.reasoning)
        text += "".join(part.arguments for part in state.tools.values())
        # What is counted while an answer is still being written is no count of what was written.
        out = state.tokens_out if state.finishes else None
        return usage(self._request, state, out, text)

    def _redact(self, text: str) -> str:
        return redact(text, *self._secrets)


class _Deltas:
    """What the parent has been told of a call's content: joined, at most twenty times a second."""

    def __init__(self, outbox: Outbox, id: str, secrets: tuple[str | None, ...]) -> None:
        self._outbox, self._id, self._secrets = outbox, id, secrets
        self._redactors = (Redactor(*secrets), Redactor(*secrets))
        self._text = self._reasoning = 0
        self._tools: dict[int, tuple[bool, int]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._tick = 0
        """Of the last delta: all calls tell at the same ticks, and the parent wakes once for them."""

    def note(self, state: StreamState) -> None:
        """There is new content: tell it when it is time."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            now = loop.time()
            # The first words at once.
            tick = max(self._tick + 1, math.ceil(now / DELTA_SECONDS)) if self._tick else 0
            self._timer = loop.call_at(tick * DELTA_SECONDS, self._flush, state, tick)

    def close(self, state: StreamState) -> None:
        """Tell the rest."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._tell(state)
        text, reasoning = (hider.rest() for hider in self._redactors)
        if text or reasoning:
            self._outbox.put(Delta(self._id, text, reasoning))

    def _flush(self, state: StreamState, tick: int) -> None:
        loop = asyncio.get_running_loop()
        now = int(loop.time() / DELTA_SECONDS)
        if self._outbox.congested:
            self._timer = loop.call_at((now + 1) * DELTA_SECONDS, self._flush, state, now + 1)
            return
        self._timer, self._tick = None, tick or now
        self._tell(state)

    def _tell(self, state: StreamState) -> None:
        text = self._redactors[0].feed("".join(state.text[self._text :]))
        reasoning = self._redactors[1].feed("".join(state.reasoning[self._reasoning :]))
        self._text, self._reasoning = len(state.text), len(state.reasoning)
        tools = []
        for index, part in state.calls.items():
            named, size = self._tools.get(index, (False, 0))
            if not named or len(part.arguments) > size:
                new = redact(part.arguments[size:], *self._secrets)
                tools.append([index, "" if named else part.name, new])
                self._tools[index] = (bool(part.name), len(part.arguments))
        if text or reasoning or tools:
            self._outbox.put(Delta(self._id, text, reasoning, tools))
