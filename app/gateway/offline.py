"""The offline council: participants made of rules, no AI, behind the same interface as every model.

A model `offline/<voice>` answers a purpose with the voice registered for (voice, purpose), else for
("*", purpose); `offline/terms` embeds texts by their words. They stream like models, cost nothing and open
no connection.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import AsyncIterator, Sequence

from app.domain import fault_hints, fault_messages
from app.domain.i18n import words
from app.domain.messages import ModelRequest, Reply
from app.domain.tokens import FREE
from app.domain.usage import Estimate, Usage
from app.domain.vectors import frequencies
from app.engine.ports import (
    Clock,
    Completed,
    Failed,
    ModelEvent,
    ModelInfo,
    Sent,
    TestResult,
    TextDelta,
    ToolCallDelta,
    Voice,
    Voices,
)

_OFFLINE_MODEL = "offline/terms"
SIZE = 2048
"""Numbers of one vector; so many that the terms of a reflection rarely share one."""


def hashed(texts: Sequence[str]) -> list[list[float]]:
    """Return a vector per text: each term counts at the place its checksum names."""
    vectors = []
    for text in texts:
        vector = [0.0] * SIZE
        for term, count in frequencies(text).items():
            vector[zlib.crc32(term.encode("utf-8", "surrogatepass")) % SIZE] += count
        vectors.append(vector)
    return vectors


def texts_of(request: ModelRequest) -> list[str]:
    """Return the texts that a request wants vectors of."""
    return [message.text for message in request.messages]


def _no_such_model(model: str) -> Failed:
    """Say that a model embeds nothing."""
    return Failed(
        "not_found",
        fault_messages.NO_EMBEDDING_MODEL.filled(model=model),
        sent=False,
        hint=fault_hints.NAME_EMBEDDING.filled(model=_OFFLINE_MODEL),
    )


PREFIX = "offline/"
_WORDS_A_STEP = 6
_PIECES = re.compile(r"\S+\s*|\s+")


def estimated_tokens(text: str) -> int:
    """Estimate tokens from the length: about four characters each."""
    return (len(text) + 3) // 4


def prompt_tokens(request: ModelRequest) -> int:
    """Estimate the tokens of a request's messages, tool calls among them."""
    return sum(
        estimated_tokens(message.text)
        + sum(estimated_tokens(call.name + call.arguments) for call in message.tool_calls)
        for message in request.messages
    )


def free_estimate(request: ModelRequest) -> Estimate:
    """Estimate a request that nobody is paid for."""
    longest = request.options.max_output_tokens
    return Estimate(tokens_in=prompt_tokens(request), rates=FREE, tokens_out_max=longest, cost_max=0.0)


class OfflineCouncil:
    """Answers with voices, `step_seconds` between every few words (0: at once)."""

    def __init__(self, voices: Voices, clock: Clock, step_seconds: float = 0.02) -> None:
        self._voices = voices
        self._clock = clock
        self._step = step_seconds
        # Only calls under way: a late cancel must not end a later call of the same name.
        self._running: dict[str, bool] = {}

    def _voice(self, request: ModelRequest) -> Voice | None:
        name = request.model.removeprefix(PREFIX)
        if not self._known(name):
            return None
        return self._voices.get((name, request.purpose)) or self._voices.get(("*", request.purpose))

    def _known(self, name: str) -> bool:
        # Whoever has it comes early: to list them all, every workflow is loaded.
        return name != "*" and name in (own for own, _ in self._voices)

    def names(self) -> list[str]:
        """Return the voices that have a name of their own."""
        return sorted({name for name, _ in self._voices if name != "*"})

    def prepare(self, call_id: str, request: ModelRequest) -> None:
        """Nothing takes long."""

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Stream the voice's answer, or answer with the vectors that are wanted."""
        if request.embeds:
            async for event in self._embedded(request):
                yield event
            return
        voice = self._voice(request)
        if voice is None:
            yield self._nobody(request)
            return
        self._running[call_id] = True
        try:
            async for event in self._spoken(call_id, request, voice):
                yield event
        finally:
            self._running.pop(call_id, None)

    def _nobody(self, request: ModelRequest) -> Failed:
        """Say that nobody of this name answers that."""
        return Failed(
            "not_found",
            fault_messages.NO_VOICE.filled(model=request.model, purpose=request.purpose),
            hint=fault_hints.OTHER_VOICE.filled(names=", ".join(PREFIX + name for name in self.names())),
            sent=False,
        )

    async def _spoken(self, call_id: str, request: ModelRequest, voice: Voice) -> AsyncIterator[ModelEvent]:
        yield Sent()
        seen, request = request, request.without_pictures()
        # The rules may take a while on long texts: they must not hold up the window.
        reply = await asyncio.to_thread(voice, request)
        text, tool_calls = (reply.text, reply.tool_calls) if isinstance(reply, Reply) else (reply, ())
        pieces = _PIECES.findall(text)
        for start in range(0, len(pieces), _WORDS_A_STEP):
            if not self._running.get(call_id, False):
                return
            yield TextDelta("".join(pieces[start : start + _WORDS_A_STEP]))
            if self._step:
                await self._clock.sleep(self._step)
        written = estimated_tokens(text + "".join(call.name + call.arguments for call in tool_calls))
        for index, call in enumerate(tool_calls):
            yield ToolCallDelta(index, call.name, call.arguments)
        usage = Usage(tokens_in=prompt_tokens(request), tokens_out=written, source="offline", cost=0.0)
        finish = "tool_calls" if tool_calls else "stop"
        marks = () if request is seen else ("pictures_unseen",)
        yield Completed(text=text, tool_calls=tool_calls, finish=finish, usage=usage, marks=marks)

    async def _embedded(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        if request.model != _OFFLINE_MODEL:
            yield _no_such_model(request.model)
            return
        yield Sent()
        vectors = await asyncio.to_thread(hashed, texts_of(request))
        usage = Usage(tokens_in=prompt_tokens(request), source="offline", cost=0.0)
        yield Completed("", usage=usage, vectors=vectors)

    async def cancel(self, call_id: str) -> None:
        """End a call at its next step; one that is not under way is ignored."""
        if call_id in self._running:
            self._running[call_id] = False

    async def learn_window(self, request: ModelRequest, *, anew: bool = False) -> None:
        """Nothing limits it."""

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return token estimates at no cost."""
        return [free_estimate(request) for request in requests]

    def built_in(self, model: str) -> bool:
        """Tell whether a model is part of the program."""
        return model.startswith(PREFIX)

    def host(self, model: str, base_url: str | None = None) -> str:
        """Return none: rules work on this machine."""
        return ""

    async def models(self) -> Sequence[ModelInfo]:
        """List the voices."""
        return [
            ModelInfo(PREFIX + name, "offline", f"{name} (rules, no AI)", price_in=0.0, price_out=0.0)
            for name in self.names()
        ]

    async def test(self, model: str) -> TestResult:
        """Tell whether the voice exists."""
        if self._known(model.removeprefix(PREFIX)):
            return TestResult(True, words("Built in: rules, no AI, no key."))
        return TestResult(
            False,
            words("There is no {model}.", model=model),
            words("Use {model}.", model=PREFIX + self.names()[0]),
        )

    async def close(self) -> None:
        """Nothing is held."""
