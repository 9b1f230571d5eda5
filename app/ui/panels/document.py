"""One text as a workflow describes it, with its headings to go to."""

from __future__ import annotations

from typing import Any

from app.engine.tabs import DocumentTab
from app.markup.quoting import headings
from app.ui.kit.layouts import FILTERS, SPACE, boxed, in_column, in_row
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, in_words_shown, label, single_line, tr
from app.ui.panels.listing.filters import OptionBox
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

MOST = 500
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
        top = boxed(in_row(self.contents, SPACE, self.length, self.copy, margins=FILTERS))
        top.setObjectName("ground")
        page = boxed(in_column(top, (self.body, 1), spacing=0))
        page.setObjectName("ground")
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
        found = headings(text)[:MOST]
        least = min((depth for depth, _ in found), default=1)
        self.contents.offer(
            [
                ((at, words), "  " * (depth - least) + single_line(words, 60))
                for at, (depth, words) in enumerate(found)
            ]
        )
        self.contents.setVisible(len(found) > 1)
        words = len(text.split())
        self.length.setText(tr("{n} words", n=f"{words:,}") if words else "")
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
