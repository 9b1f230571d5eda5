"""The one fold of a session: its live state, built from its records and from nothing else.

What is said of the session and what it cost are folded by the same classes here and for whoever shows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.domain.facts import NodeEntered, NodeLeft, RoundClosed, RoundOpened
from app.domain.tool_facts import ListedTool, ToolDecided, ToolsListed, ToolVerdict
from app.engine.calls import Calls
from app.engine.node import WorkflowState
from app.engine.plugin import WorkflowPlugin
from app.projections.base import UNREAD, wanted
from app.projections.commands import Commands
from app.projections.gate_inbox import GateInbox
from app.projections.session import Session
from app.projections.spend import Spend


@dataclass(slots=True)
class Position:
    """Fold of what the loop must know to go on, beside the open gate (`projections.GateInbox`)."""

    entry: int = 0
    """The open entry, 0 between nodes."""
    node: str = ""
    left: tuple[str, str] | None = None
    """The last (node, signal) left."""
    round: int = 0
    attempt: int = 0
    closed_rounds: int = 0
    """Rounds that were accepted; rejected attempts count for nothing."""

    wants = wanted(NodeEntered, NodeLeft, RoundOpened, RoundClosed)

    def apply(self, record: Record, fact: Fact | None) -> None:
        match fact:
            # First what comes most often: each class that is asked for takes its time.
            case NodeEntered():
                self.entry, self.node = record.seq, fact.node
            case NodeLeft():
                self.entry, self.left = 0, (fact.node, fact.signal)
            case RoundOpened():
                self.round, self.attempt = fact.number, fact.attempt
            case RoundClosed():
                self.closed_rounds += fact.accepted
            case _:
                pass


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


class SessionFold:
    """What is known of a session, its workflow's state with it. Live and replayed are one path: `apply`."""

    def __init__(self, plugin: WorkflowPlugin, catalogue: FactCatalogue) -> None:
        self.plugin = plugin
        self.catalogue = catalogue
        self.clear()

    def clear(self) -> None:
        """Forget every record."""
        self.session = Session()
        self.spend = Spend()
        self.gates = GateInbox()
        self.commands = Commands()
        self.position = Position()
        self.calls = Calls()
        self.tools = ToolFold()
        self.state: WorkflowState = self.plugin.state()
        self.head = 0

    def apply(self, record: Record) -> None:
        """Take in one record; they must come in order."""
        fact = self.catalogue.decode(record, UNREAD.get(record.type, ""))
        if not isinstance(fact, UnknownFact):
            for shared in (
                self.session,
                self.spend,
                self.gates,
                self.commands,
                self.position,
                self.calls,
                self.tools,
            ):
                if record.type in shared.wants:
                    shared.apply(record, fact)
        self.state.apply(record, fact)
        self.head = record.seq

    def apply_all(self, records: Iterable[Record]) -> None:
        """Take in many."""
        for record in records:
            self.apply(record)
