"""Asking one model once: reserve, record, stream, record the end, and retry where the policy allows it."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from app.domain import fault_hints, fault_messages
from app.domain.canonical import sound_text
from app.domain.errors import InputError
from app.domain.fact_base import Fact
from app.domain.facts import CallAsked, CallCancelled, CallCompleted, CallFailed, CallStopRequested
from app.domain.i18n import words
from app.domain.ids import CallKey, SeatName
from app.domain.messages import ModelRequest, ToolCall
from app.domain.usage import Estimate
from app.domain.vectors import packed
from app.engine.arriving import Arriving
from app.engine.beginnings import Beginnings
from app.engine.bus import Bus, CallWaits, Streamed
from app.engine.calls import CallTrack
from app.engine.folders import SessionPorts
from app.engine.interruptions import Blocked, Halted, budget_item, token_item
from app.engine.looping import LoopWatch
from app.engine.ports import (
    Clock,
    Completed,
    Delayed,
    Failed,
    ModelGateway,
    Prompts,
    ReasoningDelta,
    Sent,
    TextDelta,
    WaitKind,
)
from app.engine.rehearsal import Rehearsal
from app.engine.retry import RetryPolicy
from app.engine.streaming import StreamBuffer
from app.engine.tool_use import ToolUse
from app.engine.writer import SessionWriter

_log = logging.getLogger(__name__)
_LOOPED = Failed(
    "truncated",
    fault_messages.LOOPED,
    sent=True,
    hint=fault_hints.OUT_OF_THE_LOOP,
    received=True,
    cut="loop",
)


@dataclass
class CallRunner:
    """All that calls need, and the calls now under way."""

    writer: SessionWriter
    gateway: ModelGateway
    prompts: Prompts
    clock: Clock
    bus: Bus
    buffer: StreamBuffer
    retry: RetryPolicy
    app_version: str
    ports: SessionPorts
    tools: ToolUse
    opened: int = field(init=False)
    """Seq of the newest record when the session was opened here: what came before, somebody else may have
    written."""
    rehearsal: Rehearsal = field(init=False)
    """Gets ready for what comes behind the calls."""
    _beginnings: Beginnings = field(default_factory=Beginnings)
    _paused: asyncio.Event = field(default_factory=asyncio.Event)
    _budget: asyncio.Lock = field(default_factory=asyncio.Lock)
    _promised: list[float] = field(default_factory=list)
    """Worst cases of the calls whose CallAsked is being committed: the fold does not have them yet."""
    _settled: asyncio.Event = field(default_factory=asyncio.Event)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)
    """Of the calls, for the gateway: it knows them before they have a seq."""
    _under_way: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """What each call is busy with, its stream or its wait for the next try, by the seq of its CallAsked."""

    def __post_init__(self) -> None:
        self.opened = self.writer.fold.head
        self.rehearsal = Rehearsal(self.writer.fold.plugin, self.prompts)

    @property
    def pausing(self) -> bool:
        """Tell whether no new call may begin."""
        return self._paused.is_set()

    @pausing.setter
    def pausing(self, paused: bool) -> None:
        if paused:
            self._paused.set()
        else:
            self._paused.clear()

    async def call(
        self,
        key: CallKey,
        request: ModelRequest,
        identity: str,
        before: CallTrack | None,
        command: int = 0,
    ) -> CallTrack:
        """Ask until the call completes or fails for good; return its track. `command`: as in CallAsked.

        A call that a person stops has failed for good. Raises Halted while pausing, Blocked where the
        cost limit refuses.
        """
        tries = before.fact.tries if before else 0
        # A halt came between two tries: what is left of them goes on.
        retries = tries if before is not None and self.may_try_again(before) else 0
        while True:
            tries += 1
            call_id = f"{self.writer.session}:{next(self._numbers)}"
            beginning = await self._beginnings.turn(request)
            try:
                asked = await self._record_asked(call_id, key, request, identity, tries, command)
                await self._alone(asked, self._stream(call_id, asked, key, request, retries, beginning))
            except BaseException:
                # Got ready and never begun, it would be held for ever.
                await self.gateway.cancel(call_id)
                raise
            finally:
                self._beginnings.over(beginning)
            track = self.writer.fold.calls.by_asked[asked]
            if not isinstance(track.end, CallFailed):
                return track
            delay = self.retry.delay(track.end, retries)
            if delay is None:
                return track
            if not track.stop_wanted:
                self._waits(asked, key, "again", delay)
                await self._alone(asked, self._rest(delay))
            if track.stop_wanted:
                return track
            retries += 1

    def may_try_again(self, track: CallTrack) -> bool:
        """Tell whether a failed call is to be asked again without a word from a person."""
        failed = track.end
        if not isinstance(failed, CallFailed) or track.state != "failed":
            return False
        if track.resolved is not None or track.stop_wanted:
            return False
        return self.retry.delay(failed, track.fact.tries - 1) is not None

    def _waits(self, asked: int, key: CallKey, what: WaitKind, seconds: float | None = None) -> None:
        """Tell what a call waits for."""
        self.bus.publish(CallWaits(self.writer.session, asked, key.seat, key.purpose, what, seconds))

    async def _rest(self, seconds: float) -> None:
        """Wait before the next try, but no longer than until a pause is asked for."""
        waits = [
            asyncio.ensure_future(self.clock.sleep(seconds)),
            asyncio.ensure_future(self._paused.wait()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    async def _alone(self, asked: int, work: Coroutine[Any, Any, None]) -> None:
        """Do what belongs to one call as a task of its own: it can be ended without the rest of its node."""
        task = self._under_way[asked] = asyncio.ensure_future(work)
        try:
            # Waiting for it, a cancellation of the node reaches the task; one of the task stays there.
            await task
        except asyncio.CancelledError:
            # Ended before its first step, the task has recorded nothing.
            await self._end(asked, False, ())
            if not self.writer.fold.calls.by_asked[asked].stop_wanted:
                raise
        finally:
            del self._under_way[asked]
        node = asyncio.current_task()
        if node is not None and node.cancelling():
            # It was stopped alone and with all others at once: the task has kept the second from us.
            raise asyncio.CancelledError

    async def stop_seat(self, seat: SeatName) -> None:
        """End the calls of one seat and nobody else's, keeping what has arrived.

        The wish is committed before anything is ended. Raises InputError where the seat has none.
        """

        def wanted(head: int) -> list[CallStopRequested]:
            calls = self.writer.fold.calls.by_asked
            # One that is completed may still be under way for a moment.
            mine = [
                asked
                for asked in self._under_way
                if calls[asked].key.seat == seat and calls[asked].state != "completed"
            ]
            if not mine:
                raise InputError(
                    words("{seat} is writing nothing now.", seat=seat),
                    words("Its last answer stands as it is."),
                )
            return [CallStopRequested(asked=asked) for asked in mine if not calls[asked].stop_wanted]

        await self.writer.decide(wanted)
        for asked, task in self._under_way.items():
            # Some may have ended by themselves while the wish was written down.
            if self.writer.fold.calls.by_asked[asked].stop_wanted:
                task.cancel()

    def under_way(self, asked: int) -> bool:
        """Tell whether a call is being answered, or waits for its next try, in this process."""
        return asked in self._under_way

    async def _get_ready(self, call_id: str, request: ModelRequest) -> None:
        """Let the gateway get ready while the disk is busy with the record."""
        await asyncio.sleep(0)
        self.gateway.prepare(call_id, request)

    async def _record_asked(
        self, call_id: str, key: CallKey, request: ModelRequest, identity: str, tries: int, command: int
    ) -> int:
        (estimate,) = await self.gateway.estimate([request])
        async with self._budget:
            # One after the other: two calls must not both fit into the same rest.
            await self._until_it_fits(key, estimate)
            if self.pausing:
                raise Halted
            self._promised.append(estimate.cost_max or 0.0)
        ready = asyncio.ensure_future(self._get_ready(call_id, request))
        try:
            # Outside: those that are asked for together are committed together.
            (record,) = await self.writer.append(
                CallAsked(
                    purpose=key.purpose,
                    seat=key.seat,
                    part=key.part,
                    tries=tries,
                    model=request.model,
                    identity=identity,
                    messages=request.messages,
                    tools=tuple(tool.name for tool in request.tools),
                    options=request.options.model_dump(mode="json", exclude_none=True),
                    reserved=estimate.cost_max,
                    app_version=self.app_version,
                    command=command,
                )
            )
        finally:
            ready.cancel()
            self._promised.remove(estimate.cost_max or 0.0)
            self._settled.set()
        return record.seq

    async def _until_it_fits(self, key: CallKey, estimate: Estimate) -> None:
        """Wait for running calls to settle until one more fits; raises Blocked where it never will."""
        spend, calls = self.writer.fold.spend, self.writer.fold.calls
        needs = estimate.tokens_in + estimate.tokens_out_max
        while True:
            cost = estimate.cost_max and estimate.cost_max + sum(self._promised)
            alone = spend.token_limit is None or not self._promised
            if spend.fits(cost) and spend.fits_tokens(needs) and alone:
                return
            if not calls.open() and not self._promised:
                short = budget_item(key, self.writer.fold, estimate.cost_max or 0.0)
                if spend.fits(estimate.cost_max):
                    short = token_item(key, self.writer.fold, needs)
                raise Blocked([short])
            self._settled.clear()
            await self._settled.wait()

    async def _stream(
        self,
        call_id: str,
        asked: int,
        key: CallKey,
        request: ModelRequest,
        retries: int,
        beginning: str,
    ) -> None:
        """Follow one call to its recorded end."""
        sent = looped = False
        pieces: list[str] = []
        arriving, watch = Arriving(), LoopWatch()
        session = self.writer.session
        try:
            events = self.gateway.start(call_id, request)
            async with aclosing(events):  # type: ignore[type-var]  # every gateway's stream is a generator
                async for event in events:
                    match event:
                        case Delayed(what=what, seconds=seconds):
                            self._waits(asked, key, what, seconds)
                        case Sent():
                            sent = True
                            self._waits(asked, key, "reading")
                            self.rehearsal.begin()
                        case TextDelta(text=text):
                            if not pieces:
                                self._beginnings.heard(beginning)
                            pieces.append(text)
                            self.buffer.add(asked, text)
                            for said, thought in arriving.feed(text):
                                self.bus.publish(
                                    Streamed(session, asked, key.seat, key.purpose, said, reasoning=thought)
                                )
                                looped = watch.feed(said) or looped
                            if looped:
                                await self._finish(asked, request, _LOOPED, pieces, retries)
                                return
                        case ReasoningDelta(text=text):
                            self._beginnings.heard(beginning)
                            self.bus.publish(
                                Streamed(session, asked, key.seat, key.purpose, text, reasoning=True)
                            )
                        case Completed() | Failed():
                            if isinstance(event, Completed):
                                self._beginnings.heard(beginning)
                            await self._finish(asked, request, event, pieces, retries)
                            return
                        case _:
                            pass
            # A stream that just ends is a cut answer, never a complete one.
            cut = Failed(
                "truncated", fault_messages.BROKE_OFF, sent=True, received=bool(pieces), cut="broken"
            )
            await self._finish(asked, request, cut, pieces, retries)
        except asyncio.CancelledError:
            await self._end(asked, sent or bool(pieces), pieces)
            raise
        finally:
            self._settled.set()

    async def _end(self, asked: int, sent: bool, pieces: Sequence[str]) -> None:
        """Record that we ended a call, where it has no end yet."""
        self.buffer.drop(asked)
        track = self.writer.fold.calls.by_asked.get(asked)
        if track is None or track.end is not None:
            return
        partial = sound_text("".join(pieces))[0]
        end: Fact = CallCancelled(asked=asked, sent=sent, partial=partial)
        if track.stop_wanted:
            end = stopped(asked, sent, partial)
        await self.writer.append(end, ends=[asked])

    async def _finish(
        self,
        asked: int,
        request: ModelRequest,
        event: Completed | Failed,
        pieces: list[str],
        retries: int,
    ) -> None:
        self.buffer.drop(asked)
        if isinstance(event, Completed):
            done = _whole(asked, request, event)
            if isinstance(done, CallCompleted):
                await self.writer.hand_in(done, ends=[asked])
                return
            event = done
        failed = CallFailed(
            asked=asked,
            kind=event.kind,
            message=sound_text(str(event.message))[0],
            hint=sound_text(str(event.hint))[0],
            sent=event.sent,
            received=event.received or bool(pieces),
            retry_after=event.retry_after,
            partial=sound_text(event.partial or "".join(pieces))[0],
            usage=event.usage,
            cut=event.cut or "",
            passing=event.passing,
        )
        again = self.retry.delay(failed, retries)
        await self.writer.append(failed.model_copy(update={"again_in": again}), ends=[asked])


def stopped(asked: int, sent: bool, partial: str) -> CallFailed:
    """Return the end of a call that a person stopped alone."""
    kept = fault_hints.PARTIAL_KEPT if partial.strip() else fault_hints.NOTHING_ARRIVED
    return CallFailed(
        asked=asked,
        kind="stopped",
        message=str(fault_messages.STOPPED),
        hint=str(kept),
        sent=sent,
        received=bool(partial),
        partial=partial,
    )


def _whole(asked: int, request: ModelRequest, event: Completed) -> CallCompleted | Failed:
    """Return the record of a whole answer, or what is wrong with it: nobody's word is taken for it."""
    text, replaced = sound_text(event.text)
    vectors: tuple[str, ...] = ()
    wrong = None if text.strip() or event.tool_calls else fault_messages.EMPTY
    if request.embeds:
        try:
            vectors, wrong = packed(event.vectors, len(request.messages)), None
        except ValueError as error:
            wrong = fault_messages.UNUSABLE.filled(why=str(error))
    if wrong is not None:
        return Failed("bad_reply", wrong, sent=True, received=True, usage=event.usage)
    return CallCompleted(
        asked=asked,
        text=text,
        reasoning=sound_text(event.reasoning)[0],
        tool_calls=tuple(_sound(call) for call in event.tool_calls),
        finish=event.finish,
        usage=event.usage,
        dropped_options=event.dropped_options,
        replaced_characters=replaced,
        marks=event.marks,
        vectors=vectors,
    )


def _sound(call: ToolCall) -> ToolCall:
    id_, name, arguments = (sound_text(text)[0] for text in (call.id, call.name, call.arguments))
    return ToolCall(id=id_, name=name, arguments=arguments)
