"""The criteria of the round in sight: value, what is needed, whether it is reached, and how it moved."""

from __future__ import annotations

from dataclasses import dataclass

from app.ui.kit.layouts import in_column
from app.ui.kit.texts import Said, label, percent, shown, tr
from app.ui.view.labels import round_text
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView


@dataclass(frozen=True, slots=True)
class Criterion:
    """One figure in words; `passes` None where it is for information only."""

    name: str
    value: float | None
    needed: float | None
    passes: bool | None
    before: float | None
    note: str

    @property
    def words(self) -> str:
        """The figure with its verdict as a sign and a word."""
        value = tr("unknown") if self.value is None else percent(self.value)
        text = f"{self.name} {value}"
        if self.needed is not None:
            text += tr(" · needed {n}", n=percent(self.needed))
        if self.passes is not None:
            text += " · " + (tr("✓ reached") if self.passes else tr("✕ not yet"))
        if self.value is not None and self.before is not None and self.value != self.before:
            sign = "▲" if self.value > self.before else "▼"
            text += f" · {sign} {abs(self.value - self.before):.3g}"
        return text


def criteria_of(view: SessionView) -> tuple[Criterion, ...]:
    """Return the figures of the round in sight, those with a threshold first."""
    number, attempt = view.place_in_sight
    by_attempt = view.fold.criteria.by_attempt
    facts = by_attempt.get((number, attempt), {})
    row = view.fold.timeline.rounds.get(number - 1)
    before = by_attempt.get((number - 1, row.current.number), {}) if row else {}
    found = [
        Criterion(
            tr(name.replace("_", " ").capitalize()),
            fact.value,
            fact.threshold,
            fact.passes,
            before[name].value if name in before else None,
            view.names.veil(fact.note),
        )
        for name, fact in facts.items()
    ]
    return tuple(sorted(found, key=lambda c: c.needed is None))


def overall(criteria: tuple[Criterion, ...]) -> str:
    """Return what the criteria say together."""
    judged = [c.passes for c in criteria if c.passes is not None]
    if not judged:
        return ""
    reached = sum(judged)
    return tr("{n} of {all} reached", n=reached, all=len(judged))


class CriteriaPanel(Panel):
    """A line per figure; notes below in small letters."""

    def __init__(self) -> None:
        super().__init__()
        self.text = label("", wrap=True, made=Said(tr("Criteria")))
        self.note = label("", wrap=True, muted=True, scale=0.92, made=Said(tr("Notes on the criteria")))
        self.setLayout(in_column(self.text, self.note, spacing=3))

    def refresh(self, view: SessionView) -> None:
        """Show the figures there are."""
        criteria = criteria_of(view)
        number = view.place_in_sight[0]
        lines = [c.words for c in criteria] or [tr("Nothing measured yet")]
        head = round_text(view, number)
        together = overall(criteria)
        lines.insert(0, f"{head}: {together}" if together else head)
        notes = [f"{c.name}: {shown(c.note, 240)}" for c in criteria if c.note]
        self.text.setText("\n".join(lines))
        self.note.setText("\n".join(notes))
        self.note.setVisible(bool(notes))
