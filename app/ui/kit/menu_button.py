"""Menus without a loop of their own, which Qt's menu buttons have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.kit.buttons import ToolButton


def passing_menu(owner: QWidget) -> QMenu:
    """Return an empty menu that goes when it is closed."""
    menu = QMenu(owner)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


class MenuButton(ToolButton):
    """Shows its menu below itself, above where there is no room; the window goes on meanwhile."""

    def __init__(self, text: str, name: str, actions: Sequence[QAction] = ()) -> None:
        super().__init__()
        self.setText(text)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.choices = QMenu(self)
        self.choices.addActions(list(actions))
        self.further: Callable[[], Sequence[tuple[str, Callable[[], object]]]] = tuple
        """What is offered besides, as (words, what it does), asked for whenever the menu opens."""
        self._offered: list[QAction] = []
        self.clicked.connect(lambda _=False: self.show_choices())

    def show_choices(self, beside: QWidget | None = None) -> None:
        """Open the menu, its first line chosen, so that arrows and Enter go on.

        `beside`: the control that was pressed for it, where that was not this button.
        """
        self._fill()
        pressed = beside or self
        corner = pressed.mapToGlobal(pressed.rect().bottomLeft())
        screen = self.screen().availableGeometry()
        if corner.y() + self.choices.sizeHint().height() > screen.bottom():
            corner = pressed.mapToGlobal(pressed.rect().topLeft())
            corner.setY(corner.y() - self.choices.sizeHint().height())
        self.choices.popup(corner)
        usable = [action for action in self.choices.actions() if action.isEnabled()]
        if usable:
            self.choices.setActiveAction(usable[0])

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
