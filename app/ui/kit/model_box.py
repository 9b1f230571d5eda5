"""The choice of a model for a place: read it is a name and whose it is, typed it is `provider/model`."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from app.domain.no_model import no_model
from app.domain.seats import COMMAND
from app.ui.kit.chip import caption_font
from app.ui.kit.controls import ComboBox
from app.ui.kit.icons import paint_icon
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours

_ICON, _GAP = 16, 8


class ModelBox(ComboBox):
    """Lists the models there are, and takes any other that is typed."""

    def __init__(self, name: str, model: str) -> None:
        """`name`: what a screen reader tells."""
        super().__init__()
        self.line = _ModelLine()
        self.setEditable(True)
        self.setLineEdit(self.line)
        take_words(self, name, model)


class _ModelLine(QLineEdit):
    """Shows an icon, the model's name and at the right its provider's, as long as nothing is typed there."""

    def __init__(self) -> None:
        super().__init__()
        self.titles: Mapping[str, str] = {}
        """What providers are called."""
        self.setTextMargins(_ICON + _GAP, 0, 0, 0)

    def told(self) -> tuple[str, str, str]:
        """Return the icon, the model's name and whose it is."""
        model = self.text().strip()
        owner, _, name = model.partition("/")
        kind = no_model(model)
        if " " in model:
            # What is offered beside models is no model: to ask the same one again, to go on without.
            return "", model, ""
        if kind is not None:
            return "book-open", name or model, tr(kind.short)
        if model.startswith(COMMAND):
            return "keyboard", name, tr("command line")
        return "cpu", name or model, self.titles.get(owner, owner) if name else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what is typed, else the name with its provider at the right."""
        icon, name, owner = self.told()
        reading = not self.hasFocus() and bool(self.text())
        if not reading:
            super().paintEvent(event)
        painter = QPainter(self)
        side = max(_ICON, round(self.fontMetrics().height() * 0.9))
        box = QRectF(2, (self.height() - side) / 2, _ICON, side)
        if icon:
            paint_icon(painter, box, icon, "text2")
        if reading:
            room = self.rect().adjusted(_ICON + _GAP + 2 if icon else 2, 0, -4, 0)
            small = caption_font(self.font())
            shown = QFontMetrics(small).elidedText(owner, Qt.TextElideMode.ElideRight, room.width() // 2)
            middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.setFont(small)
            painter.setPen(QColor(colours().muted))
            painter.drawText(room, middle | Qt.AlignmentFlag.AlignRight, shown)
            room.setRight(room.right() - QFontMetrics(small).horizontalAdvance(shown) - _GAP)
            painter.setFont(self.font())
            painter.setPen(QColor(colours().text))
            # Of a page that was pasted no more is measured than could be seen.
            seen = name[: max(0, room.width())]
            cut = self.fontMetrics().elidedText(seen, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, middle | Qt.AlignmentFlag.AlignLeft, cut)
        painter.end()


def take_words(box: ComboBox, name: str, now: str) -> None:
    """Let a box take words that it does not offer; of those too long for it the beginning is read."""
    box.setEditable(True)
    box.setInsertPolicy(ComboBox.InsertPolicy.NoInsert)
    box.setAccessibleName(name)
    box.setEditText(now)
    edit = box.lineEdit()
    if edit is not None:
        edit.setCursorPosition(0)
        edit.editingFinished.connect(lambda: edit.setCursorPosition(0))
        box.activated.connect(lambda _at: edit.setCursorPosition(0))
        # What is not typed was put in: from another team, or as another server's name.
        edit.textChanged.connect(lambda _text: None if edit.isModified() else edit.setCursorPosition(0))
