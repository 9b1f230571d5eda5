"""What each tool does, over the same services as the command line and the window.

Every call reads records or appends some, and returns: nothing here waits for a model.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from app.cli.agents.day_limit import check_answer, check_start, one_at_a_time
from app.cli.agents.running import Runs
from app.cli.agents.shapes import (
    AnswerArguments,
    Gates,
    GatesArguments,
    GateShape,
    ListArguments,
    NoPlace,
    NotApprovedHere,
    Page,
    Part,
    ResultArguments,
    Row,
    Rows,
    SessionArguments,
    Standing,
    StartArguments,
    VerbShape,
    Waiting,
    check_size,
    page,
    plain,
)
from app.cli.names import Names
from app.cli.outcome import folded
from app.cli.output import clean
from app.domain.command_facts import AgentPermissionChanged
from app.domain.errors import InputError, NotFound, SessionBusy
from app.domain.fact_base import Actor
from app.domain.facts import WhoAnswers
from app.domain.gates import GatePlace
from app.domain.i18n import Message
from app.domain.ids import SeatName, SessionId, is_session_id
from app.engine.answering import check_agent, kind_of, only_a_person
from app.engine.exporting import ExportChoice
from app.engine.folders import READ_FOLDER, OpenedFolder
from app.services.live import following, read_session
from app.services.providers import NotApproved
from app.services.readiness import sentence
from app.services.sessions import check_setup

if TYPE_CHECKING:
    from pydantic import BaseModel

    from app.domain.fact_base import Record
    from app.domain.seats import Seat, Team
    from app.engine.fold import SessionFold
    from app.engine.plugin import WorkflowPlugin
    from app.engine.session_rows import SessionRow
    from app.projections.gate_inbox import Gate
    from app.services.core import Core
    from app.services.estimates import RunEstimate

_MOST_RUNS = 4
"""Runs of one server at once."""
_LETTING_GO = 1.2
"""Seconds that an answer waits for the run that opened its gate to let go of the session."""
_LONGEST_EXAMPLE = 4_000


@dataclass(frozen=True)
class Terms:
    """What the person set when they registered the server."""

    cost_limit: float
    """Dollars of one session at most."""
    may_approve: bool = False
    every_session: bool = False
    folders: tuple[str, ...] = ()
    """Whole paths of the folders that agents may have studied or written in."""
    day_limit: float | None = None
    """Dollars of all sessions of agents together in 24 hours; None: as many as of one session."""
    most_sessions: int = 100
    """Sessions that one server begins: a client that has lost its way fills no disk."""

    @property
    def most_a_day(self) -> float:
        """The sum of a day that is in force."""
        return self.cost_limit if self.day_limit is None else self.day_limit


@dataclass(frozen=True)
class Prepared:
    """A session that can begin: its set-up was looked at, and its team."""

    plugin: WorkflowPlugin
    setup: Mapping[str, JsonValue]
    checked: BaseModel
    team: Team
    seats: Mapping[SeatName, Seat]
    cost_limit: float


@dataclass
class AgentApi:
    """The tools."""

    core: Core
    terms: Terms
    runs: Runs = field(default_factory=Runs)
    _begun: int = 0
    _opened: Sequence[OpenedFolder] = field(init=False)
    """The folders as they were when the server began: what their names lead to may change."""

    def __post_init__(self) -> None:
        check = self.core.parts.folders.check
        self._opened = [check(READ_FOLDER, Path(name)) for name in self.terms.folders]

    def startable(self) -> Mapping[str, WorkflowPlugin]:
        """Return the workflows that an agent can begin."""
        return {
            name: plugin
            for name, plugin in self.core.plugins.items()
            if plugin.agent_fields and (self.terms.folders or not plugin.ports)
        }

    async def warm(self) -> None:
        """Make what a first call needs, so that it need not: modules, the offline council, the index."""
        for name in self.startable():
            await self.core.rehearse(name)
        await self.core.parts.gateway.models()
        _ = self.core.estimates, self.core.review, self.core.exporting
        await self.core.library.rows()

    # --- start --------------------------------------------------------------------------------

    async def start(self, actor: Actor, given: StartArguments) -> Standing:
        """Begin a session and its run; where this raises, nothing was begun."""
        return await self.begin(actor, self.prepared(given), given.title)

    def prepared(self, given: StartArguments, kept: Mapping[str, JsonValue] | None = None) -> Prepared:
        """Return what a session would begin with; raises InputError for what no agent may set or name.

        `kept`: what the person set for such sessions beforehand.
        """
        plugin = self._plugin(given.workflow)
        setup = {**(kept or {}), **self._setup(plugin, given)}
        team = self.core.teams.load(self._team(given.team)) if given.team else self.core.teams.default()
        checked = check_setup(plugin, setup)
        seats = plugin.seats(checked, team)
        try:
            self.core.sessions.check_servers(seats)
        except NotApproved as error:
            # What it advises is an option of other commands.
            raise NotApprovedHere(
                error.message,
                plain(
                    "Use another team. Or the person begins a session with this one in the window or in a "
                    "terminal, which asks about it; then ask again."
                ),
            ) from error
        return Prepared(plugin, setup, checked, team, seats, given.cost_limit)

    async def begin(
        self, actor: Actor, prepared: Prepared, title: str = "", known: tuple[SessionId, int] | None = None
    ) -> Standing:
        """Begin a session and its run; `known`: its id and seed, where they follow from what is asked."""
        plugin, setup, seats = prepared.plugin, prepared.setup, prepared.seats
        self._check_room()
        await self._check_ready(plugin, prepared.checked, seats)
        there = self.core.sessions.notice(plugin.name, setup)
        if there is not None:
            raise InputError(there, plain("Choose another name."))
        await self._check_free(actor, plugin, setup)
        estimate = await self._priced(plugin, setup, seats)
        # What the person said when they registered the server is said in each session, too.
        allowed = [AgentPermissionChanged(agent=actor.name, allowed=True)] if self.terms.may_approve else []
        async with one_at_a_time(self.core):
            await check_start(self.core, self.terms.most_a_day, prepared.cost_limit)
            session = await self.core.sessions.create(
                plugin.name,
                setup,
                prepared.team,
                title or None,
                known=known,
                actor=actor,
                notes=allowed,
                within=self._opened,
            )
        self._begun += 1
        self.runs.begin(session)
        standing = await self._standing(actor, session)
        return standing.model_copy(update={"estimate": str(estimate.sentence()) if estimate else ""})

    def go_on(self, session: SessionId) -> None:
        """Begin a run of a session that nobody moves; raises NoPlace."""
        self._check_room()
        self.runs.begin(session)

    def _plugin(self, name: str) -> WorkflowPlugin:
        found = self.startable().get(name)
        if found is None:
            raise InputError(
                plain("No agent can start “{name}”.", name=clean(name)),
                plain("Use one of: {names}.", names=", ".join(self.startable())),
            )
        return found

    def _setup(self, plugin: WorkflowPlugin, given: StartArguments) -> dict[str, JsonValue]:
        check_size("fields", given.fields)
        fields = plugin.agent_fields
        for name in given.fields:
            if name not in fields:
                raise InputError(
                    plain("No agent can set the field “{name}”.", name=clean(name[:60])),
                    plain("Use some of: {names}.", names=", ".join(fields)),
                )
        if given.cost_limit > self.terms.cost_limit:
            most = f"${self.terms.cost_limit:,.2f}"
            raise InputError(
                plain("A session of an agent may cost {most} at most here.", most=most),
                plain("Give a cost_limit up to that, or ask the person to register another --cost-limit."),
            )
        for port in plugin.ports:
            # The path as the person named it: what is beside or below it is no choice of an agent's.
            if given.fields.get(port.field) not in self.terms.folders:
                raise InputError(
                    plain("{name}: this is no folder that the person opened to agents.", name=port.field),
                    plain("Use one of: {folders}.", folders=", ".join(map(clean, self.terms.folders))),
                )
        return {**given.fields, "cost_limit": given.cost_limit}

    async def _check_free(self, actor: Actor, plugin: WorkflowPlugin, setup: Mapping[str, JsonValue]) -> None:
        """Raise InputError where the folder has a session that is not finished, and has one at a time."""
        there = await self.core.sessions.going_on(plugin.name, setup)
        if there is None:
            return
        rows = {row.session: row for row in await self.core.library.rows()}
        if there in rows and self._sees(actor, rows[there]):
            following = plain("Go on with that one: {session}.", session=there)
        else:
            following = plain("It is the person's. They can close it, or let you into it.")
        raise InputError(plain("This folder has a session that is not finished."), following)

    def _team(self, name: str) -> str:
        # A name alone: a file that a client names could hold anything.
        if name not in self.core.teams.names():
            raise NotFound(
                plain("There is no team called “{name}”.", name=clean(name)),
                plain("Use one of: {names}.", names=", ".join(map(clean, self.core.teams.names()))),
            )
        return name

    def _check_room(self) -> None:
        if self.runs.count() >= _MOST_RUNS:
            raise NoPlace(
                plain("{n} runs are under way already.", n=_MOST_RUNS),
                plain("Wait until one of them waits at a gate or ends; status tells."),
            )
        if self._begun >= self.terms.most_sessions:
            raise NoPlace(
                plain("{n} sessions were begun over this connection.", n=self.terms.most_sessions),
                plain("Go on with those that there are."),
            )

    async def _check_ready(
        self, plugin: WorkflowPlugin, setup: BaseModel, seats: Mapping[SeatName, Seat]
    ) -> None:
        obstacles = await self.core.readiness.obstacles(plugin, setup, seats)
        if obstacles:
            raise InputError(
                plain("{why} Nothing was started.", why=" ".join(str(sentence(one)) for one in obstacles)),
                Message(" ".join(dict.fromkeys(str(one.hint) for one in obstacles if str(one.hint)))),
            )

    async def _priced(
        self, plugin: WorkflowPlugin, setup: Mapping[str, JsonValue], seats: Mapping[SeatName, Seat]
    ) -> RunEstimate | None:
        """Return what it may come to; raises InputError where no limit of money would hold."""
        who: WhoAnswers = "person" if self.terms.may_approve else "policy"
        estimate = await self.core.estimates.before_start(plugin, setup, seats, who)
        if estimate is not None and estimate.unpriced:
            raise InputError(
                plain(
                    "The price of {models} is unknown: no limit of money would hold.",
                    models=", ".join(map(clean, estimate.unpriced)),
                ),
                plain("Use another team, or have price_in and price_out put into this one, at these seats."),
            )
        return estimate

    # --- looking ------------------------------------------------------------------------------

    async def status(self, actor: Actor, given: SessionArguments) -> Standing:
        """Return where a session stands."""
        session = self._id(given.session)
        standing = await self._standing(actor, session)
        if standing.state == "interrupted":
            # Its run may have ended between the reading and the look at the lock: then the records say more.
            standing = await self._standing(actor, session)
        return standing

    async def rows(self, actor: Actor, given: ListArguments) -> Rows:
        """Return a page of the sessions that this agent may see."""
        every = [row for row in await self.core.library.rows() if not row.problem]
        mine = [(row, self._state(row.session, row.state)) for row in every if self._sees(actor, row)]
        found = [(row, state) for row, state in mine if given.state in ("", state)]
        end = given.offset + given.limit
        return Rows(
            sessions=[_row(actor, row, state) for row, state in found[given.offset : end]],
            total=len(found),
            next_offset=end if end < len(found) else None,
        )

    async def gates(self, actor: Actor, given: GatesArguments) -> Gates:
        """Return the open gates, with a page of what each lays before whoever decides."""
        session = self._id(given.session)
        async with self._read(actor, session) as (fold, _):
            may = _may(actor, fold)
            shapes = [_gate(gate, fold, given) for gate in fold.gates.open.values()]
        following = "No gate is open." if not shapes else _TO_ANSWER if may else _NOT_YOURS
        return Gates(session=session, gates=shapes, you_may_answer=may, next=following)

    async def result(self, actor: Actor, given: ResultArguments) -> Page:
        """Return a page of the answer, or of the whole report so far."""
        session = self._id(given.session)
        state, whole = await self.text(actor, session, given.part)
        part, following = page(whole, given.offset, given.limit)
        return Page(
            session=session,
            state=state,
            part=given.part,
            text=part,
            total_characters=len(whole),
            next_offset=following,
            next="" if whole else _NO_ANSWER if state == "finished" else _NOT_YET,
        )

    async def text(self, actor: Actor, session: SessionId, part: Part = "answer") -> tuple[str, str]:
        """Return a session's state, and its answer or its whole report so far; empty: there is none."""
        async with self._read(actor, session) as (fold, records):
            state = self._state(session, fold.session.state)
            if part == "answer":
                shared = folded(fold, self.core.catalogue, records)
                final = shared.texts.result()
                text = shared.texts.standing_text(final) if final is not None else ""
            else:
                choice = ExportChoice(redact_names=fold.session.names_hidden)
                text = (await self.core.exporting.content(session, "md", choice)).decode()
            return state, clean(Names(fold).veil(text))

    # --- answering ----------------------------------------------------------------------------

    async def answer(self, actor: Actor, given: AnswerArguments) -> Standing:
        """Answer a gate as this agent, and begin the run that goes on from there."""
        session = self._id(given.session)
        check_size("data", given.data)
        async with self._read(actor, session) as (fold, _):
            check_agent(fold, actor)
        await self.runs.over(session, _LETTING_GO)
        try:
            async with one_at_a_time(self.core):
                await check_answer(self.core, self.terms.most_a_day, session)
                await self.core.review.answer(
                    session, given.gate, given.verb, given.data, given.note, "agent", actor=actor, go_on=False
                )
        except SessionBusy as busy:
            raise SessionBusy(
                plain("The session is being worked with elsewhere."),
                plain("It may be running, or open before the person. Call status, then answer again."),
            ) from busy
        async with self._read(actor, session) as (fold, _):
            if fold.session.state == "running":
                self.runs.begin(session)
        return await self._standing(actor, session)

    # --- shared -------------------------------------------------------------------------------

    def _id(self, text: str) -> SessionId:
        if not is_session_id(text):
            raise _unknown(text)
        return SessionId(text)

    @asynccontextmanager
    async def _read(
        self, actor: Actor, session: SessionId
    ) -> AsyncIterator[tuple[SessionFold, list[Record]]]:
        """Read a session that this agent may see; for others it is not there."""
        try:
            async with following(self.core.parts, session) as reader:
                fold, records = await read_session(self.core.parts, reader)
                mine = fold.session.begun_by == actor or actor.name in fold.session.agents
                if not (mine or self.terms.every_session):
                    raise _unknown(session)
                yield fold, [*records]
        except NotFound as error:
            raise _unknown(session) from error

    def _sees(self, actor: Actor, row: SessionRow) -> bool:
        return self.terms.every_session or row.begun_by == actor.name or actor.name in row.agents

    def _state(self, session: SessionId, state: str) -> str:
        """Return the state as it is with the run that this server has begun."""
        begins = state in ("paused", "interrupted", "running") and self.runs.alive(session)
        return "running" if begins else state

    async def _standing(self, actor: Actor, session: SessionId) -> Standing:
        async with self._read(actor, session) as (fold, _):
            known, spend, names = fold.session, fold.spend, Names(fold)
            state = self._state(session, known.state)
            if state == "running" and not self.runs.alive(session):
                state = "running" if await self.core.parts.store.busy(session) else "interrupted"
            gate = fold.gates.open_gate() if state == "waiting" else None
            waiting = None
            if gate is not None:
                kind, verbs = gate.fact.kind, list(gate.fact.verbs)
                waiting = Waiting(id=gate.id, kind=kind, round=gate.round, verbs=verbs)
            self._answer_what_is_due(session, gate)
            may = _may(actor, fold)
            problem = self.runs.problem(session) if state in ("paused", "interrupted") else ""
            return Standing(
                session=session,
                workflow=known.workflow,
                title=clean(names.veil(known.title)),
                state=state,
                reason=known.reason or "",
                gate=waiting,
                round=fold.position.round,
                tokens=spend.total.tokens,
                cost=None if spend.cost is None else round(spend.cost, 6),
                cost_uncertain=round(
                    spend.total.uncertain + (spend.reserved if state == "interrupted" else 0.0), 6
                ),
                cost_limit=spend.cost_limit,
                begun_by=known.begun_by.name if known.begun_by is not None else "",
                you_may_answer=may,
                at_work=sorted({clean(names.of(call.seat)) for call in spend.open.values()}),
                problem=clean(problem),
                next=_next(state, may=may, session=session, problem=problem),
            )

    def _answer_what_is_due(self, session: SessionId, gate: Gate | None) -> None:
        """Have a run answer a gate whose time is over: nobody else has the session open."""
        due = gate.fact.due_at if gate is not None and gate.fact.due_verb else None
        if due is not None and due <= self.core.parts.clock.now() and not self.runs.alive(session):
            self.runs.begin(session)


_TO_ANSWER = (
    "Read the text, and with result, part report, whatever it only begins to tell. Then call answer with the "
    "gate's id, one of its verbs and what the verb takes."
)
_NOT_YET = "There is no answer yet; the report (part report) tells what there is so far."
_NO_ANSWER = "It ended without an answer of its own; the report (part report) holds its texts and decisions."
_NOT_YOURS = "You may not answer: it waits for the person, in the window under “Needs you”. Tell them so."


def _next(state: str, *, may: bool, session: str, problem: str) -> str:
    if state == "running":
        return "Models take minutes. Call status again after a while; nothing is lost if you stop asking."
    if state == "waiting":
        return "Call gates to read what is asked." if may else _NOT_YOURS
    if state == "finished":
        return "Call result."
    why = " It says why under problem." if problem else ""
    return f"It does not go on by itself.{why} The person can: roundtable resume {session}, or in the window."


def _unknown(session: str) -> NotFound:
    return NotFound(
        plain("There is no session “{session}” for you.", session=clean(session)),
        plain("Call list: you see those you began, and those the person let you into."),
    )


def _may(actor: Actor, fold: SessionFold) -> bool:
    """Tell whether an agent may decide in a session as it stands: where a tool would run, a person does."""
    waiting = [gate.fact for gate in fold.gates.open.values()]
    return actor.name in fold.session.agents and not any(
        only_a_person(fact.kind, fact.payload) for fact in waiting
    )


def _row(actor: Actor, row: SessionRow, state: str) -> Row:
    changed = datetime.fromtimestamp(row.changed_at / 1e6, UTC)
    return Row(
        session=row.session,
        workflow=row.workflow,
        title=clean(row.title),
        state=state,
        gate=row.gate_kind or "",
        cost=None if row.cost is None else round(row.cost, 6),
        begun_by=row.begun_by,
        you_may_answer=actor.name in row.agents,
        changed=f"{changed:%Y-%m-%d %H:%M:%S}",
    )


def _gate(gate: Gate, fold: SessionFold, given: GatesArguments) -> GateShape:
    kind, payload, names = kind_of(fold.plugin, gate.fact.kind), gate.fact.payload, Names(fold)
    place = GatePlace(fold.plugin.vocabulary.round, gate.round or fold.position.round, names.of)
    text = clean("\n".join(names.veil(str(one)) for one in kind.payload_lines(payload)))
    part, following = page(text, given.offset, given.limit)
    verbs = []
    for name in gate.fact.verbs:
        verb = kind.verb(name)
        example: dict[str, Any] = dict(verb.sample(payload))
        verbs.append(
            VerbShape(
                name=name,
                label=clean(verb.plain),
                recommended=name == gate.fact.primary,
                ends_the_run=verb.halts,
                data_schema=verb.data.model_json_schema() if verb.data.model_fields else {},
                example=example if example and len(str(example)) <= _LONGEST_EXAMPLE else None,
            )
        )
    return GateShape(
        id=gate.id,
        kind=gate.fact.kind,
        title=clean(names.veil(str(kind.title))),
        asks=clean(names.veil(str(kind.heading(payload, place)))),
        round=gate.round,
        text=part,
        total_characters=len(text),
        next_offset=following,
        verbs=verbs,
    )
