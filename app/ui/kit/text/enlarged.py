"""A table or code with the room of the whole window, until Esc."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from PySide6.QtGui import QGuiApplication, QResizeEvent, QTextTable
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.kit.dialog import Reader
from app.ui.kit.text.columns import is_code, is_formula, text_of
from app.ui.kit.text.guarded import GuardedBrowser
from app.ui.kit.texts import tr


class _Page(GuardedBrowser):
    """One table by itself, with columns as wide as the room allows."""

    enlarges = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_tables(anew=True)


class EnlargedDialog(Reader):
    """Shows what is wider than its card."""

    size_at_100: ClassVar[tuple[int, int] | None] = (1180, 640)

    def __init__(self, parent: QWidget | None, table: QTextTable) -> None:
        super().__init__(parent, tr("Code") if is_code(table) else tr("Table"))
        self.page = _Page()
        self.page.setAccessibleName(self.windowTitle())
        self.page.show_box(table)
        self.body.addWidget(self.page)


def enlarge(over: QWidget, table: QTextTable) -> None:
    """Show a table in front of the window that its text stands in."""
    EnlargedDialog(over.window(), table).show_once()


def offer_box(menu: QMenu, over: QWidget, table: QTextTable) -> None:
    """Offer in a menu what can be done with a table or code."""
    copy = partial(QGuiApplication.clipboard().setText, text_of(table))
    if is_formula(table):
        menu.addAction(tr("Copy formula"), copy)
        return
    menu.addAction(tr("Copy code") if is_code(table) else tr("Copy table"), copy)
    menu.addAction(tr("Enlarge"), partial(enlarge, over, table))
