"""Two plain stock panels: the figures of every round, and the decisions made so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.deciding.verbs import verb_label
from app.ui.texts import label, shown, tr
from app.ui.view import SessionView

Index = QModelIndex | QPersistentModelIndex
Cells = tuple[str, ...]


class RowsModel(QAbstractTableModel):
    """Rows of words under titles."""

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self._titles = tuple(titles)
        self.rows: list[Cells] = []

    def fill(self, rows: list[Cells]) -> None:
        """Show these rows; those that only follow known ones are added, so that the place is kept."""
        known = len(self.rows)
        if rows == self.rows:
            return
        if known and rows[:known] == self.rows:
            self.beginInsertRows(QModelIndex(), known, len(rows) - 1)
            self.rows = rows
            self.endInsertRows()
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(self._titles[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        if index.isValid() and role == Qt.ItemDataRole.DisplayRole:
            return self.rows[index.row()][index.column()]
        return None


class RowsPanel(QWidget):
    """A table, and a word where there is nothing yet."""

    def __init__(self, name: str, titles: Sequence[str], empty: str, wide: int) -> None:
        super().__init__()
        self.model = RowsModel(titles)
        self.table = QTableView()
        self.table.setAccessibleName(name)
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().lineSpacing() + 8)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
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
                    "–" if fact.value is None else f"{fact.value:g}",
                    "–" if fact.threshold is None else f"{fact.threshold:g}",
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
            said = [
                answer.note,
                *(str(answer.data[n]) for n in ("feedback", "text", "note") if answer.data.get(n)),
            ]
            rows.append(
                (
                    str(request.round or "–"),
                    request.fact.kind.replace("_", " ").capitalize(),
                    tr(verb_label(request.fact.kind, answer.verb)).rstrip("…"),
                    answer.by,
                    shown(" ".join(filter(None, said)), 300),
                )
            )
        self.show_rows(rows)
