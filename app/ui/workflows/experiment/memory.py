"""Memory: the notes as they stand, those that were deleted, and each one's history."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QSplitter, QVBoxLayout, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.tables import row_table
from app.ui.text.safe_view import SafeTextView
from app.ui.texts import count, label, shown, tr
from app.ui.view import SessionView
from app.ui.workflows.experiment.book import Book, book_of
from app.ui.workflows.experiment.cycles import cycle_number
from app.ui.workflows.experiment.rows import GrowingModel
from app.workflows.experiment.state import Change

KEYS = (
    QT_TRANSLATE_NOOP("ui", "Note"),
    QT_TRANSLATE_NOOP("ui", "Cycle"),
    QT_TRANSLATE_NOOP("ui", "Size"),
    QT_TRANSLATE_NOOP("ui", "Text"),
)
HISTORY = (
    QT_TRANSLATE_NOOP("ui", "Cycle"),
    QT_TRANSLATE_NOOP("ui", "What"),
    QT_TRANSLATE_NOOP("ui", "Text"),
)


@dataclass(frozen=True, slots=True)
class Note:
    """A key with its newest change; `value` None where it is gone."""

    key: str
    value: str | None
    cycle: int


def _note_cell(note: Note, column: int) -> str:
    gone = note.value is None
    size = tr("deleted") if gone else f"{len(note.value or ''):,}"
    return (shown(note.key, 80), str(note.cycle or "–"), size, shown(note.value or "", 200))[column]


def _change_cell(change: Change, column: int) -> str:
    what = tr("deleted") if change.value is None else tr("written")
    return (cycle_number(change.cycle, change.attempt), what, shown(change.value or "", 200))[column]


class MemoryPanel(QWidget):
    """The notes, the chosen one's text, and its history."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._known: tuple[object, ...] = ()
        self._key = ""
        self.notes: GrowingModel[Note] = GrowingModel(KEYS, _note_cell)
        self.history: GrowingModel[Change] = GrowingModel(HISTORY, _change_cell)
        self.search = QLineEdit()
        self.search.setObjectName("typed")
        self.search.setAccessibleName(tr("Search the memory"))
        self.search.setPlaceholderText(tr("Search the memory"))
        self.search.setClearButtonEnabled(True)
        self.deleted = QCheckBox(tr("Deleted notes too"))
        self.deleted.setAccessibleName(tr("Show deleted notes too"))
        self.told = label("", muted=True)
        self.table = row_table(self.notes, tr("Notes in the memory"), widths=(150, 56, 70))
        self.changes = row_table(
            self.history, tr("History of the chosen note"), widths=(64, 90), striped=False
        )
        self.head = label(tr("Choose a note to see its text and its history."), bold=True, wrap=True)
        self.body = SafeTextView(tr("Text of the chosen note"))
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.deleted)
        top.addWidget(self.told)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.head)
        column.addWidget(self.body, 3)
        column.addWidget(self.changes, 2)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.table)
        split.addWidget(right)
        split.setSizes([440, 400])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addLayout(top)
        layout.addWidget(split, 1)
        self.table.selectionModel().currentRowChanged.connect(self._on_note_changed)
        self.changes.selectionModel().currentRowChanged.connect(self._on_change_changed)
        self.search.textChanged.connect(lambda _text: self._fill())
        self.deleted.toggled.connect(lambda _on: self._fill())

    def refresh(self, view: SessionView) -> None:
        """Show the memory as it stands; the chosen note stays chosen."""
        book = book_of(view)
        if book is None:
            return
        known = (id(view), len(book.state.changes), len(book.state.memory), book.state.attempt)
        self._view = view
        if known != self._known:
            self._known = known
            self._fill()

    def _book(self) -> Book | None:
        return book_of(self._view) if self._view is not None else None

    def _fill(self) -> None:
        book = self._book()
        if book is None:
            return
        wanted, key = self.search.text().strip().casefold(), self._key
        newest = {change.key: change for change in book.state.changes}
        rows = [Note(k, v, newest[k].cycle if k in newest else 0) for k, v in book.state.memory.items()]
        if self.deleted.isChecked():
            rows += [Note(k, None, c.cycle) for k, c in newest.items() if k not in book.state.memory]
        rows = sorted(
            (r for r in rows if wanted in r.key.casefold() or wanted in (r.value or "").casefold()),
            key=lambda row: row.key,
        )
        self.notes.fill(rows)
        self.told.setText(count(len(book.state.memory), "{n} note", "{n} notes"))
        place = next((at for at, row in enumerate(rows) if row.key == key), 0 if rows else -1)
        if place >= 0:
            self.table.selectRow(place)
        else:
            self._key = ""
            self.head.setText(tr("No note contains that.") if wanted else tr("The memory is empty."))
            self.body.show_source("")
            self.history.fill([])

    def _on_note_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        book = self._book()
        if book is None or not current.isValid():
            return
        note = self.notes.items[current.row()]
        self._key = note.key
        self._show_head(note.key, "")
        self.body.show_source(note.value if note.value is not None else tr("This note was deleted."))
        # Newest first: what stands now is the first row.
        self.history.fill([c for c in reversed(book.state.changes) if c.key == note.key])

    def _show_head(self, key: str, when: str) -> None:
        self.head.setText(" · ".join(filter(None, (shown(key, 120), when))))

    def _on_change_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if not current.isValid():
            return
        change = self.history.items[current.row()]
        self._show_head(change.key, tr("as of cycle {n}", n=cycle_number(change.cycle, change.attempt)))
        self.body.show_source(change.value if change.value is not None else tr("This note was deleted."))
