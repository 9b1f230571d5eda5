"""The program with models that call a tool of a server first, and else are the offline council."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any

from app.bootstrap import build
from app.domain.messages import ModelRequest
from app.engine.ports import ModelEvent, ModelGateway
from app.services.core import Core
from app.store.clock import SystemClock
from tests.support.lab import calling
from tests.support.scripted import ScriptedGateway


@dataclass
class Nudged:
    """A gateway before another one: each seat that is offered a tool calls it once."""

    behind: ModelGateway
    tool: str
    arguments: dict[str, Any]
    done: set[str] = field(default_factory=set)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)

    async def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Call the tool where it is offered for the first time; else answer as the gateway behind does."""
        offered = any(tool.name == self.tool for tool in request.tools)
        answered = any(message.role == "tool" for message in request.messages)
        source = self.behind
        if offered and not answered and request.seat not in self.done:
            self.done.add(request.seat)
            source = ScriptedGateway(lambda _request: calling((self.tool, self.arguments)), SystemClock())
        async for event in source.start(call_id, request):
            yield event


def nudged(tool: str, arguments: dict[str, Any]) -> Core:
    """Build the program with such models."""
    core = build(council_step=0.0)
    gateway: Any = Nudged(core.parts.gateway, tool, arguments)
    return replace(core, parts=replace(core.parts, gateway=gateway))
