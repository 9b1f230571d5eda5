"""Who criticised whom: critics down, the criticised across."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from app.projections.critiques import Point
from app.ui.kit.icons import icon
from app.ui.kit.states import SEVERITY_LOOKS
from app.ui.kit.texts import count, single_line, tr


def matrix(points: Iterable[Point]) -> dict[tuple[str, str], list[Point]]:
    """Return what each member said of each other's answer, by critic and target."""
    cells: dict[tuple[str, str], list[Point]] = {}
    for point in points:
        cells.setdefault(point.pair, []).append(point)
    return cells


class MatrixModel(QStandardItemModel):
    """A cell counts points and names the gravest."""

    def __init__(self) -> None:
        super().__init__()
        self.seats: list[str] = []
        self._shown: object = None

    def fill(self, names: Mapping[str, str], points: Iterable[Point]) -> None:
        """Show members, each by its name; who is chosen stays so while they are the same."""
        seats, cells = list(names), matrix(points)
        if seats == self.seats and (names, cells) == self._shown:
            return
        if seats != self.seats:
            self.clear()
        self.seats, self._shown = seats, (names, cells)
        for at, critic in enumerate(seats):
            for across, target in enumerate(seats):
                words = f"{names[critic]} → {names[target]}: "
                self.setItem(at, across, _item(cells.get((critic, target)), words, own=at == across))
        short = [single_line(name, 14) for name in names.values()]
        self.setHorizontalHeaderLabels([tr("→ {name}", name=name) for name in short])
        self.setVerticalHeaderLabels([tr("{name} →", name=name) for name in short])

    def pair(self, index: QModelIndex) -> tuple[str, str]:
        """Return critic and target of a cell."""
        return self.seats[index.row()], self.seats[index.column()]


def _item(points: list[Point] | None, words: str, *, own: bool) -> QStandardItem:
    """Return a cell: an icon for the gravest point and how many there are; `words` say whose it is."""
    if points is None:
        item = QStandardItem("" if own else "·")
        words += tr("nothing")
    else:
        worst = min(points, key=lambda point: point.rank).filed.severity
        number = count(len(points), "{n} point", "{n} points")
        item = QStandardItem(str(len(points)))
        look = SEVERITY_LOOKS[worst]
        item.setIcon(icon(look.icon, look.tone))
        still_open = sum(point.open for point in points)
        words += tr("{points}, gravest {worst}, {open} open", points=number, worst=worst, open=still_open)
    item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
    item.setAccessibleText(words)
    item.setStatusTip(words)
    # Nobody criticises himself: there is nothing to choose in those cells.
    flag = Qt.ItemFlag
    item.setFlags(flag.NoItemFlags if own else flag.ItemIsSelectable | flag.ItemIsEnabled)
    return item
