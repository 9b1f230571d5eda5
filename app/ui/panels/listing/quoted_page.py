"""What is quoted of a document or a note: drawn as a page, the sentence marked and in sight."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.documents.places import kind_of
from app.engine.tabs import FilePlace
from app.markup.escaping import inline
from app.ui.kit.layouts import in_row
from app.ui.kit.text.prepared import passage_in
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.text.signs import Marked
from app.ui.kit.texts import single_line, tr
from app.ui.panels.file_text import is_code_file

_MARKED_UP = (".md", ".markdown")
_TABLES = ("sheet", "notebook")
_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")
_SIDE, _ABOVE = 20, 14
"""Pixels around the text of the page."""


def is_page(path: str) -> bool:
    """Tell whether a file is read as a page: prose, whose lines and columns say nothing."""
    return not is_code_file(path) and kind_of(path) not in _TABLES


class QuotedPage(QWidget):
    """A page with a quotation."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("desk")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = SafeTextView(tr("Quoted page"))
        self.text.setObjectName("paper")
        self.text.set_margins(_SIDE, _ABOVE)
        self.setMinimumHeight(60)
        self._quote = ""
        self.text.settled.connect(self._bring)
        self.setLayout(in_row(self.text, margins=(16, 10, 14, 0)))
        self.hide()

    def show_place(self, place: FilePlace, quote: str) -> None:
        """Show what the records hold of a file, with a quotation in it."""
        self._quote = quote or _lines_of(place)
        self.text.setAccessibleName(tr("Page of {name}", name=single_line(place.path, 120)))
        text = place.text
        if not place.path.lower().endswith(_MARKED_UP):
            # Nothing in it is a mark, and its lines end where the page did.
            text = "\n\n".join(inline(part) for part in _PARAGRAPHS.split(text.replace("\r\n", "\n")))
        self.text.set_marked((Marked(self._quote, quoted=True),) if self._quote else ())
        self.text.show_text(text)

    def _bring(self) -> None:
        """Bring the quotation into the upper third."""
        whole = self.text.toPlainText()
        place = passage_in(whole, self._quote) if self._quote else None
        if place is None:
            return
        bar = self.text.verticalScrollBar()
        self.text.go_to(place[0] / (len(whole) + 1))
        bar.setValue(bar.value() - self.text.viewport().height() // 4)


def _lines_of(place: FilePlace) -> str:
    """Return the lines of a place whose words were not told."""
    lines = place.text.split("\n")
    first, last = place.line - place.first, max(place.line, place.last) - place.first
    return "\n".join(lines[max(0, first) : last + 1]).strip() if 0 <= first < len(lines) else ""
