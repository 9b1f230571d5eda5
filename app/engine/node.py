"""What a node is: an async function of state and context; what it may ask for, and what it returns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, NoReturn, Protocol, TypeVar

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.gates import Data
from app.domain.ids import SeatName
from app.domain.messages import ChatMessage, Outcome, PromptText, ToolSpec
from app.domain.seats import Seat
from app.domain.usage import Estimate
from app.engine.folders import SessionPorts
from app.engine.tool_source import ServedTool, ToolAnswer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """A node's question to one seat; the context adds model, options and place.

    `part` tells several calls of one purpose and seat apart. `temperature` None: the seat's own. `embeds`: an
    embedding model that is asked in place of the seat's, for a vector per message (`Reply.vectors`).
    `shared`, `shared_by`: as in ModelRequest. `timeout`: seconds after which the call is ended, `longest`:
    tokens that the answer may take, where the set-up allows more; the question is the same. `room`: tokens of
    its answer at most, in place of the set-up's; the question is another one.
    """

    purpose: str
    seat: SeatName
    messages: tuple[ChatMessage, ...]
    part: str = ""
    tools: tuple[ToolSpec, ...] = ()
    reply_schema: Mapping[str, JsonValue] | None = None
    shared: tuple[int, ...] = ()
    shared_by: Literal["user", "system"] = "user"
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    context_length: int | None = None
    embeds: str = ""
    timeout: float | None = None
    longest: int | None = None
    room: int | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """A call of the open entry that ended without anything the node can use, and why, in a sentence.

    `asked`: seq of its CallAsked where a whole answer came that the person may use (`Reply.kept`).
    """

    purpose: str
    seat: SeatName
    part: str
    why: str
    asked: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """What a node returns: the signal it leaves with, and the facts that go with it."""

    signal: str
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class GateRequest:
    """A node's request to a person.

    `auto_answer`: (verb, data) where the workflow's policy answers; the gate is then opened and
    answered in one transaction. `due_in` seconds: when it is over, `due_verb` answers.
    """

    kind: str
    payload: Mapping[str, JsonValue]
    verbs: tuple[str, ...]
    primary: str | None = None
    """None: what the rules of its verbs recommend."""
    auto_answer: tuple[str, Data] | None = None
    due_in: float | None = None
    due_verb: str | None = None
    idle: bool = False


@dataclass(frozen=True, slots=True)
class GateReply:
    """How a gate was answered."""

    gate: str
    verb: str
    data: Mapping[str, JsonValue]
    note: str
    by: str


class Context(Protocol):
    """What a node may use; everything else it must leave alone."""

    @property
    def entry(self) -> int:
        """Seq of the NodeEntered record."""
        ...

    @property
    def round(self) -> int:
        """The open round, 0 before the first."""
        ...

    @property
    def attempt(self) -> int:
        """The open round's attempt."""
        ...

    def seat(self, name: SeatName) -> Seat:
        """Return a place with replacements applied."""
        ...

    def host(self, name: SeatName, embeds: str = "") -> str:
        """Return the host that a place's requests go to; empty: they do not leave this machine.

        `embeds`: of those to an embedding model that works for it.
        """
        ...

    def rng(self, *labels: str | int) -> Random:
        """Return a random source that depends on the session's seed and the labels alone."""
        ...

    def render(self, template: str, variables: Mapping[str, JsonValue]) -> PromptText:
        """Render a prompt template."""
        ...

    async def estimate(self, ask: Ask) -> Estimate:
        """Return what a question would use at most, and the model's window where it is known."""
        ...

    async def ask(self, ask: Ask, *, tolerate: bool = False) -> Outcome:
        """Return the answer, from the journal if it is there already.

        A failure ends the node with an interruption once the entry's other calls have ended; with
        `tolerate` it comes back as Missing.
        """
        ...

    async def ask_all(self, asks: Sequence[Ask], *, tolerate: bool = False) -> list[Outcome]:
        """Ask all at once, outcomes in the order of the asks."""
        ...

    async def gather(self, *work: Coroutine[Any, Any, T]) -> list[T]:
        """Run flows of several calls at once; the only way a node may do things concurrently."""
        ...

    async def compute(self, work: Callable[[], T]) -> T:
        """Return what a pure function makes of what nobody changes meanwhile, worked out beside the loop."""
        ...

    def fail(self, lost: Sequence[Lost]) -> NoReturn:
        """End the node with the failure gate: calls left out by decision or unreadable, but needed.

        Retry asks them again under their keys.
        """
        ...

    @property
    def ports(self) -> SessionPorts:
        """The ports that the workflow named; each is open inside the effect of a `once` alone."""
        ...

    async def once(
        self,
        purpose: str,
        seat: SeatName,
        part: str,
        identity: str,
        effect: Callable[[], Awaitable[JsonValue]],
        *,
        harmless: bool = False,
    ) -> JsonValue:
        """Do an effect at most once under its key, and return its recorded value ever after.

        None where the person left it out, after it began and nobody knows whether it happened. `harmless`:
        one that did not end is simply done again, such as reading, or a commit that is looked up first.
        """
        ...

    async def served_tools(self) -> Sequence[ServedTool]:
        """Return the tools of the servers that this session was given, the same within a round."""
        ...

    async def use_tool(
        self, tool: ServedTool, seat: SeatName, part: str, arguments: Mapping[str, JsonValue]
    ) -> ToolAnswer:
        """Call a tool of a server at most once, after the person allowed it; a failure is its answer."""
        ...

    async def gate(self, request: GateRequest) -> GateReply:
        """Open the gate of this entry, or return its answer; ends the node while it is open."""
        ...


class WorkflowState(Protocol):
    """A builder owned by the fold; nodes only read it."""

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        ...


Node = Callable[[Any, Context], Awaitable[Step]]
"""An async function over (state, context)."""
