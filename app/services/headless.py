"""Moving a session for a program: it asks for something, a policy answers the gates after that."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from weakref import WeakValueDictionary

from app.domain.errors import InputError
from app.domain.gates import GateKind
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.interruption_gates import INTERRUPTIONS
from app.engine.answering import kind_of
from app.engine.fold import SessionFold
from app.engine.plugin import WorkflowPlugin
from app.engine.python_api import MOST_ANSWERS, WAIT, ApiRequest, ApiResult, PolicyAnswer
from app.projections.gate_inbox import Gate
from app.services.drive import drive
from app.services.readiness import Readiness
from app.services.review import Review
from app.services.sessions import Sessions, check_setup
from app.services.unattended import Options
from app.settings.teams import TeamFiles


class _PolicyPlan:
    """Asks for what a program wants, once, and answers the other gates as its policy says.

    Raises InputError where the policy names a gate or an answer that there is not.
    """

    def __init__(self, wish: ApiRequest, plugin: WorkflowPlugin) -> None:
        self._asks, self._policy = wish.asks, dict(wish.policy)
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
            words("The policy names a gate that there is not: {name}.", name=name),
            words("Use one of: {names}.", names=", ".join(kinds)),
        )
    verb = answer if isinstance(answer, str) else answer[0]
    if verb not in (WAIT, *kinds[name].names):
        raise InputError(
            words("The gate {gate} does not take the verb “{verb}”.", gate=name, verb=verb),
            words("Use one of: {verbs}.", verbs=", ".join((*kinds[name].names, WAIT))),
        )


class HeadlessSessions:
    """Sessions as a program moves them, one wish after the other in each; each is let go of afterwards."""

    def __init__(self, sessions: Sessions, review: Review, readiness: Readiness, teams: TeamFiles) -> None:
        self._sessions, self._review = sessions, review
        self._readiness, self._teams = readiness, teams
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def move(self, wish: ApiRequest) -> ApiResult:
        """Go on in the folder's session, or begin one, ask for it, and follow it as far as it goes.

        Raises InputError where something else is under way, or nothing is that could go on; GateError where
        what is asked for does not fit; NotReady, NotApproved, SessionBusy as a start does. Nothing was asked
        for then.
        """
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
            gate = live.fold.gates.open_gate()
            if not plan.asked:
                raise _in_the_way(live.fold)
            return ApiResult(
                session,
                state,
                live.fold.state,
                gate.id if gate is not None else "",
                gate.fact.kind if gate is not None else "",
                ready=gate is not None and gate.fact.idle,
            )

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
        team = self._teams.load(wish.team) if wish.team else self._teams.default()
        seats = plugin.seats(checked, team)
        self._sessions.check_servers(seats)
        await self._readiness.check(plugin, checked, seats)
        return await self._sessions.create(plugin.name, wish.setup, team)


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
