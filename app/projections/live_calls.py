"""What lies on the table now: letters, the newest call of each seat, verdicts on its texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from app.domain.fact_base import Fact, FactCatalogue, Record
from app.domain.facts import (
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    CallResolved,
    CritiqueFiled,
    ReplyMended,
    TextAssessed,
)
from app.domain.live_text import LiveFields, LiveText, live_text
from app.domain.pictures import BEGIN
from app.domain.seam import written_on
from app.projections.base import CALLS, wanted

_PROSE = LiveFields()
_CallState = Literal["running", "completed", "failed", "cancelled", "interrupted"]


def letter_tags(catalogue: FactCatalogue) -> frozenset[str]:
    """Return the tags of facts that deal letters to seats: those with a field of that name."""
    return frozenset(tag for tag, cls in catalogue.classes().items() if "letters" in cls.model_fields)


class Waiting(NamedTuple):
    """What a running call waits for, as in `WaitKind`, or that it `thinks`, unheard."""

    what: str
    since: int
    """In microseconds UTC."""
    seconds: float | None = None
    """How long at least, where that is known."""


@dataclass(slots=True)
class SeatCall:
    """The newest call of a seat; `text` is what has arrived, also before a text is proposed from it."""

    asked: int
    seat: str
    purpose: str
    model: str
    round: int
    state: _CallState = "running"
    text: str = ""
    """What a person reads of what has arrived: the answer's text, and not the JSON around it."""
    points: list[str] = field(default_factory=list)
    """Where there are several texts in place of one, as far as they have come."""
    answer: bool = True
    """False: it writes of others' answers."""
    result: bool = False
    """True: it writes the answer the session ends with."""
    arrived: int = 0
    """Characters that have arrived."""
    live: LiveText | None = None
    message: str = ""
    at: int = 0
    """When it was asked, in microseconds UTC."""
    ended: int = 0
    """When it was completed, 0 before."""
    waits: Waiting | None = None
    """Before its first word."""
    said: str = ""
    """The text of a cut answer that it goes on behind."""
    goes_on: bool = False
    """It was cut off, and the rest of it is to be asked for."""
    used: bool = False
    """It was cut off, and what came is used as it is."""
    part: str = ""
    retries: int = 0
    """How often it was asked again by itself, without a word from a person."""
    decided: bool = False
    """Somebody said what becomes of it, though it was not completed."""
    failure: CallFailed | None = None
    """How it failed, until a person decided about that."""


@dataclass(slots=True)
class LiveCalls:
    """Fold of what lies on the table now. Older calls of a seat are dropped: the log has them."""

    letter_tags: frozenset[str] = frozenset()
    live: Mapping[str, LiveFields] = field(default_factory=dict)
    """By purpose: which fields of a reply are read while it is written."""
    letters: dict[str, str] = field(default_factory=dict)
    """Letter by seat, as the critics see the answers."""
    letters_of_round: dict[int, dict[str, str]] = field(default_factory=dict)
    """The same for rounds that have letters of their own."""
    newest: dict[str, SeatCall] = field(default_factory=dict)
    """By seat; whose reply is not read yet has no text."""
    unread: list[tuple[SeatCall, str]] = field(default_factory=list)
    """Ended calls with the whole of what they brought: of most nobody reads it but in the log."""
    running: dict[int, SeatCall] = field(default_factory=dict)
    asked: Counter[int] = field(default_factory=Counter)
    """Calls asked, by round."""
    ended: Counter[int] = field(default_factory=Counter)
    """Calls ended, by round."""
    assessed: dict[tuple[int, int, str], TextAssessed] = field(default_factory=dict)
    """What became of each text, by (round, attempt, seat)."""
    pictured: list[int] = field(default_factory=list)
    """Seqs of the records whose replies hold pictures."""
    mended: dict[tuple[int, int, str], tuple[str, ...]] = field(default_factory=dict)
    """What was done to read a seat's newest answer, by (round, attempt, seat)."""

    @property
    def wants(self) -> frozenset[str]:
        """Every tag it folds."""
        return CALLS | wanted(CallResolved, CritiqueFiled, ReplyMended, TextAssessed) | self.letter_tags

    @property
    def calls(self) -> dict[str, SeatCall]:
        """The newest call of each seat."""
        for call, reply in self.unread:
            if self.newest.get(call.seat) is call:
                self._show(call, reply)
        self.unread.clear()
        return self.newest

    def apply(self, record: Record, fact: Fact | None) -> None:
        if record.type in CALLS:
            if isinstance(fact, CallCompleted) and BEGIN in fact.text:
                self.pictured.append(record.seq)
            self._take_call(record, fact)
            return
        if record.type in self.letter_tags:
            number = getattr(fact, "round", 0)
            dealt = self.letters_of_round.setdefault(number, {}) if number else self.letters
            dealt.update(getattr(fact, "letters", {}))
            return
        match fact:
            case TextAssessed():
                self.assessed[record.round, record.attempt, fact.seat] = fact
            case ReplyMended():
                if self.live.get(fact.purpose, _PROSE).answer:
                    self.mended[record.round, record.attempt, fact.seat] = fact.how
            case CritiqueFiled(target=target) if target not in self.letters:
                # Journals without dealt letters still name the answers by them.
                self.letters[target] = fact.label.rpartition(" ")[2]
            case CallResolved():
                for call in self.newest.values():
                    if call.asked == fact.asked:
                        call.failure, call.goes_on = None, fact.verb == "go_on"
                        call.used = fact.verb == "use_partial"
                        call.decided = True

    def _take_call(self, record: Record, fact: Fact | None) -> None:
        if isinstance(fact, CallAsked):
            if fact.command:
                # What a person asks for beside the run is shown by itself (`Commands`).
                return
            fields = self.live.get(fact.purpose, _PROSE)
            if fields.answer:
                self.mended.pop((record.round, record.attempt, fact.seat), None)
            new_call = SeatCall(record.seq, fact.seat, fact.purpose, fact.model, record.round)
            new_call.at, new_call.part = record.at, fact.part
            new_call.answer, new_call.result = fields.answer, fields.result
            before = self.newest.get(fact.seat)
            if before is not None and before.failure is not None and _same(before, new_call):
                new_call.retries = before.retries + 1
            if before is not None and before.goes_on and _same(before, new_call):
                new_call.said = new_call.text = self.calls[fact.seat].text
            self.newest[fact.seat] = self.running[record.seq] = new_call
            self.asked[record.round] += 1
            return
        if not isinstance(fact, CallCompleted | CallFailed | CallCancelled | CallInterrupted):
            return
        call = self.running.pop(fact.asked, None)
        if call is None:
            return
        self.ended[call.round] += 1
        match fact:
            case CallCompleted():
                call.state, call.ended = "completed", record.at
            case CallFailed():
                call.state, call.failure = "failed", fact
                call.message = " ".join(filter(None, (fact.message, fact.hint)))
            case CallCancelled():
                call.state = "cancelled"
            case CallInterrupted():
                call.state = "interrupted"
        self.unread.append((call, fact.text if isinstance(fact, CallCompleted) else fact.partial))

    def stream(self, asked: int, text: str) -> None:
        """Add text of a running call that is not in a record yet."""
        call = self.running.get(asked)
        if call is None:
            return
        call.arrived, call.waits = call.arrived + len(text), None
        fields = self.live.get(call.purpose)
        if fields is None:
            call.text = written_on(call.text, text) if call.text == call.said else call.text + text
            return
        if call.live is None:
            call.live = LiveText(fields)
        call.live.feed(text)
        call.text, call.points = written_on(call.said, call.live.text), call.live.points

    def wait(self, asked: int, waiting: Waiting) -> None:
        """Note what a running call waits for."""
        call = self.running.get(asked)
        if call is not None and not call.arrived:
            call.waits = waiting

    def _show(self, call: SeatCall, reply: str) -> None:
        """Show the whole of what a call brought; nothing new: what had arrived stays."""
        call.live = None
        if reply:
            fields = self.live.get(call.purpose)
            read = live_text(reply, fields) if fields is not None else None
            call.text, call.arrived = written_on(call.said, read.text if read else reply), len(reply)
            call.points = read.points if read else []


def _same(one: SeatCall, other: SeatCall) -> bool:
    return (one.purpose, one.part, one.round) == (other.purpose, other.part, other.round)
