"""A read-only text that opens and loads nothing: a link can be copied, and copied words are plain ones.

A table or code in it can be seen with the room of the whole window.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent, QResizeEvent, QTextTable
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.kit.dialog import Reader
from app.ui.kit.menu_button import passing_menu
from app.ui.kit.text.boxes import BoxedBrowser
from app.ui.kit.text.columns import is_code, is_formula, text_of
from app.ui.kit.text.passages import note_source
from app.ui.kit.text.prepared import BORDERS, as_written
from app.ui.kit.text.signs import number_of
from app.ui.kit.texts import single_line, tr

_MOST_LINKS = 30


class GuardedBrowser(BoxedBrowser):
    """Answers every request for a resource with an empty picture, and goes nowhere."""

    number_pressed = Signal(int)
    """The number before a passage was pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
        )
        self.anchorClicked.connect(self._on_anchor_clicked)
        self.enlarge_wanted.connect(partial(_enlarge, self))

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Answer every request with an empty picture; anything else makes Qt look for a file of that name."""
        return QImage()

    def doSetSource(self, name: QUrl | str, type: Any = None) -> None:
        """Go nowhere."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Alt with an arrow to the window; here it would navigate."""
        if event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
            return
        super().keyPressEvent(event)

    def marked_words(self) -> str:
        """Return what is selected, as it was written."""
        raw = self.textCursor().selectedText()
        # Up to where a paragraph begins is without it: nothing of it is selected.
        return as_written(raw[:-1] if raw.endswith(BORDERS) else raw)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy plain text, the breaks put into long words taken out again."""
        data = QMimeData()
        data.setText(self.marked_words())
        note_source(data, self)
        return data

    def _on_anchor_clicked(self, url: QUrl) -> None:
        number = number_of(url)
        if number:
            self.number_pressed.emit(number)
        else:
            self.link_menu(url).popup(self.cursor().pos())

    def link_menu(self, url: QUrl) -> QMenu:
        """Return the menu of a link: its address can be copied, and nothing else be done with it."""
        menu = passing_menu(self)
        _offer_address(menu, url.toString())
        return menu


def _offer_address(menu: QMenu, address: str) -> None:
    """Offer to copy an address, which is shown in full up to a width that fits a screen."""
    words = tr("Copy {address}", address=single_line(address, 110).replace("&", "&&"))
    menu.addAction(words, lambda: QGuiApplication.clipboard().setText(address))


def offer_links(menu: QMenu, addresses: Sequence[str]) -> None:
    """Offer to copy where the links of a text lead, each by its address."""
    if addresses:
        menu.addSeparator()
    for address in addresses[:_MOST_LINKS]:
        _offer_address(menu, address)


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


def _enlarge(over: QWidget, table: QTextTable) -> None:
    """Show a table in front of the window that its text stands in."""
    EnlargedDialog(over.window(), table).show_once()


def offer_box(menu: QMenu, over: QWidget, table: QTextTable) -> None:
    """Offer in a menu what can be done with a table or code."""
    copy = partial(QGuiApplication.clipboard().setText, text_of(table))
    if is_formula(table):
        menu.addAction(tr("Copy formula"), copy)
        return
    menu.addAction(tr("Copy code") if is_code(table) else tr("Copy table"), copy)
    menu.addAction(tr("Enlarge"), partial(_enlarge, over, table))
