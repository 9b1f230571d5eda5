"""Calling tools of servers: which there are, the person's word before a call, and the call as an effect.

Rules:
- What is offered stays the same within a round, whatever a server says meanwhile: a request is asked again
  in the same words. What is called is what the person allowed: one described otherwise is asked about anew.
- A call that began and did not end is uncertain, like every effect, and never made again by itself.
- The person's word counts on the machine it was given on: an imported session's opens nothing here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import InputError, RoundtableError
from app.domain.fact_base import Fact
from app.domain.i18n import words
from app.domain.ids import CallKey, SeatName
from app.domain.tool_facts import ListedTool, ToolAsked, ToolsListed
from app.domain.tool_gate import TOOL_VERBS
from app.engine.fold import SessionFold
from app.engine.interruptions import Blocked, Item
from app.engine.tool_source import Connections, ServedTool, ServerTools, ToolAnswer, offered_name
from app.engine.writer import SessionWriter

PURPOSE = "tool"
REFUSED = "not run: the person refused this call; go on without it"
LEFT_OUT = "not run: left out by the person"
GONE = "not run: the server has no such tool any more"


class Once(Protocol):
    """Does an effect at most once, as `Context.once` does; `beside` is recorded where it begins."""

    async def __call__(
        self,
        key: CallKey,
        identity: str,
        effect: Callable[[], Awaitable[JsonValue]],
        *,
        beside: Sequence[Fact],
    ) -> JsonValue: ...


@dataclass
class ToolUse:
    """The tools of one open session."""

    writer: SessionWriter
    connections: Connections
    field_name: str = ""
    """The field of the set-up that names the servers; empty: the workflow takes none."""
    _listing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def _fold(self) -> SessionFold:
        return self.writer.fold

    def _servers(self) -> Sequence[str]:
        named = self._fold.session.setup.get(self.field_name) if self.field_name else None
        return [str(one) for one in named] if isinstance(named, list) else []

    def _grant(self) -> str:
        """Return what makes the person's word count here. Raises InputError for a session from elsewhere."""
        servers, session = self.connections.servers, self.writer.session
        wanted = self._servers()
        choice = servers.chosen(session) if servers is not None else None
        if choice is None or not choice.grant or not set(wanted) <= set(choice.servers):
            raise InputError(
                words("This session comes from elsewhere: it was given no tools on this machine."),
                words(
                    "Give it those it names: roundtable resume {session} {options}",
                    session=session,
                    options=" ".join(f"--tools {name}" for name in wanted),
                ),
            )
        return choice.grant

    async def served(self) -> Sequence[ServedTool]:
        """Return the tools that models are offered in this round, asking each server once."""
        wanted = self._servers()
        if not wanted:
            return ()
        self._grant()
        found: list[ServedTool] = []
        taken: set[str] = set()
        for server in wanted:
            async with self._listing:
                listings = self._fold.tools.listed.get(self._here(server))
                first = listings.first if listings is not None else await self._list(server)
            for tool in first.tools:
                offered = offered_name(server, tool.name, taken)
                taken.add(offered)
                found.append(ServedTool(server, first.where, tool, offered))
        return found

    def _here(self, server: str) -> tuple[int, int, str]:
        position = self._fold.position
        return position.round, position.attempt, server

    async def _list(self, server: str) -> ToolsListed:
        """Ask a server for its tools, and record what it says."""
        try:
            listing = await self.connections.to(server).tools()
        except RoundtableError as error:
            listing = ServerTools("", problem=f"{error.message} {error.next}".strip())
        fact = ToolsListed(
            server=server,
            where=listing.where,
            tools=listing.tools,
            left_out=listing.left_out,
            problem=listing.problem,
        )
        await self.writer.append(fact)
        return fact

    async def call(
        self, tool: ServedTool, seat: SeatName, part: str, given: Mapping[str, JsonValue], once: Once
    ) -> ToolAnswer:
        """Call a tool once the person allowed it; whatever goes wrong is its answer."""
        grant, changed = self._grant(), False
        while True:
            key = CallKey(self._fold.position.entry, PURPOSE, seat, part)
            answer = await self._known_or_made(key, tool, given, grant, once, changed=changed)
            if answer.trouble != "changed":
                return answer
            # It was not called: its server describes it otherwise than the person saw.
            newest = await self._newest(tool)
            if newest is None:
                return ToolAnswer(GONE, ok=False, trouble="gone")
            tool, part, changed = newest, f"{part}-anew", True

    async def _newest(self, tool: ServedTool) -> ServedTool | None:
        listings = self._fold.tools.listed.get(self._here(tool.server))
        last = listings.last if listings is not None else None
        found = _named(last, tool.tool.name)
        if found is None or found.definition == tool.tool.definition:
            last = await self._list(tool.server)
            found = _named(last, tool.tool.name)
        if last is None or found is None:
            return None
        return ServedTool(tool.server, last.where, found, tool.offered)

    async def _known_or_made(
        self,
        key: CallKey,
        tool: ServedTool,
        given: Mapping[str, JsonValue],
        grant: str,
        once: Once,
        *,
        changed: bool,
    ) -> ToolAnswer:
        name = tool.tool.name
        if key not in self._fold.calls.effects:
            verdict = self._fold.tools.verdict(
                (key.entry, key.seat, key.part), tool.server, tool.where, tool.tool, grant
            )
            if verdict is None:
                raise Blocked([self._item(key, tool, given, grant, changed=changed)])
            if verdict == "refuse":
                return ToolAnswer(REFUSED, ok=False, trouble="refused")

        async def effect() -> JsonValue:
            made = await self.connections.to(tool.server).call(name, tool.tool.definition, given)
            return {"output": made.output, "ok": made.ok, "data": None, "trouble": made.trouble}

        asked = ToolAsked(
            seat=key.seat,
            part=key.part,
            server=tool.server,
            tool=name,
            where=tool.where,
            arguments=dict(given),
        )
        identity = digest(dumps([tool.server, tool.where, name, dict(given)]))
        value = await once(key, identity, effect, beside=(asked,))
        if not isinstance(value, dict):
            return ToolAnswer(LEFT_OUT, ok=False, trouble="left_out")
        output, trouble = str(value.get("output", "")), str(value.get("trouble") or "")
        return ToolAnswer(output, value.get("ok") is True, trouble)

    def _item(
        self, key: CallKey, tool: ServedTool, given: Mapping[str, JsonValue], grant: str, *, changed: bool
    ) -> Item:
        """Describe a call that the person is asked about."""
        verbs: list[JsonValue] = [*TOOL_VERBS]
        body: dict[str, JsonValue] = {
            "key": key.label(),
            "seat": key.seat,
            "part": key.part,
            "purpose": key.purpose,
            "server": tool.server,
            "tool": tool.tool.name,
            "where": tool.where,
            "description": tool.tool.description,
            "definition": tool.tool.definition,
            "arguments": dict(given),
            "changed": changed or self._fold.tools.was_allowed(tool.server, tool.tool.name),
            "grant": grant,
            "verbs": verbs,
        }
        return Item("tool", key, body)


def _named(listing: ToolsListed | None, name: str) -> ListedTool | None:
    return next((one for one in listing.tools if one.name == name), None) if listing is not None else None
