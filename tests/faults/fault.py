"""One thing that a provider does, what must come of it, and the pieces of which such things are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.errors import ProviderErrorKind
from tests.faults.server import Act
from tests.faults.speaking import DIALECTS, Dialect, Said, error_body, events

SAID = Said()
HTML = b"<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>"
Limit = Literal["first_byte", "idle", "total"]


@dataclass(frozen=True)
class Fault:
    """One fault and the end it must have. `kind` None: the answer is whole for all that."""

    make: Callable[[Dialect], Act]
    kind: ProviderErrorKind | None
    partial: bool = False
    """Some text had arrived and is kept."""
    unshown: bool = False
    """Something had arrived that is no part of the answer."""
    retry_after: float | None = None
    sent: bool = True
    word: str = ""
    """Stands in the message."""
    says: str = ""
    """The text of a whole answer, where it is to be looked at."""
    dialects: Sequence[Dialect] = DIALECTS
    retried: bool = False
    """Safe to ask again by itself."""
    limit: Limit | None = None
    """The one that ends the call, by its name in `Limits`; its seconds stand in the message."""


def stream(pieces: Sequence[bytes], **more: object) -> Act:
    """Return what answers with these events."""
    return Act(list(pieces), **more)  # type: ignore[arg-type]


def good(dialect: Dialect, answer: Said = SAID) -> list[bytes]:
    """Return the events of a sound answer."""
    return events(dialect, answer)


def middle(dialect: Dialect) -> int:
    """Return the place of an event after which some text has arrived and some is missing."""
    return {"openai": 4, "anthropic": 5, "gemini": 3, "ollama": 3}[dialect]


def status(
    code: int, kind: str, message: str, headers: dict[str, str] | None = None
) -> Callable[[Dialect], Act]:
    """Return what answers with a status and the dialect's words for an error."""

    def make(dialect: Dialect) -> Act:
        body = error_body(dialect, code, kind, message)
        return Act([body], code, {"content-type": "application/json", **(headers or {})}, "length")

    return make


def before_end(dialect: Dialect) -> list[bytes]:
    """Return a stream without its finish event and all after it."""
    drop = {"openai": 3, "anthropic": 2, "gemini": 1, "ollama": 1}[dialect]
    return good(dialect)[:-drop]


def ending(dialect: Dialect, finish: str) -> list[bytes]:
    """Return the events from the finish on, with a reason of its own."""
    drop = {"openai": 3, "anthropic": 2, "gemini": 1, "ollama": 1}[dialect]
    last = events(dialect, Said(finish=finish))[-drop:]
    return last if not finish else last[:1]


def in_two(pieces: list[bytes], at: int) -> list[bytes]:
    """Return the events with one of them ending in the middle of its JSON."""
    return [*pieces[:at], pieces[at][: len(pieces[at]) // 2]]


LENGTH: dict[Dialect, str] = {
    "openai": "length",
    "anthropic": "max_tokens",
    "gemini": "MAX_TOKENS",
    "ollama": "length",
}
FILTER: dict[Dialect, str] = {"openai": "content_filter", "anthropic": "refusal", "gemini": "SAFETY"}
SSE: tuple[Dialect, ...] = ("openai", "anthropic", "gemini")
