"""Asking one model once: reserve, record, stream, record the end, and retry where the policy allows it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
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
from app.domain.messages import ModelRequest, Options, ToolCall
from app.domain.usage import Estimate
from app.domain.vectors import packed
from app.engine.arriving import Arriving, LoopWatch
from app.engine.beginnings import Beginnings
from app.engine.bus import Bus, CallWaits, Streamed
from app.engine.calls import CallTrack
from app.engine.charged import Charged, charged
from app.engine.folders import SessionPorts
from app.engine.interruptions import Blocked, Halted, budget_item, token_item
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

_LOOPED = Failed(
    "truncated",
    fault_messages.LOOPED,
    sent=True,
    hint=fault_hints.OUT_OF_THE_LOOP,
    received=True,
    cut="loop",
)
_OPEN_ENDS = frozenset({"timeout", "host_died"})
"""Failures after which the server may have gone on, and charged for it."""


@dataclass(slots=True)
class _Asking:
    """One asking of a call, and what has come of it so far."""

    id: str
    key: CallKey
    request: ModelRequest
    retries: int
    beginning: str
    worst: Estimate
    """What it may use at most."""
    asked: int = 0
    """Seq of its CallAsked."""
    sent: bool = False
    pieces: list[str] = field(default_factory=list)
    thoughts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What came of the answer."""
        return "".join(self.pieces)

    def charged(self, event: Failed | None = None) -> Charged:
        """Return what it may have been charged where it ends without an answer; `event`: how it failed."""
        thoughts, reserved = "".join(self.thoughts), self.worst.cost_max
        if event is None:
            return charged(self.worst, reserved, thoughts + self.text) if self.sent else Charged()
        if not self._left_open(event):
            return Charged(event.usage)
        return charged(self.worst, reserved, thoughts + (event.partial or self.text), event.usage)

    def _left_open(self, event: Failed) -> bool:
        """Tell whether nobody knows what a failed call came to: its answer did not come to an end."""
        received = event.received or bool(self.pieces)
        if not (event.sent or received) or (event.usage is not None and event.usage.source == "provider"):
            return False
        broke = event.kind in _OPEN_ENDS or event.cut in ("broken", "loop")
        return broke or (event.usage is None and received)


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
            (worst,) = await self.gateway.estimate([request])
            name = await self._beginnings.turn(request, worst.rates)
            one = _Asking(call_id, key, request, retries, name, worst)
            try:
                await self._record_asked(one, identity, tries, command)
                await self._alone(one.asked, self._stream(one))
            except BaseException:
                # Got ready and never begun, it would be held for ever.
                await self.gateway.cancel(call_id)
                raise
            finally:
                self._beginnings.over(one.beginning)
            track = self.writer.fold.calls.by_asked[one.asked]
            if not isinstance(track.end, CallFailed):
                return track
            delay = self.retry.delay(track.end, retries)
            if delay is None:
                return track
            if not track.stop_wanted:
                self._waits(one, "again", delay)
                await self._alone(one.asked, self._rest(delay))
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

    def _waits(self, one: _Asking, what: WaitKind, seconds: float | None = None) -> None:
        """Tell what a call waits for."""
        key = one.key
        self.bus.publish(CallWaits(self.writer.session, one.asked, key.seat, key.purpose, what, seconds))

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
            await self._end(asked)
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

    async def _record_asked(self, one: _Asking, identity: str, tries: int, command: int) -> None:
        """Commit the asking as soon as it fits under the limits; note its seq."""
        key, request, estimate = one.key, one.request, one.worst
        async with self._budget:
            # One after the other: two calls must not both fit into the same rest.
            await self._until_it_fits(key, estimate)
            if self.pausing:
                raise Halted
            self._promised.append(estimate.cost_max or 0.0)
        ready = asyncio.ensure_future(self._get_ready(one.id, request))
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
                    wording=self.prompts.wording,
                    command=command,
                )
            )
        finally:
            ready.cancel()
            self._promised.remove(estimate.cost_max or 0.0)
            self._settled.set()
        one.asked = record.seq

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

    async def _stream(self, one: _Asking) -> None:
        """Follow one call to its recorded end."""
        looped, key, session = False, one.key, self.writer.session
        arriving, watch = Arriving(), LoopWatch()
        try:
            events = self.gateway.start(one.id, one.request)
            async with aclosing(events):  # type: ignore[type-var]  # every gateway's stream is a generator
                async for event in events:
                    if not isinstance(event, Delayed | Sent | Failed):
                        self._beginnings.heard(one.beginning)
                    match event:
                        case Delayed(what=what, seconds=seconds):
                            self._waits(one, what, seconds)
                        case Sent():
                            one.sent = True
                            self._waits(one, "reading")
                            self.rehearsal.begin()
                        case TextDelta(text=text):
                            one.sent = True
                            one.pieces.append(text)
                            self.buffer.add(one.asked, text)
                            for said, thought in arriving.feed(text):
                                self.bus.publish(
                                    Streamed(
                                        session, one.asked, key.seat, key.purpose, said, reasoning=thought
                                    )
                                )
                                looped = watch.feed(said) or looped
                            if looped:
                                await self._finish(one, _LOOPED)
                                return
                        case ReasoningDelta(text=text):
                            one.thoughts.append(text)
                            self.bus.publish(
                                Streamed(session, one.asked, key.seat, key.purpose, text, reasoning=True)
                            )
                        case Completed() | Failed():
                            await self._finish(one, event)
                            return
                        case _:
                            pass
            # A stream that just ends is a cut answer, never a complete one.
            cut = Failed(
                "truncated", fault_messages.BROKE_OFF, sent=True, received=bool(one.pieces), cut="broken"
            )
            await self._finish(one, cut)
        except asyncio.CancelledError:
            await self._end(one.asked, one)
            raise
        finally:
            self._settled.set()

    async def _end(self, asked: int, one: _Asking | None = None) -> None:
        """Record that we ended a call, where it has no end yet; `one`: what came of it, if it was begun."""
        self.buffer.drop(asked)
        track = self.writer.fold.calls.by_asked.get(asked)
        if track is None or track.end is not None:
            return
        sent, partial, cost = False, "", Charged()
        if one is not None:
            sent, partial, cost = one.sent, sound_text(one.text)[0], one.charged()
        end: Fact = CallCancelled(
            asked=asked, sent=sent, partial=partial, usage=cost.usage, uncertain=cost.uncertain
        )
        if track.stop_wanted:
            end = stopped(asked, sent, partial, cost)
        await self.writer.append(end, ends=[asked])

    async def _finish(self, one: _Asking, event: Completed | Failed) -> None:
        asked = one.asked
        self.buffer.drop(asked)
        if isinstance(event, Completed):
            done = _whole(asked, one.request, event)
            if isinstance(done, CallCompleted):
                await self.writer.hand_in(done, ends=[asked])
                return
            event = done
        cost = one.charged(event)
        failed = CallFailed(
            asked=asked,
            kind=event.kind,
            message=sound_text(str(event.message))[0],
            hint=sound_text(str(event.hint))[0],
            sent=event.sent,
            received=event.received or bool(one.pieces),
            retry_after=event.retry_after,
            partial=sound_text(event.partial or one.text)[0],
            usage=cost.usage,
            uncertain=cost.uncertain,
            cut=event.cut or "",
            passing=event.passing,
        )
        again = self.retry.delay(failed, one.retries)
        await self.writer.append(failed.model_copy(update={"again_in": again}), ends=[asked])

    async def asked_in_full(self, track: CallTrack) -> CallAsked | None:
        """Return the record of a call with its prompt, which the fold leaves unread."""
        (record,) = await self.writer.journal.read(track.asked - 1, 1)
        asked = self.writer.fold.catalogue.decode(record)
        return asked if isinstance(asked, CallAsked) else None

    async def charged_before(self, track: CallTrack, partial: str) -> Charged:
        """Return what a call may have been charged that a dead process left open."""
        seat = self.writer.fold.session.seats.get(track.key.seat)
        asked = await self.asked_in_full(track)
        if seat is None or asked is None:
            return Charged()
        if seat.model != asked.model:
            seat = seat.embedder(asked.model)
        request = ModelRequest(
            purpose=asked.purpose,
            seat=asked.seat,
            model=asked.model,
            messages=asked.messages,
            options=Options(max_output_tokens=track.room or 0),
            embeds=not track.room,
            base_url=seat.base_url,
            api_key_env=seat.api_key_env,
            price_in=seat.price_in,
            price_out=seat.price_out,
        )
        (worst,) = await self.gateway.estimate([request])
        return charged(worst, asked.reserved, partial)


def stopped(asked: int, sent: bool, partial: str, cost: Charged) -> CallFailed:
    """Return the end of a call that a person stopped alone; `cost`: what it may have been charged."""
    kept = fault_hints.PARTIAL_KEPT if partial.strip() else fault_hints.NOTHING_ARRIVED
    return CallFailed(
        asked=asked,
        kind="stopped",
        message=str(fault_messages.STOPPED),
        hint=str(kept),
        sent=sent,
        received=bool(partial),
        partial=partial,
        usage=cost.usage,
        uncertain=cost.uncertain,
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
