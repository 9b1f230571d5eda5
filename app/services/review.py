"""Answering gates, and the person's events at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.fact_base import Actor, Fact
from app.domain.facts import By, CritiqueDecided, MarkKind, SeatDropped, SeatReplaced
from app.domain.i18n import words
from app.domain.ids import SeatName, SessionId
from app.domain.marks import mark_point
from app.domain.person_facts import PERSON_EVENTS
from app.domain.verdict_facts import SeatRated
from app.engine.answering import answer_facts
from app.services.live import end_commands
from app.services.looking_back import check_looking_back
from app.services.sessions import Sessions


class Review:
    """The person's side of a session."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def answer(
        self,
        session: SessionId,
        gate: str,
        verb: str,
        data: Mapping[str, JsonValue] | None = None,
        note: str = "",
        by: By = "person",
        *,
        actor: Actor | None = None,
        go_on: bool = True,
    ) -> None:
        """Answer an open gate once, and go on with the session; what was asked for there is ended.

        `actor`: who answers, None: the person here, or what `by` says. Raises GateError where the gate is
        closed or the answer does not fit, NotAllowed where the actor is an agent that may not give it; the
        gate is then still open.
        """
        async with self._sessions.opened(session) as live:

            def answer() -> Sequence[Fact]:
                return answer_facts(live.fold, gate, verb, data or {}, note, by, actor)

            # What does not fit is refused before anything is ended for it.
            answer()
            # The decision is made: nobody waits any more for what was asked for beside it.
            await end_commands(live)
            # Looked at anew: what an agent is allowed may have been taken back meanwhile.
            await live.writer.decide(lambda head: answer())
            if go_on and live.fold.session.state == "running":
                if live.running and live.run is not None:
                    # Whoever gives up on the answer does not end the run.
                    await asyncio.shield(live.run)
                await self._sessions.start(session)

    async def tell(self, session: SessionId, *facts: Fact) -> None:
        """Append person events; they never move the graph."""
        for fact in facts:
            if not isinstance(fact, PERSON_EVENTS):
                raise InputError(
                    words("{type} is no event of a person.", type=fact.type),
                    words("Answer the gate instead."),
                )
            if isinstance(fact, CritiqueDecided) and fact.verdict != "accept" and not fact.reason.strip():
                raise InputError(
                    words("A critique is dismissed or deferred with a reason."),
                    words("Say why in a few words."),
                )
        async with self._sessions.opened(session) as live:
            seats = live.fold.session.seats
            for fact in facts:
                if isinstance(fact, SeatReplaced | SeatDropped | SeatRated) and fact.seat not in seats:
                    raise InputError(
                        words("Nobody at the table is called “{seat}”.", seat=fact.seat),
                        words("Use one of: {names}.", names=", ".join(seats)),
                    )
            if live.fold.plugin.models_stay and any(isinstance(f, SeatReplaced) for f in facts):
                raise InputError(
                    words("The model stays the same in this session."),
                    words("Start another one with the other model."),
                )

            def told(head: int) -> Sequence[Fact]:
                del head
                # Looked at while nobody else can append: a round may open meanwhile.
                for fact in facts:
                    check_looking_back(live.fold.session, fact)
                return facts

            await live.writer.decide(told)

    async def mark(
        self, session: SessionId, seat: SeatName, base: int, kind: MarkKind, quote: str, comment: str = ""
    ) -> str:
        """File a mark in a seat's text as a point of the person's, accepted; return the point's id.

        `base`: seq of the record whose text is marked. Raises InputError as `mark_point` does, and where
        the workflow has no authors who answer.
        """
        async with self._sessions.opened(session) as live:
            if not live.fold.plugin.takes_marks:
                raise InputError(
                    words("Nobody answers marks in this kind of session."), words("Write a note instead.")
                )
            if seat not in live.fold.session.seats:
                raise InputError(words("Nobody at the table is called “{seat}”.", seat=seat))
            # Refused before anything is appended.
            mark_point("", seat, base, kind, quote, comment)

            def marked(head: int) -> list[Fact]:
                point = mark_point(f"m{head + 1}", seat, base, kind, quote, comment)
                return [point, CritiqueDecided(critique=point.critique, verdict="accept")]

            point, _ = await live.writer.decide(marked)
            return f"m{point.seq}"
