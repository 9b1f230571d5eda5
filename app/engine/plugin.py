"""What a workflow gives to the engine and to the faces: the base class WorkflowPlugin.

A plug-in describes; it never reaches into the core. A new one is a folder, its prompts and a registry line.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record
from app.domain.gate_files import read_verbs
from app.domain.gates import GateData, GateKind, Verb, decisions_of
from app.domain.i18n import Message, words
from app.domain.ids import CHAIR, JUDGE, SHARED_PURPOSES, SeatName
from app.domain.live_text import LiveFields
from app.domain.reporting import Ending, WorkflowReport, ending_sentence
from app.domain.seats import Obstacle, Seat, Team
from app.engine.baselines import Baseline
from app.engine.command_options import CommandOption
from app.engine.folders import PortUse
from app.engine.graph import Graph
from app.engine.line_files import Line, LinePlace
from app.engine.node import Context, Node, WorkflowState
from app.engine.planned import PlannedCalls
from app.engine.ports import Voices
from app.projections.session import QUESTION_FIELDS

if TYPE_CHECKING:
    # Only faces and exports use these: a command that runs a session does not wait for them.
    from app.engine.exporting import WorkflowExport
    from app.engine.python_api import PythonApi
    from app.engine.status import Status
    from app.engine.tabs import StripStep, Tab, TabState

T = TypeVar("T")
RecordTable = Mapping[type[Fact], Message | Callable[[Any], Message]]
"""What facts say: a sentence whose places are the fact's fields, or what makes one of the fact."""


_TITLE_LENGTH = 80


def shortened(title: str) -> str:
    """Return a session's title, cut between words where it is long."""
    return title if len(title) <= _TITLE_LENGTH else title[: _TITLE_LENGTH - 1].rsplit(" ", 1)[0] + "…"


QUESTION = words("Question")
POSTS: Mapping[str, Message] = {CHAIR: words("Chair"), JUDGE: words("Judge")}
"""What the places that every table has are called."""
ROUND, ROUND_NOUN = words("Round"), words("round")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The workflow's own words: what a round is called, and the stages of the picture in order."""

    round: Message = ROUND
    noun: Message = ROUND_NOUN
    """The same in the middle of a sentence: a language that writes it otherwise translates both."""
    stages: tuple[str, ...] = ()
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


@dataclass(frozen=True, slots=True)
class Card:
    """A value of a field as a card: its name is among the field's `choices`."""

    about: Message
    """What is done, in a sentence or two."""
    use: Message
    """For what it is good."""
    icon: str
    usual: Mapping[str, JsonValue] = field(default_factory=dict)
    """What its price is worked out with as long as these fields are empty."""


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
    cards: Mapping[str, Card] = field(default_factory=dict)
    """By value, where each is a card with its price instead of a line of a list."""
    with_card: str = ""
    """The card with which it is asked for at once; with others it is seen where it is filled, or with all."""
    told: Callable[[Any], Message | None] | None = None
    """What a setup has here, as a few words beside the title of the fold it stands below."""
    on_form: bool = True
    """False: `--set`, templates and batches set it; a form that listed all could not be surveyed."""


def grouped(title: Message, *fields: SetupField | str) -> tuple[SetupField, ...]:
    """Return fields, or those of these names with nothing to be said of them, under one title."""
    found = (SetupField(field) if isinstance(field, str) else field for field in fields)
    return tuple(replace(field, group=title) for field in found)


def beside_form(*fields: SetupField | str) -> tuple[SetupField, ...]:
    """Return fields, or those of these names with nothing to be said of them, that stand on no form."""
    found = (SetupField(field) if isinstance(field, str) else field for field in fields)
    return tuple(replace(field, on_form=False) for field in found)


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
    return True


@dataclass(frozen=True)
class PersonCommand:
    """A priced call that a person may ask for at an open gate, without answering it, or after the end.

    Nobody else can.

    `run` is written as a node is: it asks through the context alone and may be run again from its beginning.
    It is given the state as it was when the command was asked for, opens no gate and adds no place. Its facts
    are the workflow's own, or what every workflow produces. Answering the gate ends what is under way.
    """

    verb: Verb
    """What it is called and how its data are asked for; it answers nothing."""
    run: Callable[[Any, Context, Wanted], Awaitable[CommandResult]]
    gates: tuple[str, ...]
    """The kinds of gates at which it is offered; `AFTER_END`: once there is a final answer."""
    again: bool = False
    """It asks once more after its first answers: what it costs in all is not known before."""
    offered: Callable[[Any, Mapping[str, JsonValue]], bool] = _at_any_time
    """Whether it makes sense now, from the state and the gate's payload."""

    @property
    def name(self) -> str:
        """What a machine calls it."""
        return self.verb.name


def read_commands(file: Path, code: Mapping[str, Any]) -> tuple[PersonCommand, ...]:
    """Return the commands that a file describes as `gates.toml` does verbs (`domain/gate_files.py`).

    Each table has `gates` besides, perhaps `again`, and in `code` what is to `run` and when it is `offered`.
    """
    found = read_verbs(file, code, ("run", "gates", "again", "offered"))
    return tuple(PersonCommand(verb, **{**more, "gates": tuple(more["gates"])}) for verb, more in found)


def by_name(*nodes: Node) -> Mapping[str, Node]:
    """Return functions by the names of their nodes, which they bear themselves."""
    return {node.__name__: node for node in nodes}


class WorkflowPlugin:
    """Base class of a workflow: what is not overridden is what most workflows do.

    Setups and states are `Any` here: each workflow names its own.
    """

    # --- what it is: every workflow says these -------------------------------------------------

    name: str
    title: Message
    vocabulary: Vocabulary
    setup: type[BaseModel]
    """Fields with bounds, title and description; the form and `--set` are derived from it."""
    form: tuple[SetupField, ...]
    graph: Graph
    nodes: Mapping[str, Node]
    state: type[WorkflowState]
    """What folds its records, made empty."""

    # --- what it has ---------------------------------------------------------------------------

    facts: tuple[type[Fact], ...] = ()
    gates: Mapping[str, GateKind] = {}
    templates: tuple[str, ...] = ()
    """Every prompt template it renders, checked when the registry is built."""
    voices: Voices = MappingProxyType({})
    headline: str = ""
    """Name of the CriterionMeasured that is the round's figure; empty: it has none."""
    person_commands: tuple[PersonCommand, ...] = ()
    """What a person may ask for at an open gate."""
    exports: tuple[WorkflowExport, ...] = ()
    """Forms of export of its own, beside those of every session: a file, or a folder of them."""
    command_options: tuple[CommandOption, ...] = ()
    """Options of its own on the command line, beside those that every run has."""
    api: PythonApi | None = None
    """Calls of its own for programs that import this one: `core.<name>`."""
    run_log: RunLog | None = None
    baselines: Mapping[str, Baseline] = {}
    """What a batch compares its sessions with, by name."""

    # --- fields of its setup that others read --------------------------------------------------

    ports: tuple[PortUse, ...] = ()
    """Folders that its nodes may use, through `context.ports` and inside an effect."""
    tool_servers: str = ""
    """The setup field that names servers whose tools its members may call; empty: it takes none."""
    known_field: str = ""
    """The setup field that takes the questions an answers file settles beforehand (`[[known]]`)."""
    fork_fields: tuple[str, ...] = ()
    """Setup fields that a fork must be given a new value for."""
    agent_fields: tuple[str, ...] = ()
    """Setup fields that an agent may set who begins a session: texts and figures, no model, nothing that
    decides whether a person is asked, and no path but that of a port, for which a person opens folders to
    agents. Without: only a person begins one."""

    # --- how its sessions go -------------------------------------------------------------------

    agrees: bool = False
    """True: its headline tells how far the members agree, and lists of sessions show it as that."""
    agreement_field: str = ""
    """The setup field that has this measured in every round, also where it decides nothing; empty: it is."""
    takes_marks: bool = False
    """True: what a person marks in a text goes to its author, as a point that is answered."""
    models_stay: bool = False
    """True: no other model may be put into a seat while the session lasts."""
    session_per_folder: bool = False
    """True: its folders have one session; who begins another there goes on in that one."""
    no_fork: Message | None = None
    """Why a session cannot be forked, as a whole sentence: a folder, say, has one present. None: it can."""
    on_failure: Literal["fallback", "stop"] = "fallback"
    """What unattended runs do at the failure gate unless a flag says otherwise."""

    @property
    def asks(self) -> str:
        """The setup field of what its sessions are about; empty: it has none of the usual names."""
        return next((name for name in QUESTION_FIELDS if name in self.setup.model_fields), "")

    def title_of(self, setup: Any) -> str:
        """Return a session's first title: the first line of what it is about, shortened."""
        lines = (line.strip("# \t") for line in str(getattr(setup, self.asks, "")).splitlines())
        return shortened(next(filter(None, lines), str(self.title)))

    def seats(self, setup: Any, team: Team) -> Mapping[SeatName, Seat]:
        """Return the places at a new session's table, from its setup and the team."""
        return team.table()

    def obstacles(self, setup: Any, seats: Mapping[SeatName, Seat]) -> Sequence[Obstacle]:
        """Return what keeps this table from working on this setup."""
        return ()

    def advice(self, setup: Any, seats: Mapping[SeatName, Seat]) -> Sequence[Message]:
        """Return what speaks against this setup with this table, a sentence each; it forbids nothing."""
        return ()

    def plan(self, setup: Any, seats: Mapping[SeatName, Seat]) -> Sequence[PlannedCalls]:
        """Return the calls of a run that takes all its planned rounds and in which nothing fails."""
        return ()

    def may_end_early(self, setup: Any) -> bool:
        """Tell whether a run that nobody decides about may end before its last planned round."""
        return True

    def rehearse(self) -> Iterator[None]:
        """Load, compile or build what nodes need, a few milliseconds at a step; it changes nothing else."""
        return iter(())

    def can_finish(self, state: Any) -> bool:
        """Tell whether a result is possible now (stop with answer)."""
        return False

    def reason(self, state: Any) -> str | None:
        """Return the termination reason once the graph has ended: what its state calls so."""
        reason: str | None = getattr(state, "reason", None)
        return reason

    def most_absent(self, state: Any, failing: frozenset[SeatName]) -> tuple[frozenset[SeatName], int]:
        """Return which failing seats may sit out, and how many of them at most."""
        return frozenset(), 0

    # --- what is told of a session -------------------------------------------------------------

    def summary(self, state: Any) -> Mapping[str, JsonValue]:
        """Return its own figures for `show` and the exports (JSON values)."""
        return {}

    def details(self, state: Any) -> Mapping[str, JsonValue]:
        """Return what the JSON export holds besides, by name, such as how it stood after each round."""
        return {}

    def report(self, state: Any) -> WorkflowReport:
        """Return what a report says beyond the shared facts; pure."""
        reason = self.reason(state)
        ended = ending_sentence(why_ended(self.vocabulary, reason)) if reason else ""
        return WorkflowReport(ending=Ending(reason=ended))

    def manuscript(self, state: Any) -> Mapping[str, str] | None:
        """Return the texts of its document as accepted last, by slot, in order; None: it has one answer."""
        return None

    def rival(self, state: Any) -> int | None:
        """Return the seq of the text before the refining, which its result competes with; None: none."""
        return None

    def follow_up(self, state: Any) -> Mapping[str, JsonValue] | None:
        """Return setup values that a next session begins with; its question is the person's. None: none."""
        return None

    record_words: RecordTable = MappingProxyType({})
    """What its own facts say in the log, a sentence each; one that is not in it is told by its fields."""

    own_progress: Literal["", "beside", "instead"] = ""
    """Whether a terminal tells progress by `progress_line`, beside the stock lines or in place of them."""

    def progress_line(self, state: Any, record: Record, fact: Fact) -> Message | None:
        """Return a record in words of progress; the state has what was committed with it, too."""
        return None

    # --- what the window shows of it -----------------------------------------------------------

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """What the window shows of its sessions, in order; none: texts, critiques, changes, log."""
        return ()

    @property
    def tab_state(self) -> TabState | None:
        """What its described tabs, strip and status read; None: of tabs the state, folded from every fact."""
        return None

    turns: Mapping[str, str] = {}
    """The tab that tells most, by the kind of the gate that is open, else by the session's state (`running`,
    `finished`): the window turns to it as long as nobody has turned to another."""
    live: Mapping[str, LiveFields] = {}
    """By purpose: which fields of a reply are read while it is written. A purpose without: it is prose."""

    def strip(self, state: Any) -> Sequence[StripStep]:
        """Return the parts of the work that its strip shows, of what its tabs read; none: the rounds."""
        return ()

    def status(self, state: Any) -> Status | None:
        """Return how the work stands, for the column beside its tabs; None: its figures are listed there."""
        return None

    def why(self, state: Any) -> Message | None:
        """Return why it ended as the rest of a sentence, of what its tabs read; None: as its reason says."""
        return None

    def result_text(self, state: Any) -> str | None:
        """Return the final text in the language that is spoken; None: it stands as models wrote it."""
        return None


def go_on(plugin: WorkflowPlugin) -> Message:
    """Return what a person can do who wants to go on with a finished session."""
    if plugin.no_fork is not None:
        return words("Start a new one to go on.")
    return words("Fork it to go on from one of its rounds.")


def purpose_said(vocabulary: Vocabulary | None, purpose: str) -> Message:
    """Return what a seat does that is asked for a purpose, in the workflow's words."""
    known = vocabulary.purposes.get(purpose) if vocabulary is not None else None
    return known or SHARED_PURPOSES.get(purpose) or Message(purpose.replace("_", " "))


USER_STOPPED = "user_stopped"
ENDS: Mapping[str, Message] = {
    USER_STOPPED: words("you ended it"),
    "error_occurred": words("too few models answered"),
}
"""Why a session ended where the engine itself ends it."""


def why_ended(vocabulary: Vocabulary | None, reason: str) -> Message:
    """Return why a session ended, as the rest of a sentence."""
    known = {**ENDS, **(vocabulary.reasons if vocabulary is not None else {})}
    return known.get(reason) or Message(reason.replace("_", " "))


def report_of(plugin: WorkflowPlugin, state: object) -> WorkflowReport:
    """Return a workflow's report with the words of its gates, purposes and places."""
    report, own = plugin.report(state), plugin.vocabulary
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
    verbs = [command.verb for command in plugin.person_commands]
    return {f"command/{verb.name}": str(verb.done or verb.label).rstrip("…") for verb in verbs}
