"""The row above the panels: the titles of the tabs, and what stands at their right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QStackedLayout, QTabBar, QToolButton, QWidget

from app.domain.canonical import JsonValue
from app.domain.given_pictures import given_in
from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.controls import tool_button, word_button
from app.ui.kit.dispose import dispose
from app.ui.kit.layouts import in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import tr
from app.ui.kit.theme import CAPTION, colours

if TYPE_CHECKING:
    from app.ui.panels.question import QuestionFrame
    from app.ui.view.session_view import SessionView


HEIGHT = 32
_SIDE, _TIGHT, _LEAST = 9, 5, 2
"""Pixels beside a title, where all titles would not be in sight, and where even so they would not."""
_EDGE = 6
"""Pixels before the first title: it begins where the session's title and texts do."""
_GAP = 6
_LINE = 2


class TabBar(QTabBar):
    """Paints its tabs itself: rules know one font for a title, and a count is smaller and paler than that."""

    def __init__(self) -> None:
        super().__init__()
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setUsesScrollButtons(True)
        self._side, self._counts, self._small = _SIDE, True, False
        self._groups: dict[int, str] = {}
        """The title of each tab that shares one with others."""

    def share(self, groups: Mapping[int, str]) -> None:
        """Let tabs share titles: the first of each is in sight until another is turned to."""
        self._groups = dict(groups)
        for index, title in groups.items():
            self.setTabVisible(index, list(groups.values()).index(title) == list(groups).index(index))

    def together(self, index: int) -> list[int]:
        """Return the tabs that share a title with this one, itself among them."""
        title = self._groups.get(index)
        return [index] if title is None else [one for one, shared in self._groups.items() if shared == title]

    def whole_width(self) -> int:
        """Return how wide all tabs are, each with room around it and its count."""
        return sum(self._wide(index, _SIDE, counts=True, small=False) for index in self._seen())

    def _seen(self) -> list[int]:
        return [index for index in range(self.count()) if self.isTabVisible(index)]

    def _first(self) -> int:
        return next(iter(self._seen()), 0)

    def fit(self, room: int) -> None:
        """Bring all titles into sight where that can be: closer, then without their counts, then smaller."""
        before = self._side, self._counts, self._small
        forms = ((_SIDE, True, False), (_TIGHT, True, False), (_TIGHT, False, False), (_LEAST, False, True))
        for self._side, self._counts, self._small in forms:
            if sum(self.tabSizeHint(index).width() for index in self._seen()) <= room:
                break
        if (self._side, self._counts, self._small) != before:
            # Qt measures its tabs anew when this is said.
            self.setElideMode(Qt.TextElideMode.ElideNone)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Bring all titles into sight where what stands beside them took room."""
        super().resizeEvent(event)
        # Before its window is laid out it has no width, and nobody tells it later that there was room.
        if 0 < self.width() < sum(self.tabSizeHint(index).width() for index in self._seen()):
            self.fit(self.width())

    def show_count(self, index: int, title: str, number: int) -> None:
        """Show how much there is behind a tab; nothing where there is nothing."""
        if self.tabText(index) != (text := f"{title} {number}" if number else title):
            self.setTabData(index, str(number) if number else "")
            self.setTabText(index, text)

    def tabSizeHint(self, index: int) -> QSize:
        """As wide as its heavier title: it does not move when it is turned to."""
        wide = self._wide(index, self._side, counts=self._counts, small=self._small)
        return QSize(wide, max(HEIGHT, self.fontMetrics().height() + 12))

    def _wide(self, index: int, side: int, *, counts: bool, small: bool) -> int:
        title, count = self._words(index)
        wide = 2 * side + QFontMetrics(self._title_font(True, small)).horizontalAdvance(title)
        wide += _EDGE if index == self._first() else 0
        if count and counts:
            wide += _GAP + QFontMetrics(caption_font(self.font())).horizontalAdvance(count)
        return wide + 2

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in self._seen():
            self._paint_tab(painter, index, self.tabRect(index))

    def _paint_tab(self, painter: QPainter, index: int, rect: QRect) -> None:
        c, chosen = colours(), index == self.currentIndex()
        title, count = self._words(index)
        hovered = rect.contains(self.mapFromGlobal(self.cursor().pos())) and self.underMouse()
        painter.setFont(self._title_font(chosen, self._small))
        painter.setPen(QColor(c.text if chosen or hovered else c.text2))
        rect = rect.adjusted(_EDGE if index == self._first() else 0, 0, 0, 0)
        room = rect.adjusted(self._side, 0, 0, 0)
        left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, left, title)
        if count and self._counts:
            beside = QFontMetrics(self._title_font(chosen, self._small)).horizontalAdvance(title) + _GAP
            painter.setFont(caption_font(self.font()))
            painter.setPen(QColor(c.muted))
            painter.drawText(room.adjusted(beside, 0, 0, 0), left, count)
        if chosen or hovered:
            line = QRect(rect.left(), rect.bottom() - _LINE + 1, rect.width(), _LINE)
            painter.fillRect(line, QColor(c.accent if chosen else c.edge))
        if chosen and self.hasFocus():
            painter.setPen(QPen(QColor(c.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(2, 4, -2, -5), 4, 4)

    def _words(self, index: int) -> tuple[str, str]:
        """Return a tab's title and its count; of such that share a title, that and the count of all."""
        if index in self._groups:
            number = sum(int(self.tabData(one) or 0) for one in self.together(index))
            return self._groups[index], str(number) if number else ""
        text, count = self.tabText(index), str(self.tabData(index) or "")
        title = text.removesuffix(f" {count}") if count else text
        return title.replace("&&", "&"), count

    def _title_font(self, chosen: bool, small: bool) -> QFont:
        return sized_font(self.font(), CAPTION if small else 1.0, bold=chosen)


class QuestionLink(QWidget):
    """Opens the question; nothing is there where a session has none."""

    def __init__(self) -> None:
        super().__init__()
        self.button = word_button("text-quote", tr("Question"), tr("Show the whole question"))
        # Not by its word alone: the field of a new session is called so.
        self.button.setAccessibleName(tr("Show the whole question"))
        self.frame: QuestionFrame | None = None
        self._name, self._question = tr("Question"), ""
        self._setup: Mapping[str, JsonValue] = {}
        self.setLayout(in_row(self.button))
        self.button.clicked.connect(self._on_clicked)
        self.hide()

    def refresh(self, view: SessionView) -> None:
        """Hold what the session is about."""
        question = view.fold.session.question
        if self.frame is not None and question != self._question:
            self.frame.hide()
        self._name, self._question = tr(view.vocabulary.question), question
        self._setup = view.fold.session.setup
        self.setVisible(bool(question))

    def set_short(self, short: bool) -> None:
        """Show the icon alone; its tip says what it opens."""
        self.button.setText("" if short else self._name)

    def _on_clicked(self) -> None:
        if self.frame is None:
            from app.ui.panels.question import QuestionFrame

            self.frame = QuestionFrame(self)
        given = [(name, picture) for name, _, picture in given_in(self._setup)]
        self.frame.open_below(self.button, self._name, self._question, given)


class TabParts(QWidget):
    """A button for each view; where there is no room, one button with a menu of them."""

    wanted = Signal(str)
    """Another view, by its name."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Views under this tab"))
        self.buttons: dict[str, QToolButton] = {}
        self.menu = MenuButton("", tr("Views under this tab"), chevron=True)
        self.menu.further = lambda: [(words, partial(self.wanted.emit, name)) for name, words in self.parts]
        self.parts: tuple[tuple[str, str], ...] = ()
        """(Name, title) of what is offered; empty where a tab has one view."""
        self._row = in_row(self.menu, spacing=2)
        self.setLayout(self._row)
        self.menu.hide()
        self.hide()

    def show_parts(self, parts: Sequence[tuple[str, str]], current: str) -> None:
        """Offer these views; nothing is there where there is one alone."""
        found = tuple(parts) if len(parts) > 1 else ()
        if [name for name, _ in found] != list(self.buttons):
            for old in self.buttons.values():
                self._row.removeWidget(old)
                dispose(old)
            self.buttons = {name: self._button(name) for name, _ in found}
        self.parts = found
        for name, words in found:
            self.buttons[name].setText(words)
            self.buttons[name].setChecked(name == current)
            if name == current:
                self.menu.setText(words)
        self.setVisible(bool(found))

    def set_short(self, short: bool) -> None:
        """Show one button in place of all."""
        self.menu.setVisible(short)
        for one in self.buttons.values():
            one.setVisible(not short)

    def _button(self, name: str) -> QToolButton:
        one = tool_button("", "", "", checkable=True)
        one.clicked.connect(partial(self._on_clicked, name))
        self._row.addWidget(one)
        return one

    def _on_clicked(self, name: str, checked: bool = False) -> None:
        # It is chosen once its view is in sight; the one in sight stays chosen.
        self.buttons[name].setChecked(not checked)
        self.wanted.emit(name)


class Corner(QWidget):
    """At the right of the tabs: the tools of the panel in sight."""

    reshaped = Signal()
    """More of the tools are shown, or fewer."""

    def __init__(self, beside: QWidget) -> None:
        """`beside`: the tabs; what stands here is in the middle of their height."""
        super().__init__()
        self._beside = beside
        self._stack = QStackedLayout(self)
        self._none = self.in_sight = QWidget()
        self._stack.addWidget(self._none)

    def show_tools(self, tools: QWidget | None) -> None:
        shown = tools or self._none
        if self._stack.indexOf(shown) < 0:
            self._stack.addWidget(shown)
        if self.in_sight is not shown:
            self.in_sight = shown
            self._stack.setCurrentWidget(shown)
            self.updateGeometry()

    def let_go(self, tools: QWidget | None) -> None:
        """Delete the tools of a panel that goes: they lie here, not in it, and hold all that it shows."""
        if tools is None or self._stack.indexOf(tools) < 0:
            return
        if self.in_sight is tools:
            self.show_tools(None)
        self._stack.removeWidget(tools)
        dispose(tools)

    def fit_into(self, room: int, wide: int) -> int:
        """Say less where there is little room, and return how wide that is; `wide`: with all words.

        Icons go without their words then, which their names and tips tell.
        """
        if wide <= room:
            return wide
        for control in self._marked():
            control.setProperty("words", control.text())
            wide -= self._say(control, "")
        return wide

    def whole_width(self) -> int:
        """Return the width of the tools with all of their words, which they have again."""
        wide = self.in_sight.sizeHint().width()
        for control in self._marked():
            words = str(control.property("words") or "")
            if words and not control.text():
                wide -= self._say(control, words)
        return wide

    @staticmethod
    def _say(control: QAbstractButton, words: str) -> int:
        """Change a control's words, and return what that saves: layouts learn it a moment later."""
        before = control.sizeHint().width()
        control.setText(words)
        return before - control.sizeHint().width()

    def event(self, event: QEvent) -> bool:
        """Tell when what is shown asks for other room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.reshaped.emit()
        return super().event(event)

    def _marked(self) -> list[QAbstractButton]:
        return [one for one in self.in_sight.findChildren(QAbstractButton) if not one.icon().isNull()]

    def sizeHint(self) -> QSize:
        """As wide as what is shown: the tabs get the rest."""
        return self._as_high(self.in_sight.sizeHint())

    def minimumSizeHint(self) -> QSize:
        return self._as_high(self.in_sight.minimumSizeHint())

    def _as_high(self, size: QSize) -> QSize:
        return QSize(size.width(), max(size.height(), self._beside.sizeHint().height()))
