"""The one fold of a session: its live state, built from its records and from nothing else.

What is said of the session and what it cost are folded by the same classes here and for whoever shows it.
"""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.fact_base import FactCatalogue, Record, UnknownFact
from app.engine.calls import Calls
from app.engine.node import WorkflowState
from app.engine.plugin import WorkflowPlugin
from app.engine.position import Position
from app.engine.tool_fold import ToolFold
from app.projections.base import UNREAD
from app.projections.commands import Commands
from app.projections.gate_inbox import GateInbox
from app.projections.session import Session
from app.projections.spend import Spend


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
        self.state: WorkflowState = self.plugin.new_state()
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
