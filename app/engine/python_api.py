"""What a workflow adds for programs that import this one: calls under a name of its own, `core.drafts`.

A workflow describes one as a `PythonApi`. Its calls are methods of a class that is given a `Headless`: they
say what is wanted in the workflow's words, and turn what was reached into the workflow's figures. What all
workflows have alike – begin, resume, decide, watch – is `SessionCalls`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from os import PathLike, fspath
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, UnknownFact
from app.domain.gates import Data
from app.domain.ids import SessionId
from app.engine.bus import Streamed
from app.engine.command_options import FirstAnswer

EVERY: Literal["all"] = "all"
"""A policy that answers every gate as an unattended run does, as `--approve all`."""
WAIT = "wait"
"""The word of a policy for a gate that stays open, for a person."""
PolicyAnswer = str | tuple[str, Data]
"""A verb, or a verb with its data, or “wait”."""
Policy = Mapping[str, PolicyAnswer] | Literal["all"]
"""Who answers gates: by the kind of a gate; one that is not named waits. Or all, as an unattended run."""
MOST_ANSWERS = 10
"""Gates of one kind that a policy answers in one call; the next one waits: what it settles must end."""


@dataclass(frozen=True, slots=True)
class Event:
    """One record of a session, once it is on the disk.

    `kind`: its tag, such as `node_entered` or `call_completed`; `fact`: what it says, by its class. `node`:
    the node that the session is in.
    """

    session: SessionId
    seq: int
    at: datetime
    kind: str
    fact: Fact | UnknownFact
    node: str = ""


Hook = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Hooks:
    """What is called while a session moves, in order, in the thread of the loop; it must not take long.

    `entered` and `left`: by the name of a node; `events`: by the kind of an event; `every`: with each event;
    `text`: with each piece of an answer that arrives. What a hook raises is logged and holds nothing up.
    """

    entered: Mapping[str, Hook] = field(default_factory=dict)
    left: Mapping[str, Hook] = field(default_factory=dict)
    events: Mapping[str, Hook] = field(default_factory=dict)
    every: Hook | None = None
    text: Callable[[Streamed], None] | None = None


NO_HOOKS = Hooks()


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """What a program wants done: which session, what is asked for, and who answers the gates after that.

    `asks`: the answer to the gate at which things are asked for; None: what is under way goes on.
    `policy`: by the kind of a gate; a kind that is not named waits. `team`: empty: the default one.
    """

    workflow: str
    setup: Mapping[str, object]
    asks: FirstAnswer | None
    policy: Policy = field(default_factory=dict)
    team: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """Where a session stands after a call.

    `state`: finished, waiting, paused, stopped, failed or interrupted; `reason`: why it ended. Of a gate that
    waits: `gate` its id, `kind`, `payload` what it shows, `verbs` how it can be answered.
    """

    session: SessionId
    state: str
    reason: str = ""
    gate: str = ""
    kind: str = ""
    payload: Data = field(default_factory=dict)
    verbs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiResult(Moved):
    """The same for the workflow, which makes its own figures of it. `folded`: its state, to be read alone."""

    folded: object


class Headless(Protocol):
    """Moves sessions for a program, without a face."""

    async def begin(self, request: ApiRequest) -> SessionId:
        """Begin a session and move it nowhere; raises as a start does."""
        ...

    async def look(self, workflow: str, session: str) -> ApiResult:
        """Return where a session of a workflow stands; raises NotFound, InputError for another workflow's."""
        ...

    async def resume(self, workflow: str, session: str, policy: Policy, hooks: Hooks) -> ApiResult:
        """Let a session go on as far as a policy takes it; one that is finished stays as it is."""
        ...

    async def decide(self, workflow: str, session: str, verb: str, data: Data, note: str) -> None:
        """Answer the gate that is open; raises InputError where none is, GateError for what does not fit."""
        ...

    def watch(self, session: str, after: int) -> AsyncIterator[Event]:
        """Yield what is recorded behind a seq, and what comes as long as the session is not over."""
        ...

    def texts(self, files: Sequence[str | PathLike[str]]) -> Sequence[Mapping[str, JsonValue]]:
        """Return the texts of files as setup values; raises InputError."""
        ...

    async def move(self, wish: ApiRequest) -> ApiResult:
        """Go on in the folder's session, or begin one, ask for it, and follow it as far as it goes.

        Raises InputError where something else is under way, or nothing is that could go on; GateError where
        what is asked for does not fit; NotReady, NotApproved, SessionBusy as a start does. Nothing was asked
        for then.
        """
        ...


_M = TypeVar("_M")


class SessionCalls(ABC, Generic[_M]):
    """The calls that every workflow has. `policy`: empty, and each gate waits for `decide`."""

    workflow: ClassVar[str]

    def __init__(self, headless: Headless) -> None:
        self._headless = headless

    async def resume(self, session: str, *, policy: Policy | None = None, hooks: Hooks = NO_HOOKS) -> _M:
        """Let a session go on, by its id or the unique beginning of one, as far as the policy takes it.

        Raises NotFound, SessionBusy where another process has it, InputError in words.
        """
        answers = self._policy(policy or {})
        return self._moved(await self._headless.resume(self.workflow, session, answers, hooks))

    async def decide(
        self,
        session: str,
        verb: str,
        data: Data | None = None,
        note: str = "",
        *,
        policy: Policy | None = None,
        hooks: Hooks = NO_HOOKS,
    ) -> _M:
        """Answer the gate that is open, and go on; raises GateError for what does not fit: it waits on."""
        await self._headless.decide(self.workflow, session, verb, data or {}, note)
        return await self.resume(session, policy=policy, hooks=hooks)

    async def look(self, session: str) -> _M:
        """Return where a session stands; nothing moves."""
        return self._moved(await self._headless.look(self.workflow, session))

    def watch(self, session: str, after: int = 0) -> AsyncIterator[Event]:
        """Yield each event behind a seq, those that are recorded first, until the session is over.

        What another process does with it is not seen.
        """
        return self._headless.watch(session, after)

    async def _run(
        self, setup: Mapping[str, object], team: str, policy: Policy | None, hooks: Hooks, session: str = ""
    ) -> _M:
        """Begin a session, or take the one that is named, and follow it as far as the policy takes it."""
        begun = session or await self._headless.begin(ApiRequest(self.workflow, setup, None, team=team))
        return await self.resume(begun, policy=policy, hooks=hooks)

    def _policy(self, policy: Policy) -> Policy:
        """Return a policy by the gates' whole names, where the workflow takes shorter ones, too."""
        return policy

    @abstractmethod
    def _moved(self, reached: ApiResult) -> _M:
        """Return what was reached in the workflow's words."""


def whole_path(folder: str | PathLike[str]) -> str:
    """Return a folder's path as a setup has it: absolute, without `~`."""
    return str(Path(fspath(folder)).expanduser().absolute())


def moved_fields(reached: ApiResult) -> dict[str, Any]:
    """Return the fields of `Moved`."""
    return {one.name: getattr(reached, one.name) for one in fields(Moved)}


@dataclass(frozen=True, slots=True)
class PythonApi:
    """Calls of one workflow, by the name under which the core has them."""

    name: str
    make: Callable[[Headless], object]
