"""One attempt at a round: its texts, points, figures, and what the person chose."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.facts import CriterionMeasured, TextAssessed, TextDecided
from app.workflows.debate.facts import AnswerMissing, AnswersRanked, MustHave


@dataclass(frozen=True, slots=True)
class Text:
    """A text and the seq of the record it stands in."""

    seq: int
    text: str


@dataclass(slots=True)
class Attempt:
    """A round under review, or a decided one."""

    number: int
    attempt: int
    active: tuple[str, ...]
    """Seats that take part; a dropped seat is not among them."""
    base: dict[str, Text] = field(default_factory=dict)
    """The answers as the critics read them."""
    refined: dict[str, Text] = field(default_factory=dict)
    redo: frozenset[str] = frozenset()
    """The only seats that refine in this attempt; empty: all."""
    critiques: list[str] = field(default_factory=list)
    rankings: list[AnswersRanked] = field(default_factory=list)
    assessed: dict[str, TextAssessed] = field(default_factory=dict)
    figures: dict[str, CriterionMeasured] = field(default_factory=dict)
    must_haves: tuple[MustHave, ...] = ()
    missing: dict[str, AnswerMissing] = field(default_factory=dict)
    away: set[str] = field(default_factory=set)
    """Seats that sit out this attempt."""
    choices: list[tuple[int, TextDecided]] = field(default_factory=list)
    guidance: list[str] = field(default_factory=list)
    pinned: list[str] = field(default_factory=list)
    """Feedback of the rejected attempts at this round."""
    feedback: str = ""
    accepted: bool | None = None

    @property
    def present(self) -> frozenset[str]:
        """Ids of the points under review in this attempt."""
        return frozenset(self.critiques)

    def newest(self) -> dict[str, Text]:
        """Return every seat's newest text: the refined one, else the one it began with."""
        return {
            seat: self.refined.get(seat, self.base[seat])
            for seat in self.active
            if seat in self.base
        }

    def outcome(self) -> dict[str, Text]:
        """Return what accepting this attempt makes the baseline: the person's choices applied."""
        texts = self.newest()
        for seq, choice in self.choices:
            if choice.choice == "edit" and choice.edit is not None:
                texts[choice.seat] = Text(seq, choice.edit)
            elif choice.choice == "previous" and choice.seat in self.base:
                texts[choice.seat] = self.base[choice.seat]
            elif choice.seat in self.base:
                texts[choice.seat] = self.refined.get(choice.seat, self.base[choice.seat])
        return texts

    def average_ranks(self) -> dict[str, float]:
        """Return each seat's mean place (1 is best) over the critics who ranked it."""
        places: dict[str, list[int]] = {}
        for ranking in self.rankings:
            for place, seat in enumerate(ranking.ranking, 1):
                places.setdefault(seat, []).append(place)
        return {seat: sum(where) / len(where) for seat, where in places.items()}

    def keep_but(self, redo: frozenset[str], before: Attempt) -> None:
        """Take over the rejected attempt's texts and points; only `redo` refines again."""
        self.redo = redo
        self.base = dict(before.base)
        self.critiques, self.rankings = list(before.critiques), list(before.rankings)
        self.refined = {seat: text for seat, text in before.refined.items() if seat not in redo}
        self.missing = {seat: fact for seat, fact in before.missing.items() if seat not in redo}
        self.away = set(self.missing)
