"""A provider that bills: it keeps what it has read, counts three kinds of tokens, and adds up its charges.

It tells its counts as its kind does, and nobody its bill, but where its kind tells that too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.domain.counting import estimate_tokens
from app.engine.arriving import LoopWatch
from tests.faults.server import Act, Asked
from tests.faults.speaking import Dialect, error_body, events
from tests.support.replayed import SmallModel

LEAST = 64
"""Tokens of an equal beginning that are kept; real ones keep 1,024, which short prompts never have."""
BRIEF = 120
"""Characters of a reply that would run on: one that goes round in circles is ended from here, unbilled."""


@dataclass(frozen=True)
class Read:
    """The tokens of a prompt, by how they were read; `anew` has none of the others."""

    anew: int
    cached: int
    stored: int = 0

    @property
    def all(self) -> int:
        """All of them."""
        return self.anew + self.cached + self.stored


@dataclass(frozen=True)
class Kind:
    """A kind of provider: what it charges in dollars per million tokens, and how it tells what it counted."""

    dialect: Dialect
    model: str
    rates: tuple[float, float, float, float]
    """Read anew, read from a cache, written to one, written out."""
    tells: Callable[[Read, int, float], tuple[int, Mapping[str, Any]]]
    """Returns the count of a prompt in the dialect's usual place, and what is told besides."""
    told_rates: Mapping[str, float] = field(default_factory=dict)
    """What a person says of the server, where no table has its prices."""
    stores: bool = False
    """What is written to its cache is charged by itself."""

    def price(self, read: Read, out: int) -> float:
        """Return the dollars of a call."""
        counts = (read.anew, read.cached, read.stored, out)
        return sum(count * rate for count, rate in zip(counts, self.rates, strict=True)) / 1e6


def _anthropic(read: Read, _out: int, _cost: float) -> tuple[int, Mapping[str, Any]]:
    return read.anew, {
        "cache_read_input_tokens": read.cached,
        "cache_creation_input_tokens": read.stored,
    }


def _openai(read: Read, _out: int, _cost: float) -> tuple[int, Mapping[str, Any]]:
    return read.all, {"prompt_tokens_details": {"cached_tokens": read.cached}}


def _deepseek(read: Read, _out: int, _cost: float) -> tuple[int, Mapping[str, Any]]:
    return read.all, {"prompt_cache_hit_tokens": read.cached, "prompt_cache_miss_tokens": read.anew}


def _gemini(read: Read, _out: int, _cost: float) -> tuple[int, Mapping[str, Any]]:
    return read.all, {"cachedContentTokenCount": read.cached}


def _openrouter(read: Read, _out: int, cost: float) -> tuple[int, Mapping[str, Any]]:
    details = {"cached_tokens": read.cached, "cache_write_tokens": read.stored}
    return read.all, {"prompt_tokens_details": details, "cost": cost}


KINDS: Mapping[str, Kind] = {
    "anthropic": Kind("anthropic", "claude-sonnet-4-5", (3, 0.3, 3.75, 15), _anthropic, stores=True),
    "openai": Kind("openai", "gpt-4o-mini", (0.15, 0.075, 0.15, 0.6), _openai),
    "deepseek": Kind(
        "openai", "deepseek-chat", (0.5, 0.05, 0.5, 1), _deepseek, {"price_in": 0.5, "price_out": 1.0}
    ),
    "gemini": Kind("gemini", "gemini-2.5-flash", (0.3, 0.03, 0.3, 2.5), _gemini),
    # The price that its own model has elsewhere is another.
    "openrouter": Kind("openai", "gpt-4o-mini", (0.2, 0.02, 0.25, 0.9), _openrouter, stores=True),
}


class Biller:
    """A script for a `FaultServer`, which charges for all of an answer, whoever hears it to its end.

    `trouble`: it refuses a request now and then; `gap`: seconds before each piece of an answer.
    """

    def __init__(self, kind: Kind, *, start: int = 0, trouble: bool = False, gap: float = 0.0) -> None:
        self.kind, self.bill, self.gap = kind, 0.0, gap
        self._model, self._trouble = SmallModel(start), trouble
        self._charges: list[tuple[Asked, float]] = []
        self._read: list[str] = []
        self._number = 0

    def __call__(self, asked: Asked) -> Act:
        """Answer, and charge for it."""
        self._number += 1
        if self._trouble and self._number % 7 == 3:
            body = error_body(asked.dialect, 503, "overloaded_error", "Overloaded, try again.")
            return Act([body], status=503, framing="length")
        said, read = self._model.said(asked), self._looked_up(asked.body.decode())
        rambles = said.finish == "length" or LoopWatch().feed(said.text)
        said = replace(said, text=said.text[:BRIEF] if rambles else said.text, finish="")
        out = estimate_tokens(said.text)
        cost = self.kind.price(read, out)
        prompt, counts = self.kind.tells(read, out, cost)
        pieces = events(asked.dialect, replace(said, tokens_in=prompt, tokens_out=out, counts=counts))
        self.bill += cost
        self._charges.append((asked, cost))
        return Act(pieces, gap=self.gap)

    @property
    def of_whole(self) -> list[float]:
        """What was charged for each answer that was written to its end."""
        return [cost for asked, cost in self._charges if asked.whole]

    def _looked_up(self, body: str) -> Read:
        """Return how a prompt is read: what it begins with may have been read before."""
        text = json.dumps(_prompt(json.loads(body)), ensure_ascii=False)
        known = max((_alike(text, before) for before in self._read), default=0)
        self._read.append(text)
        cached = estimate_tokens(text[:known])
        cached = cached - cached % LEAST
        rest = max(1, estimate_tokens(text) - cached)
        stored = rest - rest % LEAST if self.kind.stores else 0
        return Read(rest - stored, cached, stored)


def _prompt(body: Mapping[str, Any]) -> list[Any]:
    """Return what a model reads of a request, in its order."""
    forms = ("tools", "response_format", "output_format")
    texts = ("system", "systemInstruction", "messages", "contents")
    return [body[name] for name in (*forms, *texts) if name in body]


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
