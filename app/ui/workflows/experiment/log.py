"""Log: the lines as they stand in the run's file, filtered by type and cycle; the chosen one raw."""

from __future__ import annotations

import json
from datetime import datetime

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from app.domain.excerpt import excerpt
from app.domain.fact_base import Record, UnknownFact
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.tables import row_table
from app.ui.text.safe_view import SafeTextView
from app.ui.texts import button, count, label, shown, tr
from app.ui.view import SessionView
from app.ui.workflows.experiment.book import Book, book_of
from app.ui.workflows.experiment.capsules import CapsuleModel
from app.ui.workflows.experiment.cycles import CycleBox, cycle_number
from app.workflows.experiment.log import LOG

TITLES = (
    QT_TRANSLATE_NOOP("ui", "#"),
    QT_TRANSLATE_NOOP("ui", "Time"),
    QT_TRANSLATE_NOOP("ui", "Cycle"),
    QT_TRANSLATE_NOOP("ui", "Type"),
    QT_TRANSLATE_NOOP("ui", "Details"),
)
EVENTS = {
    "round_opened": "CYCLE_START",
    "call_completed": "LLM_INVOCATION",
    "call_failed": "LLM_INVOCATION",
    "tool_called": "TOOL_CALL",
    "cycle_ended": "CYCLE_END",
}
"""The type of a line by the type of its record."""


def _cell(record: Record, column: int) -> str:
    match column:
        case 0:
            return str(record.seq)
        case 1:
            return f"{datetime.fromtimestamp(record.at / 1e6).astimezone():%H:%M:%S}"
        case 2:
            return cycle_number(record.round, record.attempt)
        case 3:
            return EVENTS[record.type]
        case _:
            return _details(record)


def _details(record: Record) -> str:
    if record.type == "round_opened":
        return ""
    body = record.body()
    match record.type:
        case "tool_called":
            return shown(f"{body['tool_name']}: {body['output']}")
        case "call_failed":
            return shown(excerpt(str(body.get("partial") or body["message"])))
        case "cycle_ended":
            return shown(excerpt(str(body["final_reflection"])))
        case _:
            calls = body.get("tool_calls")
            names = (
                [str(call["name"]) for call in calls if isinstance(call, dict)]
                if isinstance(calls, list)
                else []
            )
            return f"→ {', '.join(names)}" if names else shown(excerpt(str(body.get("text", ""))))


class ExperimentLogPanel(QWidget):
    """Filters, the lines, and the chosen one as it stands in the file."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self.model: CapsuleModel = CapsuleModel(TITLES, _cell)
        self.kind = QComboBox()
        self.kind.setAccessibleName(tr("Show only this type"))
        self.kind.addItem(tr("All types"), "")
        for name in dict.fromkeys(EVENTS.values()):
            self.kind.addItem(name, name)
        self.cycle = CycleBox(tr("Show only this cycle"), tr("All cycles"))
        self.steps = QCheckBox(tr("Steps"))
        self.steps.setAccessibleName(tr("Show each step as one line that can be opened"))
        self.steps.setToolTip(tr("Show each step as one line that can be opened"))
        self.steps.setChecked(True)
        self.follow = QCheckBox(tr("Follow"))
        self.follow.setAccessibleName(tr("Follow the newest line"))
        self.follow.setChecked(True)
        self.told = label("", muted=True)
        self.table = row_table(self.model, tr("Log"), widths=(60, 74, 54, 150))
        self.body = SafeTextView(tr("The chosen line"))
        self.body.setPlaceholderText(tr("Choose a line to see all of it."))
        self.copy = button(tr("Copy line"), tip=tr("Copy the line as it stands in the file"))
        self.copy.setEnabled(False)
        self.step = button(tr("Open step"), tip=tr("Show or hide the tool calls of the chosen step"))
        self.step.setEnabled(False)
        top = QHBoxLayout()
        top.addWidget(self.kind)
        top.addWidget(self.cycle)
        top.addStretch(1)
        top.addWidget(self.told)
        top.addWidget(self.steps)
        top.addWidget(self.follow)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.body, 1)
        below = QHBoxLayout()
        below.addStretch(1)
        below.addWidget(self.step)
        below.addWidget(self.copy)
        column.addLayout(below)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.table)
        split.addWidget(right)
        split.setSizes([520, 320])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addLayout(top)
        layout.addWidget(split, 1)
        self.kind.currentIndexChanged.connect(lambda _at: self._refill())
        self.cycle.currentIndexChanged.connect(lambda _at: self._refill())
        self.steps.toggled.connect(lambda _on: self._refill())
        self.step.clicked.connect(lambda: self._toggle(self.table.currentIndex()))
        self.table.activated.connect(self._toggle)
        self.model.dataChanged.connect(lambda *_: self._name_step())
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        # Then no line is chosen any more, and Qt says so to nobody.
        self.model.modelReset.connect(lambda: self._on_current_changed(QModelIndex(), QModelIndex()))
        self.follow.toggled.connect(lambda on: self.table.scrollToBottom() if on else None)
        bar = self.table.verticalScrollBar()
        bar.rangeChanged.connect(lambda _low, high: bar.setValue(high) if self.follow.isChecked() else None)
        self.copy.clicked.connect(self._on_copy_clicked)

    def refresh(self, view: SessionView) -> None:
        """Add what is new; keep the end in sight where that is wanted."""
        book = book_of(view)
        if book is None:
            return
        another, self._view = self._view is not view, view
        self.cycle.refresh(book.state.cycles, book.state)
        if another:
            self.model.opened.clear()
            self.cycle.setCurrentIndex(0)
        self._fill(book)

    def go_to(self, seq: int) -> None:
        """Choose the line of a record, or the first one after it; after the last one, that."""
        self.follow.setChecked(False)
        self.kind.setCurrentIndex(0)
        self.cycle.setCurrentIndex(0)
        row = self.model.reveal(seq)
        row = row if row >= 0 else len(self.model.items) - 1
        if row >= 0:
            self.table.selectRow(row)
            self.table.scrollTo(self.model.index(row, 0))
            self.table.setFocus()

    def _refill(self) -> None:
        book = book_of(self._view) if self._view is not None else None
        if book is not None:
            self._fill(book)

    def _fill(self, book: Book) -> None:
        kind, cycle = self.kind.currentData(), self.cycle.chosen(book.state.cycles)
        place = (cycle.number, cycle.attempt) if cycle is not None else None

        def passes(record: Record) -> bool:
            # By the envelope alone: bodies are decoded when they are seen.
            return kind in ("", EVENTS[record.type]) and place in (None, (record.round, record.attempt))

        # Lines of one type have no steps.
        self.model.grouped = grouped = self.steps.isChecked() and not kind
        self.steps.setEnabled(not kind)
        self.model.fill(book.lines, passes, (kind, place, grouped, id(self._view)))
        self.told.setText(count(self.model.total, "{n} line", "{n} lines"))
        if self.follow.isChecked():
            self.table.scrollToBottom()

    def line(self, record: Record) -> dict[str, object] | None:
        """Return a record's line as the file has it."""
        view, book = self._view, book_of(self._view) if self._view is not None else None
        if view is None or book is None:
            return None
        fact = view.catalogue.decode(record)
        if isinstance(fact, UnknownFact):
            return None
        made = LOG.line(book.state.setup.model_dump(mode="json"), record, fact, lambda seq: view.log[seq - 1])
        return {**made, "session": view.position.session, "seq": record.seq} if made is not None else None

    def _toggle(self, index: QModelIndex) -> None:
        if index.isValid() and self.model.inside(index.row()):
            # What is opened must stay in sight.
            self.follow.setChecked(False)
            self.model.toggle(index.row())

    def _name_step(self) -> None:
        row = self.table.currentIndex().row()
        self.step.setEnabled(bool(self.model.inside(row)))
        opened = self.step.isEnabled() and self.model.is_open(row)
        self.step.setText(tr("Close step") if opened else tr("Open step"))

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        self.copy.setEnabled(current.isValid())
        self._name_step()
        line = self.line(self.model.items[current.row()]) if current.isValid() else None
        self.body.show_source(json.dumps(line, ensure_ascii=False, indent=2) if line is not None else "")

    def _on_copy_clicked(self) -> None:
        row = self.table.currentIndex().row()
        if 0 <= row < len(self.model.items):
            line = self.line(self.model.items[row])
            QGuiApplication.clipboard().setText(json.dumps(line, ensure_ascii=False))
