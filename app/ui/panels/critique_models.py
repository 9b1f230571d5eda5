"""Models of the critique ledger: the list and the matrix who → whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.kit.tables import TitledModel
from app.ui.kit.texts import count, shown, tr
from app.ui.panels.critique_rows import (
    ANSWERS,
    SEVERITY,
    VERDICTS,
    Cell,
    LedgerFilter,
    LedgerRow,
    ledger,
    matrix,
)
from app.ui.view.session_view import SessionView

COLUMNS = (
    QT_TRANSLATE_NOOP("ui", "Round"),
    QT_TRANSLATE_NOOP("ui", "From → to"),
    QT_TRANSLATE_NOOP("ui", "Severity"),
    QT_TRANSLATE_NOOP("ui", "Category"),
    QT_TRANSLATE_NOOP("ui", "Claim"),
    QT_TRANSLATE_NOOP("ui", "Answer"),
    QT_TRANSLATE_NOOP("ui", "Your word"),
)
CATEGORY, CLAIM, ANSWER, WORD = 3, 4, 5, 6


def _cell(row: LedgerRow, column: int) -> str:
    return (
        str(row.round),
        f"{shown(row.critic_name, 24)} → {shown(row.target_name, 24)}",
        tr(SEVERITY[row.severity]),
        shown(row.category, 30) or "–",
        shown(row.claim, 300),
        tr(ANSWERS[row.answer]) if row.answer else "–",
        tr(VERDICTS[row.verdict]) if row.verdict else "–",
    )[column]


class CritiqueModel(TitledModel[LedgerRow]):
    """Rows are the points that pass the filters; `known` holds those of the round whatever the filters."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, _cell)
        self.known: tuple[LedgerRow, ...] = ()
        self.filter = LedgerFilter()
        self._stamp: tuple[object, ...] = ()

    def fill(self, view: SessionView) -> bool:
        """Take the points of a session; return whether anything changed."""
        stamp = (view.session_id, view.head, self.filter.round, view.fold.session.names_hidden)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        rows = ledger(view, self.filter.round)
        if rows == self.known:
            return False
        self.known = rows
        self._apply()
        return True

    def set_filter(self, wanted: LedgerFilter) -> None:
        """Show what passes; another round needs `fill` again."""
        if wanted != self.filter:
            self.filter = wanted
            self._apply()

    def _apply(self) -> None:
        items = [row for row in self.known if self.filter.passes(row)]
        if items and [row.id for row in items] == [row.id for row in self.items]:
            self.items = items
            self.dataChanged.emit(self.index(0, 0), self.index(len(items) - 1, len(COLUMNS) - 1))
            return
        self.replace(items)


class MatrixModel(QStandardItemModel):
    """Critics down, the criticised across; a cell counts points and names the gravest."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: list[str] = []
        self._shown: tuple[list[str], Mapping[tuple[str, str], Cell]] = ([], {})

    def fill(self, seats: Sequence[str], names: Sequence[str], rows: Sequence[LedgerRow]) -> None:
        """Show these members by their names; who is chosen stays so while they are the same."""
        cells = matrix(rows)
        if seats == self.seats and (list(names), cells) == self._shown:
            return
        if seats != self.seats:
            self.clear()
        self.seats, self._shown = list(seats), (list(names), cells)
        for at, critic in enumerate(seats):
            for across, target in enumerate(seats):
                words = f"{names[at]} → {names[across]}: "
                self.setItem(at, across, _item(cells.get((critic, target)), words, own=at == across))
        short = [shown(name, 14) for name in names]
        self.setHorizontalHeaderLabels([tr("→ {name}", name=name) for name in short])
        self.setVerticalHeaderLabels([tr("{name} →", name=name) for name in short])

    def pair(self, index: QModelIndex) -> tuple[str, str]:
        """Return critic and target of a cell."""
        return self.seats[index.row()], self.seats[index.column()]


def _item(cell: Cell | None, words: str, *, own: bool) -> QStandardItem:
    """Return a cell: a sign for the gravest point and how many there are; `words` say whose it is."""
    if cell is None:
        made = QStandardItem("" if own else "·")
        words += tr("nothing")
    else:
        made = QStandardItem(f"{tr(SEVERITY[cell.worst]).split()[0]} {cell.count}")
        points = count(cell.count, "{n} point", "{n} points")
        words += tr("{points}, gravest {worst}, {open} open", points=points, worst=cell.worst, open=cell.open)
    made.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    made.setAccessibleText(words)
    made.setStatusTip(words)
    # Nobody criticises himself: there is nothing to choose in those cells.
    flag = Qt.ItemFlag
    made.setFlags(flag.NoItemFlags if own else flag.ItemIsSelectable | flag.ItemIsEnabled)
    return made
