"""A gateway that is made when a model is first asked: most commands ask none, and no window at its start."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest
    from app.domain.usage import Estimate
    from app.engine.ports import ModelEvent, ModelGateway, ModelInfo, TestResult


class LazyGateway:
    """Passes everything on to the gateway that `make` returns, made once."""

    def __init__(self, make: Callable[[], ModelGateway]) -> None:
        self._make = make

    @cached_property
    def gateway(self) -> ModelGateway:
        """The gateway itself."""
        return self._make()

    def prepare(self, call_id: str, request: ModelRequest) -> None:
        """Get a call ready."""
        self.gateway.prepare(call_id, request)

    def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Ask."""
        return self.gateway.start(call_id, request)

    async def cancel(self, call_id: str) -> None:
        """End a call, which none has begun where the gateway was not made."""
        if "gateway" in vars(self):
            await self.gateway.cancel(call_id)

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return the worst cases."""
        return await self.gateway.estimate(requests)

    def built_in(self, model: str) -> bool:
        """Tell whether a model is part of the program."""
        return self.gateway.built_in(model)

    def host(self, model: str, base_url: str | None = None) -> str:
        """Return the host that requests to a model go to."""
        return self.gateway.host(model, base_url)

    async def models(self) -> Sequence[ModelInfo]:
        """List the models known without a connection."""
        return await self.gateway.models()

    async def test(self, model: str) -> TestResult:
        """Try one model."""
        return await self.gateway.test(model)

    async def close(self) -> None:
        """Close it, if it was made."""
        if "gateway" in vars(self):
            await self.gateway.close()
