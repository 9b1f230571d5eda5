"""The strip of rounds: a chip per round with its branches, thousands as fluent as three."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import icon, paint_icon
from app.ui.kit.popup import Menu
from app.ui.kit.spinner import Turning
from app.ui.kit.states import state_look
from app.ui.kit.tables import Index
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours
from app.ui.session.strip_rows import BRANCHES_ROLE, SHORT_ROLE, STATE_ROLE, Branch, Branches, RoundListModel
from app.ui.view.labels import rounds_word
from app.ui.view.session_view import SessionView

HEIGHT = 26
_SIDE, _ICON, _GAP, _JOINT = 8, 14, 5, 12
_EACH_AT_MOST = 12
"""Rounds whose chips have a width each; more are all as wide as the widest, for speed."""
_SAID_AT_MOST = 12
"""Rounds that are said aloud one by one."""


class _RoundDelegate(QStyledItemDelegate):
    """Paints a chip: icon of the state, name and figure; the one that is looked at stands out."""

    short = False
    """Whether a round is told by its number alone, where there is little room."""
    widest = 0
    """The width of every chip, where there are many; 0: each has its own."""

    def __init__(self, view: RoundStrip) -> None:
        super().__init__(view)
        self._view, self._turning = view, Turning(view.viewport())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self.widest or self.width_of(index), self.height())

    def height(self) -> int:
        return max(HEIGHT, self._metrics().height() + 11)

    def width_of(self, index: Index) -> int:
        """Return the width of a chip and of the line to the next; chosen or not, it is the same."""
        mark = _ICON + _GAP if index.data(BRANCHES_ROLE) else 0
        joint = _JOINT if index.row() + 1 < index.model().rowCount() else 0
        text = self._metrics().horizontalAdvance(self.text_of(index))
        return 2 * _SIDE + _ICON + _GAP + text + mark + joint + 2

    def text_of(self, index: Index) -> str:
        return str(index.data(SHORT_ROLE if self.short else Qt.ItemDataRole.DisplayRole))

    def branch_rect(self, rect: QRect) -> QRect:
        """Return where the mark of a chip's branches stands, as tall as the chip."""
        return QRect(self._chip(rect).right() - _SIDE - _ICON, rect.top(), _ICON + _SIDE, rect.height())

    def _chip(self, rect: QRect) -> QRect:
        last = self._view.indexAt(rect.center()).row() + 1 >= self._view.model().rowCount()
        return rect if last and not self.widest else rect.adjusted(0, 0, -_JOINT, 0)

    def font(self) -> QFont:
        return caption_font(self._view.font())

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(sized_font(self.font(), bold=True))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, view = colours(), self._view
        here, on = view.currentIndex().row() == index.row(), view.in_work
        chosen = on == index.row()
        chip = QRectF(self._chip(option.rect)).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.row() + 1 < index.model().rowCount():
            across = round(chip.center().y())
            # In the middle of what is seen between two rounds: only the chosen one has an edge.
            after = on == index.row() + 1
            begins = 4 if chosen else -2 if after else 2
            painter.fillRect(QRect(round(chip.right()) + begins, across, _JOINT - 4, 1), QColor(c.edge))
        if not chosen and not view.viewport().rect().contains(chip.toAlignedRect()):
            # Half a word says nothing: there is more, and the strip scrolls.
            self._paint_more(painter, chip, view.viewport().rect())
            painter.restore()
            return
        look = state_look(str(index.data(STATE_ROLE)))
        focused = here and view.hasFocus()
        if chosen or focused:
            painter.setPen(QPen(QColor(c.accent if focused else c.accent_line), 2 if focused else 1))
            painter.setBrush(QColor(c.accent_row) if chosen else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5) if focused else chip, 6, 6)
        middle = chip.center().y() - _ICON / 2
        sign = QRectF(chip.left() + _SIDE, middle, _ICON, _ICON)
        self._turning.paint(painter, sign, look.icon, "accent" if chosen else look.tone)
        if self._turning.alone(sign, option.rect):
            painter.restore()
            return
        painter.setFont(sized_font(self.font(), bold=chosen))
        future = index.data(STATE_ROLE) == "future"
        painter.setPen(QColor(c.accent if chosen else c.muted if future else c.text2))
        words = chip.adjusted(_SIDE + _ICON + _GAP, 0, 0, 0)
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, left, self.text_of(index))
        branches: Sequence[Branch] = index.data(BRANCHES_ROLE) or ()
        if branches:
            there = any(branch.session for branch in branches)
            mark = QRectF(chip.right() - _SIDE - _ICON + 2, middle, _ICON, _ICON)
            paint_icon(painter, mark, "git-branch", "accent" if there else "muted")
        painter.restore()

    def _paint_more(self, painter: QPainter, chip: QRectF, seen: QRect) -> None:
        part = chip.intersected(QRectF(seen))
        if part.width() >= _ICON:
            side = Qt.AlignmentFlag.AlignLeft if chip.right() > seen.right() else Qt.AlignmentFlag.AlignRight
            painter.setFont(self.font())
            painter.setPen(QColor(colours().muted))
            painter.drawText(part, Qt.AlignmentFlag.AlignVCenter | side, "…")


class RoundStrip(FontAware, QListView):
    """Chips side by side; what has no room scrolls."""

    looked_at = Signal(int)
    """The person chose this round to look at."""
    branch_wanted = Signal(str)
    """The session of a branch that the person wants to see."""
    open_wanted = Signal(object)
    """What a part of the work shows (`Opens`) is wanted."""
    resized = Signal()
    """Its chips need another width."""

    def __init__(self) -> None:
        super().__init__()
        self._delegate = _RoundDelegate(self)
        self.setObjectName("strip")
        self.setAccessibleName(tr("Rounds"))
        self.rounds = RoundListModel()
        self.setModel(self.rounds)
        self.setItemDelegate(self._delegate)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        self._shown: tuple[str, int] = ("", -1)
        """The session, and its newest round, that were shown last."""
        self._told: tuple[object, ...] = ()
        """What the chips said when their widths were found."""
        self._filling = False
        self._round = 1
        """The round that is looked at, where the strip shows parts of the work."""
        self._pressed: int | None = None
        """The row whose branches the button was pressed on."""
        self.setMouseTracking(True)
        self.menu = Menu(self)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self._fit()

    def refresh(self, view: SessionView, state: str) -> None:
        """Show the rounds; a new one comes into sight, unless the person looks at an older one."""
        self._filling = True
        before = self.rounds.rowCount()
        if view.fold.session.session != self._shown[0]:
            self.show_branches({})
        self.rounds.fill(view, state)
        words = self._words()
        if before != self.rounds.rowCount() or words != self._told:
            self._told = words
            self._fit()
        steps = self.rounds.steps
        self.setAccessibleName(tr("Parts of the work") if steps else rounds_word(view.round_word))
        if steps:
            self._round = view.looking_at or max(view.round, 1)
            now = next((row for row, step in enumerate(steps) if step.now), -1)
            self.setCurrentIndex(self.rounds.index(now) if now >= 0 else QModelIndex())
            self._shown, self._filling = (view.fold.session.session, max(view.round, 1)), False
            self._describe()
            return
        number = max(view.round, 1)
        at = self.currentIndex().row() + 1
        shown = (view.fold.session.session, number)
        if at == 0 or shown[0] != self._shown[0] or (shown != self._shown and at == self._shown[1]):
            self.setCurrentIndex(self.rounds.index(number - 1))
            self.scrollTo(self.currentIndex())
        self._shown = shown
        self._filling = False
        self._describe()

    @property
    def in_work(self) -> int:
        """The row that is told apart: the round that is looked at, or the part of the work that is worked on.

        A part that is only looked up stays as it was: what is typed goes to the one that is told apart.
        """
        if self.rounds.steps:
            return next((row for row, step in enumerate(self.rounds.steps) if step.now), -1)
        return self.currentIndex().row()

    @property
    def at(self) -> int:
        """The round that is looked at."""
        return self._round if self.rounds.steps else self.currentIndex().row() + 1

    def set_short(self, short: bool) -> None:
        """Tell each round by its number alone, or by its name."""
        if self._delegate.short != short:
            self._delegate.short = short
            self._fit()

    def needed(self, short: bool) -> int:
        """Return the width of all chips, told in short or not."""
        before, self._delegate.short = self._delegate.short, short
        rows = self.rounds.rowCount()
        if rows > _EACH_AT_MOST:
            wide = rows * self._delegate.width_of(self.rounds.index(rows - 1))
        else:
            wide = sum(self._delegate.width_of(self.rounds.index(row)) for row in range(rows))
        self._delegate.short = before
        return wide

    def _describe(self) -> None:
        """Say the rounds aloud: all of a few, of many the newest."""
        rows, newest = self.rounds.rowCount(), max(self._shown[1], 1)
        few = rows <= _SAID_AT_MOST
        spoken_rows = range(rows) if few else (newest - 1,)
        words = [str(self.rounds.index(row).data(Qt.ItemDataRole.AccessibleTextRole)) for row in spoken_rows]
        all_words = "; ".join(words)
        description = all_words if few else tr("{n} of {all}: {what}", n=newest, all=rows, what=all_words)
        self.setAccessibleDescription(description)

    def show_branches(self, branches: Branches) -> None:
        """Show which sessions leave from which round, and where this one comes from."""
        if not self.rounds.show_branches(branches):
            return
        self._fit()
        self._describe()

    @property
    def has_branches(self) -> bool:
        """Whether the round that is looked at has branches that are still there."""
        return bool(self.rounds.reachable_at(self.currentIndex().row()))

    def open_branches(self) -> None:
        """Offer the branches of the round that is looked at, in a menu without a loop of its own."""
        at = self.currentIndex()
        offered = self.rounds.reachable_at(at.row())
        if not offered:
            return
        self.menu.clear()
        for branch in offered:
            words = tr("Forked {from_title}", from_title=branch.words) if branch.origin else branch.words
            line = self.menu.addAction(words.replace("&", "&&"))
            look = state_look(branch.state)
            line.setIcon(icon("git-branch") if branch.origin else icon(look.icon, look.tone))
            line.triggered.connect(lambda _=False, session=branch.session: self.branch_wanted.emit(session))
        corner = self._delegate.branch_rect(self.visualRect(at)).bottomLeft()
        self.menu.popup(self.viewport().mapToGlobal(corner))
        self.menu.setActiveAction(self.menu.actions()[0])

    def _branches_under(self, position: QPoint) -> int | None:
        """Return the row whose branches stand at a position."""
        at = self.indexAt(position)
        here = at.isValid() and self._delegate.branch_rect(self.visualRect(at)).contains(position)
        return at.row() if here and self.rounds.reachable_at(at.row()) else None

    def _press_branches(self, row: int) -> None:
        """Open the one branch of a round, or offer them where there are several."""
        offered = self.rounds.reachable_at(row)
        if len(offered) == 1:
            self.branch_wanted.emit(offered[0].session)
        else:
            self.look_at(row + 1)
            self.open_branches()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = self._branches_under(event.position().toPoint()) if left else None
        if self._pressed is None:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            super().mouseReleaseEvent(event)
        elif pressed == self._branches_under(event.position().toPoint()):
            self._press_branches(pressed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over what can be opened."""
        if self._pressed is None:
            super().mouseMoveEvent(event)
        over = self._branches_under(event.position().toPoint()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Down offer the branches of the round that is looked at."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down) and self.has_branches:
            self.open_branches()
        else:
            super().keyPressEvent(event)

    def look_at(self, number: int) -> None:
        """Choose a round, as a click does."""
        if self.rounds.steps:
            if 1 <= number <= self._shown[1]:
                self._round = number
                self.looked_at.emit(number)
        elif 1 <= number <= self.rounds.rowCount():
            self.setCurrentIndex(self.rounds.index(number - 1))
            self.scrollTo(self.currentIndex())

    def _on_current_changed(self, current: QModelIndex) -> None:
        self.viewport().update()
        if not current.isValid() or self._filling:
            return
        if self.rounds.steps:
            steps = self.rounds.steps
            opens = steps[current.row()].opens
            if opens is not None:
                self.open_wanted.emit(opens)
        else:
            self.looked_at.emit(current.row() + 1)

    def _words(self) -> tuple[object, ...]:
        rows = self.rounds.rowCount()
        if rows > _EACH_AT_MOST:
            return (rows,)
        return tuple(self.rounds.index(row).data() for row in range(rows))

    def _fit(self) -> None:
        rows = self.rounds.rowCount()
        many = rows > _EACH_AT_MOST
        self.setUniformItemSizes(many)
        self._delegate.widest = 0
        if many:
            widest = {self.rounds.index(row) for row in (0, rows // 2, rows - 1)}
            self._delegate.widest = _JOINT + max(map(self._delegate.width_of, widest))
        self.setFixedHeight(self._delegate.height())
        self.scheduleDelayedItemsLayout()
        self.resized.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is looked at in sight."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scrollTo(self.currentIndex())
