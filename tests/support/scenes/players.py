"""The outside world of the scenes: models that wait for their cue, and providers without a network.

Both stand at the ports: what lies behind them, services and engine, is the program's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar

import keyring
from keyring.backend import KeyringBackend

from app.domain import fault_hints, fault_messages
from app.domain.i18n import verbatim
from app.domain.ids import SeatName, SessionId
from app.domain.messages import ModelRequest
from app.domain.seats import Obstacle, Seat
from app.domain.tokens import Rates
from app.domain.usage import Estimate, Usage
from app.engine.ports import (
    Completed,
    Failed,
    LocalServer,
    ModelEvent,
    ModelInfo,
    Sent,
    TestResult,
    TextDelta,
)
from app.gateway.offline import prompt_tokens
from app.gateway.provider_gateway import HostedProviders
from app.gateway.providers import PROVIDERS
from tests.support.scripted import Outside

Line = str | Completed | Failed
Waits = Callable[[ModelRequest], bool]
COST = 0.011
"""Dollars that every answer costs."""
OUT_OF_CREDIT = Failed(
    "no_credit",
    verbatim("The provider's account has no credit left (429)."),
    sent=True,
    hint=verbatim("Add credit at the provider, or use another model."),
)
CUT = Failed(
    "truncated",
    fault_messages.CUT_OFF.filled(n=4000, finish="length"),
    sent=True,
    hint=fault_hints.RAISE_LONGEST,
    received=True,
    partial="Yes, as a pilot of six months in one team. For it speaks that the office is half empty on",
    cut="limit",
)
TOO_LONG = Failed(
    "context_overflow",
    fault_messages.TOO_LONG_BY.filled(n="15,028", window="4,096"),
    sent=False,
    hint=fault_hints.LARGER_WINDOW,
)
PRICE_IN, PRICE_OUT = 3e-6, 15e-6
"""Dollars per token that a call's worst case is reckoned with."""


@dataclass
class Cue:
    """One call that waits: what it is to say next."""

    request: ModelRequest
    events: asyncio.Queue[TextDelta | None] = field(default_factory=asyncio.Queue)

    def end(self) -> None:
        """Let the call end with its line."""
        self.events.put_nowait(None)


@dataclass
class Players(Outside):
    """A ModelGateway whose models know their lines and wait, each call for its cue, unless told to go on."""

    says: Callable[[ModelRequest], Line]
    embeds: Callable[[str], Sequence[float]] | None = None
    waiting: dict[str, Cue] = field(default_factory=dict)
    """The calls that wait, by their ids, in the order they began."""
    requests: list[ModelRequest] = field(default_factory=list)
    reserves: Callable[[ModelRequest], float] | None = None
    """What a call's worst case costs, where it is another than by the usual prices."""
    priced: bool = True
    """Whether anybody knows what they cost."""

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Say the line, once it may be said."""
        self.requests.append(request)
        if request.embeds and self.embeds is not None:
            yield Sent()
            vectors = [self.embeds(message.text) for message in request.messages]
            yield Completed("", usage=Usage(tokens_in=60, source="provider", cost=0.0), vectors=vectors)
            return
        yield Sent()
        cue = self.waiting[call_id] = Cue(request)
        try:
            while (piece := await cue.events.get()) is not None:
                yield piece
        finally:
            del self.waiting[call_id]
        line = self.says(request)
        if isinstance(line, str):
            usage = Usage(tokens_in=900, tokens_out=len(line) // 4, source="provider", cost=COST)
            line = Completed(line, usage=usage)
        yield line

    def waiting_of(self, session: SessionId) -> list[Cue]:
        """Return a session's calls that wait."""
        return [cue for call, cue in self.waiting.items() if call.startswith(session)]

    def of(self, seat: str) -> Cue:
        """Return a seat's call that waits, the newest."""
        return next(cue for cue in reversed(self.waiting.values()) if cue.request.seat == seat)

    def stream(self, seat: str, text: str) -> None:
        """Let a seat write some of its text."""
        self.of(seat).events.put_nowait(TextDelta(text))

    def end(self, *seats: str) -> None:
        """Let the calls of these seats end with their lines; of all that wait where none is named."""
        for cue in self.waiting.values():
            if not seats or cue.request.seat in seats:
                cue.end()

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return the worst case at the usual prices."""
        return [self._worst(request) for request in requests]

    def _worst(self, request: ModelRequest) -> Estimate:
        into, out = prompt_tokens(request), request.options.max_output_tokens
        if not self.priced:
            return Estimate(tokens_in=into, tokens_out_max=out)
        cost = self.reserves(request) if self.reserves is not None else into * PRICE_IN + out * PRICE_OUT
        rates = Rates(into=PRICE_IN, out=PRICE_OUT, cached=PRICE_IN, stored=PRICE_IN)
        return Estimate(tokens_in=into, tokens_out_max=out, cost_max=cost, rates=rates)


class Ring(KeyringBackend):
    """A keyring that lives as long as a scene."""

    priority: ClassVar[float] = 1

    def __init__(self) -> None:
        super().__init__()
        self.held: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        """Return a key."""
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a key."""
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Forget a key."""
        del self.held[service, username]


@contextmanager
def own_keyring() -> Iterator[None]:
    """Use a keyring of one's own for a while: nobody's keys are read or written."""
    before = keyring.get_keyring()
    keyring.set_keyring(Ring())
    try:
        yield
    finally:
        keyring.set_keyring(before)


LOCAL = (LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", ("ollama/qwen3:8b",)),)
REFUSED = (fault_messages.BY_KIND["auth"].filled(rest=" (401)."), fault_hints.BY_KIND["auth"])


@dataclass
class Front(HostedProviders):
    """The program's own list of providers; those behind it answer without a network.

    A key that ends in “bad” is refused, with one in “far” nobody answers, in “due” the account is empty;
    there is one server on this machine.
    """

    pace: float = 0.0
    """Seconds a provider takes to answer."""
    slow: bool = False
    """The connections are not loaded yet."""
    many: int = 0
    """Models there are of every provider besides."""
    contacted: list[str] = field(default_factory=list)
    answering: asyncio.Event | None = None
    """What a provider waits for before it answers."""

    def kept(self) -> dict[str, str]:
        """Return the keys there are, by provider."""
        return {name: key for name in PROVIDERS if (key := self.keys.get(name))}

    async def check(self, provider: str) -> TestResult:
        """Judge the key by its end."""
        self.contacted.append(provider)
        if self.answering is not None:
            await self.answering.wait()
        await asyncio.sleep(self.pace)
        key = self.keys.get(provider) or ""
        if key.endswith("bad"):
            return TestResult(False, *REFUSED, "auth")
        if key.endswith("far"):
            return TestResult(
                False,
                verbatim("The provider cannot be reached."),
                verbatim("Check the connection."),
                "connection",
            )
        if key.endswith("due"):
            return TestResult(False, verbatim("The account has no credit."), kind="no_credit")
        return TestResult(True, verbatim("It lists 12 models."), models=("m",) * 12, seconds=0.412)

    async def catalogue(self) -> Sequence[ModelInfo]:
        """Return one model that is known by name, and as many others as there are to be."""
        named = ModelInfo("openai/gpt-4o-mini", "openai", price_in=0.15, price_out=0.6)
        others = (
            ModelInfo(f"openai/model-{n}", "openai", price_in=1.0, price_out=2.0) for n in range(self.many)
        )
        return [named, *others]

    async def find_local(self) -> Sequence[LocalServer]:
        """Find one server."""
        self.contacted.append("local")
        return LOCAL

    async def obstacles(self, seats: Mapping[SeatName, Seat], *, contact: bool) -> Sequence[Obstacle]:
        """Find nothing in the way."""
        return ()

    def look_again(self) -> None:
        """There is nothing that it found out."""

    def loaded(self, model: str) -> bool:
        """Tell what it was told."""
        return not self.slow

    async def ready(self) -> TestResult:
        """There is no host to be started."""
        return TestResult(True, verbatim("There is nothing to start."))

    async def warm(self) -> None:
        """There is no host to be started."""
