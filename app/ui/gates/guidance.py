"""Words for what comes next: a line in place of the facts, which offers commands while one is typed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCompleter, QFrame, QListView, QSizePolicy

from app.ui.kit.controls import Picture, icon_button
from app.ui.kit.dialog import add_lines
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.layouts import in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.pick_list import PopupRows
from app.ui.kit.tables import Index
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import restyle, tr
from app.ui.view.bar import Bar
from app.ui.view.draft_store import DraftStore

_SIGN = "/"
"""What a command begins with."""
_WIDE = 420
"""Pixels of the list, at most as wide as the line."""
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _CommandModel(QAbstractListModel):
    """A row a command, with what it does."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.commands: tuple[tuple[str, str], ...] = ()

    def offer(self, commands: Sequence[tuple[str, str]]) -> None:
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


class _CommandPopup(QCompleter):
    """Opens while a command is typed; Enter or Tab takes the chosen line, Esc puts the list away."""

    def __init__(self, line: PlainEditor) -> None:
        super().__init__(line)
        self._line = line
        self.list = QListView()
        self.list.setObjectName("completions")
        self.list.setItemDelegate(PopupRows(self.list))
        """What is in sight while it is open."""
        self.setPopup(self.list)
        self._model = _CommandModel(self)
        self.setModel(self._model)
        self.setWidget(line)
        self.setCompletionRole(Qt.ItemDataRole.EditRole)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setMaxVisibleItems(9)
        self.list.setAccessibleName(tr("Commands"))
        self.activated.connect(self._on_activated)
        line.textChanged.connect(self._on_typed)

    def offer(self, commands: Sequence[tuple[str, str]]) -> None:
        if tuple(commands) != self._model.commands:
            self._model.offer(commands)

    @property
    def is_open(self) -> bool:
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


_LINES = 4


class GrowingEdit(SizeAware, PlainEditor):
    """One line that grows to four while it is typed into."""

    left = Signal()
    """Esc was pressed."""
    sent = Signal()
    """Enter was pressed where that sends."""
    entered = Signal(bool)
    """Whether it has the focus now."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__()
        self.sends = False
        """Whether Enter sends what is typed."""
        self.commands = _CommandPopup(self)
        """Offers commands where one is begun."""
        self.setObjectName("bare")
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(2)
        # The pitch of its lines is all below the letters: so they stand in the middle.
        self.setViewportMargins(0, 3, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # Told whenever its lines break anew: by what is typed, by its width and by the size of its text.
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 22)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave it with Esc; what is typed stays. Where lines are sent, Enter does; Shift+Enter breaks."""
        if self.commands.takes(event.key()):
            # What is offered is taken, or put away.
            event.ignore()
            return
        if event.key() == Qt.Key.Key_Escape:
            event.accept()
            self.left.emit()
            return
        plain = not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if self.sends and plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            self.sent.emit()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Let Tab take what is offered: Qt would leave the line before the key is told."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().event(event)
        if event.key() == Qt.Key.Key_Tab and self.commands.take_first():
            event.accept()
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.entered.emit(False)

    def _fit(self) -> None:
        lines = min(_LINES, max(1, round(self.document().size().height() / self.line_step())))
        self.setFixedHeight(self.line_step() * lines + 8)
        least = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(least if lines < _LINES else Qt.ScrollBarPolicy.ScrollBarAsNeeded)


class GuidanceLine(QFrame):
    """Shows and changes the words of the draft; closed, it keeps them."""

    closed = Signal()

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self.setObjectName("field")
        self._draft_store = draft_store
        self.text = GrowingEdit(tr("Guidance for the next round"), "")
        self.phrases = MenuButton(tr("Suggestions"), tr("Ready-made words"), chevron=True)
        self.phrases.setToolTip(tr("Put ready-made words into the line"))
        self.phrases.setAutoRaise(True)
        self.phrases.further = lambda: [(one, partial(self._put, one)) for one in self._phrases]
        self._phrases: tuple[str, ...] = ()
        self.pinned = icon_button(
            "pin",
            tr("Guidance for all rounds that follow"),
            tr("For all rounds that follow, not the next alone"),
            checkable=True,
        )
        self.close_it = icon_button("x", tr("Close the guidance"), tr("Close; what you typed is kept"))
        behind = self.phrases, self.pinned, self.close_it
        sign = Picture("message-square-plus", side=16)
        self.setLayout(in_row(sign, (self.text, 1), *behind, spacing=6, margins=(8, 0, 2, 0)))
        self._filling = False
        self.text.textChanged.connect(self._on_typed)
        self.text.left.connect(self.closed)
        self.text.entered.connect(self._on_entered)
        self.close_it.clicked.connect(self.closed)
        self.pinned.toggled.connect(self._on_pinned_toggled)
        draft_store.changed.connect(self._fill)
        self._fill()

    def show_bar(self, bar: Bar) -> None:
        """Say what the words are for."""
        if bar.words:
            self.text.setAccessibleName(bar.hint)
            self.text.setPlaceholderText(f"{bar.hint} {bar.aside}")
        self.pinned.setVisible(bar.words and bar.pins)
        self.text.sends = bool(bar.typing)
        self.text.commands.offer(bar.commands)
        self._phrases = bar.phrases
        self.phrases.setVisible(bool(bar.phrases))
        self.close_it.setVisible(not bar.typing)

    def _put(self, phrase: str) -> None:
        """Put words into the line, below those that stand there: they may be changed before they are sent."""
        add_lines(self.text, [phrase])
        self.text.setFocus()

    def _fill(self) -> None:
        draft = self._draft_store.draft
        self._filling = True
        if self.text.toPlainText() != draft.guidance:
            self.text.setPlainText(draft.guidance)
        self.pinned.setChecked(draft.guidance_pinned)
        self._filling = False

    def _on_entered(self, on: bool) -> None:
        """Show the focus around all of the line: what is typed into has no frame of its own."""
        self.setProperty("entered", on)
        restyle(self)

    def _on_typed(self) -> None:
        if not self._filling:
            self._draft_store.type(guidance=self.text.toPlainText())

    def _on_pinned_toggled(self, on: bool) -> None:
        if not self._filling:
            self._draft_store.choose(tr("guidance for all rounds"), guidance_pinned=on)
