"""The ledger of critiques: what was said against whom, what the person decided, what the author answered."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.facts import CritiqueAnswered, CritiqueDecided, CritiqueFiled, Verdict


@dataclass(slots=True)
class Point:
    """One critique and its fate. Its newest answer counts only until the person decides again."""

    filed: CritiqueFiled
    round: int
    attempt: int
    decisions: list[tuple[int, CritiqueDecided]] = field(default_factory=list)
    answer: CritiqueAnswered | None = None
    answered_at: int = 0

    @property
    def id(self) -> str:
        """Its id."""
        return self.filed.critique

    @property
    def verdict(self) -> Verdict | None:
        """The person's last word, None where there is none."""
        return self.decisions[-1][1].verdict if self.decisions else None

    @property
    def settled(self) -> bool:
        """Tell whether the author answered it, fixed or held, since the last decision."""
        decided_at = self.decisions[-1][0] if self.decisions else 0
        return (
            self.answer is not None and self.answer.answer != "unanswered" and self.answered_at > decided_at
        )

    @property
    def fixed(self) -> bool:
        """Tell whether the author says it is mended."""
        return self.settled and self.answer is not None and self.answer.answer == "fixed"

    def concerns(self, seat: str) -> bool:
        """Tell whether it is meant for this author; a point at nobody in particular is for all but its critic."""
        return self.filed.target == seat or (not self.filed.target and self.filed.critic != seat)


class Ledger:
    """All points of a session by id, in the order they were filed."""

    def __init__(self) -> None:
        self.points: dict[str, Point] = {}

    def file(self, fact: CritiqueFiled, round_: int, attempt: int) -> None:
        """Take in a new point."""
        self.points[fact.critique] = Point(fact, round_, attempt)

    def decide(self, seq: int, fact: CritiqueDecided) -> None:
        """Take in the person's word; unknown ids are of another program and are left alone."""
        if fact.critique in self.points:
            self.points[fact.critique].decisions.append((seq, fact))

    def withdraw(self, seq: int) -> None:
        """Forget a decision."""
        for point in self.points.values():
            point.decisions = [decision for decision in point.decisions if decision[0] != seq]

    def answer(self, seq: int, fact: CritiqueAnswered) -> None:
        """Take in the author's answer."""
        if fact.critique in self.points:
            point = self.points[fact.critique]
            point.answer, point.answered_at = fact, seq

    def given_to(self, seat: str, present: frozenset[str]) -> list[Point]:
        """Return the points an author has to answer: of this attempt (`present`), and accepted ones left open.

        Dismissed and deferred points are not given. A reply that was no list of points is given only once
        a person has accepted it: nobody else can tell criticism from praise in it.
        """
        return [point for point in self.points.values() if point.concerns(seat) and _is_given(point, present)]

    def deferred(self) -> list[Point]:
        """Return the points that wait for a decision at the next gate."""
        return [point for point in self.points.values() if point.verdict == "defer"]

    def open_high(self) -> list[Point]:
        """Return accepted high-severity points without an answer."""
        return [
            point
            for point in self.points.values()
            if point.filed.severity == "high" and point.verdict == "accept" and not point.settled
        ]

    def conflicts(self, present: frozenset[str]) -> list[Point]:
        """Return high-severity points, accepted or of this attempt and undecided, that are not fixed."""
        return [
            point
            for point in self.points.values()
            if point.filed.severity == "high"
            and not point.fixed
            and (point.verdict == "accept" or (point.verdict is None and point.id in present))
        ]


def _is_given(point: Point, present: frozenset[str]) -> bool:
    if point.verdict == "accept":
        return point.id in present or not point.settled
    return point.verdict is None and point.id in present and not point.filed.unstructured
