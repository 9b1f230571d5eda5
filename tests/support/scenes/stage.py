"""The program itself, over folders of its own, with a debate that is played as far as a scene needs it.

Journal, engine, services and workflows are the real ones. Only the models are players, who wait for their
cue, and the providers' servers, which nobody contacts.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.bootstrap import build
from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    CallAsked,
    CallCompleted,
    CallStopRequested,
    GateAnswered,
    GateOpened,
    RunHalted,
    RunStarted,
    StopRequested,
)
from app.domain.ids import SeatName, SessionId
from app.domain.messages import ModelRequest
from app.domain.usage import Usage
from app.engine.bus import Appended, BusMessage, RunEnded
from app.engine.plugin import WorkflowPlugin
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.gateway.keys import Keys
from app.gateway.provider_gateway import HostedProviders
from app.gateway.router import Router
from app.projections.gate_inbox import Gate
from app.services.core import Core
from app.services.exporting import Exporting
from app.services.live import Live
from app.services.providers import Providers
from app.settings.folders import Folders
from app.store.sessions import FileSessionStore
from tests.support.quiet import quiet
from tests.support.scenes import debate_story
from tests.support.scenes.debate_story import QUESTION, TEAM
from tests.support.scenes.players import COST, OUT_OF_CREDIT, Front, Line, Players, Waits
from tests.support.scenes.replaying import Lines, replay
from tests.support.simulated import MAKERS
from tests.support.waiting import AMPLE

START = 1_790_000_000_000_000
STEP = 700_000
"""Microseconds that pass whenever somebody looks at the clock."""


@dataclass
class StageClock:
    """A clock that goes on a little at each look, the same way each time."""

    time: int = START
    sleepers: list[asyncio.Event] = field(default_factory=list)

    def now(self) -> int:
        """Return microseconds since 1970-01-01 UTC."""
        self.time += STEP
        return self.time

    def elapsed(self) -> int:
        """Return the same: it is set by nobody."""
        return self.now()

    async def sleep(self, seconds: float) -> None:
        """Wait as long as it takes, or until the time is skipped."""
        woken = asyncio.Event()
        self.sleepers.append(woken)
        try:
            await asyncio.wait_for(woken.wait(), seconds)
        except TimeoutError:
            pass
        finally:
            self.sleepers.remove(woken)

    def skip(self) -> None:
        """Let all who wait for a time go on."""
        for woken in self.sleepers:
            woken.set()


@dataclass
class StageIds:
    """Ids in order, and one seed for all."""

    count: int = 0

    def session_id(self) -> SessionId:
        """Return the next id."""
        self.count += 1
        return SessionId(f"01k{self.count:023d}")

    def seed(self) -> int:
        """Return the one seed."""
        return 3


@dataclass(frozen=True)
class Stage(Core):
    """A Core with a hand on its models: plays sessions to where a scene begins."""

    players: Players = field(kw_only=True)
    front: Front = field(kw_only=True)
    lines: dict[tuple[str, str], Line] = field(kw_only=True)
    """What a seat says to a purpose, where it is not what the story says."""
    folder: Path = field(kw_only=True)
    clock: StageClock = field(kw_only=True)
    heard: list[Appended] = field(default_factory=list, kw_only=True)
    """What was committed since the start, as the bus told it."""
    setup: dict[str, JsonValue] = field(default_factory=dict, kw_only=True)
    """How debates are set up otherwise than the story's, recorded ones too."""
    on_stage: list[SessionId] = field(default_factory=list, kw_only=True)
    """The sessions a scene is about, the last of them the one that is shown."""

    # --- playing --------------------------------------------------------------------------------

    async def replay(self, lines: Lines, **more: Any) -> SessionId:
        """Take in records as a session of its own; see `tests.support.scenes.replaying`."""
        session = await replay(self, lines, self.folder, setup=self.setup, **more)
        self.on_stage.append(session)
        return session

    async def put(self, lines: Lines) -> SessionId:
        """Write records into a journal as they are, such as no session ever had; return its id."""
        session = self.parts.ids.session_id()
        begun = {**lines[0], "body": {**lines[0]["body"], "session": session}}
        await self.parts.store.import_records(session, [begun, *lines[1:]])
        self.on_stage.append(session)
        return session

    async def begin(self, title: str | None = None, **setup: Any) -> SessionId:
        """Create a debate and start it; its members are asked for their answers and wait."""
        given = {"interactive_clarifications": False, **setup}
        session = await self.create(title, **given)
        await self.sessions.start(session)
        await quiet()
        return session

    async def create(self, title: str | None = None, **setup: Any) -> SessionId:
        """Create a debate that nobody has started."""
        given = {"question": QUESTION, "max_rounds": 3, "cost_limit": 2.0, **setup, **self.setup}
        session = await self.sessions.create("debate", given, TEAM, title)
        self.on_stage.append(session)
        return session

    async def halt_at(self, session: SessionId, gate: GateOpened) -> None:
        """Have a session wait at a gate that nothing in it would open."""
        await self.write(session, gate)
        self.bus.publish(RunEnded(session, "waiting"))
        await quiet()

    async def play_on(self, session: SessionId, *, but: Waits | None = None) -> str:
        """Let those who wait say their lines, one after the other; return the state it comes to.

        It ends with the run, or where only calls of `but` are left.
        """
        # One that has not moved yet is looked at by nobody.
        live, end = await self.sessions.attach(session), time.monotonic() + AMPLE
        while True:
            await quiet()
            if not live.running:
                return live.fold.session.state
            waiting = self.players.waiting_of(session)
            if waiting and but is not None and all(but(cue.request) for cue in waiting):
                return "running"
            cue = next((cue for cue in waiting if but is None or not but(cue.request)), None)
            if cue is not None:
                cue.end()
            else:
                # Something is worked out between two calls.
                await asyncio.sleep(0.001)
            assert time.monotonic() < end, "the run neither ends nor asks anybody"

    async def play_round(self, session: SessionId, number: int = 1) -> None:
        """Play to the approval of a round, approving those before it."""
        while True:
            await self.play_on(session)
            gate = self.gate(session)
            assert gate.fact.kind == "approval", gate.fact
            if gate.round >= number:
                return
            await self.approve(session)

    async def approve(self, session: SessionId, verb: str = "approve", **data: JsonValue) -> None:
        """Answer the open gate, as the person would; the run goes on and waits at its next calls."""
        await self.sessions.attach(session)
        await self.review.answer(session, self.gate(session).id, verb, data)
        await quiet()

    async def fail(self, session: SessionId, *seats: str, how: Line = OUT_OF_CREDIT) -> None:
        """Let what seats were asked fail, and all others end; the run halts at the gate for that."""
        for cue in self.players.waiting_of(session):
            if cue.request.seat in seats:
                self.lines[cue.request.seat, cue.request.purpose] = how
        await self.play_on(session)
        self.lines.clear()

    async def finish(self, session: SessionId) -> None:
        """Take the open round as the last one, and have the final answer written."""
        await self.approve(session, "finish")
        await self.play_on(session)

    async def stop(self, session: SessionId) -> None:
        """Stop a session at once, and wait until it has halted."""
        await self.sessions.stop(session)
        await self.sessions.wait(session)
        await quiet()

    async def write(self, session: SessionId, *facts: Fact) -> Sequence[Record]:
        """Put facts into the journal that nobody at the table would bring about by what they say."""
        live = await self.sessions.attach(session)
        records = await live.writer.append(*facts)
        await quiet()
        return records

    async def call(self, session: SessionId, seat: str, purpose: str, text: str | None = None) -> int:
        """Put a call into the journal that no model was asked for; return its seq.

        `text`: its answer; None: it has none yet.
        """
        live = await self.sessions.attach(session)
        model = live.fold.session.seats[SeatName(seat)].model
        asked = CallAsked(
            purpose=purpose,
            seat=seat,
            part="",
            tries=1,
            model=model,
            identity="",
            messages=(),
            app_version="1",
        )
        (record,) = await self.write(session, asked)
        if text is not None:
            usage = Usage(tokens_in=900, tokens_out=len(text) // 4, source="provider", cost=COST)
            await self.write(session, CallCompleted(asked=record.seq, text=text, usage=usage))
        return record.seq

    # --- looking --------------------------------------------------------------------------------

    def live(self, session: SessionId) -> Live:
        """Return a session that is open here."""
        live = self.sessions.live(session)
        assert live is not None
        return live

    def gate(self, session: SessionId) -> Gate:
        """Return the gate that waits."""
        gate = self.live(session).fold.gates.open_gate()
        assert gate is not None
        return gate

    async def facts(self, session: SessionId, type: str) -> list[Any]:
        """Return what a session's journal holds of one type, in order."""
        return [self.catalogue.decode(r) for r in await self.records(session) if r.type == type]

    async def records(self, session: SessionId) -> list[Record]:
        """Return a session's journal."""
        return list(await self.sessions.records(session))

    def there(self) -> list[SessionId]:
        """Return the sessions on the disk, the oldest first."""
        return sorted(SessionId(file.stem) for file in (self.folder / "data/sessions").glob("*.roundtable"))

    def answers(self) -> list[tuple[str, str, Mapping[str, JsonValue]]]:
        """Return what the person answered since the start, as (gate, verb, data)."""
        given = [fact for _, fact in self._heard() if isinstance(fact, GateAnswered)]
        return [(one.gate, one.verb, one.data) for one in given if one.by == "person"]

    def wishes(self) -> list[tuple[str, SessionId]]:
        """Return what the person asked of sessions since the start, beside their gates, in order.

        As (`start`, `stop <mode>`, `stop <member>` or `pause`, session).
        """
        wishes: list[tuple[str, SessionId]] = []
        for session, fact in self._heard():
            match fact:
                case RunStarted():
                    wishes.append(("start", session))
                case StopRequested():
                    wishes.append((f"stop {fact.mode}", session))
                case CallStopRequested():
                    call = self.live(session).fold.calls.by_asked[fact.asked]
                    wishes.append((f"stop {call.key.seat}", session))
                case RunHalted(state="paused"):
                    wishes.append(("pause", session))
        return wishes

    def _heard(self) -> list[tuple[SessionId, Fact | UnknownFact]]:
        return [
            (message.session, self.catalogue.decode(r)) for message in self.heard for r in message.records
        ]


def set_up(
    folder: Path, *, makers: Mapping[str, Callable[[], WorkflowPlugin]] = MAKERS, version: str = "1"
) -> Stage:
    """Build the program over a folder, with the sample's team as the person's own."""
    folder.mkdir(parents=True, exist_ok=True)
    clock, lines = StageClock(), dict[tuple[str, str], Line]()
    config, data = folder / "config", folder / "data"
    built = build(Folders(data, config), council_step=0.0, makers=makers)

    def says(request: ModelRequest) -> Line:
        return lines.get((request.seat, request.purpose)) or debate_story.says(request)

    players, keys, connecting = Players(says), Keys({}), built.providers
    desk = connecting.desk
    assert isinstance(desk, HostedProviders)
    # No key of the person who makes the pictures.
    front = Front(replace(desk.hosted, keys=keys), keys, desk.commands)
    own = built.parts.gateway
    routed = ("offline", "sample", "command")
    gateway = Router({name: lambda: own for name in routed}, rest=lambda: players, apart=("command",))
    parts = replace(
        built.parts,
        store=FileSessionStore(data, clock),
        gateway=gateway,
        clock=clock,
        ids=StageIds(),
        version=version,
        unapproved_servers=front.unapproved_servers,
    )
    if not (config / "teams").exists():
        built.teams.make_default(built.teams.save(TEAM))
    stage = Stage(
        parts=parts,
        index=built.index,
        where=built.where,
        keys=built.keys,
        make_providers=lambda: Providers(gateway, front, keys, connecting.settings, connecting.commands),
        make_exporting=lambda: Exporting(parts, EXPORTERS, read_json_export),
        handing=built.handing,
        accounts=built.accounts,
        agents_turn=built.agents_turn,
        write_batch=built.write_batch,
        players=players,
        front=front,
        lines=lines,
        folder=folder,
        clock=clock,
    )

    watched = set[SessionId]()

    def listen(message: BusMessage) -> None:
        if isinstance(message, Appended):
            stage.heard.append(message)
            if message.session not in watched:
                # Looked at until the end, as by a page: what has moved stays open, to be looked into.
                watched.add(message.session)
                stage.sessions.look(message.session)

    stage.bus.subscribe(listen)
    return stage
