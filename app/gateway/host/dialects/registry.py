"""The dialects by name, as far as writing requests goes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from app.domain.messages import Message, ModelRequest
from app.gateway.host.dialects import anthropic, gemini, ollama, openai
from app.gateway.host.dialects.writing import Body
from app.gateway.host.refusals import Feature
from app.gateway.providers import Dialect


class Writing(Protocol):
    """What a dialect's module knows of requests."""

    @property
    def PARTS(self) -> tuple[str, ...]:  # noqa: N802  a constant of a module
        """The members of a body that the messages make."""
        ...

    @property
    def STYLES(self) -> Mapping[str, Callable[[Sequence[Message]], Body]]:  # noqa: N802  a constant of a module
        """Ways of writing the messages; `plain` is for servers of one's own."""
        ...

    def address(self, base: str, model: str) -> str:
        """Return where a model is asked."""
        ...

    def headers(self, key: str | None) -> Mapping[str, str]:
        """Return the headers that are the dialect's own."""
        ...

    def body_of(self, request: ModelRequest, without: Collection[Feature]) -> tuple[Body, frozenset[Feature]]:
        """Return a request's body without its messages, and what of it some servers refuse."""
        ...


DIALECTS: Mapping[Dialect, Writing] = {
    "openai": openai,
    "anthropic": anthropic,
    "gemini": gemini,
    "ollama": ollama,
}
