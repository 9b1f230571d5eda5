"""Real models through the model host: the parent's side, a ModelGateway.

Rules: the host starts at the first use (or when `warm` is called), and again after it died; calls it had
not yet sent fail as `host_died` unsent, the others as `host_died` sent. Every call has an end of its own
here too: a host that hangs is ended with it. Only approved addresses are contacted, and a key goes to the
address it is kept for.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, cast

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest, ToolCall
from app.domain.usage import Estimate, Usage
from app.engine.ports import (
    Clock,
    Completed,
    Failed,
    KeyStore,
    ModelEvent,
    ModelInfo,
    ReasoningDelta,
    Sent,
    TestResult,
    TextDelta,
    ToolCallDelta,
)
from app.gateway.lifeline import HostGone, Lifeline
from app.gateway.protocol import (
    Answer,
    Ask,
    Cancel,
    Delta,
    Done,
    Frame,
    HasFailed,
    Limits,
    Start,
    WasCancelled,
    WasSent,
)
from app.gateway.providers import PROVIDERS, Provider, key_owner, origin, provider_of
from app.gateway.throttle import Throttle

GRACE = 0.7
"""Seconds beyond a call's limit after which it is ended here and the host is doubted."""
ASK_SECONDS = 20.0

_log = logging.getLogger(__name__)


def every_host(_: str) -> bool:
    """Approve every address: for seats that no imported file can have named."""
    return True


@dataclass
class HostedGateway:
    """All providers of `app.gateway.providers`."""

    keys: KeyStore
    clock: Clock
    approved: Callable[[str], bool] = every_host
    """Tells whether a seat's own address (an origin) was approved by the person."""
    lifeline: Lifeline = field(default_factory=Lifeline)
    limits: Callable[[float], Limits] = Limits.of
    throttle: Throttle = field(init=False)
    _catalogue: list[ModelInfo] = field(default_factory=list)
    _estimates: dict[str, Estimate] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.throttle = Throttle(self.clock)

    async def warm(self) -> None:
        """Start the host in the background; a failure shows at the first call."""
        await self.lifeline.warm()

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Ask through the host."""
        provider = provider_of(request.model)
        refused = self._refusal(provider, request)
        if refused is not None or provider is None:
            yield refused or _no_provider(request.model)
            return
        key = await self._key(provider, request.base_url, request.api_key_env)
        if key is None and not provider.local and request.base_url is None:
            yield _no_key(provider, request.api_key_env)
            return
        place = origin(request.base_url or provider.base)
        async with self.throttle.slot(place, local=provider.local):
            async for event in self._talk(call_id, request, key):
                if isinstance(event, Failed) and event.retry_after is not None:
                    self.throttle.pause(place, event.retry_after)
                yield event

    async def _talk(self, call_id: str, request: ModelRequest, key: str | None) -> AsyncIterator[ModelEvent]:
        limits = self.limits(request.options.timeout)
        body = request.model_dump(mode="json", exclude={"inputs"}) | {"inputs": {}}
        over = sent = received = False
        pieces: list[str] = []
        try:
            line = await self.lifeline.open(call_id)
        except HostGone as gone:
            yield _died(gone, sent=False, pieces=pieces)
            return
        try:
            await line.send(Start(call_id, body, key, cast(dict[str, float], asdict(limits))))
            async with asyncio.timeout(limits.total + GRACE):
                async for frame in line.frames():
                    sent = sent or isinstance(frame, WasSent | Delta)
                    if isinstance(frame, Delta):
                        received = True
                        pieces.append(frame.text)
                    for event in _events(frame):
                        over = over or isinstance(event, Completed | Failed)
                        yield event
                    if over or isinstance(frame, WasCancelled):
                        over = True
                        return
        except HostGone as gone:
            over = True
            yield _died(gone, sent=sent, pieces=pieces)
        except TimeoutError:
            # The host names its own ends before: it is behind, or does not answer any more.
            self.lifeline.doubt()
            message = f"The answer was not complete after {limits.total:g} seconds."
            yield Failed("timeout", message, sent, received=received, partial="".join(pieces))
        finally:
            if not over:
                await asyncio.shield(line.send(Cancel(call_id)))
            line.close()

    def _refusal(self, provider: Provider | None, request: ModelRequest) -> Failed | None:
        if provider is None:
            return _no_provider(request.model)
        if request.base_url is None:
            return None
        place = origin(request.base_url)
        if not place.startswith(("http://", "https://")):
            message = f"The address {request.base_url} is none of a server."
            return Failed("connection", message, False, hint="Use one that begins with http:// or https://.")
        if place != provider.origin and not self.approved(place):
            return Failed(
                "connection",
                f"The session names the server {place}, which you have not approved.",
                False,
                hint=f"Put another model in the seat, or approve it: roundtable models --approve {place}",
            )
        return None

    async def _key(self, provider: Provider, base_url: str | None, env: str | None) -> str | None:
        # The keyring may ask a person or another program: not in the window's thread.
        return await asyncio.to_thread(self.keys.get, key_owner(provider, base_url), env)

    async def cancel(self, call_id: str) -> None:
        """End a call; unknown ids are ignored."""
        self.lifeline.cancel(call_id)

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return worst cases from the host's table; a host that does not answer knows no price."""
        if not requests:
            return []
        bodies: list[JsonValue] = [
            request.model_dump(mode="json", exclude={"inputs"}) | {"inputs": {}} for request in requests
        ]
        answer = await self._ask("estimate", {"requests": bodies})
        found = answer.get("estimates")
        if not isinstance(found, list):
            _log.warning("the model host gave no estimate")
            return [_rough(request) for request in requests]
        return [Estimate.model_validate(one) for one in found]

    async def models(self) -> Sequence[ModelInfo]:
        """List the models in the library's table."""
        if not self._catalogue:
            found = (await self._ask("catalogue", {})).get("models")
            self._catalogue = [_info(one) for one in found if isinstance(one, dict)] if found else []  # type: ignore[union-attr]
        return list(self._catalogue)

    async def list(
        self, provider: str, base_url: str | None = None, env: str | None = None
    ) -> tuple[Sequence[str], TestResult]:
        """Ask a provider for its models; costs nothing and shows whether the key is good."""
        known = PROVIDERS[provider]
        if base_url is not None and origin(base_url) != known.origin and not self.approved(origin(base_url)):
            return [], TestResult(False, f"{base_url} is not approved.", "Approve the address first.")
        key = await self._key(known, base_url, env)
        if key is None and not known.local and base_url is None:
            missing = _no_key(known, env)
            return [], TestResult(False, missing.message, missing.hint)
        answer = await self._ask("list", {"provider": provider, "base_url": base_url}, key)
        found = answer.get("models")
        if isinstance(found, list):
            return [str(name) for name in found], TestResult(
                True, f"{known.title} lists {len(found)} models."
            )
        return [], TestResult(False, str(answer.get("problem", "")), str(answer.get("hint", "")))

    async def test(self, model: str, base_url: str | None = None, env: str | None = None) -> TestResult:
        """Try a model's provider, and whether it lists the model."""
        provider = provider_of(model)
        if provider is None:
            missing = _no_provider(model)
            return TestResult(False, missing.message, missing.hint)
        names, result = await self.list(provider.name, base_url, env)
        name = model.partition("/")[2]
        if result.ok and names and name and name not in names:
            return TestResult(
                False,
                f"{provider.title} does not list {name}.",
                "Check the model's name, or your plan there.",
            )
        return result

    async def close(self) -> None:
        """End the host."""
        await self.lifeline.close()

    async def _ask(
        self, what: str, body: Mapping[str, JsonValue], key: str | None = None
    ) -> Mapping[str, JsonValue]:
        try:
            line = await self.lifeline.open()
            try:
                await line.send(Ask(line.id, what, dict(body), key))
                async with asyncio.timeout(ASK_SECONDS):
                    async for frame in line.frames():
                        if isinstance(frame, Answer):
                            return frame.body
            finally:
                line.close()
        except HostGone as gone:
            return {"kind": "host_died", "problem": str(gone), "hint": "Run roundtable doctor."}
        except TimeoutError:
            self.lifeline.kill()
        return {"kind": "host_died", "problem": "The model host does not answer.", "hint": "Try again."}


def _events(frame: Frame) -> list[ModelEvent]:
    match frame:
        case WasSent():
            return [Sent()]
        case Delta():
            events: list[ModelEvent] = [ReasoningDelta(frame.reasoning)] if frame.reasoning else []
            events += [TextDelta(frame.text)] if frame.text else []
            return events + [ToolCallDelta(int(i), str(name), str(part)) for i, name, part in frame.tools]
        case Done():
            return [
                Completed(
                    text=frame.text,
                    reasoning=frame.reasoning,
                    tool_calls=tuple(ToolCall(**call) for call in frame.tool_calls),
                    finish=frame.finish_raw,
                    usage=Usage.model_validate(frame.usage),
                    dropped_options=tuple(frame.dropped),
                )
            ]
        case HasFailed():
            return [
                Failed(
                    kind=frame.kind,
                    message=frame.message,
                    sent=frame.sent,
                    hint=frame.hint,
                    received=frame.received,
                    retry_after=frame.retry_after,
                    partial=frame.partial,
                    usage=Usage.model_validate(frame.usage) if frame.usage is not None else None,
                )
            ]
        case _:
            return []


def _died(gone: HostGone, *, sent: bool, pieces: Sequence[str]) -> Failed:
    hint = "Retry; if it happens again, run roundtable doctor."
    partial = "".join(pieces)
    return Failed("host_died", str(gone), sent, hint=hint, received=bool(partial), partial=partial)


def _no_provider(model: str) -> Failed:
    return Failed(
        "not_found",
        f"No provider is connected for the model “{model}”.",
        False,
        hint=f"Use one of: {', '.join(sorted(PROVIDERS))}; any other server as openai/<model> with base_url.",
    )


def _no_key(provider: Provider, env: str | None) -> Failed:
    names = " or ".join(dict.fromkeys([*([env] if env else []), *provider.env]))
    return Failed(
        "auth",
        f"There is no key for {provider.title}.",
        False,
        hint=f"Enter one under Providers, or set the variable {names}.",
    )


def _rough(request: ModelRequest) -> Estimate:
    """Estimate by length; the price is known only where the seat names it."""
    tokens = sum(len(message.text) for message in request.messages) // 3 + 16
    out = request.options.max_output_tokens
    cost = None
    if request.price_in is not None or request.price_out is not None:
        cost = (tokens * (request.price_in or 0.0) + out * (request.price_out or 0.0)) / 1e6
    return Estimate(tokens_in=tokens, tokens_out_max=out, cost_max=cost)


def _info(body: Mapping[str, JsonValue]) -> ModelInfo:
    return ModelInfo(**cast(dict[str, Any], dict(body)))
