"""Critiques: who criticises whom, how severe, what, with which quote, and what the author answered."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QItemSelection, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.ui.fold import CritiqueRow, SessionView
from app.ui.text.safe_view import SafeTextView
from app.ui.texts import button, shown, tr

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("Round", "From → to", "Severity", "Claim", "Answer", "Your word")
SEVERITY = {"high": "▲ high", "medium": "■ medium", "low": "▽ low"}
ANSWERS = {"fixed": "✓ fixed", "held": "✕ held", "unanswered": "○ unanswered"}
VERDICTS = {"accept": "accepted", "dismiss": "dismissed", "defer": "deferred"}


class CritiqueModel(QAbstractTableModel):
    """Rows are critiques, newest round first."""

    def __init__(self) -> None:
        super().__init__()
        self.items: list[CritiqueRow] = []
        self._stamp: tuple[object, ...] = ()

    def fill(self, view: SessionView) -> None:
        """Take the critiques of a session; nothing happens where nothing changed."""
        items = sorted(view.critiques.values(), key=lambda row: (-row.round, -row.attempt, row.seq))
        stamp = (view.position.session, tuple((r.fact.critique, r.answer, r.decision) for r in items))
        if stamp == self._stamp:
            return
        same_rows = [r.fact.critique for r in items] == [r.fact.critique for r in self.items]
        self._stamp = stamp
        if same_rows and items:
            self.items = items
            self.dataChanged.emit(self.index(0, 0), self.index(len(items) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self.items = items
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many critiques there are."""
        return 0 if parent.isValid() else len(self.items)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(COLUMNS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row = self.items[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return None
        return (
            str(row.round),
            f"{shown(row.fact.critic, 24)} → {shown(row.fact.target, 24)}",
            tr(SEVERITY[row.fact.severity]),
            shown(row.fact.claim, 300),
            tr(ANSWERS[row.answer.answer]) if row.answer else "–",
            tr(VERDICTS[row.decision.verdict]) if row.decision else "–",
        )[index.column()]


class CritiquesPanel(QWidget):
    """The table, the chosen critique in full, and the person's verdict on it."""

    decided = Signal(str, str)
    """(critique id, verdict)"""

    def __init__(self) -> None:
        super().__init__()
        self.model = CritiqueModel()
        self.table = QTableView()
        self.table.setAccessibleName(tr("Critiques"))
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.verticalHeader().hide()
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        for column, width in enumerate((60, 150, 90, 300, 110, 90)):
            self.table.setColumnWidth(column, width)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)
        self.detail = SafeTextView(tr("The chosen critique in full"))
        self.detail.setPlaceholderText(tr("Choose a critique to read it in full."))
        self._buttons = {
            "accept": button(tr("Accept"), tip=tr("The author is to follow it")),
            "dismiss": button(tr("Dismiss…"), tip=tr("Not sent to the author; needs a reason")),
            "defer": button(tr("Defer…"), tip=tr("Offered again at the next decision; needs a reason")),
        }
        side = QVBoxLayout()
        for verdict, widget in self._buttons.items():
            widget.setEnabled(False)
            widget.setAccessibleName(tr("{verb} this critique", verb=widget.text().rstrip("…")))
            widget.clicked.connect(lambda _=False, v=verdict: self._on_verdict(v))
            side.addWidget(widget)
        side.addStretch(1)
        below = QWidget()
        row = QHBoxLayout(below)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.detail, 1)
        row.addLayout(side)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.table)
        split.addWidget(below)
        split.setSizes([300, 180])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addWidget(split)
        self.table.selectionModel().selectionChanged.connect(self._on_selected)
        self.model.modelReset.connect(self._on_reset)
        self.model.dataChanged.connect(lambda: self._show(self._chosen()))

    def refresh(self, view: SessionView) -> None:
        """Show the critiques there are."""
        self.model.fill(view)

    def _chosen(self) -> CritiqueRow | None:
        rows = self.table.selectionModel().selectedRows()
        return self.model.items[rows[0].row()] if rows else None

    def _on_reset(self) -> None:
        if self.model.items:
            self.table.selectRow(0)
        else:
            self._show(None)

    def _on_selected(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        self._show(self._chosen())

    def _show(self, row: CritiqueRow | None) -> None:
        for widget in self._buttons.values():
            widget.setEnabled(row is not None)
        self.detail.show_text(_full(row) if row else "")

    def _on_verdict(self, verdict: str) -> None:
        row = self._chosen()
        if row is not None:
            self.decided.emit(row.fact.critique, verdict)


def _full(row: CritiqueRow) -> str:
    fact = row.fact
    lines = [fact.claim]
    if fact.quote:
        lines += ["", f"“{fact.quote}”"]
    if fact.suggestion:
        lines += ["", tr("Suggestion: {text}", text=fact.suggestion)]
    if row.answer:
        lines += ["", tr("Answer of {who}: {what}", who=row.answer.seat, what=tr(ANSWERS[row.answer.answer]))]
        if row.answer.justification:
            lines.append(row.answer.justification)
    if row.decision and row.decision.reason:
        lines += ["", tr("Your reason: {text}", text=row.decision.reason)]
    if fact.unstructured:
        lines += ["", tr("(The critic's reply was not in the asked form; shown whole.)")]
    return "\n".join(lines)
