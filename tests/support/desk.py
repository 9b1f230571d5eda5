"""A desk: sessions over real files with a scripted gateway, as bootstrap wires them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.domain.seats import Seat, Team
from app.engine.bus import Bus, BusMessage, Streamed
from app.engine.ports import Clock, ModelGateway
from app.engine.tool_source import ToolServers
from app.gateway.keys import Keys
from app.gateway.tools.source import ConfiguredTools
from app.prompts.templates import PromptTemplates
from app.services.drive import drive
from app.services.live import Live
from app.services.parts import Parts
from app.services.review import PersonCommands, Review
from app.services.sessions import Sessions
from app.services.unattended import AnswerPlan
from app.settings.programs import ToolServerFile
from app.store.choices import FileFolders, FileToolChoices
from app.store.clock import SystemIds
from app.store.jsonl import JsonlFiles
from app.store.sessions import FileSessionStore
from app.workflows.registry import Registry
from tests.support.brainstorm import BrainstormPlugin
from tests.support.clocks import ManualClock
from tests.support.scripted import Line, ScriptedGateway
from tests.support.toy import ToyPlugin
from tests.support.toy_asking import AskingPlugin
from tests.support.toy_folders import BinderPlugin

PROMPTS = Path(__file__).parent / "prompts"
"""Those of sample workflows."""


def team(*names: str, model: str = "scripted/any") -> Team:
    """Return a team of these members, all with one model."""
    members = tuple(Seat(name=name, model=model) for name in names)
    return Team.model_validate({"member": members, "chair": Seat(name="Chair", model=model)})


def echo(request: ModelRequest) -> Line:
    """Say something that depends on the whole request."""
    return f"{request.seat}: {request.messages[-1].text} #{request.identity()[:8]}"


@dataclass
class Desk:
    """Everything a test needs to move sessions."""

    parts: Parts
    sessions: Sessions
    review: Review
    commands: PersonCommands
    gateway: ModelGateway
    said: dict[str, str]
    """The words that arrived while they were written, by seat."""

    async def create(
        self, workflow: str = "toy", names: tuple[str, ...] = ("Ann", "Bob"), **setup: Any
    ) -> SessionId:
        """Create a session of a workflow."""
        values = {"question": "What now?", **setup}
        session = await self.sessions.create(workflow, values, team(*names))
        self.watch(session)
        return session

    def watch(self, session: SessionId) -> None:
        """Look at a session until the end, as a page does: it stays open once it is, to be looked into."""
        self.sessions.look(session)

    async def run(self, session: SessionId) -> str:
        """Run to the next gate or end."""
        self.watch(session)
        await self.sessions.start(session)
        return await self.sessions.wait(session)

    async def drive(self, session: SessionId, plan: AnswerPlan) -> str:
        """Run with a plan of answers."""
        self.watch(session)
        return await drive(self.sessions, self.review, session, plan)

    def live(self, session: SessionId) -> Live:
        """Return the open session."""
        live = self.sessions.live(session)
        assert live is not None
        return live

    def gate(self, session: SessionId) -> str:
        """Return the id of the open gate."""
        gate = self.live(session).fold.gates.open_gate()
        assert gate is not None
        return gate.id

    async def types(self, session: SessionId) -> list[str]:
        """Return the types of all records in order."""
        return [record.type for record in await self.sessions.records(session)]


def no_tools(folder: Path) -> ToolServers:
    """Return the tool servers of a machine on which nobody has set up one."""
    return ConfiguredTools(ToolServerFile(folder), lambda: Keys({}), FileToolChoices(folder))


@cache
def _templates() -> PromptTemplates:
    """Return the templates, compiled once in a process: no test changes them."""
    return PromptTemplates(PROMPTS)


def make_parts(folder: Path, gateway: ModelGateway, clock: Clock, version: str = "1") -> Parts:
    """Wire parts over a folder, with the toys beside the shipped workflows."""
    plugins: Mapping[str, Any] = {
        **Registry().plugins,
        "toy": ToyPlugin(),
        "asking": AskingPlugin(),
        "binder": BinderPlugin(),
        "brainstorm": BrainstormPlugin(),
    }
    own = [fact for plugin in plugins.values() for fact in plugin.facts]
    catalogue = FactCatalogue([*SHARED_FACTS, *own])
    return Parts(
        store=FileSessionStore(folder, clock),
        gateway=gateway,
        prompts=_templates(),
        clock=clock,
        ids=SystemIds(),
        bus=Bus(),
        plugins=plugins,
        make_catalogue=lambda: catalogue,
        version=version,
        lines=JsonlFiles(folder),
        folders=FileFolders(folder, clock),
        tools=no_tools(folder),
        unapproved_servers=lambda seats: (),
    )


@asynccontextmanager
async def desk(
    folder: Path,
    script: Callable[[ModelRequest], Line] = echo,
    *,
    clock: Clock | None = None,
    gateway: ModelGateway | None = None,
    version: str = "1",
    tools: ToolServers | None = None,
    **options: Any,
) -> AsyncIterator[Desk]:
    """Open a desk over a data folder and clear it up afterwards."""
    time = clock or ManualClock()
    used = gateway or ScriptedGateway(script, time, **options)
    parts = make_parts(folder, used, time, version)
    parts = replace(parts, tools=tools or parts.tools)
    sessions = Sessions(parts)
    said: dict[str, str] = {}

    def hear(message: BusMessage) -> None:
        if isinstance(message, Streamed) and not message.reasoning:
            said[message.seat] = said.get(message.seat, "") + message.text

    parts.bus.subscribe(hear)
    try:
        yield Desk(parts, sessions, Review(sessions), PersonCommands(sessions), used, said)
    finally:
        await sessions.shutdown()
