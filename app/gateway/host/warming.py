"""Does once what the library imports only when it is first used: the first call must not wait for it."""

from __future__ import annotations

from app.domain.messages import Message, ModelRequest
from app.gateway.host.compose import Composer, Unsendable
from app.gateway.host.prices import Prices
from app.gateway.providers import provider_of

MODELS = ("openai/gpt-4o-mini", "anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash")


async def warm_up(composer: Composer, prices: Prices) -> None:
    """Compose a request in each dialect and count its tokens; nothing is sent."""
    for model in MODELS:
        request = ModelRequest(
            purpose="warm up", seat="-", model=model, messages=(Message(role="user", text="Hello"),)
        )
        provider = provider_of(model)
        assert provider is not None
        try:
            await composer.compose(request, provider, "none")
        except Unsendable:
            # The call that needs it will say so.
            continue
        prices.estimate(request)
