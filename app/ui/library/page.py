"""The library as a page: search and filters above, the table and a preview, and what can be done below."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeySequence, QMouseEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLineEdit, QPushButton, QWidget

from app.domain.errors import RoundtableError
from app.domain.ids import SessionId
from app.engine.session_rows import Found, SessionRow
from app.services.core import Core
from app.ui.kit.chip import caption_font
from app.ui.kit.controls import check_box, combo_box, icon_button, offer_options, search_line
from app.ui.kit.export import FORMATS
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import Tone, icon, set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, split
from app.ui.kit.menu_button import MenuButton, passing_menu
from app.ui.kit.popup import DESTROYS
from app.ui.kit.preferences import Preferences
from app.ui.kit.tables import row_table
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import button, count, day, error_text, label, model_text, problem_label, say, tr
from app.ui.kit.theme import CAPTION, TITLE, text_scale
from app.ui.library.filters import ARCHIVE, COSTS, DATES, STATES, SessionFilter, chosen, converged
from app.ui.library.library_actions import LibraryActions, UndoLine
from app.ui.library.preview import Preview, hits_in
from app.ui.library.rows import (
    EDGE,
    TICKS,
    LibraryModel,
    RowDelegate,
    TitleDelegate,
    longest_costs,
    row_height,
)
from app.ui.view.reading import read_view
from app.ui.view.session_rows import standing

TYPED_MS, CHOSEN_MS = 200, 120
"""Pauses in typing and in walking through the rows after which they are followed."""
_BESIDE_FROM = 960
"""Width from which the preview stands beside the table."""
_PREVIEW = 360
_MOST_VEILED = 20
"""Sessions with hidden names of a page that are read for what was said in them."""
_A_LONG_DAY = datetime(2028, 9, 28, tzinfo=UTC)
"""As wide as days are: the column of days has room for it."""
STATE, COST, MOST_STATE = 1, 4, 190
"""The columns of what a session asks or how it stands, and of its cost; the most pixels of the former."""
ASIDE = 20
"""Pixels beside the words of a column."""
WIDTHS = (320, 118, 80, 84, 68, 92)
LEAST_TITLE = 300
"""Pixels that the titles of sessions keep; where they would have less, these columns give way in turn."""
_GIVE_WAY = (2, 3)


class LibraryPage(FontAware, QWidget):
    """Every session there is."""

    opened = Signal(str)
    """The session to be shown in the window."""
    changed = Signal()
    """Sessions were put away or taken out."""
    gone = Signal(str)
    news = Signal(str)
    closed = Signal()
    """Go back to what was there before."""

    def __init__(self, core: Core, preferences: Preferences) -> None:
        super().__init__()
        self.setAccessibleName(tr("Library"))
        self._core = core
        self._tasks = Tasks(self, lambda error: self.show_problem(error_text(error)))
        self._rows: Sequence[SessionRow] = ()
        self._wide = [*WIDTHS[1:]]
        """Pixels of the columns behind the titles."""
        self._found: dict[SessionId, Found] | None = None
        self._asked = 0
        self._looked_for: tuple[SessionFilter, str] | None = None
        """By what the rows were chosen that are in the table."""
        self._wanted: Sequence[SessionId] = ()
        """The sessions to be chosen once they are in the table again."""
        self._by_itself: list[SessionId] = []
        """The session that is in sight though nobody chose it: it gives way to the first that is ticked."""
        self.back = icon_button("arrow-left", tr("Back"), tr("Back to the session (Esc)"))
        self.search = search_line(tr("Search everything that was said"))
        self.search.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.problem = problem_label()
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
        self._kinds = kinds
        self.rows = LibraryModel(
            kinds,
            {name: plugin.vocabulary.round for name, plugin in plugins.items()},
            {name for name, plugin in plugins.items() if plugin.agrees},
        )
        self.table = row_table(self.rows, tr("Sessions"), widths=WIDTHS, wide=0)
        self.table.setObjectName("sessions")
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        # Its first title stands above the titles of the sessions.
        self.table.horizontalHeader().setMinimumHeight(30)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setItemDelegate(RowDelegate(self.table))
        self.table.setItemDelegateForColumn(0, TitleDelegate(self.table))
        self.table.viewport().installEventFilter(self)
        self.every = check_box("", name=tr("Choose every session"), tip=tr("Choose every session"))
        self.every.setParent(self.table.horizontalHeader())
        self.preview = Preview(core)
        self.number = label("", muted=True, scale=CAPTION)
        self.library_actions = LibraryActions(self, core, preferences, self._tasks)
        self.undo_line = UndoLine()
        self._build_buttons()
        self._lay_out()
        self._connect()
        self._fit()
        # Until the rows are there nothing is chosen, and nothing can be done with it.
        self._on_selection_changed()
        self._tasks.start(self._read())
        self.search.setFocus()

    # --- building -----------------------------------------------------------------------------

    def _build_buttons(self) -> None:
        self.selected_number = label("", bold=True)
        self.compare = _action("git-compare", tr("Compare finals…"), tr("Final answers side by side"))
        self.export = MenuButton(tr("Export"), tr("Export"), chevron=True)
        set_icon(self.export, "share", "text2", 14)
        self.export.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.export.setAutoRaise(True)
        for name in self._core.exporting.formats():
            writes = partial(lambda form, _on=False: self.library_actions.export(self.selected(), form), name)
            self.export.choices.addAction(tr(FORMATS.get(name, name)), writes)
        self.rename = _action("pencil", tr("Rename…"), tr("Another title (F2)"))
        self.archive = _action("archive", tr("Archive"), tr("Hide it from lists; the filters bring it back"))
        self.delete = _action(
            "trash-2", tr("Delete"), tr("Move to the trash (Del); can be undone for 30 seconds"), "failed"
        )
        self.delete.setProperty("bad", True)
        self.main = button(tr("Open"), primary=True)

    def _lay_out(self) -> None:
        title = label(tr("Library"), bold=True, scale=TITLE)
        self._filters = boxed(in_row(*self.filters, spacing=8))
        self._top = in_row(self.back, title, (self.search, 3), self._filters, SPACE, self.number, spacing=8)
        head = QFrame()
        head.setObjectName("library-head")
        self._below = in_row(spacing=8)
        head.setLayout(in_column(self._top, self._below, spacing=6, margins=(10, 10, 16, 10)))
        self.search.setMaximumWidth(420)
        self.search.setMinimumWidth(200)
        acts = (self.compare, self.export, self.rename, self.archive, self.delete)
        self._acts = {one: one.text() for one in (self.compare, self.rename, self.archive, self.delete)}
        self._foot = foot = QFrame()
        foot.setObjectName("library-foot")
        foot.setLayout(
            in_row(self.selected_number, *acts, SPACE, self.main, spacing=4, margins=(12, 9, 12, 9))
        )
        told = in_column(self.problem, self.undo_line, margins=(16, 0, 16, 0))
        left = boxed(in_column((self.table, 1), told, foot, spacing=0))
        self._split = split(left, self.preview, sizes=(1006, 360))
        self._split.setHandleWidth(1)
        self._split.setStretchFactor(0, 1)
        self._split.setStretchFactor(1, 0)
        self.setLayout(in_column(head, (self._split, 1), spacing=0))

    def _connect(self) -> None:
        self._typed = pause(self, TYPED_MS, lambda: self._tasks.start(self._find()))
        self._walked = pause(self, CHOSEN_MS, self._look_into)
        self.search.textChanged.connect(self._typed.start)
        self.search.returnPressed.connect(self.table.setFocus)
        for box in self.filters:
            box.currentIndexChanged.connect(self._fill)
        self.every.clicked.connect(self._on_every_clicked)
        self.rows.page_shown.connect(self._on_page_shown)
        self.table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.table.activated.connect(lambda _index: self.main.click())
        self.main.clicked.connect(self._on_open_clicked)
        self.back.clicked.connect(self.closed)
        self.table.selectionModel().currentChanged.connect(lambda _now, _before: self._walked.start())
        self.table.selectionModel().currentRowChanged.connect(self.table.viewport().update)
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
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._show_menu)
        does.undone.connect(self._on_undone)
        does.done.connect(self._on_done)
        does.failed.connect(self.show_problem)
        does.changed.connect(self._on_changed)
        does.gone.connect(self.gone)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put preview and filters below the table and the search where there is no room beside them."""
        super().resizeEvent(event)
        width = event.size().width()
        beside = width >= _BESIDE_FROM
        wanted = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if wanted != self._split.orientation():
            self._split.setOrientation(wanted)
            self._fit()
        if beside:
            self._split.setSizes([width - _PREVIEW, _PREVIEW])
        else:
            self._split.setSizes([round(self.height() * 0.6), round(self.height() * 0.3)])
        needs = self._filters.sizeHint().width() + 420 + 260
        if (width >= needs) != (self._top.indexOf(self._filters) >= 0):
            if width >= needs:
                self._top.insertWidget(3, self._filters)
            else:
                self._below.insertWidget(0, self._filters)
        self._leave_room()

    def _leave_room(self) -> None:
        """Leave the titles of sessions their room, and the words below the table theirs, or none at all."""
        room = self.width() - (_PREVIEW if self.width() >= _BESIDE_FROM else 0)
        left = room - sum(self._wide)
        for column in _GIVE_WAY:
            hidden = left < LEAST_TITLE
            self.table.setColumnHidden(column, hidden)
            left += self._wide[column - 1] if hidden else 0
        for act, said in self._acts.items():
            act.setText(said)
        if self._foot.sizeHint().width() > room:
            # Their names and tips say the words.
            for act in self._acts:
                act.setText("")

    def _fit(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(row_height(self.table))
        scale, header = max(1.0, text_scale(self)), self.table.horizontalHeader()
        wide, heavy = QFontMetrics(caption_font(self.table.font())).horizontalAdvance, header.font()
        heavy.setWeight(QFont.Weight.DemiBold)
        for column, width in enumerate(WIDTHS[1:], 1):
            # Titles and days are longer in some languages. The header's own hint counts what the first
            # title stands in to every column.
            title = str(self.rows.headerData(column, Qt.Orientation.Horizontal))
            needed = QFontMetrics(heavy).horizontalAdvance(title)
            if column == STATE:
                told = max((wide(words) for words in {standing(row) for row in self._rows}), default=0)
                # Where there is little room, titles of sessions come first.
                roomy = self.width() >= _BESIDE_FROM
                needed = max(needed, min(round(MOST_STATE * scale), told) if roomy else 0)
            elif column == COST:
                # A sum that is cut says another one.
                needed = max([needed, *map(wide, longest_costs(self._rows))])
            elif column == len(WIDTHS) - 1:
                needed = max(needed, wide(day(_A_LONG_DAY, year=True)))
            self._wide[column - 1] = max(round(width * scale), needed + ASIDE)
            self.table.setColumnWidth(column, self._wide[column - 1])
        self._leave_room()
        self.every.move(EDGE - 2, max(4, (header.sizeHint().height() - self.every.sizeHint().height()) // 2))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tick or untick a row by a click at its box or with Ctrl; others that were chosen stay so."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            index = self.table.indexAt(event.position().toPoint())
            first = bool(self._by_itself) and index.row() != self.table.currentIndex().row()
            self._by_itself = []
            held, at_box = event.modifiers(), event.position().x() < TICKS
            with_ctrl = first and held == Qt.KeyboardModifier.ControlModifier
            if index.isValid() and ((at_box and not held) or with_ctrl):
                flags = QItemSelectionModel.SelectionFlag
                model = self.table.selectionModel()
                model.select(index, (flags.ClearAndSelect if first else flags.Toggle) | flags.Rows)
                model.setCurrentIndex(index, flags.NoUpdate)
                self.table.setFocus(Qt.FocusReason.MouseFocusReason)
                return True
        return super().eventFilter(watched, event)

    def _show_menu(self, where: QPoint) -> None:
        """Offer what the buttons below do with the rows that are chosen: the press chose the one there."""
        menu = passing_menu(self)
        menu.addAction(self.main.text(), self.main.click).setEnabled(self.main.isEnabled())
        for act, said in self._acts.items():
            entry = menu.addAction(act.icon(), said, act.click)
            entry.setEnabled(act.isEnabled())
            entry.setProperty(DESTROYS, act is self.delete)
        menu.popup(self.table.viewport().mapToGlobal(where))

    def show_problem(self, text: str) -> None:
        say(self.problem, text)

    # --- finding ------------------------------------------------------------------------------

    async def _read(self) -> None:
        await self._take(await self._core.library.rows())
        self._wanted = ()

    def show_rows(self, rows: Sequence[SessionRow]) -> None:
        """Show these where they are others by now; what is chosen and in sight stays so."""
        if rows != self._rows:
            self._tasks.start(self._take(rows))

    async def _take(self, rows: Sequence[SessionRow]) -> None:
        self._rows = rows
        self._fit()
        models = {model for row in self._rows for model in row.models}
        offer_options(self.model, [(name, name) for name in sorted(set(map(model_text, models)))], first=1)
        await self._find()

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
        bar, there = self.table.verticalScrollBar(), self.rows.rowCount()
        current_row, scrolled = self.table.currentIndex().row(), bar.value()
        if looked_for != self._looked_for:
            current_row = scrolled = there = 0
        current = [row.session for row in self.rows.rows[current_row : current_row + 1]]
        self._looked_for = looked_for
        self.rows.fill(rows, self.search.text().strip() if found is not None else "", there)
        every = sum(1 for row in self._rows if row.archived == (wanted.state == ARCHIVE))
        if len(rows) == every:
            words = count(len(rows), "{n} session", "{n} sessions")
        else:
            words = tr("{some} of {n} sessions", some=f"{len(rows):,}", n=f"{every:,}")
        plugin = self._core.plugins.get(wanted.kind)
        share = converged(rows, plugin.vocabulary.converged) if plugin is not None else None
        if share is not None:
            words = tr("{words} · {some} of {n} converged", words=words, some=share[0], n=share[1])
        self.number.setText(words)
        self._acts[self.archive] = tr("Take out") if wanted.state == ARCHIVE else tr("Archive")
        self.archive.setAccessibleName(self._acts[self.archive])
        shown = self.rows.rowCount()
        still = {row.session: at for at, row in enumerate(rows[:shown]) if row.session in kept}
        stays = (still[one] for one in (*current, *still) if one in still)
        at = next(stays, max(0, min(current_row, shown - 1)))
        self.table.setCurrentIndex(self.rows.index(at, 0))
        flags, selection = QItemSelectionModel.SelectionFlag, self.table.selectionModel()
        for row in still.values():
            selection.select(self.rows.index(row, 0), flags.Select | flags.Rows)
        if not still:
            self._by_itself = [row.session for row in self.selected()]
        if there and not self._wanted:
            bar.setValue(scrolled)
        self.preview.say_empty(bool(self._rows) and not rows)
        self._on_selection_changed()

    def _on_page_shown(self, sessions: Sequence[SessionId]) -> None:
        if self._found is not None:
            hits = [self._found[session] for session in sessions if session in self._found]
            self._tasks.start(self._read_snippets(self._asked, self.rows.words, hits))

    async def _read_snippets(self, asked: int, words: str, hits: Sequence[Found]) -> None:
        # Of a session that tells no models the names are hidden: what was said may tell them.
        open_ones = {row.session for row in self.rows.rows if row.models}
        plain = [hit for hit in hits if hit.session in open_ones]
        snippets = await self._core.library.snippets(words, plain)
        if asked == self._asked:
            self.rows.put_snippets(snippets)
        for hit in [hit for hit in hits if hit.session not in open_ones][:_MOST_VEILED]:
            if asked != self._asked:
                return
            with suppress(RoundtableError):
                # The preview says what is wrong with one that cannot be read.
                self.rows.put_snippets({hit.session: await self._veiled(hit.session, words)})

    async def _veiled(self, session: SessionId, words: str) -> str:
        """Return where the words stand in a session whose names are hidden, without them."""
        view, plugin = await read_view(self._core, session)
        hits = hits_in(view, plugin, words)
        return hits[0].text if hits else ""

    # --- choosing -----------------------------------------------------------------------------

    def selected(self) -> list[SessionRow]:
        """Return the chosen sessions in the order of the table."""
        row_numbers = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self.rows.rows[number] for number in row_numbers if number < len(self.rows.rows)]

    def _on_selection_changed(self) -> None:
        rows = self.selected()
        if [row.session for row in rows] != self._by_itself:
            self._by_itself = []
        readable = [row for row in rows if not row.problem]
        for of_one in (self.main, self.rename):
            of_one.setEnabled(len(rows) == 1 and readable == rows)
        for control in (self.export, self.archive):
            control.setEnabled(bool(rows) and readable == rows)
        self.compare.setEnabled(len(readable) > 1)
        self.delete.setEnabled(bool(rows))
        self.every.setChecked(bool(rows) and len(rows) == self.rows.rowCount())
        self.selected_number.setText(count(len(rows), "{n} selected", "{n} selected") if rows else "")
        self._leave_room()
        self._walked.start()

    def _on_every_clicked(self, on: bool) -> None:
        if on:
            self.table.selectAll()
        else:
            self.table.selectRow(max(0, self.table.currentIndex().row()))
            self._by_itself = [row.session for row in self.selected()]

    def _look_into(self) -> None:
        at, rows = self.table.currentIndex().row(), self.selected()
        row = self.rows.rows[at] if rows and 0 <= at < len(self.rows.rows) else None
        found = self._found.get(row.session) if self._found is not None and row is not None else None
        kind = self._kinds.get(row.workflow, "") if row is not None else ""
        self.preview.show_session(row, found, self.rows.words, kind)

    def _on_open_clicked(self) -> None:
        (row,) = self.selected()
        self.closed.emit()
        self.opened.emit(row.session)

    # --- doing --------------------------------------------------------------------------------

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
        await self.preview.aclose()
        await self._tasks.cancel_all()


def _action(name_of_icon: str, words: str, tip: str, tone: Tone = "text2") -> QPushButton:
    """Return a button without a frame, its icon before its words."""
    push_button = button(words, tip=tip)
    push_button.setFlat(True)
    push_button.setObjectName("act")
    set_icon(push_button, name_of_icon, tone, 14)
    return push_button
