"""What opens over a window until something else is pressed, all in one frame: lists, menus, texts.

With keys as they are written at its entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QCursor,
    QFontMetrics,
    QHideEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QStyleOptionMenuItem, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.theme import colours

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object

RADIUS = 8
"""Pixels of its corners."""
AWAY, BESIDE = 4, 8
"""Pixels between what was pressed and what it opens, and between that and the window's edge."""
DESTROYS = "destroys"
"""The property of an action that takes something away: it is red, and stands last."""
REFUSAL = "refusal"
"""The property of an action that says why it cannot be used."""
_MOST, _AROUND, _END = 500, 68, 12
"""Pixels of a menu's width at most, around an entry's words and its key, and right of the key."""


def round_corners(popup: QWidget) -> None:
    """Cut the corners off a window of its own, which has square ones whatever is painted in it."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(popup.rect()), RADIUS, RADIUS)
    popup.setMask(QRegion(path.toFillPolygon().toPolygon()))


def _leave(popup: QWidget) -> None:
    """Tell what lay under the mouse as a popup opened that it is elsewhere by now: Qt does not."""
    owner, at = popup.parentWidget(), QCursor.pos()
    around = [owner.window()] if owner is not None else []
    for part in around:
        around += [one for one in part.children() if isinstance(one, QWidget) and one.underMouse()]
        if part.underMouse() and not part.rect().contains(part.mapFromGlobal(at)):
            QApplication.sendEvent(part, QEvent(QEvent.Type.Leave))
            part.update()


class _Over(_Widget):
    """Goes before the class of what opens over a window."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corners round."""
        super().resizeEvent(event)
        round_corners(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        _leave(self)


class Popup(_Over, QFrame):
    """A frame over the page; it goes when something else is pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.NoDropShadowWindowHint)
        self.setObjectName("popup")


class Menu(_Over, QMenu):
    """A menu in the frame of the other lists: keys end at its right, or why an entry is off."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.aboutToShow.connect(self._make_room)

    def initStyleOption(self, option: QStyleOptionMenuItem, action: QAction) -> None:
        """Leave the key out of what the style draws: it would begin where the longest words end."""
        super().initStyleOption(option, action)
        option.text = option.text.partition("\t")[0]
        if action.property(DESTROYS):
            # The theme's rules know no other mark by which they could tell one entry from the rest.
            option.menuItemType = QStyleOptionMenuItem.MenuItemType.DefaultItem

    def _make_room(self) -> None:
        """Be as wide as the words with what stands at their right, up to a width; a reason may be cut."""
        most = 0
        for action in self.actions():
            if action.isVisible() and not action.isSeparator() and (end := end_of(action)):
                words = self.fontMetrics().horizontalAdvance(action.text().replace("&", ""))
                small = QFontMetrics(caption_font(self.font())).horizontalAdvance(end)
                most = max(most, words + _AROUND + small)
        self.setMinimumWidth(min(most, round(_MOST * self.fontMetrics().height() / 16)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setFont(caption_font(self.font()))
        painter.setPen(QColor(colours().muted))
        metrics = painter.fontMetrics()
        for action in self.actions():
            end = end_of(action) if action.isVisible() and not action.isSeparator() else ""
            if end:
                box = self.actionGeometry(action).adjusted(0, 0, -_END, 0)
                words = self.fontMetrics().horizontalAdvance(action.text().replace("&", ""))
                # What is cut leaves the entry's own words free; a width that was made for it is a part of a
                # pixel short of it.
                room = self.width() + 1 - words - _AROUND
                shown = metrics.elidedText(end, Qt.TextElideMode.ElideRight, room)
                right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(box, right, shown)


def end_of(action: QAction) -> str:
    """Return what stands at the right of an entry: its key, or why it cannot be used."""
    if not action.isEnabled():
        return str(action.property(REFUSAL) or "").rstrip(".")
    return native_key(action.shortcut().toString()) if not action.shortcut().isEmpty() else ""


def native_key(key: str) -> str:
    """Return a key as the platform writes it; the one that ends a line as it is called on keyboards."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText).replace("Return", "Enter")
