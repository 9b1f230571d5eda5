"""The critique ledger as the panel shows it: rows, columns, filters, and who criticised whom. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from app.domain.facts import CritiqueAnswered, CritiqueDecided, CritiqueFiled
from app.domain.i18n import Words, words
from app.engine.tabs import Choice, Column, Option
from app.projections.critiques import Point
from app.ui.kit.texts import shown, tr
from app.ui.view.naming import Names
from app.ui.view.session_view import SessionView

SEVERITY = {"high": words("▲ high"), "medium": words("■ medium"), "low": words("▽ low")}
RANK = {severity: rank for rank, severity in enumerate(SEVERITY)}
ANSWERS = {"fixed": words("✓ fixed"), "held": words("✕ held"), "unanswered": words("○ unanswered")}
VERDICTS = {"accept": words("accepted"), "dismiss": words("dismissed"), "defer": words("deferred")}


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A point of criticism as it stands now, with its newest answer and the person's word."""

    filed: CritiqueFiled
    round: int
    answer: CritiqueAnswered | None
    decided: CritiqueDecided | None
    open: bool
    text: int
    """Seq of the author's text that answers it, 0 where there is none."""
    names: Names

    @property
    def pair(self) -> tuple[str, str]:
        """Critic and target."""
        return self.filed.critic, self.filed.target

    @property
    def pair_called(self) -> tuple[str, str]:
        """What critic and target are called on the screen."""
        return self.names.of(self.filed.critic), self.names.of(self.filed.target)

    @property
    def answered(self) -> str:
        """The kind of answer, empty where there is none."""
        return self.answer.answer if self.answer is not None else ""

    @property
    def verdict(self) -> str:
        """The person's word, empty where there is none."""
        return self.decided.verdict if self.decided is not None else ""


CATEGORY, CLAIM, ANSWER, WORD = 3, 4, 5, 6
COLUMNS: tuple[Column[LedgerRow], ...] = (
    Column(words("Round"), lambda row: str(row.round), 52),
    Column(words("From → to"), lambda row: " → ".join(shown(name, 24) for name in row.pair_called), 112),
    Column(words("Severity"), lambda row: SEVERITY[row.filed.severity], 80),
    Column(words("Category"), lambda row: shown(row.filed.category, 30) or "–", 84),
    Column(words("Claim"), lambda row: row.filed.claim),
    Column(words("Answer"), lambda row: ANSWERS.get(row.answered, "–"), 84),
    Column(words("Your word"), lambda row: VERDICTS.get(row.verdict, "–"), 80),
)

STATES: dict[str, tuple[Words, Callable[[LedgerRow], bool]]] = {
    "open": (words("Open"), lambda row: row.open),
    "undecided": (words("Without your word"), lambda row: not row.verdict),
    "fixed": (words("Fixed"), lambda row: row.answered == "fixed"),
    "held": (words("Held"), lambda row: row.answered == "held"),
    "accepted": (words("Accepted"), lambda row: row.verdict == "accept"),
    "dismissed": (words("Dismissed"), lambda row: row.verdict == "dismiss"),
    "deferred": (words("Deferred"), lambda row: row.verdict == "defer"),
}
FILTERS: tuple[Choice[Sequence[LedgerRow], LedgerRow], ...] = (
    Choice(
        words("Only this severity"),
        words("All severities"),
        lambda _rows: [Option(severity, title) for severity, title in SEVERITY.items()],
        lambda row, severity: row.filed.severity == severity,
    ),
    Choice(
        words("Only this category"),
        words("All categories"),
        lambda rows: [Option(name, name) for name in sorted({row.filed.category for row in rows} - {""})],
        lambda row, category: row.filed.category == category,
    ),
    Choice(
        words("Only in this state"),
        words("All states"),
        lambda _rows: [Option(state, title) for state, (title, _) in STATES.items()],
        lambda row, state: STATES[state][1](row),
    ),
)


def ledger(view: SessionView, number: int) -> tuple[LedgerRow, ...]:
    """Return the points of a round (0: of all), newest round first, the gravest first within it."""
    critiques, rounds = view.fold.critiques, view.fold.timeline.rounds
    points_in_sight: Iterable[Point] = critiques.points.values()
    if number in rounds:
        points_in_sight = critiques.of_round(number, rounds[number].current.number)
    elif number:
        points_in_sight = ()
    chosen = sorted(points_in_sight, key=lambda p: (-p.round, -p.attempt, RANK[p.filed.severity], p.seq))
    texts = {v.asked: v.seq for v in view.fold.texts.versions.values() if v.asked is not None}
    return tuple(_row(view, point, texts) for point in chosen)


def _row(view: SessionView, point: Point, texts: dict[int, int]) -> LedgerRow:
    answer, text = point.answers[-1] if point.answers else None, 0
    if answer is not None and answer.answer == "fixed":
        text = texts.get(answer.asked or 0, 0) or _text_after(view, point)
    return LedgerRow(point.filed, point.round, answer, point.decided, point.open, text, view.names)


def _text_after(view: SessionView, point: Point) -> int:
    """Return the author's first text after a point; journals without call numbers have no better clue."""
    mine = view.versions(point.filed.target, view.slot)
    return next((version.seq for version in mine if version.seq > point.seq), 0)


def parts_of(row: LedgerRow) -> list[tuple[str, str]]:
    """Return a point in full, as headings with texts."""
    filed = row.filed
    head = (" → ".join(row.pair_called), tr(SEVERITY[filed.severity]), filed.category)
    parts = [(" · ".join(filter(None, head)), filed.claim)]
    if filed.quote:
        parts.append((tr("The words it is about"), f"“{filed.quote}”"))
    if filed.suggestion:
        parts.append((tr("Suggestion"), filed.suggestion))
    if row.answer is not None:
        heading = tr("Answer of {who}: {what}", who=row.pair_called[1], what=tr(ANSWERS[row.answered]))
        parts.append((heading, row.answer.justification))
    if row.decided is not None:
        parts.append((tr("Your word: {what}", what=tr(VERDICTS[row.verdict])), row.decided.reason))
    if filed.unstructured:
        parts.append(("", tr("(The critic's reply was not in the asked form; shown whole.)")))
    return parts
