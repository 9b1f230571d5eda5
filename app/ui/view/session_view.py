"""What the window shows of a session: the projections of its records, the same live and replayed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from weakref import proxy

from app.domain.command_facts import AFTER_END
from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.domain.facts import By, GateAnswered, GateOpened, StopRequested, TextAssessed, TextChoice
from app.domain.i18n import Message, words
from app.domain.ids import SessionId, members_of
from app.domain.interruption_gates import described
from app.domain.payload import Payload
from app.domain.pictures import Pictures, Raster
from app.engine.plugin import ENDS, USER_STOPPED, Vocabulary, WorkflowPlugin
from app.projections.base import Projection
from app.projections.folding import Projections
from app.projections.gate_inbox import Gate
from app.projections.live_calls import LiveCalls, letter_tags
from app.projections.texts import TextVersion, Version
from app.projections.timeline import Timeline
from app.ui.kit.texts import in_words_shown, tr
from app.ui.view.naming import Names

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.gates import Form, GateKind
    from app.engine.graph import Graph
    from app.engine.node import WorkflowState
    from app.engine.plugin import PersonCommand
    from app.engine.status import Status
    from app.engine.tabs import TabState


_ENDED_BY: Mapping[By, Message] = {
    "agent": words("the agent {who} ended it"),
    "policy": words("it was set to end by itself"),
    "flag": words("the command that ran it ended it"),
    "file": words("the file of answers ended it"),
    "timeout": words("nobody had answered in time"),
}
"""Who or what ended a session, where it was not the person."""


class Ahead(NamedTuple):
    """What may be used from an open gate on, in words."""

    gate: str = ""
    """Empty where it halted between two."""
    round: str = ""
    """By another round: its price with the range that holds, and its time."""
    brief: str = ""
    """The same without the range, where room is short."""
    warned: tuple[str, ...] = ()
    ending: str = ""
    """By finishing: the calls that choose and write the result."""


@dataclass(frozen=True, slots=True)
class OwnFold:
    """A workflow's own builder among the shared projections."""

    state: WorkflowState
    wants: frozenset[str]

    def apply(self, record: Record, fact: Fact | None) -> None:
        assert fact is not None
        self.state.apply(record, fact)


class SessionView:
    """Everything the panels read. Only `apply`, `apply_all` and `stream` change it."""

    def __init__(
        self, catalogue: FactCatalogue, headline: str = "", tab_state: TabState | None = None
    ) -> None:
        self.catalogue, self.headline = catalogue, headline
        self.vocabulary = Vocabulary(words("Round", "ui"))
        """The workflow's own words, the usual ones where it is not known."""
        self.workflow = WorkflowPlugin()
        """The workflow, one of defaults alone where it is not known."""
        self.gates: Mapping[str, GateKind] = {}
        """The gates that the workflow describes."""
        self.offers: tuple[str, tuple[tuple[str, float | None], ...]] = ("", ())
        """(gate or `AFTER_END`, what can be asked for there with its price in dollars) once that is known."""
        self.doing: Collection[int] = ()
        """What is done of that now, by the seq of its CommandAsked."""
        self.under_way = True
        """Whether somebody moves the session: a call that nobody waits for is over."""
        self.loading = False
        """Whether the connections to this session's models are not loaded yet."""
        self.slot: str | None = None
        """The slot of the texts under review; None: all texts."""
        self.graph: Graph | None = None
        """The workflow's graph, for its picture."""
        self.ahead = Ahead()
        """What an answer to the open gate may use, once it is known."""
        self.looking_at = 0
        """The round the person looks at; 0: the newest."""
        self.meant: tuple[str, str] = ("", "")
        """(gate, whose text the person means there), where that is another's than the gate says."""
        self.fold = Projections(timeline=Timeline(headline))
        self.live_calls = LiveCalls(letter_tags(catalogue))
        self.own: WorkflowState | None = None
        """What the workflow's described tabs read; folded with the rest."""
        own: list[Projection] = []
        if tab_state is not None:
            # By a proxy: a long session is set apart from collection, and would stay if it held itself.
            self.own = tab_state.new(proxy(self))
            own.append(OwnFold(self.own, tab_state.wants))
        self._set = self.fold.feeder(catalogue, self.live_calls, *own)
        self._pictures, self._pictured = Pictures(), 0
        self._names: Names | None = None
        self._names_at: tuple[bool, int, int, int] | None = None

    def apply_all(self, records: Iterable[Record]) -> None:
        """Take in records in order; those already known are passed over."""
        self._set.fold(records)

    def apply(self, record: Record) -> None:
        self._set.apply(record)

    def stream(self, asked: int, text: str) -> None:
        """Add text of a running call that is not yet in a record."""
        self.live_calls.stream(asked, text)
        self.fold.commands.stream(asked, text)

    def standing(self) -> Status | None:
        """Return how the work stands as its workflow describes it; None: it does not."""
        return self.workflow.status(self.own) if self.own is not None else None

    @property
    def round_word(self) -> Message:
        """What the workflow calls a round."""
        return self.vocabulary.round

    def command(self, name: str) -> PersonCommand | None:
        """Return what can be asked for by its name, None where this program has none such."""
        return next((command for command in self.workflow.person_commands if command.name == name), None)

    def asking_place(self) -> str:
        """Return where something can be asked for: the open gate, else the end; empty while it runs."""
        gate = self.gate()
        if gate is not None:
            return gate.id
        return AFTER_END if self.fold.session.state == "finished" else ""

    def why(self) -> Message | None:
        """Return why the session ended, as the rest of a sentence; None where nobody has words for it."""
        reason = self.fold.session.reason or ""
        others = self.ended_by_others() if reason == USER_STOPPED else None
        return self.came_to() or others or {**ENDS, **self.vocabulary.reasons}.get(reason)

    def came_to(self) -> Message | None:
        """Return what its work came to, as the rest of a sentence; None where it ended for its reason."""
        return self.workflow.why(self.own) if self.own is not None else None

    def ended_by_person(self) -> bool:
        """Tell whether the person ended it where it could have gone on, or stopped it with an answer."""
        if self.fold.session.reason == USER_STOPPED:
            return self.ended_by_others() is None
        last = next((r for r in reversed(self.log) if r.type == "gate_answered"), None)
        fact = self.fact(last) if last is not None else None
        if not isinstance(fact, GateAnswered) or fact.by != "person":
            return False
        opened = self.fact(self.record(int(fact.gate[1:])))
        if not isinstance(opened, GateOpened):
            return False
        on = self.kind(opened.kind).by_action("approve")
        return on is not None and on.name in opened.verbs and fact.verb != on.name

    def ended_by_others(self) -> Message | None:
        """Return who ended it, or what did; None: the person."""
        last = next((r for r in reversed(self.log) if r.type in ("gate_answered", "stop_requested")), None)
        fact = self.fact(last) if last is not None else None
        if not isinstance(fact, GateAnswered | StopRequested) or fact.by not in _ENDED_BY:
            return None
        return _ENDED_BY[fact.by].filled(who=fact.actor.name if fact.actor is not None else "")

    # --- records and rounds -------------------------------------------------------------------

    @property
    def state(self) -> str:
        """The state as the person sees it: a run that nobody moves is interrupted."""
        state = self.fold.session.state
        return "interrupted" if state == "running" and not self.under_way else state

    @property
    def session_id(self) -> SessionId:
        return SessionId(self.fold.session.session)

    @property
    def agent(self) -> str:
        """The name of the agent that began it, empty where a person did."""
        begun_by = self.fold.session.begun_by
        return begun_by.name if begun_by is not None else ""

    @property
    def head(self) -> int:
        """Seq of the newest record."""
        return self._set.head

    @property
    def log(self) -> list[Record]:
        return self.fold.log.rows

    def record(self, seq: int) -> Record:
        """Return a record by its seq: there are no holes."""
        return self.log[seq - 1]

    def fact(self, record: Record) -> Fact | UnknownFact:
        """Return what a record says."""
        return self.catalogue.decode(record)

    @property
    def round(self) -> int:
        """The newest round, 0 before the first."""
        return next(reversed(self.fold.timeline.rounds), 0)

    @property
    def attempt(self) -> int:
        """The newest attempt at the newest round."""
        row = self.fold.timeline.rounds.get(self.round)
        return row.current.number if row else 0

    @property
    def most_rounds(self) -> int:
        """How many rounds there may be at most, 0 where the workflow does not say."""
        value = self.fold.session.setup.get(self.vocabulary.most)
        raised = self.fold.spend.limits.get("rounds")
        most = max(value if isinstance(value, int) else 0, int(raised or 0))
        return max(most, len(self.fold.timeline.rounds)) if most else 0

    # --- who and what -------------------------------------------------------------------------

    def members(self) -> list[str]:
        """Return the seats that write texts: as at the table, or by letter while names are hidden."""
        names = members_of(self.fold.session.seats)
        return self.names.in_order(names or self.fold.session.seats)

    def active_members(self) -> list[str]:
        """Return the members that take part in this attempt."""
        gone = set(self.fold.session.absent) | self.fold.session.dropped
        return [name for name in self.members() if name not in gone] or self.members()

    @property
    def names(self) -> Names:
        """What seats and models are called now."""
        session, letters = self.fold.session, self.live_calls.letters
        key = (session.names_hidden, len(session.models), len(letters), len(session.seats))
        if self._names is None or key != self._names_at:
            self._names_at = key
            self._names = Names(
                session.seats,
                letters,
                session.models,
                later=session.added,
                hidden=session.names_hidden,
                salt=self.session_id,
                posts={seat: tr(called) for seat, called in self.vocabulary.seats.items()},
            )
        return self._names

    def letter(self, seat: str, round_number: int | None = None) -> str:
        """Return by which letter others know a seat in a round, None for the one in sight; empty: by none."""
        calls = self.live_calls
        number = self.place_in_sight[0] if round_number is None else round_number
        return calls.letters_of_round.get(number, calls.letters).get(seat, "")

    def letter_beside(self, seat: str, round_number: int | None = None) -> str:
        """Return the letter that stands beside a seat's name; empty where that is the name already."""
        letter = self.letter(seat, round_number)
        return "" if self.names.hidden and letter == self.live_calls.letters.get(seat) else letter

    def at_stake(self, seat: str) -> tuple[str, str]:
        """Return a seat's text under review and the one it would fall back to."""
        current = (self.round, self.attempt)
        gone = self.fold.timeline.rejected()
        # What the person wrote in this round is a choice of its own, not what the member refined.
        standing = [
            v
            for v in self.fold.texts.of_seat(seat, self.slot)
            if (v.round, v.attempt) not in gone and not (v.by_person and (v.round, v.attempt) == current)
        ]
        if not standing:
            return "", ""
        newest = standing[-1]
        if (newest.round, newest.attempt) != current:
            stood = self.fold.texts.stands(newest).text
            return stood, stood
        before = self.fold.texts.refined_from(newest)
        # A text of a rejected attempt is nothing to fall back to, where the record does not say what was.
        if before is not None and before not in standing:
            before = standing[-2] if len(standing) > 1 else None
        return newest.text, before.text if before is not None else newest.text

    def decided_text(self, seat: str) -> tuple[TextChoice, str]:
        """Return which text of a seat goes on by what was decided on its changes, and the person's own.

        Where nothing was, it is what the gate's rules take.
        """
        version = self.fold.texts.current(self.slot, seat) if self.slot else None
        current = (self.round, self.attempt)
        if version is None or version.decided is None or (version.round, version.attempt) != current:
            return self._by_rules().get(seat, "refined"), ""
        return version.decided.choice, version.decided.edit or ""

    def texts_by_rules(self) -> dict[str, TextChoice]:
        """Return the texts that go on in place of revised ones by rules, where the person decided nothing."""
        return {seat: how for seat, how in self._by_rules().items() if self.decided_text(seat) == (how, "")}

    def _by_rules(self) -> dict[str, TextChoice]:
        gate = self.gate()
        if gate is None:
            return {}
        _, data = self.kind(gate.fact.kind).by_policy(gate.fact.payload)
        texts = data.get("texts")
        kept = texts.items() if isinstance(texts, dict) else ()
        return {seat: "previous" for seat, how in kept if how == "previous"}

    @property
    def can_finish(self) -> bool:
        """Whether a final answer is possible: the workflow writes one, and some round is accepted."""
        if self.graph is not None and self.graph.result_node is None:
            return False
        rows = self.fold.timeline.rounds
        return any(attempt.accepted for number in reversed(rows) for attempt in rows[number].attempts)

    def this_attempt(self) -> list[TextAssessed]:
        """Return what became of each text in the round under review."""
        current = (self.round, self.attempt)
        found = (self.live_calls.assessed.get((*current, seat)) for seat in self.members())
        return [fact for fact in found if fact is not None]

    # --- calls and texts ----------------------------------------------------------------------

    def writing(self) -> list[str]:
        """Return the seats whose calls are under way."""
        return list(dict.fromkeys(call.seat for call in self.live_calls.running.values()))

    def slots(self, start: str = "") -> dict[str, list[TextVersion]]:
        """Return the texts of each slot whose name begins so, up to the round that is looked at."""
        return self.fold.texts.by_slot(start, self.looking_at)

    def versions_in_sight(self, seat: str, slot: str | None = None) -> list[TextVersion]:
        """Return a seat's texts up to the round that is looked at."""
        found = self.fold.texts.of_seat(seat, slot)
        return [v for v in found if v.round <= self.looking_at] if self.looking_at else found

    @property
    def place_in_sight(self) -> tuple[int, int]:
        """The round and attempt that are looked at."""
        row = self.fold.timeline.rounds.get(self.looking_at) if self.looking_at else None
        return (row.number, row.current.number) if row else (self.round, self.attempt)

    def find_picture(self, name: str) -> Raster | None:
        """Return the picture of a mark in a text of this session, or of a data address."""
        pictured = self.live_calls.pictured
        while self._pictured < len(pictured):
            self._pictures.add(str(self.record(pictured[self._pictured]).body().get("text") or ""))
            self._pictured += 1
        return self._pictures.find(name)

    def final(self) -> Version | None:
        return self.fold.texts.result()

    def final_text(self) -> str:
        """Return the final text as it is read, empty where there is none."""
        version = self.final()
        if version is None or version.decided is not None or self.own is None:
            return version.text if version is not None else ""
        with in_words_shown():
            said = self.workflow.result_text(self.own)
        return version.text if said is None else said

    def has_result(self) -> bool:
        """Whether there is a final answer, or the beginning of one."""
        return self.final() is not None or bool(self._result_so_far())

    def result_text(self) -> str:
        """Return the final text, or as much of it as is written; empty where there is none."""
        return self.final_text() if self.final() is not None else self._result_so_far()

    def _result_so_far(self) -> str:
        """Return what is written of the final text: written and not yet judged, it is read already."""
        if self.fold.session.state != "running":
            return ""
        calls = (call for call in self.live_calls.calls.values() if call.result and call.round == self.round)
        going = [call for call in calls if call.state in ("running", "completed") and is_prose(call.text)]
        return max(going, key=lambda call: call.asked).text if going else ""

    # --- the gate -----------------------------------------------------------------------------

    def gate(self) -> Gate | None:
        """Return the gate the session waits at, one that needs nobody too."""
        return self.fold.gates.open_gate()

    @property
    def idle(self) -> bool:
        """Whether it waits at a gate that needs nobody."""
        return self.gate() is not None and self.fold.gates.waiting is None

    def kind(self, name: str) -> GateKind:
        """Return what a gate says of itself."""
        return described(self.gates, name)

    def payload(self, gate: Gate) -> Payload:
        """Return what a gate shows, with the text that the person means."""
        field = self.kind(gate.fact.kind).means
        if field and self.meant[0] == gate.id:
            return {**gate.fact.payload, field: self.meant[1]}
        return gate.fact.payload

    def asked(self) -> GateKind | None:
        """Return what the open gate says of itself, None where none is open."""
        gate = self.gate()
        return self.kind(gate.fact.kind) if gate is not None else None

    def asks(self, form: Form) -> bool:
        """Tell whether the open gate asks this."""
        kind = self.asked()
        return kind is not None and kind.asks(form)

    @property
    def takes_words(self) -> bool:
        """Whether some decision of this workflow takes words that are typed before it is asked for."""
        return any(verb.line for kind in self.gates.values() for verb in kind.verbs)


def is_prose(text: str) -> bool:
    """Tell whether a text is for people: fields and their marks are shown to nobody."""
    return not text.lstrip().startswith(("{", "```json"))
