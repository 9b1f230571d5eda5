"""Moving a session for a program: it asks for something, a policy answers the gates after that."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from weakref import WeakValueDictionary

from app.domain.canonical import JsonValue
from app.domain.errors import InputError, one_of
from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import NodeEntered, NodeLeft, WhoAnswers
from app.domain.gates import Data, GateKind
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.interruption_gates import INTERRUPTIONS
from app.engine.answering import kind_of
from app.engine.bus import Appended, BusMessage, RunEnded, Streamed
from app.engine.fold import SessionFold
from app.engine.plugin import WorkflowPlugin
from app.engine.python_api import (
    EVERY,
    MOST_ANSWERS,
    WAIT,
    ApiRequest,
    ApiResult,
    Event,
    Hook,
    Hooks,
    Policy,
    PolicyAnswer,
)
from app.projections.base import moment
from app.projections.gate_inbox import Gate
from app.services.context_files import context_texts
from app.services.drive import drive
from app.services.readiness import Readiness
from app.services.review import Review
from app.services.sessions import Sessions, check_setup
from app.services.unattended import AnswerPlan, Options
from app.settings.teams import TeamFiles


class _PolicyPlan:
    """Asks for what a program wants, once, and answers the other gates as its policy says.

    Raises InputError where the policy names a gate or an answer that there is not.
    """

    def __init__(self, wish: ApiRequest, plugin: WorkflowPlugin) -> None:
        self._asks = wish.asks
        self._all = AnswerPlan(approve="all") if wish.policy == EVERY else None
        self._policy = {} if wish.policy == EVERY else dict(wish.policy)
        self._given: Counter[str] = Counter()
        for name, answer in self._policy.items():
            _check(name, answer, {**INTERRUPTIONS, **plugin.gates})

    @property
    def asked(self) -> bool:
        """Whether there is nothing left to ask for."""
        return self._asks is None

    def answer(self, gate: Gate, fold: SessionFold) -> Options | None:
        """Return the answer to an open gate, None where it waits."""
        name = gate.fact.kind
        if self._asks is not None and self._asks.gate == name:
            asks, self._asks = self._asks, None
            return Options(asks.verb, asks.data, "", "flag")
        if self._all is not None:
            return self._all.answer(gate, fold)
        self._given[name] += 1
        answer = self._policy.get(name, WAIT)
        if answer == WAIT or self._given[name] > MOST_ANSWERS:
            return None
        if not isinstance(answer, str):
            return Options(*answer, "", "policy")
        # A verb by itself takes what an unattended run would say with it.
        usual, data = kind_of(fold.plugin, name).by_policy(gate.fact.payload)
        return Options(answer, data if answer == usual else {}, "", "policy")


def _check(name: str, answer: PolicyAnswer, kinds: Mapping[str, GateKind]) -> None:
    if name not in kinds:
        raise InputError(
            words("The policy names a gate that there is not: {name}.", name=name), one_of(kinds)
        )
    verb = answer if isinstance(answer, str) else answer[0]
    if verb not in (WAIT, *kinds[name].names):
        raise InputError(
            words("The gate {gate} does not take the verb “{verb}”.", gate=name, verb=verb),
            one_of((*kinds[name].names, WAIT)),
        )


class HeadlessSessions:
    """The `Headless` of all sessions: one wish after the other in each; each is let go of afterwards."""

    def __init__(self, sessions: Sessions, review: Review, readiness: Readiness, teams: TeamFiles) -> None:
        self._sessions, self._review = sessions, review
        self._readiness, self._teams = readiness, teams
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def move(self, wish: ApiRequest) -> ApiResult:
        plugin = self._sessions.parts.plugin(wish.workflow)
        plan = _PolicyPlan(wish, plugin)
        folders = [str(wish.setup.get(use.field)) for use in plugin.ports]
        # Two wishes for one folder would make two sessions of it, or answer each other's gates.
        async with self._turns.setdefault("\0".join((plugin.name, *folders)), asyncio.Lock()):
            return await self._moved(plugin, plan, wish)

    async def _moved(self, plugin: WorkflowPlugin, plan: _PolicyPlan, wish: ApiRequest) -> ApiResult:
        session = await self._session(plugin, wish)
        async with self._sessions.opened(session) as live:
            if wish.asks is not None and _under_way(live.fold, wish.asks.gate):
                raise _in_the_way(live.fold)
            state = await drive(self._sessions, self._review, session, plan)
            if not plan.asked:
                raise _in_the_way(live.fold)
            return _reached(live.fold, state)

    async def begin(self, request: ApiRequest) -> SessionId:
        plugin = self._sessions.parts.plugin(request.workflow)
        checked = check_setup(plugin, request.setup)
        there = await self._sessions.going_on(plugin.name, checked.model_dump())
        return there if there is not None else await self._created(plugin, request)

    async def look(self, workflow: str, session: str) -> ApiResult:
        found = await self._sessions.resolve(session)
        fold = await self._sessions.fold(found)
        _check_workflow(fold, workflow)
        return _reached(fold, fold.session.state)

    async def resume(self, workflow: str, session: str, policy: Policy, hooks: Hooks) -> ApiResult:
        found = await self._sessions.resolve(session)
        async with self._sessions.opened(found) as live:
            fold = live.fold
            _check_workflow(fold, workflow)
            plan = _PolicyPlan(ApiRequest(workflow, {}, None, policy), fold.plugin)
            _check_hooks(hooks, fold)
            with self._heard(hooks, fold, found):
                who: WhoAnswers = "policy" if policy == EVERY else "person"
                state = await drive(self._sessions, self._review, found, plan, who=who)
            return _reached(fold, state)

    async def decide(self, workflow: str, session: str, verb: str, data: Data, note: str) -> None:
        found = await self._sessions.resolve(session)
        async with self._sessions.opened(found) as live:
            _check_workflow(live.fold, workflow)
            gate = live.fold.gates.open_gate()
            if gate is None:
                raise InputError(
                    words("The session {session} waits for no decision.", session=found),
                    words("Have it go on first."),
                )
            await self._review.answer(found, gate.id, verb, data, note, go_on=False)

    async def watch(self, session: str, after: int = 0) -> AsyncIterator[Event]:
        found = await self._sessions.resolve(session)
        parts, coming = self._sessions.parts, asyncio.Queue[BusMessage]()
        unsubscribe = parts.bus.subscribe(coming.put_nowait)
        try:
            events = _Events(parts.catalogue, found)
            stored = await self._sessions.records(found)
            for event in events.of(stored):
                if event.seq > after:
                    yield event
            over = (await self._sessions.fold(found)).session.state in _OVER
            while not over:
                message = await coming.get()
                if message.session != found:
                    continue
                if isinstance(message, Appended):
                    for event in events.of(message.records):
                        yield event
                over = isinstance(message, RunEnded) and message.state in _OVER
        finally:
            unsubscribe()

    def texts(self, files: Sequence[str | PathLike[str]]) -> Sequence[Mapping[str, JsonValue]]:
        return context_texts([Path(file) for file in files]).texts

    @contextmanager
    def _heard(self, hooks: Hooks, fold: SessionFold, session: SessionId) -> Iterator[None]:
        """Call the hooks with what happens in a session within this block."""
        events = _Events(fold.catalogue, session, after=fold.head, node=fold.position.node)

        def hear(message: BusMessage) -> None:
            if message.session != session:
                return
            if isinstance(message, Streamed) and hooks.text is not None:
                hooks.text(message)
            elif isinstance(message, Appended):
                for event in events.of(message.records):
                    _call(hooks, event)

        unsubscribe = self._sessions.parts.bus.subscribe(hear)
        try:
            yield
        finally:
            unsubscribe()

    async def _session(self, plugin: WorkflowPlugin, wish: ApiRequest) -> SessionId:
        checked = check_setup(plugin, wish.setup)
        there = await self._sessions.going_on(plugin.name, checked.model_dump())
        if there is not None:
            return there
        if wish.asks is None:
            raise InputError(
                words("There is no session here that could go on."),
                words("Ask for something first."),
            )
        return await self._created(plugin, wish)

    async def _created(self, plugin: WorkflowPlugin, wish: ApiRequest) -> SessionId:
        checked = check_setup(plugin, wish.setup)
        team = self._teams.load(wish.team) if wish.team else self._teams.default()
        seats = plugin.seats(checked, team)
        self._sessions.check_servers(seats)
        await self._readiness.check(plugin, checked, seats)
        return await self._sessions.create(plugin.name, wish.setup, team)


_OVER = ("finished", "stopped", "failed")


class _Events:
    """Turns records of a session into events, each once, and keeps the node that it is in."""

    def __init__(self, catalogue: FactCatalogue, session: SessionId, after: int = 0, node: str = "") -> None:
        self._catalogue, self._session = catalogue, session
        self._seq, self._node = after, node

    def of(self, records: Sequence[Record]) -> Iterator[Event]:
        """Yield the events of records that were not seen yet."""
        for record in records:
            if record.seq <= self._seq:
                continue
            self._seq = record.seq
            fact = self._catalogue.decode(record)
            if isinstance(fact, NodeEntered):
                self._node = fact.node
            at = moment(record.at)
            yield Event(self._session, record.seq, at, record.type, fact, self._node)
            if isinstance(fact, NodeLeft):
                self._node = ""


def _call(hooks: Hooks, event: Event) -> None:
    wanted: list[Hook | None] = [hooks.every, hooks.events.get(event.kind)]
    if isinstance(event.fact, NodeEntered):
        wanted.append(hooks.entered.get(event.node))
    elif isinstance(event.fact, NodeLeft):
        wanted.append(hooks.left.get(event.node))
    for hook in wanted:
        if hook is not None:
            hook(event)


def _check_hooks(hooks: Hooks, fold: SessionFold) -> None:
    """Raise InputError for a node or an event that there is not: such a hook would never be called."""
    nodes, kinds = fold.plugin.nodes, fold.catalogue.classes()
    for name in (*hooks.entered, *hooks.left):
        if name not in nodes:
            raise InputError(
                words("A hook names a node that there is not: {name}.", name=name), one_of(nodes)
            )
    for name in hooks.events:
        if name not in kinds:
            raise InputError(
                words("A hook names an event that there is not: {name}.", name=name), one_of(sorted(kinds))
            )


def _check_workflow(fold: SessionFold, workflow: str) -> None:
    if fold.plugin.name != workflow:
        raise InputError(
            words("The session {session} is no {workflow}.", session=fold.session.session, workflow=workflow),
            words("It is a {workflow}: use the calls of that.", workflow=fold.plugin.name),
        )


def _reached(fold: SessionFold, state: str) -> ApiResult:
    gate = fold.gates.open_gate()
    return ApiResult(
        session=SessionId(fold.session.session),
        state=state,
        folded=fold.state,
        gate=gate.id if gate is not None else "",
        kind=gate.fact.kind if gate is not None else "",
        reason=fold.session.reason or "",
        payload=dict(gate.fact.payload) if gate is not None else {},
        verbs=tuple(gate.fact.verbs) if gate is not None else (),
    )


def _under_way(fold: SessionFold, kind: str) -> bool:
    """Tell whether something was asked for at gates of this kind, and is not over yet."""
    gate = fold.gates.open_gate()
    here = gate is not None and gate.fact.kind == kind
    return not here and any(one.kind == kind for one in fold.gates.answered.values())


def _in_the_way(fold: SessionFold) -> InputError:
    gate = fold.gates.open_gate()
    if gate is None:
        return InputError(
            words(
                "The session {session} has not finished what was asked for before.",
                session=fold.session.session,
            ),
            words("Have that go on first."),
        )
    kind = kind_of(fold.plugin, gate.fact.kind)
    return InputError(
        words(
            "The session {session} waits for a decision first: {title}",
            session=fold.session.session,
            title=kind.title,
        ),
        words(
            "Answer its gate {gate} ({kind}), or have it go on with a policy for it.",
            gate=gate.id,
            kind=kind.name,
        ),
    )
