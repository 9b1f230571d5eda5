"""What a workflow has to tell of a session beyond the shared facts: folded anew from its records."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.canonical import JsonValue
from app.domain.ids import SessionId
from app.domain.reporting import WorkflowReport
from app.engine.figures import summary_lines
from app.engine.plugin import report_of
from app.services.live import read_fold
from app.services.parts import Parts


@dataclass(frozen=True, slots=True)
class WorkflowSummary:
    """The workflow's own sections and figures of one session."""

    sections: Sequence[tuple[str, str]]
    """(title, Markdown); none is empty."""
    figures: Sequence[str]
    """Its summary as a person reads it, a line a figure."""
    rival: int | None
    """Seq of the text that the result competes with."""
    follow_up: Mapping[str, JsonValue] | None = None
    """Setup values that a follow-up begins with, None where the workflow has none."""
    report: WorkflowReport = field(default_factory=WorkflowReport)
    """What it tells of itself part by part, as a report does."""


class WorkflowSummaries:
    """Summaries of sessions, for a face that shows them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def of(self, session: SessionId) -> WorkflowSummary:
        """Return what a session's workflow has to tell of it; raises NotFound or StorageError."""
        reader = await self._parts.store.follow(session)
        try:
            fold = await read_fold(self._parts, reader)
            plugin, state = fold.plugin, fold.state

            def tell() -> WorkflowSummary:
                sections = tuple(plugin.parts(state))
                figures = tuple(summary_lines(plugin.vocabulary, plugin.summary(state)))
                return WorkflowSummary(
                    sections,
                    figures,
                    plugin.rival(state),
                    plugin.follow_up(state),
                    report_of(plugin, state),
                )

            return await asyncio.to_thread(tell)
        finally:
            await reader.close()
