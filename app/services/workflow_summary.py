"""What is read out of a session, folded anew: its workflow's own sections, or an answer as a given text."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import ReplyMended, TextProposed
from app.domain.i18n import Message, translate, words
from app.domain.ids import RESERVED_SEATS, SessionId
from app.domain.reporting import Exchange, Remark, WorkflowReport
from app.engine.figures import summary_lines
from app.engine.plugin import report_of, shortened
from app.markup.escaping import inline
from app.projections.folding import Projections, fold_session
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


_FIRST = 400
"""Records among which the first answers of members are."""
MARK = "session:"
"""Begins the name of an answer where a file could be named: `session:ID`, `session:ID:Ada`."""


def is_taken(name: str) -> bool:
    """Tell whether a name is that of another session's answer."""
    return name.startswith(MARK)


def parts_of(name: str) -> tuple[str, str]:
    """Return the session and the member of such a name; without a member: the final answer is meant."""
    session, _, member = name.removeprefix(MARK).partition(":")
    return session.strip(), member.strip()


class TakenAnswers:
    """Reads answers out of sessions."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def members(self, session: SessionId) -> tuple[str, ...]:
        """Return the members that have an answer there, by what it begins with; none where it has no seats.

        Raises NotFound and StorageError as reading does.
        """
        async with following(self._parts, session) as reader:
            records = await reader.read(limit=_FIRST)
        seats = records[0].body().get("seats") if records else None
        answered = {record.body().get("seat") for record in records if record.type == TextProposed.tag()}
        names = seats if isinstance(seats, dict) else {}
        return tuple(name for name in names if name not in RESERVED_SEATS and name in answered)

    async def answer(self, session: SessionId, member: str = "") -> dict[str, str]:
        """Return an answer as a setup value, its `name` and its `text`.

        `member`: whose last one; empty: the final answer. Raises InputError where there is none, NotFound
        and StorageError as reading does.
        """
        async with following(self._parts, session) as reader:
            fold, records = await read_session(self._parts, reader)

            def read() -> dict[str, str]:
                shared = fold_session(self._parts.catalogue, records, fold.plugin.headline)
                title = shortened(shared.session.title)
                if member:
                    seat, text = _of_member(shared, member)
                    return {"name": f"{title} ({seat})", "text": text}
                report, result = report_of(fold.plugin, fold.state), shared.texts.result()
                # As the window shows it: a text that a person has chosen since is no chair's.
                text = report.answer or (shared.texts.standing_text(result) if result is not None else "")
                if not text.strip():
                    raise _nothing(words("“{title}” has no final answer yet.", title=title))
                return {"name": title, "text": text.strip()}

            return await asyncio.to_thread(read)


def _of_member(shared: Projections, member: str) -> tuple[str, str]:
    session = shared.session
    members = [name for name in session.seats if name not in RESERVED_SEATS]
    seat = next((name for name in members if name.casefold() == member.casefold()), None)
    if session.names_hidden:
        raise _nothing(words("Who wrote what in that session is hidden until it is finished."))
    if seat is None:
        raise InputError(
            words("Nobody there is called “{who}”.", who=member),
            words("Use one of: {names}.", names=", ".join(members)),
        )
    texts = shared.texts.of_seat(seat)
    if not texts or not texts[-1].text.strip():
        raise _nothing(words("{who} has no answer there.", who=seat))
    return seat, texts[-1].text.strip()


def _nothing(why: Message) -> InputError:
    return InputError(why, words("Choose another session, or paste the text itself."))
