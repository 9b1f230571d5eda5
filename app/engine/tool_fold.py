"""Fold of the tools that servers offered, and of what the person said of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.fact_base import Fact, Record
from app.domain.tool_facts import ListedTool, ToolDecided, ToolsListed, ToolVerdict
from app.projections.base import wanted

Place = tuple[int, str, str]
"""Where a call is made: entry, seat, part."""


@dataclass(slots=True)
class ServerListings:
    """What a server offered in one round: first, and at last."""

    first: ToolsListed
    last: ToolsListed


@dataclass(slots=True)
class ToolFold:
    """What is known of tools by now."""

    listed: dict[tuple[int, int, str], ServerListings] = field(default_factory=dict)
    """By round, attempt and server."""
    decided: dict[Place, ToolDecided] = field(default_factory=dict)
    for_session: dict[tuple[str, str, str], set[tuple[str, str]]] = field(default_factory=dict)
    """Definitions that hold for the session, with their grants, by server, where it runs, and tool."""

    wants = wanted(ToolsListed, ToolDecided)

    def apply(self, record: Record, fact: Fact | None) -> None:
        """Take in one record."""
        match fact:
            case ToolsListed():
                key = (record.round, record.attempt, fact.server)
                known = self.listed.get(key)
                self.listed[key] = ServerListings(known.first if known else fact, fact)
            case ToolDecided():
                self.decided[(record.entry, fact.seat, fact.part)] = fact
                if fact.verdict == "allow_session":
                    named = (fact.server, fact.where, fact.tool)
                    self.for_session.setdefault(named, set()).add((fact.definition, fact.grant))
            case _:
                pass

    def verdict(
        self, place: Place, server: str, where: str, tool: ListedTool, grant: str
    ) -> ToolVerdict | None:
        """Return what the person said of a call, None where they were not asked."""
        if (tool.definition, grant) in self.for_session.get((server, where, tool.name), ()):
            return "allow_session"
        said = self.decided.get(place)
        if said is None or said.grant != grant or said.definition != tool.definition or said.where != where:
            return None
        return said.verdict

    def was_allowed(self, server: str, tool: str) -> bool:
        """Tell whether the person allowed a tool of this name before, whatever it was then."""
        return any(key[0] == server and key[2] == tool for key in self.for_session)
