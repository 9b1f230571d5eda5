"""Menus without a loop of their own, which Qt's menu buttons have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.kit.buttons import ToolButton
from app.ui.kit.icons import paint_icon
from app.ui.kit.popup import AWAY, Menu
from app.ui.kit.screen import room_around


def passing_menu(owner: QWidget) -> QMenu:
    """Return an empty menu that goes when it is closed."""
    menu = Menu(owner)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def add_tick(menu: QMenu, words: str, does: Callable[[], object], *, on: bool = False) -> QAction:
    """Add a line with a tick, which is `on` or not, to a menu."""
    action = menu.addAction(words.replace("&", "&&"))
    action.setCheckable(True)
    action.setChecked(on)
    action.triggered.connect(lambda _=False: does())
    return action


class MenuButton(ToolButton):
    """Shows its menu below itself, above where there is no room; the window goes on meanwhile."""

    above: QWidget | None = None
    """What the menu may not lie over: it opens above that, in line with the right of the button."""

    def __init__(
        self, text: str, name: str, actions: Sequence[QAction] = (), *, chevron: bool = False
    ) -> None:
        """`chevron`: a drawn arrow behind the words says that there is a menu."""
        super().__init__()
        self.setText(text)
        # The theme's rules leave room for it.
        self.setProperty("chevron", chevron)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.choices = Menu(self)
        self.choices.addActions(list(actions))
        self.further: Callable[[], Sequence[tuple[str, Callable[[], object]]]] = tuple
        """What is offered besides, as (words, what it does), asked for whenever the menu opens."""
        self.opens: Callable[[], object] | None = None
        """What opens another list in place of the menu."""
        self._offered: list[QAction] = []
        self.clicked.connect(lambda _=False: self.show_choices())

    def show_choices(self, beside: QWidget | None = None) -> None:
        """Open the menu, its first line chosen, so that arrows and Enter go on.

        `beside`: the control that was pressed for it, where that was not this button.
        """
        if self.opens is not None:
            self.opens()
            return
        self._fill()
        pressed = beside or self
        corner = pressed.mapToGlobal(pressed.rect().bottomLeft() + QPoint(0, AWAY))
        screen = room_around(self)
        if corner.y() + self.choices.sizeHint().height() > screen.bottom():
            corner = pressed.mapToGlobal(pressed.rect().topLeft())
            corner.setY(corner.y() - self.choices.sizeHint().height() - AWAY)
        if self.above is not None:
            size = self.choices.sizeHint()
            right = pressed.mapToGlobal(pressed.rect().topRight()).x() + 1
            top = self.above.mapToGlobal(self.above.rect().topLeft()).y()
            corner = QPoint(right - size.width(), top - AWAY - size.height())
        self.choices.popup(corner)
        usable = [action for action in self.choices.actions() if action.isEnabled()]
        if usable:
            self.choices.setActiveAction(usable[0])

    def changeEvent(self, event: QEvent) -> None:
        """Take the menu away with what it was about: it would lie over what is asked next."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange and not self.isEnabled():
            self.choices.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.property("chevron"):
            painter = QPainter(self)
            words = self.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly or self.icon().isNull()
            box = QRectF(self.width() - (19 if words else 15), (self.height() - 12) / 2, 12, 12)
            arrow = "chevron-down" if self.above is None else "chevron-up"
            paint_icon(painter, box, arrow, "text2" if self.isEnabled() else "disabled")

    def _fill(self) -> None:
        for old in self._offered:
            self.choices.removeAction(old)
            old.deleteLater()
        lines = self.further()
        self._offered = [self.choices.addSeparator()] if lines else []
        for words, does in lines:
            action = self.choices.addAction(words.replace("&", "&&"))
            action.triggered.connect(lambda _=False, do=does: do())
            self._offered.append(action)
