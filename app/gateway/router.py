"""Sends each request to the gateway that has its model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence

from app.domain import fault_hints, fault_messages
from app.domain.i18n import words
from app.domain.messages import ModelRequest
from app.domain.usage import Estimate
from app.engine.ports import Failed, ModelEvent, ModelGateway, ModelInfo, TestResult


class Router:
    """Chooses by the part of the model's name before the first slash; `rest` has all other models."""

    def __init__(self, gateways: Mapping[str, ModelGateway], rest: ModelGateway | None = None) -> None:
        self._gateways = dict(gateways)
        self._rest = rest

    def _for(self, model: str) -> ModelGateway | None:
        return self._gateways.get(model.partition("/")[0], self._rest)

    def _all(self) -> list[ModelGateway]:
        return [*self._gateways.values(), *([self._rest] if self._rest else [])]

    def prepare(self, call_id: str, request: ModelRequest) -> None:
        """Get a call ready where its model is."""
        gateway = self._for(request.model)
        if gateway is not None:
            gateway.prepare(call_id, request)

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Pass the stream on; an unknown provider fails with the way out."""
        gateway = self._for(request.model)
        if gateway is None:
            yield Failed(
                "not_found",
                fault_messages.NO_PROVIDER.filled(model=request.model),
                hint=fault_hints.OTHER_MODEL_OF.filled(names=", ".join(sorted(self._gateways))),
                sent=False,
            )
            return
        events = gateway.start(call_id, request)
        try:
            async for event in events:
                yield event
        finally:
            await events.aclose()  # type: ignore[attr-defined]  # every gateway's stream is a generator

    async def cancel(self, call_id: str) -> None:
        """Tell every gateway; those that do not know the call ignore it."""
        for gateway in self._all():
            await gateway.cancel(call_id)

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Estimate each request where its model is."""
        estimates = []
        for request in requests:
            gateway = self._for(request.model)
            estimates.append((await gateway.estimate([request]))[0] if gateway else Estimate())
        return estimates

    def built_in(self, model: str) -> bool:
        """Tell whether a model is part of the program."""
        return model.partition("/")[0] in self._gateways

    def host(self, model: str, base_url: str | None = None) -> str:
        """Return the host that requests to a model go to."""
        gateway = self._for(model)
        return gateway.host(model, base_url) if gateway is not None else model.partition("/")[0]

    async def models(self) -> Sequence[ModelInfo]:
        """List the models of the named gateways; the rest has a table of thousands, at a cost."""
        return [model for gateway in self._gateways.values() for model in await gateway.models()]

    async def test(self, model: str) -> TestResult:
        """Try one model."""
        gateway = self._for(model)
        if gateway is None:
            why = fault_messages.NO_PROVIDER.filled(model=model)
            return TestResult(False, why, words("Use offline/analyst."))
        return await gateway.test(model)

    async def close(self) -> None:
        """Close every gateway."""
        for gateway in self._all():
            await gateway.close()
