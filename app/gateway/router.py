"""Sends each request to the gateway that has its model, made when a model of it is first asked.

Most commands ask no model, and no window does at its start: nothing of a gateway is imported before.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from app.domain import fault_hints, fault_messages
from app.domain.i18n import words
from app.engine.ports import Failed, ModelInfo, TestResult

if TYPE_CHECKING:
    from app.domain.messages import ModelRequest
    from app.domain.usage import Estimate
    from app.engine.ports import ModelEvent, ModelGateway

_REST = ""


class Router:
    """Chooses by the part of the model's name before the first slash; `rest` makes what has all others.

    `apart`: the names of those that are no part of the program.
    """

    def __init__(
        self,
        makers: Mapping[str, Callable[[], ModelGateway]],
        rest: Callable[[], ModelGateway] | None = None,
        apart: Collection[str] = (),
    ) -> None:
        self._apart = apart
        self._makers = dict(makers) if rest is None else {**makers, _REST: rest}
        self._made: dict[str, ModelGateway] = {}

    def _for(self, model: str) -> ModelGateway | None:
        name = model.partition("/")[0]
        return self._gateway(name if name in self._makers else _REST)

    def _gateway(self, name: str) -> ModelGateway | None:
        if name not in self._made and name in self._makers:
            self._made[name] = self._makers[name]()
        return self._made.get(name)

    def make_rest(self) -> None:
        """Make the gateway of all other models: what it starts ends when this is closed."""
        self._gateway(_REST)

    def _names(self) -> list[str]:
        return [name for name in self._makers if name != _REST]

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
                hint=fault_hints.OTHER_MODEL_OF.filled(names=", ".join(sorted(self._names()))),
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
        for gateway in list(self._made.values()):
            await gateway.cancel(call_id)

    async def learn_window(self, request: ModelRequest, *, anew: bool = False) -> None:
        """Ask where the model is."""
        gateway = self._for(request.model)
        if gateway is not None:
            await gateway.learn_window(request, anew=anew)

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Estimate each request where its model is."""
        from app.domain.usage import Estimate  # late: start-up cost

        estimates = []
        for request in requests:
            gateway = self._for(request.model)
            estimates.append((await gateway.estimate([request]))[0] if gateway else Estimate())
        return estimates

    def built_in(self, model: str) -> bool:
        """Tell whether a model is part of the program."""
        name = model.partition("/")[0]
        return name in self._names() and name not in self._apart

    def host(self, model: str, base_url: str | None = None) -> str:
        gateway = self._for(model)
        return gateway.host(model, base_url) if gateway is not None else model.partition("/")[0]

    async def models(self) -> Sequence[ModelInfo]:
        """List the models of the named gateways; the rest has a table of thousands, at a cost."""
        gateways = [gateway for name in self._names() if (gateway := self._gateway(name)) is not None]
        return [model for gateway in gateways for model in await gateway.models()]

    async def test(self, model: str) -> TestResult:
        gateway = self._for(model)
        if gateway is None:
            why = fault_messages.NO_PROVIDER.filled(model=model)
            return TestResult(False, why, words("Use offline/analyst."))
        return await gateway.test(model)

    async def close(self) -> None:
        """Close every gateway that was made."""
        for gateway in self._made.values():
            await gateway.close()
