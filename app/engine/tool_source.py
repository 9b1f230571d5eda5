"""What the engine sees of tools that servers of the person's choice offer: Protocols and plain values.

A workflow that may be given such tools names the field of its set-up that holds the chosen servers
(`WorkflowPlugin.tool_servers`); its nodes ask the context which tools there are, and for calls of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.domain.canonical import JsonValue

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.domain.messages import ToolSpec
    from app.domain.tool_facts import ListedTool

_LONGEST_OFFERED = 64
"""Characters of a tool's name that every provider takes."""
_OTHER = re.compile(r"[^a-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class ServedTool:
    """A tool of a server, and the name under which models are offered it."""

    server: str
    where: str
    tool: ListedTool
    offered: str

    def spec(self) -> ToolSpec:
        """Return what a model is offered."""
        from app.domain.messages import ToolSpec  # late: start-up cost

        described = self.tool.description.strip() or self.tool.name
        return ToolSpec(name=self.offered, description=described, parameters=dict(self.tool.parameters))


def offered_name(server: str, tool: str, taken: frozenset[str] | set[str] = frozenset()) -> str:
    """Return a name for a tool that no other one has: `files__read_file`."""
    base = _OTHER.sub("_", f"{server}__{tool}".casefold()).strip("_")[:_LONGEST_OFFERED] or "tool"
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base[: _LONGEST_OFFERED - 4]}_{number}"
    return name


@dataclass(frozen=True, slots=True)
class ServerTools:
    """What a server offers; `problem` in a sentence where it offers nothing."""

    where: str
    tools: tuple[ListedTool, ...] = ()
    left_out: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What came of a call. `output` is for the model; `trouble` names what kept the server from answering."""

    output: str
    ok: bool
    trouble: str = ""


class ToolServer(Protocol):
    """One server, for one session; what it is given has an end in time and in size."""

    @property
    def where(self) -> str:
        """Where it runs: its command line or address, without a secret."""
        ...

    async def tools(self) -> ServerTools:
        """Ask which tools there are; never raises for what a server does."""
        ...

    async def call(self, tool: str, definition: str, arguments: Mapping[str, JsonValue]) -> ToolAnswer:
        """Call a tool that still is what `definition` says; never raises for what a server does."""
        ...

    async def close(self) -> None:
        """End it with all it started."""
        ...


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """The servers that a session was given on this machine; `grant` was made up when it was."""

    servers: tuple[str, ...] = ()
    grant: str = ""


class ToolServers(Protocol):
    """The servers that the person configured, and which session was given which."""

    def connect(self, name: str) -> ToolServer:
        """Return the way to a server; nothing is started yet. Raises InputError where there is none."""
        ...

    def check(self, names: Sequence[str]) -> None:
        """Raise InputError where a server is not configured, or what it needs is not installed."""
        ...

    def choose(self, session: SessionId, names: Sequence[str]) -> None:
        """Keep which servers a session is given. Raises StorageError."""
        ...

    def chosen(self, session: SessionId) -> ToolChoice:
        """Return what was chosen here; nothing for a session from elsewhere."""
        ...


@dataclass
class Connections:
    """The ways to servers that one open session has in use."""

    servers: ToolServers | None = None
    open: dict[str, ToolServer] = field(default_factory=dict)

    def to(self, name: str) -> ToolServer:
        """Return the way to a server. Raises InputError."""
        assert self.servers is not None
        if name not in self.open:
            self.open[name] = self.servers.connect(name)
        return self.open[name]

    async def close(self) -> None:
        """End them all."""
        found, self.open = list(self.open.values()), {}
        for one in found:
            await one.close()
