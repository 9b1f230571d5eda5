"""Messages: all that was said in every cycle; the chosen one in full, the one being written as it comes."""

from __future__ import annotations

import json

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from app.domain.canonical import JsonValue
from app.domain.excerpt import excerpt
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.domain.messages import ToolCall
from app.ui.tables import row_table
from app.ui.text.safe_view import SafeTextView
from app.ui.texts import count, label, mended_text, shown, tr
from app.ui.view import SessionView
from app.ui.workflows.experiment.book import Book, Said, book_of
from app.ui.workflows.experiment.cycles import CycleBox, cycle_number
from app.ui.workflows.experiment.rows import GrowingModel
from app.workflows.experiment.state import AGENT

TITLES = (
    QT_TRANSLATE_NOOP("ui", "Cycle"),
    QT_TRANSLATE_NOOP("ui", "Who"),
    QT_TRANSLATE_NOOP("ui", "Says"),
)
WHO = {
    "system": QT_TRANSLATE_NOOP("ui", "System prompt"),
    "instructions": QT_TRANSLATE_NOOP("ui", "Instructions"),
    "thoughts": QT_TRANSLATE_NOOP("ui", "Thoughts"),
    "agent": QT_TRANSLATE_NOOP("ui", "Agent"),
    "tool": QT_TRANSLATE_NOOP("ui", "Result"),
    "reflection": QT_TRANSLATE_NOOP("ui", "Reflection"),
    "cap": QT_TRANSLATE_NOOP("ui", "No reflection"),
}


def _cell(said: Said, column: int) -> str:
    if column == 0:
        return cycle_number(said.cycle, said.attempt)
    if column == 1:
        return said.name if said.who == "tool" else tr(WHO[said.who])
    if said.who == "system":
        return tr("What it is told of its task, tools and earlier work")
    if said.who == "cap":
        return tr("The cycle ended without one.")
    if said.who == "thoughts":
        return shown(excerpt(said.whole()), 240)
    mark = "" if said.ok else "✕ "
    if said.who == "tool":
        return mark + shown(" → ".join(filter(None, (values_words(said.given), said.text))), 240)
    called = ", ".join(call.name for call in said.calls)
    return shown(" → ".join(filter(None, (excerpt(said.text), called))), 240)


def values_words(given: JsonValue) -> str:
    """Return what a tool was given, a line for each name; a long text stands as it was written."""
    if not isinstance(given, dict):
        return "" if given is None else _value_words(given)
    return "\n".join(f"{name}: {_value_words(value)}" for name, value in given.items())


def _value_words(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def call_words(call: ToolCall) -> str:
    """Return a call with what it was given; as the model wrote it where that cannot be read."""
    try:
        given: JsonValue = json.loads(call.arguments)
    except ValueError:
        given = call.arguments
    return "\n".join(filter(None, (f"→ {call.name}", values_words(given))))


class MessagesPanel(QWidget):
    """Filter by cycle, the list, and the chosen message."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._writing = False
        """What is shown is no message yet: the answer that is on its way."""
        self.model: GrowingModel[Said] = GrowingModel(TITLES, _cell)
        self.cycle = CycleBox(tr("Show only this cycle"), tr("All cycles"))
        self.follow = QCheckBox(tr("Follow"))
        self.follow.setAccessibleName(tr("Follow the newest message"))
        self.follow.setToolTip(tr("Keep the newest message in sight"))
        self.follow.setChecked(True)
        self.told = label("", muted=True)
        self.table = row_table(self.model, tr("Messages"), widths=(54, 130))
        self.head = label("", bold=True, wrap=True)
        self.body = SafeTextView(tr("The chosen message"))
        self.body.setPlaceholderText(tr("Choose a message to read all of it."))
        top = QHBoxLayout()
        top.addWidget(self.cycle)
        top.addStretch(1)
        top.addWidget(self.told)
        top.addWidget(self.follow)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.head)
        column.addWidget(self.body, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.table)
        split.addWidget(right)
        split.setSizes([420, 420])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addLayout(top)
        layout.addWidget(split, 1)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        # Then no row is chosen any more, and Qt says so to nobody.
        self.model.modelReset.connect(lambda: self._on_current_changed(QModelIndex(), QModelIndex()))
        self.table.clicked.connect(lambda _index: self.follow.setChecked(False))
        self.cycle.currentIndexChanged.connect(lambda _at: self._refill())
        self.follow.toggled.connect(self._on_follow_toggled)
        bar = self.table.verticalScrollBar()
        bar.rangeChanged.connect(lambda _low, high: bar.setValue(high) if self.follow.isChecked() else None)

    def refresh(self, view: SessionView) -> None:
        """Add what is new; follow the end where that is wanted."""
        book = book_of(view)
        if book is None:
            return
        another = self._view is not view
        self._view = view
        self.cycle.refresh(book.state.cycles, book.state)
        if another:
            self.cycle.setCurrentIndex(0)
        looked = next((c.opened for c in book.state.cycles if c.number == view.looking_at), 0)
        if looked and self.cycle.currentData() != looked:
            self.cycle.setCurrentIndex(self.cycle.findData(looked))
        self._fill(book)
        self._show_running(view)

    def _refill(self) -> None:
        book = book_of(self._view) if self._view is not None else None
        if book is not None:
            self._fill(book)

    def _fill(self, book: Book) -> None:
        cycle = self.cycle.chosen(book.state.cycles)
        before = self.model.rowCount()

        def passes(said: Said) -> bool:
            return cycle is None or (said.cycle, said.attempt) == (cycle.number, cycle.attempt)

        grown = self.model.fill(book.said, passes, cycle.opened if cycle is not None else 0)
        number = self.model.rowCount()
        self.told.setText(count(number, "{n} message", "{n} messages"))
        if self.follow.isChecked() and (not grown or number != before):
            self._to_end()

    def _to_end(self) -> None:
        last = self.model.rowCount() - 1
        if last >= 0:
            self.table.selectRow(last)
            self.table.scrollToBottom()

    def _on_follow_toggled(self, on: bool) -> None:
        if on:
            self._to_end()

    def _show_running(self, view: SessionView) -> None:
        """Show the answer that is on its way, or broke off, where the newest is followed."""
        if not self.follow.isChecked():
            return
        call = view.live_calls.calls.get(AGENT)
        if call is None or not call.text or call.state == "completed":
            if self._writing:
                self._on_current_changed(self.table.currentIndex(), QModelIndex())
            return
        self._writing = True
        if call.state == "running":
            self.head.setText(tr("Cycle {n} · the agent is writing…", n=call.round))
        else:
            self.head.setText(tr("Cycle {n} · the answer broke off", n=call.round))
        self.body.show_text(call.text, live=call.state == "running")

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._writing = False
        if not current.isValid():
            self.head.setText("")
            self.body.show_text("")
            return
        said = self.model.items[current.row()]
        who = said.name if said.who == "tool" else tr(WHO[said.who])
        place = tr("Cycle {n}", n=said.cycle)
        if said.attempt > 1:
            place = tr("Cycle {n}, attempt {a}", n=said.cycle, a=said.attempt)
        self.head.setText(" · ".join(filter(None, (place, shown(who, 60), mended_text(said.mended)))))
        match said.who:
            case "reflection":
                self.body.show_text(said.text)
            case "agent" if said.text and not said.calls:
                self.body.show_text(said.text)
            case "cap":
                self.body.show_source(tr("This cycle ended without a reflection."))
            case "tool":
                self.body.show_source("\n\n".join(filter(None, (values_words(said.given), said.text))))
            case "agent":
                self.body.show_source("\n\n".join(filter(None, (said.text, *map(call_words, said.calls)))))
            case _:
                self.body.show_source(said.whole())
