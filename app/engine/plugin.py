"""What a workflow gives to the engine and to the faces: the WorkflowPlugin protocol.

A plug-in describes; it never reaches into the core. A new one is a folder, its prompts and a registry line.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.gates import Data, GateData, GateKind, Verb, decisions_of
from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, JUDGE, SeatName
from app.domain.live_text import LiveFields
from app.domain.messages import ChatMessage, Outcome, ToolSpec
from app.domain.purposes import SHARED_PURPOSES
from app.domain.reporting import Document, Ending, WorkflowReport, ending_sentence
from app.domain.seats import Seat, Team
from app.domain.servers import Obstacle
from app.domain.usage import Estimate
from app.engine.baselines import Baseline
from app.engine.command_options import CommandOption
from app.engine.folders import NodePorts, PortUse
from app.engine.graph import Graph
from app.engine.line_files import Line, LinePlace
from app.engine.ports import Voices
from app.engine.tool_source import ServedTool, ToolAnswer

if TYPE_CHECKING:
    # Only faces and exports use these: a command that runs a session does not wait for them.
    from app.engine.exporting import WorkflowExport
    from app.engine.python_api import PythonApi
    from app.engine.status import Status
    from app.engine.tabs import StripStep, Tab, TabState

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """A node's question to one seat; the context adds model, options and place.

    `part` tells several calls of one purpose and seat apart. `temperature` None: the seat's own. `embeds`: an
    embedding model that is asked in place of the seat's, for a vector per message (`Reply.vectors`).
    `timeout`: seconds after which the call is ended, where the set-up says later; the question is the same.
    """

    purpose: str
    seat: SeatName
    messages: tuple[ChatMessage, ...]
    part: str = ""
    tools: tuple[ToolSpec, ...] = ()
    reply_schema: Mapping[str, JsonValue] | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    context_length: int | None = None
    embeds: str = ""
    timeout: float | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """A call of the open entry that ended without anything the node can use, and why, in a sentence."""

    purpose: str
    seat: SeatName
    part: str
    why: str


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

    def render(self, template: str, variables: Mapping[str, JsonValue]) -> str:
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
    def ports(self) -> NodePorts:
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

    async def add_seat(self, seat: Seat, reason: str = "") -> Seat:
        """Add a place to the table, at most once in this entry, and return it as it is now.

        How many there may be is the workflow's (`WorkflowTraits.seats_added`).
        """
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


QUESTION = words("Question")
POSTS: Mapping[str, Message] = {CHAIR: words("Chair"), JUDGE: words("Judge")}
"""What the places that every table has are called."""
ROUND_NOUN = words("round")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The workflow's own words: what a round is called, and the stages of the picture in order."""

    round: Message
    stages: tuple[Message, ...]
    noun: Message = ROUND_NOUN
    """The same in the middle of a sentence: a language that writes it otherwise translates both."""
    most: str = "max_rounds"
    """The field of the setup that says how many rounds there may be."""
    question: Message = QUESTION
    """What the text that a session is about is called."""
    icon: str = "file-text"
    """The drawn icon that stands for its sessions, by its name in `resources/icons/lucide`."""
    purposes: Mapping[str, Message] = field(default_factory=dict)
    """What a seat does that is asked for a purpose: “critiquing”."""
    reasons: Mapping[str, Message] = field(default_factory=dict)
    """Why a session ended, by its termination reason, as the rest of a sentence."""
    converged: tuple[str, ...] = ()
    """Reasons of sessions whose criteria held at the end: the library tells their share."""
    missing: Mapping[str, tuple[Message, Message]] = field(default_factory=dict)
    """By purpose, where it is not the usual: the sentence that calls of it failed, of the `{names}` that were
    asked, and the one on what going on without them leaves out."""
    brief: tuple[str, ...] = ()
    """Findings of its report, by name, that are told where there is room for few lines."""
    seats: Mapping[str, Message] = field(default_factory=dict)
    """What places that it makes itself are called in the window, by their names: “Agent”."""
    figures: Mapping[str, Message] = field(default_factory=dict)
    """What figures of its summary are called, by their names there: “memory operations”."""
    values: Mapping[str, Message] = field(default_factory=dict)
    """What values of its summary are called, by `<figure>/<value>`."""
    records: Mapping[str, Message] = field(default_factory=dict)
    """What records of its own facts are called in the log, by their types."""


@dataclass(frozen=True, slots=True)
class SetupField:
    """How a setup field is shown: `basic` fields are on the form's first page, others under Advanced."""

    name: str
    basic: bool = False
    widget: Literal["auto", "long_text", "files", "folder", "team", "tool_servers"] = "auto"
    suggest: Callable[[Mapping[str, object]], JsonValue] | None = None
    """What to offer for this field, from the values of all; the person may change it. A field of one line
    has it put in until somebody writes there; given such a name that is taken, it returns the next one."""
    empty: Message | None = None
    """What a field stands for that may be left empty; None: none."""
    ask: Message | None = None
    """What is asked for, as a person would; None: the field's title."""
    unit: str = ""
    """What a figure counts, shown behind it."""
    choices: Mapping[str, Message] = field(default_factory=dict)
    """What its values are called where one of several is chosen; without: the values themselves."""
    group: Message | None = None
    """The title under which it stands with others below Advanced; None: above the titles."""


def grouped(title: Message, *fields: SetupField | str) -> tuple[SetupField, ...]:
    """Return fields, or those of these names with nothing to be said of them, under one title."""
    found = (SetupField(field) if isinstance(field, str) else field for field in fields)
    return tuple(replace(field, group=title) for field in found)


@runtime_checkable
class Advising(Protocol):
    """A workflow that warns before a start; nothing it says forbids one."""

    def advice(self, setup: BaseModel, seats: Mapping[SeatName, Seat]) -> Sequence[Message]:
        """Return what speaks against this setup with this table, a sentence each."""
        ...


@runtime_checkable
class Refusing(Protocol):
    """A workflow that some tables cannot work for with some setups."""

    def obstacles(self, setup: BaseModel, seats: Mapping[SeatName, Seat]) -> Sequence[Obstacle]:
        """Return what keeps this table from working on this setup."""
        ...


def obstacles_of(plugin: object, setup: BaseModel, seats: Mapping[SeatName, Seat]) -> Sequence[Obstacle]:
    """Return what a workflow says is in the way, nothing where it refuses nothing."""
    return plugin.obstacles(setup, seats) if isinstance(plugin, Refusing) else ()


def advice_of(plugin: object, setup: BaseModel, seats: Mapping[SeatName, Seat]) -> Sequence[Message]:
    """Return a workflow's warnings, none where it gives no advice."""
    return plugin.advice(setup, seats) if isinstance(plugin, Advising) else ()


@dataclass(frozen=True, slots=True)
class RunLog:
    """A file of JSON lines that a workflow keeps beside the journal: a projection of it.

    `location` reads the setup (None: no file for this session). `line` is pure: the line of a record whose
    type is among `tags` (None: it has none); `find` returns an earlier record by its seq.
    """

    tags: frozenset[str]
    refers: frozenset[str]
    """Types of earlier records that a line may take something from; it names a new one of them."""
    location: Callable[[Mapping[str, JsonValue]], LinePlace | None]
    line: Callable[[Mapping[str, JsonValue], Record, Fact, Callable[[int], Record]], Line | None]
    notice: Message
    """What is said before a session appends to a file that is there already; may name `{run}`."""


def _table(setup: BaseModel, team: Team) -> Mapping[SeatName, Seat]:
    del setup
    return team.table()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person asks for: at which gate, and with which words of theirs."""

    payload: Mapping[str, JsonValue]
    """The gate's."""
    data: GateData


@dataclass(frozen=True, slots=True)
class CommandResult:
    """What came of it: the facts that the state folds, and how a person reads them (Markdown)."""

    text: str | Message
    facts: tuple[Fact, ...] = ()


def _at_any_time(state: Any, payload: Mapping[str, JsonValue]) -> bool:
    del state, payload
    return True


@dataclass(frozen=True)
class PersonCommand:
    """A priced call that a person may ask for at an open gate, without answering it; nobody else can.

    `run` is written as a node is: it asks through the context alone and may be run again from its beginning.
    It is given the state as it was when the command was asked for, opens no gate and adds no place. Its facts
    are the workflow's own, or what every workflow produces. Answering the gate ends what is under way.
    """

    verb: Verb
    """What it is called and how its data are asked for; it answers nothing."""
    run: Callable[[Any, Context, Wanted], Awaitable[CommandResult]]
    gates: tuple[str, ...]
    """The kinds of gates at which it is offered."""
    again: bool = False
    """It asks once more after its first answers: what it costs in all is not known before."""
    offered: Callable[[Any, Mapping[str, JsonValue]], bool] = _at_any_time
    """Whether it makes sense now, from the state and the gate's payload."""

    @property
    def name(self) -> str:
        """What a machine calls it."""
        return self.verb.name


@dataclass(frozen=True, slots=True)
class WorkflowTraits:
    """Where a workflow departs from what most do; the defaults are what most do."""

    seats: Callable[[BaseModel, Team], Mapping[SeatName, Seat]] = _table
    """The places at a new session's table, from its setup and the team."""
    seats_added: Callable[[Mapping[str, JsonValue]], int] = lambda _setup: 0
    """How many places may be added to the table while a session goes on, from its setup."""
    commands: tuple[PersonCommand, ...] = ()
    """What a person may ask for at an open gate."""
    agrees: bool = False
    """True: its headline tells how far the members agree, and lists of sessions show it as that."""
    manuscript: Callable[[Any], Mapping[str, str]] | None = None
    """The texts that make its document as they were accepted last, by their slots, in order; None: it ends
    with one answer."""
    takes_marks: bool = False
    """True: what a person marks in a text goes to its author, as a point that is answered."""
    models_stay: bool = False
    """True: no other model may be put into a seat while the session lasts."""
    on_failure: Literal["fallback", "stop"] = "fallback"
    """What unattended runs do at the failure gate unless a flag says otherwise."""
    agent_fields: tuple[str, ...] = ()
    """Setup fields that an agent may set who begins a session: texts and figures, no model, nothing that
    decides whether a person is asked, and no path but that of a port, for which a person opens folders to
    agents. Without: only a person begins one."""
    fork_fields: tuple[str, ...] = ()
    """Setup fields that a fork must be given a new value for."""
    ports: tuple[PortUse, ...] = ()
    """Folders that its nodes may use, through `context.ports` and inside an effect."""
    tool_servers: str = ""
    """The setup field that names servers whose tools its members may call; empty: it takes none."""
    no_fork: Message | None = None
    """Why a session cannot be forked, as a whole sentence: a folder, say, has one present. None: it can."""
    exports: tuple[WorkflowExport, ...] = ()
    """Forms of export of its own, beside those of every session: a file, or a folder of them."""
    session_per_folder: bool = False
    """True: its folders have one session; who begins another there goes on in that one."""
    run_log: RunLog | None = None
    console: Callable[[Any, Record, Fact], Message | None] | None = None
    """The words of progress a record is told by, of the state by then: what is committed together is told
    together; None: the stock lines."""
    log: Callable[[Fact], Message | None] | None = None
    """A fact of its own in a line of the log; None: its telling fields."""
    known_field: str = ""
    """The setup field that takes the questions an answers file settles beforehand (`[[known]]`)."""
    baselines: Mapping[str, Baseline] = field(default_factory=dict)
    """What a batch compares its sessions with, by name."""
    command: tuple[CommandOption, ...] = ()
    """Options of its own on the command line, beside those that every run has."""
    api: PythonApi | None = None
    """Calls of its own for programs that import this one: `core.<name>`."""
    strip: Callable[[Any], Sequence[StripStep]] | None = None
    """The parts of the work that its strip shows, of what its tabs read; None: the rounds."""
    standing: Callable[[Any], Status | None] | None = None
    """How the work stands, for the column beside its tabs; None: its figures are listed there."""
    result_said: Callable[[Any], str] | None = None
    """The final text in the language that is spoken, of what its tabs read; None: models wrote all of it, and
    it stands in the language they wrote it in."""
    turns: Mapping[str, str] = field(default_factory=dict)
    """The tab that tells most, by the kind of the gate that is open, else by the session's state (`running`,
    `finished`): the window turns to it as long as nobody has turned to another."""
    tab_state: TabState | None = None
    """What its described tabs read; None: the workflow's state, folded from every fact."""
    live: Mapping[str, LiveFields] = field(default_factory=dict)
    """By purpose: which fields of a reply are read while it is written. A purpose without: it is prose."""


def go_on(plugin: WorkflowPlugin) -> Message:
    """Return what a person can do who wants to go on with a finished session."""
    if plugin.traits.no_fork is not None:
        return words("Start a new one to go on.")
    return words("Fork it to go on from one of its rounds.")


def purpose_said(vocabulary: Vocabulary | None, purpose: str) -> Message:
    """Return what a seat does that is asked for a purpose, in the workflow's words."""
    known = vocabulary.purposes.get(purpose) if vocabulary is not None else None
    return known or SHARED_PURPOSES.get(purpose) or Message(purpose.replace("_", " "))


ENDS: Mapping[str, Message] = {
    "user_stopped": words("you ended it"),
    "error_occurred": words("too few models answered"),
}
"""Why a session ended where the engine itself ends it."""


def why_ended(vocabulary: Vocabulary | None, reason: str) -> Message:
    """Return why a session ended, as the rest of a sentence."""
    known = {**ENDS, **(vocabulary.reasons if vocabulary is not None else {})}
    return known.get(reason) or Message(reason.replace("_", " "))


@runtime_checkable
class Reporting(Protocol):
    """A workflow that tells of its sessions in the words of a report."""

    def report(self, state: Any) -> WorkflowReport:
        """Return what a report says beyond the shared facts; pure."""
        ...


def report_of(plugin: WorkflowPlugin, state: object) -> WorkflowReport:
    """Return what a workflow tells of a session; its Markdown sections where it does not report otherwise."""
    if isinstance(plugin, Reporting):
        report = plugin.report(state)
    else:
        reason = plugin.reason(state)
        why = ending_sentence(why_ended(plugin.vocabulary, reason)) if reason else ""
        report = WorkflowReport(
            documents=tuple(Document(title=t, markdown=m) for t, m in plugin.parts(state)),
            ending=Ending(reason=why),
        )
    own = plugin.vocabulary
    purposes = {name: str(phrase) for name, phrase in own.purposes.items()}
    # What a workflow says in other words, it says itself.
    taken = {
        "verbs": {**decisions_of(plugin.gates), **_asked_for(plugin), **report.verbs},
        "routine": report.routine or tuple(name for name, kind in plugin.gates.items() if kind.routine),
        "purposes": purposes,
        "posts": {name: str(title) for name, title in {**POSTS, **own.seats}.items()},
        "round_word": own.noun.source,
        "answers": plugin.graph.result_node is not None,
    }
    return report.model_copy(update=taken)


def _asked_for(plugin: WorkflowPlugin) -> Mapping[str, str]:
    """Return what was done with each person's command, in words of a report, by `command/name`."""
    verbs = [command.verb for command in plugin.traits.commands]
    return {f"command/{verb.name}": str(verb.done or verb.label).rstrip("…") for verb in verbs}


class WorkflowPlugin(Protocol):
    """One workflow."""

    name: str
    title: Message
    vocabulary: Vocabulary
    setup: type[BaseModel]
    """Fields with bounds, title and description; the form and `--set` are derived from it."""
    form: tuple[SetupField, ...]
    facts: tuple[type[Fact], ...]
    graph: Graph
    nodes: Mapping[str, Node]
    gates: Mapping[str, GateKind]
    templates: tuple[str, ...]
    """Every prompt template it renders, checked when the registry is built."""
    voices: Voices
    headline: str
    """Name of the CriterionMeasured that is the round's figure."""
    traits: WorkflowTraits

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """What the window shows of its sessions, in order."""
        ...

    def new_state(self) -> WorkflowState:
        """Return an empty builder."""
        ...

    def title_of(self, setup: BaseModel) -> str:
        """Return a session's first title."""
        ...

    def can_finish(self, state: Any) -> bool:
        """Tell whether a result is possible now (stop with answer)."""
        ...

    def reason(self, state: Any) -> str | None:
        """Return the termination reason once the graph has ended."""
        ...

    def most_absent(self, state: Any, failing: frozenset[SeatName]) -> tuple[frozenset[SeatName], int]:
        """Return which failing seats may sit out, and how many of them at most."""
        ...

    def summary(self, state: Any) -> Mapping[str, JsonValue]:
        """Return the workflow's own figures for `show` and the exports (JSON values)."""
        ...

    def parts(self, state: Any) -> Sequence[tuple[str, str]]:
        """Return titled Markdown sections that only this workflow has, for the exports."""
        ...
