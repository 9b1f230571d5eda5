"""The list of a choice: how its rows look, and a line to search in where there are many."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QHideEvent,
    QIcon,
    QKeyEvent,
    QPainter,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.icons import icon, paint_icon
from app.ui.kit.layouts import in_column
from app.ui.kit.popup import AWAY, BESIDE, Popup
from app.ui.kit.screen import room_around
from app.ui.kit.tables import Index
from app.ui.kit.texts import label, restyle, tr
from app.ui.kit.theme import CAPTION, colours

RIGHT = Qt.ItemDataRole.UserRole + 41
"""What is said at the right of a row."""
GROUP = Qt.ItemDataRole.UserRole + 42
"""A `Group`: what the row stands under."""
_HEAD = Qt.ItemDataRole.UserRole + 43
_AT = Qt.ItemDataRole.UserRole + 44
SEARCHED_FROM = 9
"""Rows from which on they are searched."""
_MOST_ROWS = 10
_HIGH = 28
_BEFORE = 10 + 16 + 8
"""Pixels left of the words: the edge, the tick and the gap behind it."""
_EDGE, _GAP = 10, 16
_LEAST, _MOST = 200, 480
"""Pixels: the longest words of a list of forms, which end in no dots."""
_TYPED = -1
_STEPS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class Group(NamedTuple):
    """What several rows stand under, and what is to be known of it."""

    title: str
    state: str


class PopupRows(QStyledItemDelegate):
    """Rows of 28: a tick at the chosen one, its words, and at the right what is said of it."""

    def __init__(self, view: QObject, box: QComboBox | None = None) -> None:
        """`box`: whose choice it is; None where nothing is chosen yet."""
        super().__init__(view)
        self._box = box

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of a row, in bold letters, which the chosen one has."""
        if _is_rule(index):
            return super().sizeHint(option, index)
        words, right = str(index.data() or ""), str(index.data(RIGHT) or "")
        letters = QFontMetrics(sized_font(option.font, bold=True))
        beside = _GAP + letters.horizontalAdvance(right) if right else 0
        before = self._before(index)
        wide = before + letters.horizontalAdvance(words) + beside + _EDGE
        return QSize(wide, max(_HIGH, letters.height() + 10))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if _is_rule(index):
            super().paint(painter, option, index)
            return
        c, head, rect = colours(), bool(index.data(_HEAD)), QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        usable = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        state = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver
        if usable and option.state & state:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(rect, 4, 4)
        chosen = not head and self._chosen(index)
        picture = index.data(Qt.ItemDataRole.DecorationRole)
        sign = QRect(rect.left() + _EDGE, rect.center().y() - 7, 16, 16)
        if isinstance(picture, QIcon):
            picture.paint(painter, sign)
        elif chosen:
            paint_icon(painter, QRectF(sign), "check", "accent")
        small = caption_font(option.font)
        right = str(index.data(RIGHT) or "")
        beside = QFontMetrics(small).horizontalAdvance(right) + 1 if right else 0
        rect = rect.adjusted(self._before(index), 0, -_EDGE, 0)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        if right:
            painter.setFont(small)
            painter.setPen(QColor(c.muted))
            painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight, right)
            rect = rect.adjusted(0, 0, -beside - _GAP, 0)
        font = sized_font(option.font, CAPTION if head else 1.0, bold=head or chosen)
        painter.setFont(font)
        painter.setPen(QColor(c.muted if head else c.text if usable else c.disabled))
        words = QFontMetrics(font).elidedText(
            str(index.data() or "").replace("\n", " "), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignLeft, words)
        painter.restore()

    def _before(self, index: Index) -> int:
        return _EDGE if index.data(_HEAD) or self._box is None else _BEFORE

    def _chosen(self, index: Index) -> bool:
        if self._box is None:
            return False
        at = index.data(_AT)
        told = str(index.data()) if at is None else self._box.itemText(at)
        return told == self._box.currentText()


class PickList(Popup):
    """All rows of a choice under their groups, narrowed by what is typed above them."""

    def __init__(self, box: QComboBox, pressed: QWidget | None = None) -> None:
        """`pressed`: what it opens below, where that is not the box, which is not seen then."""
        # As a child of the box it would have none of the theme's rules.
        super().__init__((pressed or box).window())
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._box, self._pressed = box, pressed or box
        self.setAccessibleName(box.accessibleName())
        self.line = QLineEdit()
        self.line.setAccessibleName(tr("Search"))
        self.line.setPlaceholderText(tr("Search"))
        self.line.setMaxLength(200)
        self.line.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.found = label("", muted=True, scale=CAPTION)
        """How many rows hold what was typed."""
        inside = QHBoxLayout(self.line)
        inside.setContentsMargins(0, 0, 8, 0)
        inside.addStretch(1)
        inside.addWidget(self.found)
        self.list = QListView()
        self.list.setObjectName("picked")
        self.list.setAccessibleName(box.accessibleName())
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMouseTracking(True)
        self.list.setItemDelegate(PopupRows(self.list, box))
        self._model = QStandardItemModel(self.list)
        self.list.setModel(self._model)
        self._foot = label("", muted=True, scale=CAPTION, wrap=True)
        self._foot.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._foot.setContentsMargins(_EDGE, 2, _EDGE, 4)
        self.setLayout(in_column(self.line, self.list, self._foot, spacing=4, margins=(6, 6, 6, 5)))
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._fill)
        self.list.clicked.connect(self._take)

    def open(self, foot: str = "") -> None:
        """Open below the choice, above it where there is no room, the chosen row in sight.

        `foot`: what is said below the rows.
        """
        self._foot.setText(foot)
        self._foot.setVisible(bool(foot))
        self.line.clear()
        self._fill()
        self.ensurePolished()
        content = self.list.sizeHintForColumn(0) + 24
        self.setFixedWidth(max(self._pressed.width(), min(_MOST, max(_LEAST, content))))
        self.adjustSize()
        window = self._pressed.window()
        corner = self._pressed.mapTo(window, QPoint(0, self._pressed.height() + AWAY))
        corner.setX(max(BESIDE, min(corner.x(), window.width() - self.width() - BESIDE)))
        at = window.mapToGlobal(corner)
        if at.y() + self.height() > room_around(self._pressed).bottom():
            at.setY(self._pressed.mapToGlobal(QPoint()).y() - self.height() - AWAY)
        self.move(at)
        self._show_on_box(True)
        self.show()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        """Take the edge from the choice that is no longer open."""
        super().hideEvent(event)
        if isValid(self._pressed):
            self._show_on_box(False)

    def _show_on_box(self, is_open: bool) -> None:
        self._pressed.setProperty("open", is_open)
        restyle(self._pressed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows choose and Enter take while words are typed."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in _STEPS:
                self.list.keyPressEvent(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.list.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _fill(self) -> None:
        typed = self.line.text().strip()
        wanted = typed.casefold().split()
        box, groups = self._box, dict[Group | None, list[int]]()
        for row in range(box.count()):
            group = box.itemData(row, GROUP)
            told = f"{box.itemText(row)} {group.title if group else ''}".casefold()
            if box.itemText(row) and all(word in told for word in wanted):
                groups.setdefault(group, []).append(row)
        self._model.clear()
        chosen: QStandardItem | None = None
        for group, rows in groups.items():
            if group is not None:
                self._put(group.title, group.state, head=True)
            for row in rows:
                item = self._put(self._called(row), str(box.itemData(row, RIGHT) or ""), row)
                if chosen is None or (not typed and box.itemText(row) == box.currentText()):
                    chosen = item
        if not groups:
            self._put(tr("Nothing is called that."), usable=False)
            if box.isEditable():
                chosen = self._put(tr("Use “{words}”", words=typed), at=_TYPED)
        found = sum(map(len, groups.values()))
        self.found.setText(tr("{n} of {all}", n=found, all=box.count()) if typed else "")
        self.list.setFixedHeight(self._high())
        self.adjustSize()
        if chosen is not None:
            self.list.setCurrentIndex(chosen.index())
            if typed:
                self.list.scrollToTop()
            else:
                self.list.scrollTo(chosen.index(), QListView.ScrollHint.PositionAtCenter)

    def _put(
        self, words: str, right: str = "", at: int | None = None, *, head: bool = False, usable: bool = True
    ) -> QStandardItem:
        item = QStandardItem(words)
        item.setEditable(False)
        item.setData(right, RIGHT)
        item.setData(at, _AT)
        item.setData(head, _HEAD)
        if head or not usable:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        elif at is not None and at >= 0:
            item.setToolTip(str(self._box.itemData(at, Qt.ItemDataRole.ToolTipRole) or ""))
        self._model.appendRow(item)
        return item

    def _called(self, row: int) -> str:
        """Return a row's words; under the head of their provider, names need not begin with it."""
        told = self._box.itemText(row)
        return told.partition("/")[2] or told if self._box.itemData(row, GROUP) else told

    def _high(self) -> int:
        rows = min(self._model.rowCount(), _MOST_ROWS)
        return sum(self.list.sizeHintForRow(row) for row in range(rows)) + 2

    def _take(self, index: Index) -> None:
        at = index.data(_AT)
        if at is None:
            return
        words = self.line.text().strip() if at == _TYPED else self._box.itemText(at)
        self.close()
        if at != _TYPED:
            self._box.setCurrentIndex(at)
        edit = self._box.lineEdit()
        if edit is not None:
            self._box.setEditText(words)
            edit.setCursorPosition(0)
        self._pressed.setFocus(Qt.FocusReason.PopupFocusReason)
        if at != _TYPED:
            self._box.activated.emit(at)


def _is_rule(index: Index) -> bool:
    """Tell whether a row is the line between others."""
    return bool(index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "separator")
