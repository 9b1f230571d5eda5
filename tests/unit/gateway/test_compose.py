"""A request goes to the server that is configured, whatever the library would make of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import ModuleType
from typing import Any

import pytest

from app.domain.messages import Message, ModelRequest
from app.gateway.host.library.compose import Composer
from app.gateway.host.wire import Unsendable
from app.gateway.providers import provider_of


class Handler:
    """Carries the client, as the library's own does."""

    client: Any


def library(address: str) -> ModuleType:
    """Return a library that sends every request to one address."""

    async def acompletion(client: Handler, **_: Any) -> AsyncIterator[object]:
        await client.client.post(address, json={"messages": []})
        return nothing()

    async def nothing() -> AsyncIterator[object]:
        for item in list[object]():
            yield item

    found = ModuleType("library")
    found.acompletion = acompletion  # type: ignore[attr-defined]
    found.model_cost = {}  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("http://127.0.0.1:4010/v1/messages", True),
        ("http://127.0.0.1:4011/v1/messages", False),
        ("https://127.0.0.1:4010/v1/messages", False),
        ("http://127.0.0.1.example.org:4010/v1/messages", False),
        ("https://api.anthropic.com/v1/messages", False),
    ],
)
async def test_a_request_that_the_library_would_send_elsewhere_is_not_sent(address: str, fits: bool) -> None:
    request = ModelRequest(
        purpose="say",
        seat="Ann",
        model="anthropic/some-model",
        messages=(Message(role="user", text="Where to?"),),
        base_url="http://127.0.0.1:4010",
    )
    provider = provider_of(request.model)
    assert provider is not None
    composer = Composer(library(address), ModuleType("openai"), Handler)
    if fits:
        assert (await composer.compose(request, provider, "a-key")).wire.url == address
        return
    with pytest.raises(Unsendable, match="not configured"):
        await composer.compose(request, provider, "a-key")
