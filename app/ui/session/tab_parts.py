"""Beside the tabs: the views that share the title of the one in sight, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from app.ui.kit.controls import tool_button
from app.ui.kit.dispose import dispose
from app.ui.kit.layouts import in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import tr


class TabParts(QWidget):
    """A button for each view; where there is no room, one button with a menu of them."""

    wanted = Signal(str)
    """Another view, by its name."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Views under this tab"))
        self.buttons: dict[str, QToolButton] = {}
        self.menu = MenuButton("", tr("Views under this tab"), chevron=True)
        self.menu.further = lambda: [(words, partial(self.wanted.emit, name)) for name, words in self._parts]
        self._parts: tuple[tuple[str, str], ...] = ()
        self._row = in_row(self.menu, spacing=2)
        self.setLayout(self._row)
        self.menu.hide()
        self.hide()

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Return (name, title) of what is offered; empty where a tab has one view."""
        return self._parts

    def show_parts(self, parts: Sequence[tuple[str, str]], current: str) -> None:
        """Offer these views; nothing is there where there is one alone."""
        found = tuple(parts) if len(parts) > 1 else ()
        if [name for name, _ in found] != list(self.buttons):
            for old in self.buttons.values():
                self._row.removeWidget(old)
                dispose(old)
            self.buttons = {name: self._button(name) for name, _ in found}
        self._parts = found
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
