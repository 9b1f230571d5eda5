"""The person's side: gates answered, events told at any time, and what is asked for beside a gate."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from app.domain.canonical import JsonValue
from app.domain.command_facts import CommandEnded
from app.domain.errors import InputError, NotFound, RoundtableError, one_of
from app.domain.fact_base import Actor, Fact
from app.domain.facts import By, CritiqueDecided, MarkKind, SeatDropped, SeatReplaced
from app.domain.i18n import words
from app.domain.ids import SeatName, SessionId
from app.domain.marks import mark_point
from app.domain.person_facts import PERSON_EVENTS
from app.domain.usage import Estimate
from app.domain.verdict_facts import SeatRated
from app.engine.answering import answer_facts
from app.engine.bus import RunEnded
from app.engine.commands import (
    asked_facts,
    commands_at,
    first_calls,
    left_facts,
    place_now,
    resumed_facts,
    run_command,
)
from app.engine.fold import SessionFold
from app.engine.plugin import PersonCommand
from app.projections.commands import Command
from app.services.live import Live, end_commands
from app.services.looking_back import check_looking_back
from app.services.sessions import Sessions

_log = logging.getLogger(__name__)


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
                        words("Nobody at the table is called “{seat}”.", seat=fact.seat), one_of(seats)
                    )
            if live.fold.plugin.models_stay and any(isinstance(f, SeatReplaced) for f in facts):
                raise InputError(
                    words("The model stays the same in this session."),
                    words("Start another one with the other model."),
                )

            def told(head: int) -> Sequence[Fact]:
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


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be asked for; `price`: of its first calls, None where its data decide that."""

    command: PersonCommand
    price: Estimate | None


class PersonCommands:
    """Priced calls beside the graph; there is no policy and no flag that asks for one."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def ask(
        self, session: SessionId, gate: str, command: str, data: Mapping[str, JsonValue] | None = None
    ) -> int:
        """Ask for a command in the background; return its number, which is the seq of its CommandAsked.

        Raises GateError where the gate is closed or the data do not fit, InputError where it is not offered
        there; then nothing is recorded.
        """
        async with self._sessions.opened(session) as live:
            mine: set[int] = set()

            def facts(head: int) -> Sequence[Fact]:
                found = asked_facts(live.fold, gate, command, data or {})
                mine.add(head + 1)
                live.beginning.add(head + 1)
                return found

            try:
                records = await live.writer.decide(facts)
                self._begin(live, records[-1].seq)
            finally:
                live.beginning -= mine
            return records[-1].seq

    async def resume(
        self, session: SessionId, asked: int, verb: str, data: Mapping[str, JsonValue] | None = None
    ) -> None:
        """Decide about what holds a command, and go on with it; what is paid for is not asked again."""
        async with self._sessions.opened(session) as live:
            live.beginning.add(asked)
            try:
                await live.writer.decide(lambda head: resumed_facts(live.fold, asked, verb, data or {}))
                self._begin(live, asked)
            finally:
                live.beginning.discard(asked)

    def _begin(self, live: Live, asked: int) -> None:
        # A pause ends with the person's next wish, as it does with a start.
        live.loop.unpause()
        task = asyncio.create_task(run_command(live.runner, asked), name=f"command {asked}")
        live.commands[asked] = task
        task.add_done_callback(partial(self._ended, live, asked))

    def _ended(self, live: Live, asked: int, task: asyncio.Task[None]) -> None:
        if live.commands.get(asked) is task:
            del live.commands[asked]
        error = None if task.cancelled() else task.exception()
        if error is not None:
            _log.warning("a person's command could not be recorded: %s", error)
            message = f"{error.message} {error.next}" if isinstance(error, RoundtableError) else str(error)
            state = live.fold.session.state
            self._sessions.parts.bus.publish(
                RunEnded(live.writer.session, state, message.strip(), live.fold.plugin.name)
            )
        self._sessions.let_go(live.writer.session)

    def doing(self, session: SessionId) -> Collection[int]:
        """Return the commands that this process does; others that run by the records were cut off."""
        live = self._sessions.live(session)
        return {*live.commands, *live.beginning} if live is not None else ()

    async def take_up(self, session: SessionId) -> None:
        """Note what was cut off when another process ended; raises SessionBusy where one still does it."""
        async with self._sessions.opened(session):
            pass

    async def wait(self, session: SessionId, asked: int) -> Command:
        """Wait until a command is over, or held; return it. Raises StorageError."""
        async with self._sessions.opened(session) as live:
            task = live.commands.get(asked)
            if task is not None:
                await asyncio.wait([task])
                if not task.cancelled():
                    task.result()
            return self._found(live.fold, asked)

    async def stop(self, session: SessionId, asked: int) -> None:
        """End a command that is under way; what has arrived is kept, and counts."""
        live = self._sessions.live(session)
        if live is None or asked not in live.commands:
            raise InputError(
                words("Nothing of that number is under way here."),
                words("Stop it where the session runs."),
            )
        async with self._sessions.opened(session):
            await end_commands(live, asked)

            def ended(head: int) -> Sequence[Fact]:
                running = self._found(live.fold, asked).state == "running"
                return (CommandEnded(asked=asked, outcome="stopped"),) if running else ()

            await live.writer.decide(ended)

    async def leave(self, session: SessionId, asked: int) -> None:
        """Give up a command that something holds; nothing of it is asked again."""
        async with self._sessions.opened(session) as live:
            self._found(live.fold, asked)
            await live.writer.decide(lambda head: left_facts(live.fold, asked))

    async def estimate(
        self, session: SessionId, gate: str, command: str, data: Mapping[str, JsonValue] | None = None
    ) -> Estimate:
        """Return the worst case of what a command asks first; what it asks later depends on the answers."""
        fold = await self._sessions.fold(session)
        parts = self._sessions.parts
        requests = await first_calls(fold, parts.gateway, parts.prompts, gate, command, data or {})
        found = await parts.gateway.estimate(requests)
        costs = [one.cost_max for one in found if one.cost_max is not None]
        return Estimate(
            tokens_in=sum(one.tokens_in for one in found),
            tokens_out_max=sum(one.tokens_out_max for one in found),
            cost_max=sum(costs) if len(costs) == len(found) else None,
        )

    async def offered(self, session: SessionId) -> Sequence[Offer]:
        """Return what can be asked for now, at the open gate or after the end, with its price."""
        fold = await self._sessions.fold(session)
        place = place_now(fold) if fold.plugin.person_commands else None
        if place is None:
            return ()
        offers = []
        for command in commands_at(fold, place):
            price = None
            if command.verb.asked != "in a form":
                price = await self.estimate(session, place.id, command.name)
            offers.append(Offer(command, price))
        return offers

    def _found(self, fold: SessionFold, asked: int) -> Command:
        command = fold.commands.by_asked.get(asked)
        if command is None:
            raise NotFound(
                words("Nothing was asked for under the number {asked}.", asked=asked),
                words("“roundtable ask SESSION” lists what was."),
            )
        return command
