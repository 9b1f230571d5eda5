"""The critique ledger as the panel shows it: rows, filters, and who criticised whom. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.projections.critiques import Point
from app.ui.view.session_view import SessionView

SEVERITY = {
    "high": QT_TRANSLATE_NOOP("ui", "▲ high"),
    "medium": QT_TRANSLATE_NOOP("ui", "■ medium"),
    "low": QT_TRANSLATE_NOOP("ui", "▽ low"),
}
RANK = {"high": 0, "medium": 1, "low": 2}
ANSWERS = {
    "fixed": QT_TRANSLATE_NOOP("ui", "✓ fixed"),
    "held": QT_TRANSLATE_NOOP("ui", "✕ held"),
    "unanswered": QT_TRANSLATE_NOOP("ui", "○ unanswered"),
}
VERDICTS = {
    "accept": QT_TRANSLATE_NOOP("ui", "accepted"),
    "dismiss": QT_TRANSLATE_NOOP("ui", "dismissed"),
    "defer": QT_TRANSLATE_NOOP("ui", "deferred"),
}
STATES = {
    "open": QT_TRANSLATE_NOOP("ui", "Open"),
    "undecided": QT_TRANSLATE_NOOP("ui", "Without your word"),
    "fixed": QT_TRANSLATE_NOOP("ui", "Fixed"),
    "held": QT_TRANSLATE_NOOP("ui", "Held"),
    "accepted": QT_TRANSLATE_NOOP("ui", "Accepted"),
    "dismissed": QT_TRANSLATE_NOOP("ui", "Dismissed"),
    "deferred": QT_TRANSLATE_NOOP("ui", "Deferred"),
}


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A point of criticism with its answer and the person's word; seats by name and as they are shown."""

    id: str
    round: int
    critic: str
    target: str
    critic_name: str
    target_name: str
    severity: str
    category: str
    claim: str
    suggestion: str
    quote: str
    unstructured: bool
    answer: str
    justification: str
    text: int
    """Seq of the author's text that answers it, 0 where there is none."""
    verdict: str
    reason: str
    open: bool


@dataclass(frozen=True, slots=True)
class LedgerFilter:
    """What is shown; empty fields show everything. `round` 0: all."""

    round: int = 0
    severity: str = ""
    category: str = ""
    state: str = ""
    pair: tuple[str, str] | None = None
    """(critic, target); an empty one stands for anybody."""

    def passes(self, row: LedgerRow) -> bool:
        """Tell whether a row is shown."""
        states = {
            "open": row.open,
            "undecided": not row.verdict,
            "fixed": row.answer == "fixed",
            "held": row.answer == "held",
            "accepted": row.verdict == "accept",
            "dismissed": row.verdict == "dismiss",
            "deferred": row.verdict == "defer",
        }
        critic, target = self.pair or ("", "")
        return (
            (not self.severity or row.severity == self.severity)
            and (not self.category or row.category == self.category)
            and (not self.state or states[self.state])
            and (not critic or row.critic == critic)
            and (not target or row.target == target)
        )


@dataclass(frozen=True, slots=True)
class Cell:
    """What one member said of another's answer."""

    count: int = 0
    open: int = 0
    worst: str = ""

    def with_row(self, row: LedgerRow) -> Cell:
        """Return the cell with one more point."""
        worst = min((s for s in (self.worst, row.severity) if s), key=lambda s: RANK[s])
        return Cell(self.count + 1, self.open + row.open, worst)


def ledger(view: SessionView, number: int) -> tuple[LedgerRow, ...]:
    """Return the points of a round (0: of all), newest round first, the gravest first within it."""
    critiques, rounds = view.fold.critiques, view.fold.timeline.rounds
    points_in_sight: Iterable[Point] = critiques.points.values()
    if number in rounds:
        points_in_sight = critiques.of_round(number, rounds[number].current.number)
    elif number:
        points_in_sight = ()
    chosen = sorted(points_in_sight, key=lambda p: (-p.round, -p.attempt, RANK[p.filed.severity], p.seq))
    texts = _texts_by_call(view)
    return tuple(_row(view, point, texts) for point in chosen)


def _texts_by_call(view: SessionView) -> dict[int, int]:
    return {v.asked: v.seq for v in view.fold.texts.versions.values() if v.asked is not None}


def _row(view: SessionView, point: Point, texts: dict[int, int]) -> LedgerRow:
    filed, answer = point.filed, point.answers[-1] if point.answers else None
    text = 0
    if answer is not None and answer.answer == "fixed":
        text = texts.get(answer.asked or 0, 0) or _text_after(view, point)
    return LedgerRow(
        filed.critique,
        point.round,
        filed.critic,
        filed.target,
        view.names.of(filed.critic),
        view.names.of(filed.target),
        filed.severity,
        filed.category,
        filed.claim,
        filed.suggestion,
        filed.quote,
        filed.unstructured,
        answer.answer if answer else "",
        answer.justification if answer else "",
        text,
        point.decided.verdict if point.decided else "",
        point.decided.reason if point.decided else "",
        point.open,
    )


def _text_after(view: SessionView, point: Point) -> int:
    """Return the author's first text after a point; journals without call numbers have no better clue."""
    mine = view.versions(point.filed.target, view.slot)
    return next((version.seq for version in mine if version.seq > point.seq), 0)


def matrix(rows: Iterable[LedgerRow]) -> dict[tuple[str, str], Cell]:
    """Return what each member said of each other's answer."""
    cells: dict[tuple[str, str], Cell] = {}
    for row in rows:
        pair = (row.critic, row.target)
        cells[pair] = cells.get(pair, Cell()).with_row(row)
    return cells


def categories(rows: Iterable[LedgerRow]) -> list[str]:
    """Return the categories there are, in the order of the alphabet."""
    return sorted({row.category for row in rows if row.category})
