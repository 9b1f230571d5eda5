"""The row at the top: menus, the few tools that are always there, the search, the insights."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QMenuBar, QSizePolicy, QWidget

from app.ui.kit.buttons import RowButton, ToolButton
from app.ui.kit.controls import tool_button
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import set_icon
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import tr
from app.ui.kit.theme import colours
from app.ui.shell.sizes import TOP

_ICONS_BELOW = 960
"""Width from which the tools say what they are."""
_STOPS = ("pause", "stop_after_round", "stop_now", "stop_with_answer")
_SIDE = 10
_SEARCH = (270, 190, 0)
"""Pixels of the search at least: where it says all, less, and nothing but its key."""


class Menus(QMenuBar):
    """Shows which letter opens a menu while it is of use: with Alt held, or the menus in focus."""

    def __init__(self) -> None:
        super().__init__()
        self._letters = False

    def show_letters(self) -> None:
        """Show them from Alt pressed, which its window tells, until it is let go or the window is left."""
        if not self._letters:
            self._letters = True
            self.window().installEventFilter(self)
            self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See Alt let go, and the window left."""
        alt = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Alt
        let_go = alt and event.type() == QEvent.Type.KeyRelease
        if let_go or event.type() == QEvent.Type.WindowDeactivate:
            self._letters = False
            self.window().removeEventFilter(self)
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the titles; Qt underlines their letters at all times."""
        c, opened = colours(), self.activeAction()
        shows = self._letters or (opened in self.actions() and not self.underMouse())
        flag = Qt.TextFlag.TextShowMnemonic if shows else Qt.TextFlag.TextHideMnemonic
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for action in self.actions():
            box = self.actionGeometry(action)
            if action is opened:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(c.hover))
                painter.drawRoundedRect(box, 4, 4)
            painter.setPen(QColor(c.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter | flag, action.text())


class SearchButton(FontAware, RowButton):
    """Looks like a field and opens the palette; its key stands at its end."""

    def __init__(self, key: str) -> None:
        super().__init__("search", tr("Search or run a command"), key)
        self.setObjectName("search")
        self.setAccessibleName(tr("Search or run a command"))
        self._less = 0
        self._fit()

    def say_end(self, end: str) -> None:
        """Show another key, with as much room as it takes."""
        super().say_end(end)
        self._fit()

    def say_less(self, less: int) -> None:
        """Say all (0), less (1) or nothing but the key (2)."""
        self._less = less
        self.setText(_words(less))
        self.setToolTip("" if _words(less) else self.accessibleName())
        self._fit()

    def wanted(self, less: int) -> int:
        """Return how wide it is, saying so much."""
        return max(_SEARCH[less], self.wide(_words(less)))

    def _fit(self) -> None:
        self.setFixedWidth(self.wanted(self._less))


def _words(less: int) -> str:
    return (tr("Search or run a command"), tr("Search or run"), "")[less]


class TopBar(QFrame):
    """Menus, tools and search in one row; tools are icons alone where their words have no room."""

    def __init__(self, menus: QMenuBar, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("top")
        self._actions = actions
        self._menus = menus
        menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self.stop = MenuButton(tr("Stop"), tr("Stop"), [actions[name] for name in _STOPS], chevron=True)
        self.insights = self._tool("insights", "panel-right", "")
        self.insights.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.insights.setFixedWidth(30)
        self.insights.setCheckable(True)
        self.search = SearchButton(
            actions["palette"].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        )
        self.search.clicked.connect(actions["palette"].trigger)
        self.tools = {
            "new": self._tool("new", "plus", tr("New")),
            "library": self._tool("library", "library-big", tr("Library")),
            "stop_menu": self.stop,
            "export": self._tool("export", "share", tr("Export")),
        }
        self._dress(self.stop, "square")
        self.buttons = {**self.tools, "insights": self.insights, "palette": self.search}
        line = QWidget()
        line.setObjectName("upright")
        line.setFixedSize(1, 18)
        # The native menu of macOS stands above the window.
        line.setVisible(not menus.isNativeMenuBar())
        row = in_row(menus, line, *self.tools.values(), SPACE, self.search, self.insights, spacing=2)
        row.setContentsMargins(8, 0, _SIDE, 0)
        row.insertSpacing(1, 8)
        row.insertSpacing(3, 8)
        row.insertSpacing(row.count() - 1, 4)
        self.setLayout(row)
        self.setMinimumHeight(TOP)

    def _tool(self, action: str, drawn: str, text: str) -> ToolButton:
        tool = tool_button(text, self._actions[action].text().rstrip("…").replace("&", ""), "")
        tool.clicked.connect(self._actions[action].trigger)
        self._dress(tool, drawn)
        return tool

    def _dress(self, tool: ToolButton, drawn: str) -> None:
        set_icon(tool, drawn, "text2")
        tool.setAutoRaise(True)
        tool.setProperty("tool", True)
        tool.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tool.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def fit(self, width: int) -> None:
        """Show as many words as there is room for at this width of the window."""
        metrics = self.fontMetrics()
        fixed = self._menus.sizeHint().width() + self.insights.sizeHint().width() + 60
        words = sum(metrics.horizontalAdvance(tool.text()) + 46 for tool in self.tools.values())
        roomy = width >= max(_ICONS_BELOW, fixed + words + self.search.wanted(1))
        buttons = Qt.ToolButtonStyle
        style = buttons.ToolButtonTextBesideIcon if roomy else buttons.ToolButtonIconOnly
        for tool in self.tools.values():
            if tool.toolButtonStyle() != style:
                tool.setToolButtonStyle(style)
        # Its arrow stands beside the icon then.
        self.stop.setMinimumWidth(0 if roomy else 46)
        if roomy:
            less = int(width < fixed + words + self.search.wanted(0))
        else:
            # The menus go before the words of the search: all of them are to be opened by the mouse.
            icons = sum(tool.sizeHint().width() + 4 for tool in self.tools.values())
            less = 1 + int(width < fixed + icons + self.search.wanted(1))
        self.search.say_less(less)
