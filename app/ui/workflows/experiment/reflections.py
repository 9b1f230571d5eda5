"""Reflections: any one in full, or any two beside each other with their differences."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.ui.diff.rows import prepare
from app.ui.diff.view import AlignedDiffView
from app.ui.tasks import Tasks
from app.ui.text.safe_view import SafeTextView
from app.ui.texts import button, label, tr
from app.ui.view import SessionView
from app.ui.workflows.experiment.book import Book, book_of
from app.ui.workflows.experiment.cycles import CycleBox
from app.workflows.experiment.state import Cycle

IN_THREAD_FROM = 20_000
"""Characters of two reflections from which on they are compared in a thread."""


class ReflectionsPanel(QWidget):
    """Two choices, and what they show: one reflection where they are the same, else a diff."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._count = 0
        self._generation = 0
        self._tasks = Tasks(self)
        self.old = CycleBox(tr("Older reflection"))
        self.new = CycleBox(tr("Newer reflection"))
        self.previous = button(tr("▲ Previous"), tip=tr("Previous change"))
        self.next = button(tr("▼ Next"), tip=tr("Next change"))
        self.previous.setAccessibleName(tr("Previous change"))
        self.next.setAccessibleName(tr("Next change"))
        self.counter = label("", muted=True)
        self.similar = label("", muted=True, wrap=True)
        self.diff = AlignedDiffView()
        self.text = SafeTextView(tr("The reflection"))
        self.text.setPlaceholderText(tr("No cycle is over yet."))
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
        layout.addWidget(self.similar)
        layout.addWidget(place, 1)
        self.old.currentIndexChanged.connect(lambda _at: self._show())
        self.new.currentIndexChanged.connect(lambda _at: self._show())
        self.previous.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.diff.moved.connect(self._tell)

    def refresh(self, view: SessionView) -> None:
        """Offer what is new; the newest two are shown until the person chooses."""
        book = book_of(view)
        if book is None:
            return
        another, self._view = self._view is not view, view
        ended = _ended(book)
        newest = self.new.currentIndex() == self.new.count() - 1
        self.old.refresh(ended, book.state)
        self.new.refresh(ended, book.state)
        for box in (self.old, self.new):
            box.setEnabled(bool(ended))
        if (another or newest or len(ended) < self._count) and len(ended) != self._count:
            for box, at in ((self.old, max(0, len(ended) - 2)), (self.new, len(ended) - 1)):
                box.blockSignals(True)
                box.setCurrentIndex(at)
                box.blockSignals(False)
        if another or len(ended) != self._count:
            self._count = len(ended)
            self._show()

    def go(self, step: int) -> None:
        """Go to the next or previous change."""
        self.diff.go(step)
        self._tell()

    def _chosen(self) -> tuple[Cycle, Cycle] | None:
        book = book_of(self._view) if self._view is not None else None
        ended = {cycle.opened: cycle for cycle in _ended(book)} if book is not None else {}
        old, new = ended.get(self.old.currentData() or 0), ended.get(self.new.currentData() or 0)
        return (old, new) if old is not None and new is not None else None

    def _show_one(self, old: Cycle, new: Cycle) -> None:
        """Show the one there is: beside none, all of it would look removed, or new."""
        there = new if _text(new) else old
        if there is not new and _text(there):
            self._say(f"{_lacking(new)} {tr('Shown is cycle {n}.', n=there.number)}")
        elif there is new and old is not new:
            self._say(f"{_lacking(old)} {tr('Shown is cycle {n}.', n=there.number)}")
        self._stack.setCurrentWidget(self.text)
        self.text.setPlaceholderText(tr("No reflection."))
        self.text.show_text(_text(there))
        self._tell()

    def _say(self, words: str) -> None:
        self.similar.setText(words)
        self.similar.setVisible(bool(words))

    def _show(self) -> None:
        chosen = self._chosen()
        self._generation += 1
        if chosen is None:
            self._stack.setCurrentWidget(self.text)
            self.text.setPlaceholderText(tr("No cycle is over yet."))
            self.text.show_text("")
            self._say("")
            self._tell()
            return
        old, new = chosen
        self._say(_similar(new))
        if old is new or not (_text(old) and _text(new)):
            self._show_one(old, new)
            return
        self._stack.setCurrentWidget(self.diff)
        if len(_text(old)) + len(_text(new)) > IN_THREAD_FROM:
            self._tasks.start(self._compare(self._generation, _text(old), _text(new)))
        else:
            self.diff.show_prepared(prepare(_text(old), _text(new)))
            self._tell()

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


def _ended(book: Book) -> list[Cycle]:
    return [cycle for cycle in book.state.cycles if cycle.ended is not None]


def _text(cycle: Cycle) -> str:
    return cycle.ended.final_reflection if cycle.ended is not None else ""


def _lacking(cycle: Cycle) -> str:
    why = tr("Cycle {n} ended without a reflection", n=cycle.number)
    capped = cycle.ended is not None and cycle.ended.cap_reached
    return tr("{why}: it reached its cap of tool calls.", why=why) if capped else f"{why}."


def _similar(cycle: Cycle) -> str:
    ended = cycle.ended
    if ended is None:
        return ""
    if not ended.final_reflection:
        return _lacking(cycle)
    if ended.similarity is None:
        return ""
    told = tr(
        "Cycle {n} is {share} % similar to cycle {other}.",
        n=cycle.number,
        share=f"{ended.similarity * 100:.0f}",
        other=ended.similar_to,
    )
    advice = {
        "mild": tr("The next prompt suggests a new direction."),
        "strong": tr("The next prompt asks for something clearly different."),
    }
    by = ""
    if ended.embedding_problem:
        by = tr(
            "Its words were compared: {model} could not be asked. {why}",
            model=ended.embedding_model,
            why=ended.embedding_problem,
        )
    return " ".join(filter(None, (told, advice.get(ended.advice, ""), by)))
