"""Asking through the gateway, as the engine does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, cast

from app.domain.messages import ChatMessage, ModelRequest, Options
from app.engine.ports import Completed, Failed, ModelEvent, ModelGateway
from tests.faults.speaking import Dialect, Place

PROVIDER: dict[Dialect, str] = {
    "openai": "openai",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "ollama": "ollama",
}


def request(server: Place, model: str, dialect: Dialect = "openai", **more: Any) -> ModelRequest:
    """Return a request to the server's model of that name."""
    values: dict[str, Any] = {
        "purpose": "say",
        "seat": "Ann",
        "model": f"{PROVIDER[dialect]}/{model}",
        "messages": (
            ChatMessage(role="system", text="Be brief."),
            ChatMessage(role="user", text="Where to?"),
        ),
        "base_url": server.base(dialect),
        "api_key_env": "TEST_KEY",
    }
    return ModelRequest(**{**values, **more})


def embedding(model: str, base_url: str | None, *texts: str) -> ModelRequest:
    """Return a request for the vectors of some texts."""
    return ModelRequest(
        purpose="embedding",
        seat="Ann",
        model=model,
        messages=tuple(ChatMessage(role="user", text=text) for text in texts),
        options=Options(max_output_tokens=0),
        base_url=base_url,
        api_key_env="TEST_KEY",
        embeds=True,
    )


async def events(gateway: ModelGateway, asked: ModelRequest, call: str = "c1") -> list[ModelEvent]:
    """Return all events of a call."""
    async with aclosing(cast(Any, gateway.start(call, asked))) as found:
        return [event async for event in cast(AsyncIterator[ModelEvent], found)]


async def end(gateway: ModelGateway, asked: ModelRequest, call: str = "c1") -> Completed | Failed:
    """Return a call's last event."""
    last = (await events(gateway, asked, call))[-1]
    assert isinstance(last, Completed | Failed)
    return last
