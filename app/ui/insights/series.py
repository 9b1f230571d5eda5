"""What the curves show: figure, cost and tokens of every round, read from the projections. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

from app.domain.i18n import QT_TRANSLATE_NOOP, Message, words
from app.domain.money import UNKNOWN, sum_words
from app.domain.no_model import without_model
from app.ui.kit.texts import figure, money, percent, round_noun, tr, whole_percent
from app.ui.view.disputes import disputed_by_round, disputed_title
from app.ui.view.labels import costs_nothing, figure_name
from app.ui.view.session_view import SessionView

Kind = Literal["figure", "cost", "open", "tokens"]
CURVES: Final[tuple[Kind, ...]] = ("figure", "cost", "open", "tokens")
"""In the order in which they stand."""
MOST_TILES: Final = 3
"""Curves that stand in the column, the first ones; the others are in the chart of each."""


@dataclass(frozen=True, slots=True)
class Series:
    """One curve. A value is None where it is not known; `parts` are a round's shares, by member."""

    kind: Kind
    title: str
    rounds: tuple[int, ...]
    values: tuple[float | None, ...]
    limit: float | None = None
    limit_words: str = ""
    members: tuple[str, ...] = ()
    parts: tuple[tuple[float, ...], ...] = ()
    said: str = ""
    """What stands now in words, where that is more than a number."""
    share: tuple[int, int] | None = None
    """So many of so many, where it is no curve."""
    word: str | Message = "Round"
    """What the workflow calls a round."""
    dated: bool = False
    """Whether the round of its newest value is said: an earlier round is in sight."""

    def round_label(self, number: int) -> str:
        """Return a round in short, “R3”; 0 stands for what was before the first."""
        return f"{tr(self.word)[:1].upper()}{number}" if number else tr("before")

    def round_name(self, number: int) -> str:
        """Return a round as it is said, “Round 3”; 0 stands for what was before the first."""
        return f"{tr(self.word)} {number}" if number else tr("before")

    def value_text(self, value: float | None) -> str:
        """Return a value in words."""
        if value is None:
            return tr("unknown")
        if self.kind == "cost":
            return tr(sum_words(value))
        return percent(round(value, 1)) if self.kind == "figure" else figure(f"{value:,.0f}")

    def short_text(self, value: float) -> str:
        """Return a value in words where there is room for few: no parts of a per cent."""
        return whole_percent(value, self.limit) if self.kind == "figure" else self.value_text(value)

    def shares(self, at: int) -> tuple[float, ...]:
        """Return what the n-th round has of each member, nothing where that is not told apart."""
        return self.parts[at] if self.parts else ()

    @property
    def newest(self) -> float | None:
        """The last known value."""
        return next((value for value in reversed(self.values) if value is not None), None)

    @property
    def now(self) -> float | None:
        """What stands now: the newest value, of tokens their sum."""
        # A session that asked nobody yet has used nothing: that is known.
        used = self.kind == "tokens" or not self.rounds
        return sum(v or 0 for v in self.values) if used and self.kind != "figure" else self.newest

    @property
    def aside(self) -> str:
        """What the newest value is seen against: its limit, what it was before, or of which round it is."""
        known = [value for value in self.values if value is not None]
        if self.kind == "open" and len(known) > 1 and known[-1] != known[-2]:
            return tr("was {n}", n=self.short_text(known[-2]))
        if self.kind == "figure" and known and (self.dated or self.values[-1] is None):
            # It would be taken for that of the round in sight, or of the newest, which has none.
            at = max(at for at, value in enumerate(self.values) if value is not None)
            return tr("in {round}", round=f"{round_noun(self.word)} {self.rounds[at]}")
        return self.limit_words

    @property
    def headline(self) -> str:
        """Title and newest value, of tokens their sum, with the limit where there is one."""
        if self.kind == "cost" and self.said == tr(UNKNOWN):
            # Its words name the cost already.
            return self.said[:1].upper() + self.said[1:]
        said = f"{self.title}: {self.said}" if self.said else f"{self.title} {self.value_text(self.now)}"
        if self.kind != "figure":
            return " ".join(filter(None, (said, self.limit_words)))
        return ", ".join(dict.fromkeys(filter(None, (said, self.aside, self.limit_words))))

    def sentence(self, most: int = 12) -> str:
        """Return the numbers in words, the newest ones where there are many."""
        pairs = list(zip(self.rounds, self.values, strict=True))[-most:]
        return "; ".join(f"{self.round_name(number)}: {self.value_text(value)}" for number, value in pairs)


def series_of(view: SessionView) -> tuple[Series, ...]:
    """Return the curves of a session: its figure and what is disputed where it has such, cost, tokens."""
    rules = without_model(seat.model for seat in view.fold.session.seats.values()) is not None
    # Rules dispute nothing and read no tokens: a nought would sound like a finding.
    found = (_figure(view), _cost(view), *(() if rules else (_open(view), _tokens(view))))
    return tuple(replace(series, word=view.round_word) for series in found if series is not None)


def _figure(view: SessionView) -> Series | None:
    if not view.headline:
        return None
    gate = view.gate()
    found = view.kind(gate.fact.kind).compares(gate.fact.payload) if gate is not None else None
    if found is not None and (all_points := len(found.agreed) + len(found.differ)):
        shared = len(found.agreed)
        of_all = tr("of {n}", n=all_points)
        title, share = tr("Points shared"), (shared, all_points)
        return Series("figure", title, (), (), limit_words=of_all, said=str(shared), share=share)
    rows = view.fold.timeline.rounds
    figures = {number: row.current.figure for number, row in rows.items()}
    needed = next((f.threshold for f in reversed(figures.values()) if f and f.threshold is not None), None)
    return Series(
        "figure",
        figure_name(view.headline),
        tuple(figures),
        tuple(f.value if f else None for f in figures.values()),
        needed,
        tr("needed {n}", n=percent(needed)) if needed is not None else "",
        dated=bool(view.looking_at) and view.looking_at != max(figures, default=0),
    )


def _cost(view: SessionView) -> Series:
    spent, running = [], 0.0
    rounds = _rounds(view)
    for number in rounds:
        account = view.fold.spend.by_round.get(number)
        running += account.cost if account else 0.0
        spent.append(running)
    limit = view.fold.spend.cost_limit
    free = costs_nothing(view)
    total = view.fold.spend.total
    unknown = bool(total.calls) and total.price == UNKNOWN
    of_limit = tr("of {limit}", limit=money(limit)) if limit and not (free or unknown) else ""
    said = tr(total.price) if total.calls or free else ""
    return Series("cost", tr("Cost"), rounds, tuple(spent), limit, of_limit, said=said)


def _open(view: SessionView) -> Series | None:
    still = disputed_by_round(view)
    if not still:
        return None
    return Series("open", disputed_title(view), tuple(still), tuple(map(float, still.values())))


def _tokens(view: SessionView) -> Series:
    rounds = _rounds(view)
    spend = view.fold.spend
    seats = view.members()
    seats += [name for name in view.fold.session.seats if name not in seats]
    members = tuple(name for name in seats if name in spend.by_seat)
    parts = tuple(
        tuple(
            float(account.tokens) if (account := spend.by_place.get((number, name))) else 0.0
            for name in members
        )
        for number in rounds
    )
    totals = tuple(float(spend.by_round[n].tokens) if n in spend.by_round else 0.0 for n in rounds)
    cached = spend.total.tokens_cached
    of_which = tr("of which {n} cached", n=f"{cached:,}") if cached else ""
    return Series("tokens", tr("Tokens"), rounds, totals, None, of_which, members, parts)


def _rounds(view: SessionView) -> tuple[int, ...]:
    """Return every round there was; 0 stands for what was used before the first."""
    known = set(view.fold.timeline.rounds) | set(view.fold.spend.by_round)
    return tuple(sorted(known))


def csv_text(series: Series, names: dict[str, str]) -> str:
    """Return the numbers as CSV; a cell that a spreadsheet would take for a formula is quoted as text."""
    head = [tr(series.word), series.title, *(names.get(m, m) for m in series.members)]
    lines = [",".join(_cell(cell) for cell in head)]
    for at, (number, value) in enumerate(zip(series.rounds, series.values, strict=True)):
        # As many digits as a sum has: of a million tokens none is rounded away.
        figures = ["" if one is None else f"{one:.15g}" for one in (value, *series.shares(at))]
        lines.append(",".join([str(number), *figures]))
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    safe = f"'{text}" if text[:1] in "=+-@\t\r" else text
    return '"' + safe.replace('"', '""').replace("\n", " ") + '"'


COLUMNS: Final[dict[Kind, str | Message]] = {
    "figure": QT_TRANSLATE_NOOP("ui", "Value"),
    "cost": QT_TRANSLATE_NOOP("ui", "Cost so far"),
    "open": words("Open"),
    "tokens": QT_TRANSLATE_NOOP("ui", "In all"),
}
"""What the table calls a curve's value."""
