"""The sessions of the list under their headings, one per row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from app.domain.i18n import QT_TRANSLATE_NOOP, Message
from app.engine.session_rows import SessionRow
from app.ui.kit.tables import Index, TitledModel
from app.ui.kit.texts import money, single_line
from app.ui.view.session_rows import (
    Item,
    arrange,
    asks,
    look_of,
    namesakes,
    part_done,
)

if TYPE_CHECKING:
    from app.domain.ids import SessionId

LOOK_ROLE = Qt.ItemDataRole.UserRole + 10
"""How a session's state looks; a heading has none."""
PART_ROLE = Qt.ItemDataRole.UserRole + 11
"""How much of a running session is done, as far as that is known."""
DATED_ROLE = Qt.ItemDataRole.UserRole + 12
"""Whether its hour tells it apart from another one whose title begins alike."""


class SessionListModel(TitledModel[Item]):
    """Headings and sessions, one per row."""

    def __init__(self) -> None:
        super().__init__((QT_TRANSLATE_NOOP("ui", "Sessions"),), self._words_of)
        self._words: Mapping[str, str | Message] = {}
        self._namesakes: frozenset[SessionId] = frozenset()

    def use_words(self, words: Mapping[str, str | Message]) -> None:
        """Take what each workflow calls a round: known once the workflows are loaded."""
        self._words = words
        if self.items:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.items) - 1, 0))

    def _asks(self, row: SessionRow) -> str:
        dated = row.session in self._namesakes
        return asks(row, self._words.get(row.workflow, ""), dated=dated)

    def _words_of(self, item: Item, _column: int) -> str:
        if isinstance(item, str):
            return item
        return f"{single_line(item.title, 80)}\n{self._asks(item)}"

    def fill(self, rows: Sequence[SessionRow]) -> bool:
        """Show these sessions; return whether anything changed."""
        items = arrange(rows)
        if items == self.items:
            return False
        self._namesakes = namesakes(item for item in items if isinstance(item, SessionRow))
        self.replace(items)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings cannot be chosen."""
        if not index.isValid() or isinstance(self.items[index.row()], str):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.items[index.row()] if index.isValid() else ""
        if isinstance(item, str) or role == Qt.ItemDataRole.DisplayRole:
            return super().data(index, role)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{single_line(item.title, 80)}: {self._asks(item)}"
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            at = datetime.fromtimestamp(item.changed_at / 1e6).astimezone()
            return item.problem or f"{money(item.cost)}, {at:%Y-%m-%d %H:%M}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{single_line(item.title, 200)}\n{item.problem or self._asks(item)}".replace("<", "‹")
        if role == LOOK_ROLE:
            return look_of(item)
        if role == PART_ROLE:
            return part_done(item)
        return item.session in self._namesakes if role == DATED_ROLE else None
