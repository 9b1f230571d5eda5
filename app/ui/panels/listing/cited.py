"""What a row stands on: its passages as chips, below them the lines of the chosen one, or its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QPushButton, QWidget

from app.documents.places import kind_of
from app.engine.tabs import Cited, FilePlace
from app.markup.escaping import inline
from app.ui.kit.controls import icon_button
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.icons import set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.scroll_area import ScrollArea
from app.ui.kit.text.prepared import passage_in
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.text.signs import Marked
from app.ui.kit.texts import button, label, rescale, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.kit.wrapped import Wrapped
from app.ui.panels.file_text import NumberedView, is_code_file
from app.ui.panels.listing.second_line import LOOKS
from app.ui.view.cells import cell_text
from app.ui.view.naming import Names

STEPS: Mapping[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
"""Keys that go from passage to passage, and which way."""
_NAME = 32
"""Characters of a file's name on a chip."""
_MOST_ROWS = 3
"""Rows of chips that are in sight at once."""
_MARKED_UP = (".md", ".markdown")
_TABLES = ("sheet", "notebook")
_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")
_SIDE, _ABOVE = 20, 14
"""Pixels around the text of the page."""


class _Row(ScrollArea):
    """Chips in rows; of very many the first rows are in sight, and by Tab each comes there."""

    def __init__(self) -> None:
        super().__init__()
        self._chips = Wrapped()
        self._chips.setObjectName("ground")
        self._chips.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWidget(self._chips)

    def show_chips(self, chips: list[QPushButton]) -> None:
        """Show these in place of those before."""
        for chip in chips:
            chip.installEventFilter(self)
        self._chips.show_parts(chips)
        self.fit()

    def fit(self) -> None:
        """Be as high as the chips are, or as the most rows of them."""
        most = _MOST_ROWS * self._chips.row_height()
        high = min(self._chips.heightForWidth(self.viewport().width()), most)
        if self.height() != high:
            self.setFixedHeight(high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Bring the chip that gets the focus into sight."""
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, QWidget):
            self.ensureWidgetVisible(watched, 0, 8)
        return super().eventFilter(watched, event)


class CitedView(QWidget):
    """Chips, and the lines of the chosen passage as they were read."""

    opened = Signal(object)
    """The place of the chosen passage, to be shown whole."""

    def __init__(self) -> None:
        super().__init__()
        self.chips: list[QPushButton] = []
        self._shown: tuple[tuple[Cited, ...], Names | None] = ((), None)
        self._place: FilePlace | None = None
        self._group = QButtonGroup(self)
        self._row = _Row()
        self.file = label("", bold=True, widget=IconLabel("file-text"))
        self.lines = label("", muted=True, scale=CAPTION)
        self.copy = icon_button("copy", tr("Copy these lines"))
        self.open = icon_button("external-link", tr("Open the file at these lines"))
        self.code = NumberedView(tr("Quoted lines"), code=True)
        self.code.setFrameShape(QFrame.Shape.NoFrame)
        self.code.setObjectName("quoted")
        self.code.setMinimumHeight(60)
        self.page = QuotedPage()
        """Shows prose in place of the numbered lines."""
        self.none = label("", muted=True, wrap=True)
        margins = (16, 2, 10, 2)
        head = in_row(self.file, self.lines, SPACE, self.copy, self.open, spacing=8, margins=margins)
        self._head = boxed(head, "quoted-head")
        row = in_column(self._row, self.none, spacing=4, margins=(14, 0, 14, 6))
        self.setLayout(in_column(row, self._head, (self.code, 1), (self.page, 1), spacing=0))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.code.marked_text()))
        self.open.clicked.connect(lambda: self.opened.emit(self._place))
        self.hide()

    def show_cited(self, cited: tuple[Cited, ...], names: Names | None) -> None:
        """Show passages, the first of them chosen; the same ones keep the chosen one."""
        if (cited, names) == self._shown:
            return
        self._shown = (cited, names)
        for chip in self.chips:
            self._group.removeButton(chip)
        self.chips = [self._chip(one, names) for one in cited]
        self._row.show_chips(self.chips)
        self.setVisible(bool(cited))
        if self.chips:
            self.chips[0].setChecked(True)
            self._choose(cited[0])

    def step(self, by: int) -> bool:
        """Choose the next passage, or the one before; tell whether there is one."""
        at = next((at for at, chip in enumerate(self.chips) if chip.isChecked()), -1) + by
        if self.isHidden() or not 0 <= at < len(self.chips):
            return False
        self.chips[at].click()
        return True

    def _chip(self, one: Cited, names: Names | None) -> QPushButton:
        path, lines = cell_text(one.file, names), cell_text(one.lines, names)
        of = cell_text(one.of, names)
        words = " ".join(filter(None, (of, single_line(path.rpartition("/")[2], _NAME), lines)))
        said = f"{' '.join(filter(None, (of, path, lines)))} · {cell_text(one.said, names)}"
        look = LOOKS.get(one.look, LOOKS["none"])
        chip = button(words.replace("&", "&&"), name=said, tip=said)
        chip.setCheckable(True)
        set_icon(chip, look.icon, look.tone)
        rescale(chip, CAPTION)
        chip.clicked.connect(lambda _on=False: self._choose(one))
        self._group.addButton(chip)
        return chip

    def _choose(self, one: Cited) -> None:
        names, place = self._shown[1], one.place
        veil = names.veil if names is not None else str
        self._place = place
        # As a page prose is read, whose lines and columns say nothing.
        as_page = place is not None and not is_code_file(place.path) and kind_of(place.path) not in _TABLES
        self._head.setVisible(place is not None)
        self.code.setVisible(place is not None and not as_page)
        self.page.setVisible(as_page)
        self.none.setVisible(place is None)
        self.none.setText(tr("No lines to show: {why}.", why=cell_text(one.said, names)))
        if place is None:
            return
        veiled = replace(place, path=veil(place.path), text=veil(place.text))
        self.file.setText(single_line(veiled.path, 60))
        self.lines.setText(tr(place.place) if place.place is not None else _lines_words(place))
        self.code.setAccessibleName(tr("Lines of {name}", name=single_line(veiled.path, 120)))
        self.code.set_code(is_code_file(place.path))
        self.code.show_place(veiled)
        if as_page:
            self.page.show_place(veiled, veil(place.quote))


def _lines_words(place: FilePlace) -> str:
    last = max(place.line, place.last)
    if last > place.line:
        return tr("lines {a}–{b} quoted", a=f"{place.line:,}", b=f"{last:,}")
    return tr("line {n} quoted", n=f"{place.line:,}")


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
