"""Above the decision: what was asked for at the open gate, with its words as they arrive."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.ui.kit.dispose import dispose
from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, label, restyle, tr
from app.ui.view.asked_rows import AskedRow
from app.ui.view.bar import BarButton

LINES = 9
"""Lines of a text that are seen at once; more is scrolled."""


class AskedCard(QFrame):
    """One row: its name, how it stands, its text, its buttons."""

    pressed = Signal(str)

    def __init__(self, row: AskedRow) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAccessibleName(tr("Asked for: {what}", what=row.title))
        self.title = label(row.title)
        self.status = label("", muted=True, wrap=True)
        self.text = SafeTextView(tr("What came of it: {what}", what=row.title))
        self.text.setMaximumHeight(self.text.fontMetrics().lineSpacing() * LINES)
        self._offered: tuple[BarButton, ...] = ()
        self._buttons = QHBoxLayout()
        head = in_row(self.title, (self.status, 1), self._buttons)
        self.setLayout(in_column(head, self.text, margins=(12, 8, 12, 8)))

    def show_row(self, row: AskedRow) -> None:
        self.title.setText(row.title)
        self.status.setText(row.status)
        if self.status.property("bad") != row.bad:
            self.status.setProperty("bad", row.bad)
            restyle(self.status)
        self.text.setVisible(bool(row.text))
        if row.text:
            self.text.show_text(row.text, live=row.live)
        self.setAccessibleDescription(row.status)
        if row.buttons != self._offered:
            self._offered = row.buttons
            self._rebuild(row)

    def _rebuild(self, row: AskedRow) -> None:
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                dispose(widget)
        for entry in row.buttons:
            name = tr("{what}: {label}", what=row.title, label=entry.label)
            control = button(entry.label, primary=entry.primary, name=name)
            control.clicked.connect(lambda _=False, does=entry.does: self.pressed.emit(does))
            self._buttons.addWidget(control)


class AskedPanel(QWidget):
    """All of them; hidden where nothing was asked for."""

    pressed = Signal(int, str)
    """(number, what its button does)"""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("What you asked for"))
        self.cards: dict[int, AskedCard] = {}
        self._layout = in_column(spacing=6)
        self.setLayout(self._layout)
        self.hide()

    def show_rows(self, rows: tuple[AskedRow, ...]) -> None:
        for asked in self.cards.keys() - {row.asked for row in rows}:
            card = self.cards.pop(asked)
            card.hide()
            card.deleteLater()
        for row in rows:
            if row.asked not in self.cards:
                card = self.cards[row.asked] = AskedCard(row)
                card.pressed.connect(partial(self.pressed.emit, row.asked))
                self._layout.addWidget(card)
            self.cards[row.asked].show_row(row)
        self.setVisible(bool(rows))
