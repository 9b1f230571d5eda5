"""Texts as a workflow describes them: any one in full, or any two beside each other with their changes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QStackedWidget

from app.engine.tabs import CompareTab, Text
from app.ui.kit.controls import icon_button, icon_picture
from app.ui.kit.diff.view import DiffView
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import label, tr
from app.ui.kit.theme import CAPTION
from app.ui.panels.listing.filters import OptionBox
from app.ui.panels.listing.words import cell_text
from app.ui.view.panel import DiffPanel
from app.ui.view.session_view import SessionView


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
        arrow = icon_picture("arrow-right", "muted")
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
