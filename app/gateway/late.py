"""A gateway that is made when a model is first asked: most commands ask none, and no window at its start."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest
    from app.domain.usage import Estimate
    from app.engine.ports import ModelEvent, ModelGateway, ModelInfo, TestResult


class LateGateway:
    """Passes everything on to the gateway that `make` returns, made once."""

    def __init__(self, make: Callable[[], ModelGateway]) -> None:
        self._make = make

    @cached_property
    def made(self) -> ModelGateway:
        """The gateway itself."""
        return self._make()

    def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Ask."""
        return self.made.start(call_id, request)

    async def cancel(self, call_id: str) -> None:
        """End a call."""
        await self.made.cancel(call_id)

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return the worst cases."""
        return await self.made.estimate(requests)

    def built_in(self, model: str) -> bool:
        """Tell whether a model is part of the program."""
        return self.made.built_in(model)

    async def models(self) -> Sequence[ModelInfo]:
        """List the models known without a connection."""
        return await self.made.models()

    async def test(self, model: str) -> TestResult:
        """Try one model."""
        return await self.made.test(model)

    async def close(self) -> None:
        """Close what was made."""
        if "made" in vars(self):
            await self.made.close()
