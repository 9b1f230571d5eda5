"""A gateway that says what it is told to, and what the ways out of a test have in common.

It counts every request by identity, so that a test can show that nothing was asked twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field

from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.domain.tokens import Rates
from app.domain.usage import Estimate, Usage
from app.engine.ports import (
    Clock,
    Completed,
    Failed,
    ModelEvent,
    ModelInfo,
    Sent,
    TestResult,
    TextDelta,
)
from app.gateway.offline import hashed, prompt_tokens, texts_of

Line = str | Failed | Completed | Sequence[ModelEvent]
Script = Callable[[ModelRequest], Line]


class Outside:
    """What a ModelGateway of a test need not say itself: nothing takes long, is asked for or held."""

    def prepare(self, call_id: str, request: ModelRequest) -> None:
        """Nothing takes long."""

    async def learn_window(self, request: ModelRequest, *, anew: bool = False) -> None:
        """Nothing is asked for."""

    async def cancel(self, call_id: str) -> None:
        """Closing the stream is enough."""

    def built_in(self, model: str) -> bool:
        """Tell whether a model is part of the program."""
        return model.startswith("scripted/")

    def host(self, model: str, base_url: str | None = None) -> str:
        """Return none for its own models; others are what they are called."""
        return "" if self.built_in(model) else base_url or model.partition("/")[0]

    async def models(self) -> Sequence[ModelInfo]:
        """Return none: they are known by name."""
        return []

    async def test(self, model: str) -> TestResult:
        """Say yes."""
        return TestResult(True, verbatim(f"{model} answers."))

    async def close(self) -> None:
        """Nothing is held."""


@dataclass
class ScriptedGateway(Outside):
    """Answers with `script(request)`: a text, a failure, a completion, or events word for word.

    A text is streamed in `pieces` parts with `delay` seconds of the clock before each. `cost` dollars
    are reserved and charged per call (None: unknown price); a function says them request by request.
    """

    script: Script
    clock: Clock
    delay: float = 0.0
    pieces: int = 1
    cost: float | Callable[[ModelRequest], float | None] | None = 0.0
    requests: list[ModelRequest] = field(default_factory=list)
    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Requests by (purpose, seat, identity)."""
    embedder: Callable[[Sequence[str]], Sequence[Sequence[float]] | Failed] = hashed
    """Answers what is to be embedded, in place of the script."""
    running: int = 0
    most_running: int = 0

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Play the script's line."""
        del call_id
        self.requests.append(request)
        self.counts[request.purpose, request.seat, request.identity()] += 1
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            line = self._embedded(request) if request.embeds else self.script(request)
            if isinstance(line, Failed):
                yield line
                return
            yield Sent()
            if isinstance(line, str):
                async for event in self._spoken(line, self._price(request)):
                    yield event
            elif isinstance(line, Completed):
                yield line
            else:
                for event in line:
                    await self.clock.sleep(self.delay)
                    yield event
        finally:
            self.running -= 1

    def _embedded(self, request: ModelRequest) -> Line:
        found = self.embedder(texts_of(request))
        if isinstance(found, Failed):
            return found
        usage = Usage(tokens_in=100, source="provider", cost=self._price(request))
        return Completed("", usage=usage, vectors=found)

    def _price(self, request: ModelRequest) -> float | None:
        return self.cost(request) if callable(self.cost) else self.cost

    async def _spoken(self, text: str, cost: float | None) -> AsyncIterator[ModelEvent]:
        size = max(1, -(-len(text) // self.pieces))
        for start in range(0, len(text), size):
            await self.clock.sleep(self.delay)
            yield TextDelta(text[start : start + size])
        await self.clock.sleep(self.delay)
        yield Completed(text, usage=Usage(tokens_in=100, tokens_out=50, source="provider", cost=cost))

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return the stated cost for every request."""
        return [self._worst(self._price(each)) for each in requests]

    def _worst(self, cost: float | None) -> Estimate:
        each = None if cost is None else cost / 100
        rates = None if each is None else Rates(into=each, out=0, cached=each, stored=each)
        return Estimate(tokens_in=100, tokens_out_max=50, cost_max=cost, rates=rates)

    async def models(self) -> Sequence[ModelInfo]:
        """List the one model."""
        return [ModelInfo("scripted/any", "scripted")]


class Charging(ScriptedGateway):
    """Half of a call's worst case is its prompt; the other half its longest answer, of fifty tokens."""

    def _worst(self, cost: float | None) -> Estimate:
        assert cost is not None
        rates = Rates(into=cost / 200, out=cost / 100, cached=cost / 200, stored=cost / 200)
        return Estimate(tokens_in=100, tokens_out_max=50, cost_max=cost, rates=rates)


class MeasuringGateway(ScriptedGateway):
    """A scripted gateway that measures its prompts, and knows the model's window where it is told."""

    window: int | None = None

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return tokens by length."""
        return [
            Estimate(tokens_in=prompt_tokens(r), tokens_out_max=10, cost_max=0.0, context_limit=self.window)
            for r in requests
        ]
