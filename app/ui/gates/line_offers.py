"""Commands that are offered while one is typed: a list beside the line, narrowed by what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QRect, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCompleter, QListView

from app.ui.kit.pick_list import PopupRows
from app.ui.kit.tables import Index
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import tr

_SIGN = "/"
"""What a command begins with."""
_WIDE = 420
"""Pixels of the list, at most as wide as the line."""
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class CommandModel(QAbstractListModel):
    """A row a command, with what it does."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.commands: tuple[tuple[str, str], ...] = ()

    def offer(self, commands: Sequence[tuple[str, str]]) -> None:
        """Offer these, each with what it does."""
        self.beginResetModel()
        self.commands = tuple(commands)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.commands)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a row's words, or the line that it puts in."""
        if not index.isValid():
            return None
        line, does = self.commands[index.row()]
        if role == Qt.ItemDataRole.EditRole:
            return line
        return f"{line.rstrip()}   {does}" if role == Qt.ItemDataRole.DisplayRole else None


class CommandPopup(QCompleter):
    """Opens while a command is typed; Enter or Tab takes the chosen line, Esc puts the list away."""

    def __init__(self, line: PlainEditor) -> None:
        super().__init__(line)
        self._line = line
        self.list = QListView()
        self.list.setObjectName("completions")
        self.list.setItemDelegate(PopupRows(self.list))
        """What is in sight while it is open."""
        self.setPopup(self.list)
        self._model = CommandModel(self)
        self.setModel(self._model)
        self.setWidget(line)
        self.setCompletionRole(Qt.ItemDataRole.EditRole)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setMaxVisibleItems(9)
        self.list.setAccessibleName(tr("Commands"))
        self.activated.connect(self._on_activated)
        line.textChanged.connect(self._on_typed)

    def offer(self, commands: Sequence[tuple[str, str]]) -> None:
        """Offer these commands from now on."""
        if tuple(commands) != self._model.commands:
            self._model.offer(commands)

    @property
    def is_open(self) -> bool:
        """Whether the list is in sight."""
        return self.list.isVisible()

    def offered(self) -> list[str]:
        """Return the lines that are in the list now."""
        rows = range(self.completionModel().rowCount())
        found = [self.completionModel().index(row, 0).data(Qt.ItemDataRole.EditRole) for row in rows]
        return [str(line) for line in found]

    def takes(self, key: int) -> bool:
        """Tell whether the list is meant by a key that the line would take for itself."""
        if not self.is_open:
            return False
        return key == Qt.Key.Key_Escape or (key in _TAKING and self.list.currentIndex().isValid())

    def take_first(self) -> bool:
        """Put in the chosen line, else the first one; return whether there was any."""
        if not self.is_open:
            return False
        chosen = self.list.currentIndex()
        row = chosen if chosen.isValid() else self.completionModel().index(0, 0)
        self.list.hide()
        self._on_activated(str(row.data(Qt.ItemDataRole.EditRole)))
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep Esc for the list: the window has another use for it, which would come first."""
        asked = self.is_open and event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().eventFilter(watched, event)

    def _on_typed(self) -> None:
        text = self._line.toPlainText()
        typing = self._line.window().focusWidget() is self._line
        begun = typing and text.startswith(_SIGN) and "\n" not in text
        self.setCompletionPrefix(text if begun else "")
        lines = self.offered() if begun else []
        if not lines or lines == [text]:
            # A command that is written out is sent by the next Enter.
            self.list.hide()
            return
        wide = min(_WIDE, self._line.width())
        self.complete(QRect(0, 0, wide, self._line.height()))

    def _on_activated(self, line: str) -> None:
        self._line.setPlainText(line)
        self._line.moveCursor(QTextCursor.MoveOperation.End)
