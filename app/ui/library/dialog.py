"""The library's dialog: search and filters above, the table and a preview, and what can be done below."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QWidget

from app.domain.ids import SessionId
from app.engine.ports import Found, SessionRow
from app.services.core import Core
from app.ui.kit.controls import combo_box, offer_options, search_line
from app.ui.kit.dialog import Dialog
from app.ui.kit.export import FORMATS
from app.ui.kit.layouts import SPACE, in_row, split
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.preferences import Preferences
from app.ui.kit.tables import row_table
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import button, count, error_text, label, tr
from app.ui.library.filters import ARCHIVE, COSTS, DATES, STATES, SessionFilter, chosen, models_of
from app.ui.library.library_actions import LibraryActions, UndoLine
from app.ui.library.preview import Preview
from app.ui.library.rows import LibraryModel, TitleDelegate, row_height

TYPED_MS, CHOSEN_MS = 200, 120
"""Pauses in typing and in walking through the rows after which they are followed."""
BESIDE_FROM = 1000
"""Width from which the preview stands beside the table."""
WIDTHS = (320, 150, 76, 80, 76, 96)


class LibraryDialog(Dialog):
    """Every session there is."""

    opened = Signal(str)
    """The session to be shown in the window."""
    changed = Signal()
    """Sessions were put away or taken out."""
    gone = Signal(str)
    news = Signal(str)

    def __init__(self, parent: QWidget | None, core: Core, preferences: Preferences) -> None:
        super().__init__(parent, tr("Library"), tr("Open"), tr("Close"))
        self._core = core
        self._tasks = Tasks(self, lambda error: self.show_problem(error_text(error)))
        self._rows: Sequence[SessionRow] = ()
        self._found: dict[SessionId, Found] | None = None
        self._asked = 0
        self._looked_for: tuple[SessionFilter, str] | None = None
        """By what the rows were chosen that are in the table."""
        self._wanted: Sequence[SessionId] = ()
        """The sessions to be chosen once they are in the table again."""
        self.search = search_line(tr("Search everything that was said"))
        plugins = core.plugins
        kinds = {name: tr(plugin.title) for name, plugin in plugins.items()}
        offered = [(title, name) for name, title in kinds.items()]
        self.kind = combo_box(tr("Kind"), [(tr("Any kind"), ""), *offered], wide=9)
        self.model = combo_box(tr("Model"), ((tr("Any model"), ""),), wide=9)
        self.state, self.date, self.cost = (
            combo_box(name, [(tr(words), value) for value, words in options], wide=9)
            for name, options in ((tr("State"), STATES), (tr("Date"), DATES), (tr("Cost"), COSTS))
        )
        self.filters = (self.kind, self.state, self.model, self.date, self.cost)
        self.rows = LibraryModel(
            kinds,
            {name: plugin.vocabulary.round for name, plugin in plugins.items()},
            {name for name, plugin in plugins.items() if plugin.traits.agrees},
        )
        self.table = row_table(self.rows, tr("Sessions"), widths=WIDTHS, wide=0)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.verticalHeader().setDefaultSectionSize(row_height(self.table))
        self.table.setItemDelegateForColumn(0, TitleDelegate(self.table))
        self.table.setMinimumWidth(360)
        self.preview = Preview(core)
        self.number = label("", muted=True)
        self.library_actions = LibraryActions(self, core, preferences, self._tasks)
        self.undo_line = UndoLine()
        self._build_buttons()
        self._lay_out()
        self._connect()
        self.resize(1180, 680)
        # Until the rows are there nothing is chosen, and nothing can be done with it.
        self._on_selection_changed()
        self._tasks.start(self._read())
        self.search.setFocus()

    # --- building -----------------------------------------------------------------------------

    def _build_buttons(self) -> None:
        self.compare = button(tr("Compare finals…"), tip=tr("The final answers of two or more sessions"))
        self.export = MenuButton(tr("Export ▾"), tr("Export"))
        for name in self._core.exporting.formats():
            self.export.choices.addAction(tr(FORMATS.get(name, name)), partial(self._on_export_wanted, name))
        self.rename = button(tr("Rename…"), tip=tr("Another title (F2)"))
        self.archive = button(tr("Archive"), tip=tr("Put away: lists leave it out until it is asked for"))
        self.delete = button(tr("Delete"), tip=tr("Move to the trash (Del); can be undone for 30 seconds"))
        for index, control in enumerate((self.compare, self.export, self.rename, self.archive, self.delete)):
            self.row.insertWidget(index, control)

    def _lay_out(self) -> None:
        # The search has a line of its own: beside the filters its words would be cut in a small window.
        self._split = split(self.table, self.preview, sizes=(760, 400))
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self.body.addWidget(self.search)
        self.body.addLayout(in_row(self.number, SPACE, *self.filters))
        self.body.addWidget(self._split, 1)
        self.body.addWidget(self.undo_line)

    def _connect(self) -> None:
        self._typed = pause(self, TYPED_MS, lambda: self._tasks.start(self._find()))
        self._walked = pause(self, CHOSEN_MS, self._look_into)
        self.search.textChanged.connect(self._typed.start)
        for box in self.filters:
            box.currentIndexChanged.connect(self._fill)
        self.rows.page_shown.connect(self._on_page_shown)
        self.table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.table.activated.connect(lambda _index: self.main.click())
        self.main.clicked.connect(self._on_open_clicked)
        does, run = self.library_actions, self._tasks.start
        self.compare.clicked.connect(lambda: run(does.compare(self.selected())))
        self.rename.clicked.connect(lambda: does.rename(self.selected()[0]))
        self.archive.clicked.connect(
            lambda: run(does.archive(self.selected(), self.state.currentData() != ARCHIVE))
        )
        self.delete.clicked.connect(lambda: run(does.delete(self.selected())))
        self.undo_line.undo.clicked.connect(lambda: run(does.undo()))
        standard = QKeySequence.StandardKey
        for key, widget, action in (
            (QKeySequence(standard.Delete), self.table, self.delete.click),
            (QKeySequence("F2"), self.table, self.rename.click),
            (QKeySequence(standard.Undo), self.table, self.undo_line.undo.click),
            (QKeySequence("Down"), self.search, self.table.setFocus),
        ):
            shortcut = QShortcut(key, widget)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(action)
        does.undone.connect(self._on_undone)
        does.done.connect(self._on_done)
        does.failed.connect(self.show_problem)
        does.changed.connect(self._on_changed)
        does.gone.connect(self.gone)
        self.finished.connect(lambda _result: self._typed.stop())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the preview below the table where there is no room beside it."""
        super().resizeEvent(event)
        beside = event.size().width() >= BESIDE_FROM
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if wanted != self._split.orientation():
            self._split.setOrientation(wanted)
            self._split.setSizes([760, 400] if beside else [300, 160])

    # --- finding ------------------------------------------------------------------------------

    async def _read(self) -> None:
        self._rows = await self._core.library.rows()
        offer_options(self.model, [(name, name) for name in models_of(self._rows)], first=1)
        await self._find()
        self._wanted = ()

    async def _find(self) -> None:
        """Look for the words typed; an answer that comes after a later question is dropped."""
        self._asked += 1
        asked, words = self._asked, self.search.text().strip()
        found = await self._core.library.find(words) if words else None
        if asked == self._asked:
            self._found = {hit.session: hit for hit in found} if found is not None else None
            self._fill()

    def _fill(self) -> None:
        wanted = SessionFilter(*(str(box.currentData() or "") for box in self.filters))
        found = list(self._found.values()) if self._found is not None else None
        rows = chosen(self._rows, wanted, time.time_ns() // 1000, found)
        kept = set(self._wanted) or {row.session for row in self.selected()}
        looked_for = (wanted, self.search.text())
        # Where what was chosen goes, its place stays: the next one is there.
        current_row = self.table.currentIndex().row() if looked_for == self._looked_for else 0
        self._looked_for = looked_for
        self.rows.fill(rows, self.search.text().strip() if found is not None else "")
        self.number.setText(count(len(rows), "{n} session", "{n} sessions"))
        self.archive.setText(tr("Take out") if wanted.state == ARCHIVE else tr("Archive"))
        self.archive.setAccessibleName(self.archive.text())
        shown = self.rows.rowCount()
        still = (at for at, row in enumerate(rows[:shown]) if row.session in kept)
        at = next(still, max(0, min(current_row, shown - 1)))
        self.table.setCurrentIndex(self.rows.index(at, 0))
        self.preview.say_empty(bool(self._rows) and not rows)
        self._on_selection_changed()

    def _on_page_shown(self, sessions: Sequence[SessionId]) -> None:
        if self._found is not None:
            hits = [self._found[session] for session in sessions if session in self._found]
            self._tasks.start(self._read_snippets(self._asked, self.rows.words, hits))

    async def _read_snippets(self, asked: int, words: str, hits: Sequence[Found]) -> None:
        snippets = await self._core.library.snippets(words, hits)
        if asked == self._asked:
            self.rows.put_snippets(snippets)

    # --- choosing -----------------------------------------------------------------------------

    def selected(self) -> list[SessionRow]:
        """Return the chosen sessions in the order of the table."""
        row_numbers = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self.rows.rows[number] for number in row_numbers if number < len(self.rows.rows)]

    def _on_selection_changed(self) -> None:
        rows = self.selected()
        readable = [row for row in rows if not row.problem]
        for of_one in (self.main, self.rename):
            of_one.setEnabled(len(rows) == 1 and readable == rows)
        for control in (self.export, self.archive):
            control.setEnabled(bool(rows) and readable == rows)
        self.compare.setEnabled(len(readable) > 1)
        self.delete.setEnabled(bool(rows))
        self._walked.start()

    def _look_into(self) -> None:
        rows = self.selected()
        row = rows[0] if len(rows) == 1 else None
        found = self._found.get(row.session) if self._found is not None and row is not None else None
        self.preview.show_session(row, found, self.rows.words)

    def _on_open_clicked(self) -> None:
        (row,) = self.selected()
        self.accept()
        self.opened.emit(row.session)

    # --- doing --------------------------------------------------------------------------------

    def _on_export_wanted(self, format: str, _triggered: object = None) -> None:
        self.library_actions.export(self.selected(), format)

    def _on_undone(self, sessions: Sequence[SessionId]) -> None:
        # The button goes; who pressed it stands before what has come back.
        self._wanted = sessions
        self.table.setFocus()

    def _on_done(self, words: str, can_undo: bool) -> None:
        self.show_problem("")
        self.undo_line.show_done(words, can_undo=can_undo)
        self.news.emit(words)

    def _on_changed(self) -> None:
        self._tasks.start(self._read())
        self.changed.emit()

    async def aclose(self) -> None:
        """Let go of what is under way."""
        await self.preview.aclose()
        await self._tasks.cancel_all()
