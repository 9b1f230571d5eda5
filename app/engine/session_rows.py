"""What the library knows of sessions without opening them.

Apart from the ports, for start-up cost: the first list of sessions needs these alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.domain.ids import SessionId


@dataclass(frozen=True, slots=True)
class SessionRow:
    """What the library knows of a session, a projection of its journal."""

    session: SessionId
    workflow: str
    title: str
    state: str
    created_at: int
    changed_at: int
    rounds: int
    tokens: int
    cost: float | None
    termination_reason: str | None = None
    gate_kind: str | None = None
    gate: str = ""
    """Id of the gate it waits at."""
    gate_round: int = 0
    gate_verbs: tuple[str, ...] = ()
    gate_short: str = ""
    """What it asks in few words, as its kind describes it (`GateKind.short`); may name `{n}`, the round."""
    gate_event: str = ""
    """What it is to a person who is told of it (`GateKind.event`); IDLE: nothing, it needs nobody."""
    round: int = 0
    """The newest round, which may not be over; 0 before the first."""
    most_rounds: int = 0
    """How many rounds there may be at most; 0 where the workflow does not say."""
    tags: tuple[str, ...] = ()
    problem: str = ""
    """Why the file cannot be read, where it cannot."""
    figure: float | None = None
    """The newest round's headline figure, where one was measured."""
    models: tuple[str, ...] = ()
    """The models at the table, each once."""
    parent: str = ""
    """The session it was forked from."""
    parent_seq: int = 0
    """The last record it shares with its parent."""
    begun_by: str = ""
    """The agent that began it; empty: a person did."""
    known_cost: float = 0.0
    """Dollars of the calls with a known price; `cost` is None where others have none."""
    uncertain_cost: float = 0.0
    """Dollars that calls whose end nobody knows may have cost besides."""
    open_cost: float = 0.0
    """The most, in dollars, that the calls without an end may cost; of a session that nobody moves they are
    among those whose end nobody knows."""
    tokens_cached: int = 0
    """Of its tokens: read from a cache."""
    agents: tuple[str, ...] = ()
    """The agents that a person lets decide in it."""
    look_back: str = ""
    """The day on which the person wants to be asked how it turned out (2027-01-31); empty: none, or told."""
    due: bool = False
    """Whether that day has come."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """What the person refused in it, by kind, with a case of each."""
    copy_of: str = ""
    """The session that it was taken in beside, as a copy of it."""
    right: Mapping[str, bool] = field(default_factory=dict)
    """Who was right as it turned out, as `OutcomeRecorded` names them, seats with their models."""
    upto: int = field(default=0, compare=False)
    """The seq of the record that it was read up to."""
    stamp: str = field(default="", compare=False)
    """The state of the file that it was read from, as the store tells them apart; empty: unknown."""

    @property
    def archived(self) -> bool:
        """Whether the person put it away."""
        return ARCHIVED in self.tags

    @property
    def needy(self) -> bool:
        """Whether it needs the person, or its day has come; what waits at an idle gate may wait."""
        return self.due or (self.state in NEEDY and self.gate_event != IDLE)


@dataclass(frozen=True, slots=True)
class RowRules:
    """What rows need of a workflow, kept beside them: no list waits for the workflow itself."""

    headline: str = ""
    """Name of the CriterionMeasured that is the round's figure."""
    most: str = ""
    """The setup field that says how many rounds there may be."""
    fields: tuple[str, ...] = ()
    """Setup fields that may hold a text of the person's, in the order of the form."""
    chosen: tuple[str, ...] = ()
    """Setup fields whose value is one of several."""
    gates: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What a kind of gate asks in few words, and its event, as its description has them."""


def counted_once(rows: Iterable[SessionRow]) -> list[SessionRow]:
    """Return the rows without copies of others among them; of several copies alone the first stays."""
    found: dict[str, SessionRow] = {}
    for row in sorted(rows, key=lambda row: bool(row.copy_of)):
        found.setdefault(row.copy_of or row.session, row)
    return list(found.values())


ARCHIVED = "archived"
"""The tag of a session that was put away: lists leave it out until it is asked for."""
IDLE = "idle"
"""What a gate that needs nobody is to a person."""
NEEDY = ("waiting", "failed", "interrupted")
"""States in which nothing goes on without the person."""


@dataclass(frozen=True, slots=True)
class Found:
    """A session in which words were found."""

    session: SessionId
    seq: int
    """The record of the best hit."""
    times: int
    """In how many of its texts the words stand."""
    row_id: int
    """Where the index keeps the best hit's text."""
