"""Two plain stock panels: the figures of every round, and the decisions made so far."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.tables import Cells, RowsModel, row_table
from app.ui.texts import label, percent, shown, tr
from app.ui.view import SessionView


class RowsPanel(QWidget):
    """A table, and a word where there is nothing yet."""

    def __init__(self, name: str, titles: Sequence[str], empty: str, wide: int) -> None:
        super().__init__()
        self.model = RowsModel(titles)
        self.table = row_table(self.model, name, wide=wide, striped=True)
        self.empty = label(empty, wrap=True, muted=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addWidget(self.empty)
        layout.addWidget(self.table, 1)

    def show_rows(self, rows: list[Cells]) -> None:
        """Show rows."""
        self.model.fill(rows)
        self.empty.setVisible(not rows)
        self.table.setVisible(bool(rows))


class FiguresPanel(RowsPanel):
    """Every measured figure, round by round."""

    def __init__(self) -> None:
        titles = (
            QT_TRANSLATE_NOOP("ui", "Round"),
            QT_TRANSLATE_NOOP("ui", "Figure"),
            QT_TRANSLATE_NOOP("ui", "Value"),
            QT_TRANSLATE_NOOP("ui", "Needed"),
            QT_TRANSLATE_NOOP("ui", "Reached"),
            QT_TRANSLATE_NOOP("ui", "Note"),
        )
        super().__init__(tr("Figures of every round"), titles, tr("Nothing has been measured yet."), 5)

    def refresh(self, view: SessionView) -> None:
        """Show the figures there are."""
        passes = {None: "–", True: tr("✓ yes"), False: tr("✕ no")}
        self.show_rows(
            [
                (
                    str(number) if attempt <= 1 else tr("{n}, attempt {a}", n=number, a=attempt),
                    fact.name.replace("_", " ").capitalize(),
                    "–" if fact.value is None else percent(fact.value),
                    "–" if fact.threshold is None else percent(fact.threshold),
                    passes[fact.passes],
                    shown(fact.note, 300),
                )
                for number, attempt, fact in view.criteria
            ]
        )


class AnswersGivenPanel(RowsPanel):
    """Every decision that was asked for, and how it was answered."""

    def __init__(self) -> None:
        titles = (
            QT_TRANSLATE_NOOP("ui", "Round"),
            QT_TRANSLATE_NOOP("ui", "Asked"),
            QT_TRANSLATE_NOOP("ui", "Decision"),
            QT_TRANSLATE_NOOP("ui", "By"),
            QT_TRANSLATE_NOOP("ui", "Words"),
        )
        super().__init__(tr("Decisions"), titles, tr("Nothing has been decided yet."), 4)

    def refresh(self, view: SessionView) -> None:
        """Show the decisions there are."""
        rows: list[Cells] = []
        for request in view.fold.gates.answered.values():
            answer = request.answer
            assert answer is not None
            kind = view.kind(request.fact.kind)
            said = [
                answer.note,
                *(str(answer.data[n]) for n in ("feedback", "text", "note") if answer.data.get(n)),
            ]
            rows.append(
                (
                    str(request.round or "–"),
                    tr(kind.title),
                    tr(kind.label(answer.verb)).rstrip("…"),
                    answer.by,
                    shown(" ".join(filter(None, said)), 300),
                )
            )
        self.show_rows(rows)
