"""Texts as a workflow describes them: any one in full, or any two beside each other with their changes."""

from __future__ import annotations

import asyncio
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.engine.tabs import CompareTab, Text
from app.ui.kit.diff.rows import prepare
from app.ui.kit.diff.view import AlignedDiffView
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, label, tr
from app.ui.panels.listing.filters import OptionBox
from app.ui.panels.listing.words import cell_text
from app.ui.view.session_view import SessionView

IN_THREAD_FROM = 20_000
"""Characters of two texts from which on they are compared in a thread."""


class ComparePanel(QWidget):
    """Two choices, and what they show: one text where they are the same, else a diff."""

    def __init__(self, described: CompareTab[Any]) -> None:
        super().__init__()
        self.described = described
        self._view: SessionView | None = None
        self._stamp: object = None
        self._texts: list[Text] = []
        self._generation = 0
        self._tasks = Tasks(self)
        self.old, self.new = OptionBox(tr(described.older)), OptionBox(tr(described.newer))
        self.previous = button(tr("▲ Previous"), tip=tr("Previous change"))
        self.next = button(tr("▼ Next"), tip=tr("Next change"))
        self.previous.setAccessibleName(tr("Previous change"))
        self.next.setAccessibleName(tr("Next change"))
        self.counter = label("", muted=True)
        self.note = label("", muted=True, wrap=True)
        self.diff = AlignedDiffView()
        self.text = SafeTextView(tr(described.name))
        top = QHBoxLayout()
        for widget in (self.old, label("⇄"), self.new, self.previous, self.next, self.counter):
            top.addWidget(widget)
        top.addStretch(1)
        place = QWidget()
        self._stack = QStackedLayout(place)
        self._stack.addWidget(self.text)
        self._stack.addWidget(self.diff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addLayout(top)
        layout.addWidget(self.note)
        layout.addWidget(place, 1)
        self.old.currentIndexChanged.connect(lambda _at: self._show())
        self.new.currentIndexChanged.connect(lambda _at: self._show())
        self.previous.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.diff.moved.connect(self._tell)

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
                box.blockSignals(True)
                box.setCurrentIndex(at)
                box.blockSignals(False)
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
        self._generation += 1
        if chosen is None or self._view is None:
            self._say("")
            self._show_one("", tr(self.described.empty))
            return
        old, new = chosen
        said = self.described.note(self._view.own, old.key, new.key)
        self._say(" ".join(cell_text(sentence, self._view.names) for sentence in said))
        before, after = self._view.names.veil(old.text), self._view.names.veil(new.text)
        if old is new or not (before and after):
            # Beside none, all of the other would look removed, or new.
            self._show_one(after or before, tr(self.described.blank))
            return
        self._stack.setCurrentWidget(self.diff)
        if len(before) + len(after) > IN_THREAD_FROM:
            self._tasks.start(self._compare(self._generation, before, after))
        else:
            self.diff.show_prepared(prepare(before, after))
            self._tell()

    def _show_one(self, text: str, instead: str) -> None:
        self._stack.setCurrentWidget(self.text)
        self.text.setPlaceholderText(instead)
        self.text.show_text(text)
        self._tell()

    def _say(self, words: str) -> None:
        self.note.setText(words)
        self.note.setVisible(bool(words))

    async def _compare(self, generation: int, old: str, new: str) -> None:
        self.counter.setText(tr("Comparing…"))
        prepared = await asyncio.to_thread(prepare, old, new)
        if generation == self._generation:
            self.diff.show_prepared(prepared)
            self._tell()

    def _tell(self) -> None:
        comparing = self._stack.currentWidget() is self.diff
        for made in (self.previous, self.next):
            made.setEnabled(comparing and self.diff.changes > 0)
        if not comparing:
            self.counter.setText("")
        elif not self.diff.changes:
            self.counter.setText(tr("No difference"))
        else:
            self.counter.setText(tr("{at} of {all} changes", at=self.diff.current, all=self.diff.changes))
