"""The toy with a table that grows: a node calls in a checker, and a person may add whom they like."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import RoundClosed, RoundOpened, SeatAdded
from app.domain.gates import GateData, GateKind, Verb
from app.domain.i18n import words
from app.domain.payload import Payload
from app.domain.seats import Seat
from app.engine.graph import END, NodeInfo, Transition, build_graph
from app.engine.node import Context, GateRequest, Node, Step
from tests.support.toy import ToyPlugin, ToySetup, ToyState

MOST = 2
"""How many may join a table."""


class TableSetup(ToySetup):
    """What it is started with."""

    checker: str = Field(default="", title="Model that checks from the second turn on")


class Invited(GateData):
    """Who joins."""

    name: str = Field(title="Name")
    model: str = Field(title="Model")
    base_url: str | None = Field(default=None, title="Server")


class TableState(ToyState):
    """Fold of the toy, with who joined."""

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        super().apply(record, fact)
        if isinstance(fact, SeatAdded):
            self.members.append(fact.seat.name)


async def open_round(state: TableState, context: Context) -> Step:
    """Open the next round; before the second one the checker joins."""
    if state.rounds == 1 and state.setup["checker"]:
        await context.add_seat(Seat(name="Checker", model=state.setup["checker"]), "It checks what they say.")
    return Step("OPENED", (RoundOpened(number=state.rounds + 1),))


async def decide(state: TableState, context: Context) -> Step:
    """Wait for the person."""
    last = state.rounds >= int(state.setup["rounds"])
    payload: Payload = {"round": state.rounds, "primary": "finish" if last else "again"}
    reply = await context.gate(GateRequest("table", payload, ("again", "invite", "finish")))
    closed = RoundClosed(number=state.rounds, attempt=1, accepted=True)
    return Step("DONE" if reply.verb == "finish" else "AGAIN", (closed,))


def _joins(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    del payload, verb
    if not isinstance(data, Invited):
        return ()
    seat = Seat(name=data.name, model=data.model, base_url=data.base_url)
    return (SeatAdded(seat=seat, reason="You asked for it.", by="person"),)


TABLE = GateKind(
    "table",
    words("Who goes on?"),
    (
        Verb("again", words("Once more")),
        Verb("invite", words("Add a member…"), Invited),
        Verb("finish", words("Finish"), action="finish"),
    ),
    events=_joins,
)


class TablePlugin(ToyPlugin):
    """The toy with a growing table, as the engine sees it."""

    name = "table"
    title = words("Table")
    setup = TableSetup
    graph = build_graph(
        "open_round",
        [
            NodeInfo("open_round", "Answer", "Open"),
            NodeInfo("answer", "Answer", "Answer"),
            NodeInfo("decide", "You", "Decide", gate="table"),
            NodeInfo("finish", "Result", "Finish"),
        ],
        [
            Transition("open_round", "OPENED", "answer"),
            Transition("answer", "ANSWERED", "decide"),
            Transition("decide", "AGAIN", "open_round"),
            Transition("decide", "DONE", "finish"),
            Transition("finish", "WRITTEN", END),
        ],
        result_node="finish",
    )
    nodes: Mapping[str, Node] = {**ToyPlugin.nodes, "open_round": open_round, "decide": decide}
    gates: Mapping[str, GateKind] = {"table": TABLE}

    def new_state(self) -> TableState:
        """Return an empty builder."""
        return TableState()

    def seats_added(self, setup: Mapping[str, JsonValue]) -> int:
        """Return how many may join."""
        del setup
        return MOST
