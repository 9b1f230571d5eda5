"""The toy with folders: members read one with tools, a person decides, what is kept is committed elsewhere.

It differs from the toy in what it needs of folders alone: ports, the tool loop, an argument without a flag,
forms of export of its own, and no forks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

from pydantic import BaseModel, Field

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import RoundClosed, SessionCreated, TextProposed
from app.domain.gates import GateKind, Verb
from app.domain.i18n import words
from app.domain.messages import ChatMessage, ModelRequest, Reply, ToolCall
from app.engine.command_options import CommandOption
from app.engine.exporting import ExportRequest, WorkflowExport
from app.engine.folders import Change, PortUse
from app.engine.graph import END, NodeInfo, build_graph
from app.engine.node import Ask, Context, GateRequest, Node, Step
from app.engine.plugin import SetupField
from app.engine.tabs import Column, Detail, FilePlace, ListTab, Tab
from app.workflows.common.source_tools import source_tools
from app.workflows.common.tool_loop import ask_with_tools
from tests.support.toy import ToyPlugin, ToyState, open_round
from tests.support.toy_tabs import TABS


class BinderSetup(BaseModel):
    """What the toy with folders is started with."""

    project: str = Field(title="Project", description="The folder that notes are kept in.")
    sources: str = Field(title="Sources", description="The folder that is read.")
    question: str = Field(default="What is in it?", title="Question")
    rounds: int = Field(default=1, ge=1, le=50, title="Rounds at most")
    ask_me: bool = True


class PassageRead(Fact):
    """A member was shown lines of a file."""

    type: Literal["binder_passage_read"] = "binder_passage_read"
    seat: str
    path: str
    first: int
    last: int
    digest: str


class NotesKept(Fact):
    """The notes of a round were committed."""

    type: Literal["binder_notes_kept"] = "binder_notes_kept"
    round: int
    commit: str


class BinderState(ToyState):
    """Fold of the toy with folders."""

    def __init__(self) -> None:
        super().__init__()
        self.session = ""
        self.passages: list[PassageRead] = []
        self.kept: list[NotesKept] = []

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        super().apply(record, fact)
        if isinstance(fact, SessionCreated):
            self.session = fact.session
        elif isinstance(fact, PassageRead):
            self.passages.append(fact)
        elif isinstance(fact, NotesKept):
            self.kept.append(fact)

    def notes(self, number: int) -> dict[str, str]:
        """Return what was written in a round, by its path in the project."""
        written = [one for one in self.written if one.turn == number]
        return {f"notes/{number}/{one.seat}.md": one.text + "\n" for one in written}


async def look(state: BinderState, context: Context) -> Step:
    """Let every member read the sources with tools and write a note, all at once."""
    tools = source_tools(context)
    question = f"{state.setup['question']} round {state.rounds}"
    loops = await context.gather(
        *(
            ask_with_tools(
                context, Ask("look", seat, (ChatMessage(role="user", text=question),)), tools, most_calls=6
            )
            for seat in state.members
        )
    )
    facts: list[Fact] = []
    for seat, loop in zip(state.members, loops, strict=True):
        shown = [run.data for run in loop.runs if isinstance(run.data, dict)]
        wanted = ("path", "first", "last", "digest")
        facts += [PassageRead.model_validate({"seat": seat, **{k: one[k] for k in wanted}}) for one in shown]
        facts += [*loop.facts, TextProposed(slot="answer", seat=seat, text=loop.text)]
    return Step("NOTED", tuple(facts))


async def bind(state: BinderState, context: Context) -> Step:
    """Wait for the person."""
    reply = await context.gate(
        GateRequest(
            "bind",
            {"round": state.rounds, "primary": "keep"},
            ("keep", "drop"),
            auto_answer=None if state.setup["ask_me"] else ("keep", {}),
        )
    )
    closed = RoundClosed(number=state.rounds, attempt=1, accepted=reply.verb == "keep")
    return Step("KEEP" if reply.verb == "keep" else "DROP", (closed,))


async def keep(state: BinderState, context: Context) -> Step:
    """Commit the notes of the round: looked up first, so that doing it again changes nothing."""
    files = {path: text.encode() for path, text in state.notes(state.rounds).items()}
    trailers = {"Binder-Session": state.session, "Binder-Round": str(state.rounds)}
    change = Change(files, f"[notes] {state.setup['question']}", trailers)

    async def commit() -> JsonValue:
        return (await context.ports.history.commit(change)).commit.sha

    identity = digest(
        dumps([change.message, trailers, {path: text.decode() for path, text in files.items()}])
    )
    sha = await context.once("keep", "chair", "commit", identity, commit, harmless=True)
    last = state.rounds >= int(state.setup["rounds"])
    return Step("LAST" if last else "MORE", (NotesKept(round=state.rounds, commit=str(sha)),))


GRAPH = build_graph(
    "open_round",
    [
        NodeInfo("open_round", "Read", "Open"),
        NodeInfo("look", "Read", "Read"),
        NodeInfo("bind", "You", "Decide", gate="bind"),
        NodeInfo("keep", "Keep", "Commit"),
    ],
    [
        ("open_round", "OPENED", "look"),
        ("look", "NOTED", "bind"),
        ("bind", "KEEP", "keep"),
        ("bind", "DROP", END),
        ("keep", "MORE", "open_round"),
        ("keep", "LAST", END),
    ],
)


def reader_voice(request: ModelRequest) -> Reply:
    """List the files, read the first, and say its first line."""
    results = [message.text for message in request.messages if message.role == "tool"]
    if not results:
        return Reply(text="", tool_calls=(ToolCall(id="", name="list_files", arguments="{}"),))
    if len(results) == 1:
        path = results[0].partition(" (")[0]
        return Reply(
            text="", tool_calls=(ToolCall(id="", name="read_file", arguments=dumps({"path": path})),)
        )
    return Reply(text=f"{request.seat} read: {results[1].splitlines()[-1]}")


def _notes(state: Any, request: ExportRequest) -> Mapping[str, bytes]:
    del request
    return {path: text.encode() for n in range(1, state.rounds + 1) for path, text in state.notes(n).items()}


def _passages(state: Any, request: ExportRequest) -> Mapping[str, bytes]:
    del request
    lines = [f"{one.path}:{one.first}-{one.last} {one.seat}\n" for one in state.passages]
    return {"passages.txt": "".join(lines).encode()}


PASSAGES: ListTab[Any, PassageRead] = ListTab(
    name=words("Passages read"),
    columns=(Column(words("File"), lambda row: row.path),),
    rows=lambda state: state.passages,
    key=lambda row: (row.seat, row.path, row.first),
    detail=lambda _state, row: Detail(row.path),
    opens=lambda row: FilePlace(
        row.path, row.last, quote="hold on", place=words("page {n}", n=1), digest=row.digest
    ),
)


class BinderPlugin(ToyPlugin):
    """The toy with folders as the engine sees it."""

    name = "binder"
    title = words("Binder")
    setup = BinderSetup
    form = (
        SetupField("project", basic=True, widget="folder"),
        SetupField("sources", basic=True, widget="folder"),
        SetupField("question", basic=True),
    )
    facts = (PassageRead, NotesKept)
    graph = GRAPH
    state = BinderState
    nodes: Mapping[str, Node] = {"open_round": open_round, "look": look, "bind": bind, "keep": keep}
    gates: Mapping[str, GateKind] = {
        "bind": GateKind(
            "bind",
            words("Keep the notes?"),
            (Verb("keep", words("Keep")), Verb("drop", words("Drop"))),
            short=words("notes of turn {n}"),
        )
    }
    voices = MappingProxyType({("*", "look"): reader_voice})
    tabs = (*TABS, Tab("passages", words("Passages"), "list", source=PASSAGES))
    ports = (PortUse("sources", "sources"), PortUse("history", "project"))
    no_fork = words("A session of this kind cannot be forked: its project has one present.")
    command_options = (
        CommandOption(
            "project", "project", words("The project's folder."), "folder", required=True, positional=True
        ),
        CommandOption("sources", "sources", words("The folder that is read."), "folder", required=True),
        CommandOption("question", "question", words("What to look for, or @FILE."), "text"),
    )
    exports = (
        WorkflowExport("notes", words("Notes – a folder, a file a note"), _notes),
        WorkflowExport("passages", words("Passages – what was read, a line each"), _passages, ".txt"),
    )

    def title_of(self, setup: BaseModel) -> str:
        """Return the question."""
        assert isinstance(setup, BinderSetup)
        return setup.question

    def can_finish(self, state: ToyState) -> bool:
        """There is no result to be written early."""
        return False

    def reason(self, state: ToyState) -> str | None:
        """Return a reason."""
        return "binder_done"
