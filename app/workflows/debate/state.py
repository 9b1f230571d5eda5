"""The debate's state: a fold of its records. Nodes read it and never write it.

Rule: what goes into a prompt stands still while its node is open. A decision on a critique that arrives
during refinement is held back until that node is left, so that a call asked again is the same call.
"""

from __future__ import annotations

from app.domain import facts as shared
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.ids import CHAIR, RESERVED_SEATS
from app.domain.seats import Seat
from app.workflows.debate.attempt import Attempt, Text
from app.workflows.debate.facts import (
    AnswerMissing,
    AnswersRanked,
    LettersDealt,
    MustHavesJudged,
    Reason,
    TerminationDecided,
)
from app.workflows.debate.ledger import Ledger
from app.workflows.debate.setup import DebateSetup

ROUNDS_AT_MOST = 5


class DebateState:
    """Everything a debate's nodes and views need."""

    def __init__(self) -> None:
        self.setup = DebateSetup(question="?")
        self.seats: dict[str, Seat] = {}
        self.members: tuple[str, ...] = ()
        self.letters: dict[str, str] = {}
        self.max_rounds = 2
        self.token_limit: int | None = None
        self.node = ""
        self.asked: dict[tuple[str, str, str], int] = {}
        """Seq of the CallAsked by (purpose, seat, part), of the open entry."""
        self.attempts: list[Attempt] = []
        self.baseline: dict[str, Text] = {}
        self.ledger = Ledger()
        self.guidance: list[tuple[int, str]] = []
        """Guidance for the next round, with the seq it came under."""
        self.dropped: list[tuple[int, str]] = []
        self.replaced: list[shared.SeatReplaced] = []
        self.tokens = 0
        self.cost = 0.0
        self.auto_approve: shared.AutoApproveChanged | None = None
        self.auto_since = 0
        """Accepted rounds when approving by itself was switched on."""
        self.termination: TerminationDecided | None = None
        self.offered_reason: Reason | None = None
        """The rule that held when the newest approval gate was opened."""
        self.redo: frozenset[str] = frozenset()
        """Seats a rejection named; empty: all."""
        self.result: Text | None = None
        self.degradation_on_entry: tuple[str, ...] = ()
        self._gates: dict[str, str] = {}
        self._held_back: list[tuple[int, Fact]] = []

    @property
    def attempt(self) -> Attempt:
        """The newest attempt at a round."""
        return self.attempts[-1]

    @property
    def accepted(self) -> list[Attempt]:
        """The accepted rounds."""
        return [attempt for attempt in self.attempts if attempt.accepted]

    @property
    def token_budget(self) -> int:
        """The token limit in force."""
        return self.token_limit or self.setup.token_budget(len(self.members))

    def next_round(self) -> tuple[int, int]:
        """Return number and attempt of what the round manager opens."""
        if not self.attempts:
            return 1, 1
        last = self.attempt
        return (last.number + 1, 1) if last.accepted else (last.number, last.attempt + 1)

    def label(self, seat: str) -> str:
        """Return what critics call a seat's answer."""
        return f"Response {self.letters.get(seat, '?')}"

    def seat_of(self, label: str) -> str | None:
        """Return the seat behind a letter or `Response <letter>`, in any case."""
        wanted = label.strip().casefold().removeprefix("response").strip(" :.*\"'")
        return next((seat for seat, letter in self.letters.items() if letter.casefold() == wanted), None)

    def degradation(self) -> tuple[str, ...]:
        """Return one line for each way in which this debate was less than whole."""
        lines: list[str] = []
        for attempt in self.accepted:
            there = len(attempt.active) - len(attempt.away)
            if attempt.away:
                lines.append(f"Round {attempt.number}: {there} of {len(attempt.active)} answered")
        for fact in self.replaced:
            role = f"{fact.seat} fallback used" if fact.seat in RESERVED_SEATS else f"{fact.seat} was replaced"
            line = f"{role} ({fact.model})"
            if line not in lines:
                lines.append(line)
        dropped = dict.fromkeys(seat for _, seat in self.dropped)
        lines += [f"{seat} was left out by the person" for seat in dropped]
        if self.attempts and not self.accepted:
            lines.append("No round was accepted; the chair answered alone")
        if not self.attempts and self.termination is not None:
            lines.append("The token limit was reached before round 1; the chair answered alone")
        return tuple(lines)

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        """Take in one record."""
        if isinstance(fact, UnknownFact):
            return
        if self.node == "refinement" and isinstance(fact, shared.CritiqueDecided | shared.DecisionWithdrawn):
            self._held_back.append((record.seq, fact))
            return
        self._apply(record.seq, fact)

    def _apply(self, seq: int, fact: Fact) -> None:
        self._run(seq, fact)
        self._person(seq, fact)
        if self.attempts:
            self._content(seq, fact)

    def _run(self, seq: int, fact: Fact) -> None:
        match fact:
            case shared.SessionCreated():
                self.setup = DebateSetup.model_validate(fact.setup)
                self.seats = dict(fact.seats)
                self.members = tuple(name for name in fact.seats if name not in RESERVED_SEATS)
                self.max_rounds = self.setup.max_rounds
            case shared.NodeEntered():
                self.node = fact.node
                self.asked.clear()
                self.degradation_on_entry = self.degradation()
            case shared.NodeLeft():
                self.node = ""
                held, self._held_back = self._held_back, []
                for seq_, late in held:
                    self._apply(seq_, late)
                if fact.signal == "STOPPED_WITH_RESULT" and self.termination is None:
                    self.termination = TerminationDecided(
                        reason="user_stopped", round=len(self.accepted), tokens=self.tokens
                    )
            case shared.CallAsked():
                self.asked[fact.purpose, fact.seat, fact.part] = seq
            case shared.CallCompleted():
                self.tokens += fact.usage.tokens
                self.cost += fact.usage.cost or 0.0
            case shared.CallFailed() if fact.usage is not None:
                self.tokens += fact.usage.tokens
                self.cost += fact.usage.cost or 0.0
            case shared.SeatReplaced():
                self.replaced.append(fact)
            case shared.GateOpened():
                self._gates[f"g{seq}"] = fact.kind
                if fact.kind == "approval":
                    self.offered_reason = _reason(fact.payload.get("reason"))
            case shared.GateAnswered() if self._gates.get(fact.gate) == "approval":
                named = fact.data.get("seats") if fact.verb == "reject" else None
                self.redo = frozenset(map(str, named)) if isinstance(named, list) else frozenset()
            case shared.RoundOpened():
                self._open_round(fact)
            case LettersDealt():
                self.letters = dict(fact.letters)
            case TerminationDecided():
                self.termination = fact
            case shared.TextProposed() if fact.slot == "result" and fact.seat == CHAIR:
                self.result = Text(seq, fact.text)
            case _:
                pass

    def _person(self, seq: int, fact: Fact) -> None:
        match fact:
            case shared.CritiqueDecided():
                self.ledger.decide(seq, fact)
            case shared.GuidanceGiven() if fact.text.strip():
                self.guidance.append((seq, fact.text.strip()))
            case shared.SeatDropped():
                self.dropped.append((seq, fact.seat))
            case shared.LimitChanged(limit="rounds", value=float() as value):
                self.max_rounds = min(ROUNDS_AT_MOST, max(1, int(value)))
            case shared.LimitChanged(limit="tokens"):
                self.token_limit = int(fact.value) if fact.value is not None else 2**62
            case shared.AutoApproveChanged():
                limits = (fact.until_figure, fact.rounds, fact.until_cost)
                self.auto_approve = None if limits == (None, None, None) else fact
                self.auto_since = len(self.accepted)
            case shared.DecisionWithdrawn():
                self.ledger.withdraw(fact.seq)
                self.guidance = [given for given in self.guidance if given[0] != fact.seq]
                self.dropped = [drop for drop in self.dropped if drop[0] != fact.seq]
                if self.attempts:
                    self.attempt.choices = [c for c in self.attempt.choices if c[0] != fact.seq]
            case _:
                pass

    def _content(self, seq: int, fact: Fact) -> None:
        attempt = self.attempt
        match fact:
            case shared.TextProposed() if fact.slot == "answer":
                texts = attempt.refined if self.node == "refinement" else attempt.base
                texts[fact.seat] = Text(seq, fact.text)
            case shared.TextDecided() if fact.slot == "answer":
                attempt.choices.append((seq, fact))
            case shared.CritiqueFiled():
                self.ledger.file(fact, attempt.number, attempt.attempt)
                attempt.critiques.append(fact.critique)
            case shared.CritiqueAnswered():
                self.ledger.answer(seq, fact)
            case shared.TextAssessed():
                attempt.assessed[fact.seat] = fact
            case shared.CriterionMeasured():
                attempt.figures[fact.name] = fact
            case shared.SeatAbsent():
                attempt.away.add(fact.seat)
            case AnswerMissing():
                attempt.missing[fact.seat] = fact
                attempt.away.add(fact.seat)
            case AnswersRanked():
                attempt.rankings.append(fact)
            case MustHavesJudged():
                attempt.must_haves = fact.items
            case shared.RoundClosed():
                attempt.accepted, attempt.feedback = fact.accepted, fact.feedback or ""
                if fact.accepted:
                    self.baseline |= attempt.outcome()
            case _:
                pass

    def _open_round(self, fact: shared.RoundOpened) -> None:
        gone = {seat for _, seat in self.dropped}
        before = self.attempt if self.attempts and fact.attempt > 1 else None
        active = before.active if before else tuple(seat for seat in self.members if seat not in gone)
        attempt = Attempt(fact.number, fact.attempt, active or self.members)
        attempt.base = {seat: self.baseline[seat] for seat in attempt.active if seat in self.baseline}
        attempt.guidance = [text for _, text in self.guidance]
        self.guidance = []
        if before is not None:
            attempt.guidance = before.guidance + attempt.guidance
            attempt.pinned = before.pinned + ([before.feedback] if before.feedback else [])
            if self.redo:
                attempt.keep_but(self.redo, before)
        self.redo = frozenset()
        self.attempts.append(attempt)


def _reason(value: object) -> Reason | None:
    return TerminationDecided.model_validate({"reason": value, "round": 0, "tokens": 0}).reason
