"""Texts as a workflow describes them: any one in full, or any two beside each other with their changes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QStackedWidget

from app.engine.tabs import CompareTab, DocumentTab, Text
from app.markup.quoting import headings
from app.ui.kit.controls import Picture, icon_button
from app.ui.kit.diff.view import DiffView
from app.ui.kit.layouts import FILTERS, SPACE, boxed, in_column, in_row
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, count, in_words_shown, label, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.panels.listing.filters import OptionBox
from app.ui.view.cells import cell_text
from app.ui.view.panel import DiffPanel, Panel
from app.ui.view.session_view import SessionView

_MOST = 500
"""Headings that are offered."""


class DocumentPanel(Panel):
    """The text, how long it is, and where to go in it. The reader's place is kept while it grows."""

    def __init__(self, described: DocumentTab[Any]) -> None:
        super().__init__()
        self.described = described
        self._view: SessionView | None = None
        self.contents = OptionBox(tr("Go to a section"), tr("Sections"))
        self.length = label("", muted=True)
        self.copy = button(tr("Copy text"), tip=tr("Copy the text as it was written"))
        self.body = SafeTextView(tr(described.name))
        self.body.setPlaceholderText(tr(described.empty))
        self.body.setProperty("flow", True)
        self.body.set_margins(16, 10)
        top = boxed(in_row(self.contents, SPACE, self.length, self.copy, margins=FILTERS), "ground")
        page = boxed(in_column(top, (self.body, 1), spacing=0), "ground")
        self.setLayout(in_column(page))
        self.contents.activated.connect(self._on_section_chosen)
        self.copy.clicked.connect(self.body.copy_written)

    def refresh(self, view: SessionView) -> None:
        """Show the text as it stands."""
        if view.own is None:
            return
        with in_words_shown():
            # A text that is one of words has them in this language as well.
            text = view.names.veil(str(self.described.text(view.own)))
        if view is self._view and text == self.body.written:
            return
        self._view = view
        self.body.find_picture = view.find_picture
        self.body.show_text(text)
        found = headings(text)[:_MOST]
        least = min((depth for depth, _ in found), default=1)
        self.contents.offer(
            [
                ((at, words), "  " * (depth - least) + single_line(words, 60))
                for at, (depth, words) in enumerate(found)
            ]
        )
        self.contents.setVisible(len(found) > 1)
        words = len(text.split())
        self.length.setText(count(words, "{n} word", "{n} words") if words else "")
        self.copy.setEnabled(bool(text))

    def _on_section_chosen(self) -> None:
        chosen = self.contents.value()
        if isinstance(chosen, tuple):
            self.go_to(*chosen)

    def go_to(self, at: int, words: str) -> None:
        """Bring the n-th heading into sight; its words where the text is shown without formatting."""
        document = self.body.document()
        blocks = (document.findBlockByNumber(n) for n in range(document.blockCount()))
        found = [block for block in blocks if block.blockFormat().headingLevel()]
        if at < len(found):
            cursor = self.body.textCursor()
            # From below, so that the heading stands at the top.
            cursor.movePosition(cursor.MoveOperation.End)
            self.body.setTextCursor(cursor)
            cursor.setPosition(found[at].position())
            self.body.setTextCursor(cursor)
            self.body.ensureCursorVisible()
        else:
            self.body.find_passage(words)
        self.body.setFocus()


class ComparePanel(DiffPanel):
    """Two choices, and what they show: one text where they are the same, else a diff."""

    def __init__(self, described: CompareTab[Any]) -> None:
        super().__init__()
        self.described = described
        self._view: SessionView | None = None
        self._stamp: object = None
        self._texts: list[Text] = []
        self.old, self.new = OptionBox(tr(described.older)), OptionBox(tr(described.newer))
        self.previous = icon_button("chevron-up", tr("Previous change"), tr("Previous change (P)"))
        self.next = icon_button("chevron-down", tr("Next change"), tr("Next change (N)"))
        self.counter = label("", muted=True, scale=CAPTION)
        self.note = label("", muted=True, wrap=True)
        self.diff = DiffView()
        self.text = SafeTextView(tr(described.name))
        self._stack = QStackedWidget()
        self._stack.addWidget(self.text)
        self._stack.addWidget(self.diff)
        arrow = Picture("arrow-right", "muted")
        go = (self.counter, self.previous, self.next)
        top = in_row(self.old, arrow, self.new, SPACE, *go, spacing=8, margins=(14, 4, 10, 4))
        self.note.setContentsMargins(14, 0, 14, 4)
        self.setLayout(in_column(top, self.note, (self._stack, 1), spacing=0))
        for box in (self.old, self.new):
            box.currentIndexChanged.connect(self._show)
        self.previous.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.diff.moved.connect(self._tell)
        self.diff.compared.connect(self._tell)

    def refresh(self, view: SessionView) -> None:
        """Offer what is new; the newest two are shown until the person chooses."""
        if view.own is None:
            return
        another, self._view = self._view is not view, view
        stamp = self.described.stamp(view.own)
        if not another and stamp == self._stamp:
            return
        self._stamp = stamp
        before, self._texts = len(self._texts), list(self.described.texts(view.own))
        newest = self.new.currentIndex() == self.new.count() - 1
        options = [(text.key, cell_text(text.title, view.names)) for text in self._texts]
        for box in (self.old, self.new):
            box.offer(options)
            box.setEnabled(bool(options))
        count = len(options)
        if (another or newest or count < before) and (another or count != before):
            for box, at in ((self.old, max(0, count - 2)), (self.new, count - 1)):
                with QSignalBlocker(box):
                    box.setCurrentIndex(at)
        self._show()

    def go(self, step: int) -> None:
        """Go to the next or previous change."""
        self.diff.go(step)
        self._tell()

    def _chosen(self) -> tuple[Text, Text] | None:
        known = {text.key: text for text in self._texts}
        old, new = known.get(self.old.value()), known.get(self.new.value())
        return (old, new) if old is not None and new is not None else None

    def _show(self) -> None:
        chosen = self._chosen()
        if chosen is None or self._view is None:
            self.note.hide()
            self._show_one("", tr(self.described.empty))
            return
        old, new = chosen
        sentences = self.described.note(self._view.own, old.key, new.key)
        self.note.setText(" ".join(cell_text(sentence, self._view.names) for sentence in sentences))
        self.note.setVisible(bool(self.note.text()))
        before, after = self._view.names.veil(old.text), self._view.names.veil(new.text)
        if old is new or not (before and after):
            # Beside none, all of the other would look removed, or new.
            self._show_one(after or before, tr(self.described.blank))
            return
        self._stack.setCurrentWidget(self.diff)
        self.diff.compare(before, after)
        self._tell()

    def _show_one(self, text: str, instead: str) -> None:
        self._stack.setCurrentWidget(self.text)
        self.text.setPlaceholderText(instead)
        self.text.show_text(text)
        self._tell()

    def _tell(self) -> None:
        comparing = self._stack.currentWidget() is self.diff
        for step in (self.previous, self.next):
            step.setEnabled(comparing and self.diff.changes > 0)
        self.counter.setText(self.diff.place_words() if comparing else "")
