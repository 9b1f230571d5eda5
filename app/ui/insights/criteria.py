"""The criteria of the round in sight: value, what is needed, whether it is reached, and how it moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.domain.message_lookup import read_sentence
from app.ui.kit.layouts import in_column
from app.ui.kit.texts import Said, label, percent, single_line, tr, whole_percent
from app.ui.kit.theme import CAPTION
from app.ui.view.labels import figure_name, round_text
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.facts import CriterionMeasured


class Criterion(NamedTuple):
    """One figure, its value in the round before, and what was noted on it."""

    figure: CriterionMeasured
    before: float | None
    note: str

    @property
    def name(self) -> str:
        """What the figure is called."""
        return figure_name(self.figure.name)

    @property
    def words(self) -> str:
        """The figure with what is needed, whether that is reached, and how it moved."""
        value, passes = self.figure.value, self.figure.passes
        text = (
            f"{self.name} {tr('unknown') if value is None else whole_percent(value, self.figure.threshold)}"
        )
        if self.figure.threshold is not None:
            text += tr(", needed {n}", n=percent(self.figure.threshold))
        if passes is not None:
            text += ": " + (tr("reached") if passes else tr("not yet"))
        by = round(value) - round(self.before) if value is not None and self.before is not None else 0
        if by:
            text += " · " + (tr("up {n}", n=by) if by > 0 else tr("down {n}", n=-by))
        return text


def criteria_of(view: SessionView) -> list[Criterion]:
    """Return the figures of the round in sight, those with a threshold first."""
    number, attempt = view.place_in_sight
    by_attempt = view.fold.timeline.measured
    row = view.fold.timeline.rounds.get(number - 1)
    before = by_attempt.get((number - 1, row.current.number), {}) if row else {}
    found = [
        Criterion(
            figure,
            before[name].value if name in before else None,
            view.names.veil(tr(read_sentence(figure.note))),
        )
        for name, figure in by_attempt.get((number, attempt), {}).items()
    ]
    return sorted(found, key=lambda one: one.figure.threshold is None)


class CriteriaPanel(Panel):
    """A line per figure; notes below in small letters."""

    def __init__(self) -> None:
        super().__init__()
        self.text = label("", wrap=True, widget=Said(tr("Criteria")))
        self.note = label("", wrap=True, muted=True, scale=CAPTION, widget=Said(tr("Notes on the criteria")))
        self.setLayout(in_column(self.text, self.note, spacing=3))

    def refresh(self, view: SessionView) -> None:
        """Show the figures there are, and what they say together."""
        criteria = criteria_of(view)
        head = round_text(view, view.place_in_sight[0])
        judged = [one.figure.passes for one in criteria if one.figure.passes is not None]
        if judged:
            head += ": " + (tr("stop rule met") if all(judged) else tr("stop rule not met"))
        lines = [one.words for one in criteria] or [tr("Nothing measured yet")]
        notes = [f"{one.name}: {single_line(one.note, 240)}" for one in criteria if one.note]
        self.text.setText("\n".join([head, *lines]))
        self.note.setText("\n".join(notes))
        self.note.setVisible(bool(notes))
