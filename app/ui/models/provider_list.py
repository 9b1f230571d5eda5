"""The providers in groups, each with the state of its key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.ui.kit.chip import caption_font
from app.ui.kit.icons import paint_icon
from app.ui.kit.states import StateLook
from app.ui.kit.tables import Index
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours

_NAME = Qt.ItemDataRole.UserRole
_LINE = Qt.ItemDataRole.UserRole + 1
_ROW, _HEAD, _ICON, _SIDE, _GAP = 28, 29, 16, 8, 9


class Line(NamedTuple):
    """A provider as it is listed."""

    name: str
    title: str
    look: StateLook
    about: str
    """A word or two at the right."""
    state: str
    """Whether its models can be asked, in a sentence."""


class ProviderList(QListWidget):
    """Lines under headings; the headings cannot be chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("providers")
        self.setAccessibleName(tr("Providers"))
        self.setItemDelegate(_Lines(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fill(self, groups: Sequence[tuple[str, Iterable[Line]]], chosen: str) -> None:
        """List the groups that have somebody in them; what was chosen stays so."""
        with QSignalBlocker(self):
            self.clear()
            for title, lines in groups:
                listed = list(lines)
                if listed:
                    head = QListWidgetItem(title, self)
                    head.setFlags(Qt.ItemFlag.NoItemFlags)
                for line in listed:
                    item = QListWidgetItem(line.title, self)
                    item.setData(_NAME, line.name)
                    item.setData(_LINE, line)
                    item.setToolTip(line.state)
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{line.title}: {line.state}")
            self.choose(chosen)

    def choose(self, name: str) -> None:
        for row in range(self.count()):
            if self.item(row).data(_NAME) == name:
                self.setCurrentRow(row)

    def chosen(self) -> str:
        item = self.currentItem()
        return "" if item is None else str(item.data(_NAME) or "")  # type: ignore[redundant-expr]  # wrong stubs


class _Lines(QStyledItemDelegate):
    """Draws the state's icon, the title and what there is to say."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, box = colours(), option.rect
        line: tuple[str, str, StateLook, str, str] | None = index.data(_LINE)
        owner = self.parent()
        assert isinstance(owner, QWidget)
        font, small = QFont(owner.font()), caption_font(owner.font())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line is None:
            small.setWeight(QFont.Weight.DemiBold)
            painter.setFont(small)
            painter.setPen(QColor(c.muted))
            painter.drawText(box.adjusted(_SIDE, 6, -_SIDE, 0), flags, str(index.data()))
            painter.restore()
            return
        _, title, look, about, _ = line
        chosen = self._has(option, QStyle.StateFlag.State_Selected)
        hovered = self._has(option, QStyle.StateFlag.State_MouseOver)
        if chosen or hovered:
            focused = chosen and owner.hasFocus()
            painter.setPen(QColor(c.accent) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.selection if chosen else c.hover))
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        square = QRectF(box.left() + _SIDE, box.center().y() - _ICON / 2 + 0.5, _ICON, _ICON)
        paint_icon(painter, square, look[0], look[1])
        words = QRect(box.left() + _SIDE + _ICON + _GAP, box.top(), 0, box.height())
        words.setRight(box.right() - _SIDE)
        painter.setFont(small)
        painter.setPen(QColor(c.muted))
        painter.drawText(words, flags | Qt.AlignmentFlag.AlignRight, about)
        words.setRight(words.right() - painter.fontMetrics().horizontalAdvance(about) - _GAP)
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        cut = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, flags, cut)
        painter.restore()

    @staticmethod
    def _has(option: QStyleOptionViewItem, flag: QStyle.StateFlag) -> bool:
        return (option.state & flag) == flag

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        least = _ROW if index.data(_LINE) is not None else _HEAD
        return QSize(60, max(least, option.fontMetrics.height() + 8))
