"""What a workflow has to tell of a session beyond the shared facts: folded anew from its records."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.canonical import JsonValue
from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import ReplyMended
from app.domain.i18n import Message, translate
from app.domain.ids import SessionId
from app.domain.reporting import Exchange, Remark, WorkflowReport
from app.engine.figures import summary_lines
from app.engine.plugin import report_of
from app.markup.escaping import inline
from app.projections.reporting import replies_read
from app.services.live import following, read_session
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
    counted: frozenset[str] = frozenset()
    """Titles of the sections that count and measure: who reads for the outcome needs none of them."""


COUNTED = frozenset(
    {"rounds", "figures", "did_it_help", "drafts", "ranking", "summaries", "replies", "counted"}
)
"""Names of the parts of reports that count and measure."""


class WorkflowSummaries:
    """Summaries of sessions, for a face that shows them."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def of(self, session: SessionId) -> WorkflowSummary:
        """Return what a session's workflow has to tell of it; raises NotFound or StorageError."""
        # Bodies of records are read from the file where they are asked for.
        async with following(self._parts, session) as reader:
            fold, records = await read_session(self._parts, reader)
            plugin, state, catalogue = fold.plugin, fold.state, self._parts.catalogue

            def tell() -> WorkflowSummary:
                report, repaired = report_of(plugin, state), tuple(_repaired(catalogue, records))
                parts = (*report.more, *(one.part for one in report.in_rounds))
                return WorkflowSummary(
                    tuple(_sections(report, repaired)),
                    tuple(summary_lines(plugin.vocabulary, plugin.summary(state))),
                    plugin.rival(state),
                    plugin.follow_up(state),
                    report,
                    frozenset(
                        part.title
                        for part in (*parts, *replies_read(repaired, report))
                        if part.name in COUNTED
                    ),
                )

            return await asyncio.to_thread(tell)


def _repaired(catalogue: FactCatalogue, records: Iterable[Record]) -> Iterator[tuple[int, ReplyMended]]:
    for record in records:
        fact = catalogue.decode(record) if record.type == ReplyMended.tag() else None
        if isinstance(fact, ReplyMended):
            yield record.round, fact


def _sections(
    report: WorkflowReport, repaired: Iterable[tuple[int, ReplyMended]]
) -> Iterator[tuple[str, str]]:
    """Yield what stands behind the findings, each title with its lines as Markdown; none is empty."""
    rounds: dict[str, list[str]] = {}
    for one in report.in_rounds:
        number = f"{Message(report.round_word.capitalize())} {one.place.round}"
        rounds.setdefault(one.part.title, []).extend(f"{number}: {_line(r)}" for r in one.part.remarks)
    lists = {
        translate("Questions to the person"): list(map(_exchange, report.questions)),
        **{part.title: list(map(_line, part.remarks)) for part in report.more},
        **rounds,
        **{p.title: list(map(_line, p.remarks)) for p in replies_read(repaired, report)},
    }
    yield from ((title, "\n".join(f"- {line}" for line in lines)) for title, lines in lists.items() if lines)
    yield from ((one.title, one.markdown) for one in report.documents)


def _line(remark: Remark) -> str:
    who = ", ".join(map(inline, remark.who))
    return f"{who}: {inline(remark.text)}" if who else inline(remark.text)


def _exchange(asked: Exchange) -> str:
    who = ", ".join(map(inline, asked.asked_by))
    by = translate("asked by {names}", names=who) if who else translate("answered beforehand")
    return f"{inline(asked.question)} ({by})" + (f"\n  - {inline(asked.answer)}" if asked.answer else "")
