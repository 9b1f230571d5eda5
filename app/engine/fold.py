"""The whole of a session's live state, built from its records and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import CallAsked
from app.engine.calls import Calls
from app.engine.plugin import WorkflowPlugin, WorkflowState
from app.engine.position import Position

_UNREAD = {CallAsked.tag(): "messages"}
"""What no fold reads: half of what a long session holds are prompts, which only the log shows."""


class SessionFold:
    """Position, calls and the workflow's own state. Live and replayed are one path: `apply`."""

    def __init__(self, plugin: WorkflowPlugin, catalogue: FactCatalogue) -> None:
        self.plugin = plugin
        self.catalogue = catalogue
        self.position = Position()
        self.calls = Calls()
        self.state: WorkflowState = plugin.new_state()
        self.head = 0

    def apply(self, record: Record) -> None:
        """Take in one record; they must come in order."""
        fact = self.catalogue.decode(record, _UNREAD.get(record.type, ""))
        self.position.apply(record, fact)
        self.calls.apply(record, fact)
        self.state.apply(record, fact)
        self.head = record.seq

    def apply_all(self, records: Iterable[Record]) -> None:
        """Take in many."""
        for record in records:
            self.apply(record)
