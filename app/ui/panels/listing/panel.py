"""A list with detail as a workflow describes it: filters above, the rows, the chosen one in full beside."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QSignalBlocker
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QTableView, QToolButton, QWidget

from app.engine.tabs import Act, ListTab, Opens, SecondLine
from app.ui.kit.controls import check_box, marks_button
from app.ui.kit.layouts import FILTERS, boxed, in_column, nest, split
from app.ui.kit.one_line import OneLine
from app.ui.kit.tables import INSET, Inset, one_line_height, row_table
from app.ui.kit.texts import button, label, single_line, tr
from app.ui.kit.two_lines import two_line_height
from app.ui.panels.listing.bands import KEYS, MissedFoot, request_row
from app.ui.panels.listing.cited import STEPS
from app.ui.panels.listing.detail import DetailView
from app.ui.panels.listing.filters import Filters, narrow
from app.ui.panels.listing.model import ListModel
from app.ui.panels.listing.second_line import SecondLineRows, sentence_of
from app.ui.panels.listing.shelf import Shelf, shelf_row_height
from app.ui.view.cells import HEAD, cell_text, counted
from app.ui.view.panel import RecordsPanel
from app.ui.view.session_view import SessionView

_LONGEST_REQUEST = 400
"""Characters of what was asked for; more are read where it was typed."""


class ListPanel(RecordsPanel):
    """One described list."""

    def __init__(
        self, described: ListTab[Any, Any], state_of: Callable[[SessionView], Any] = lambda view: view.own
    ) -> None:
        """`state_of`: what the rows are read from."""
        super().__init__()
        self.described, self._state_of = described, state_of
        self._state: Any = None
        self._view: SessionView | None = None
        self._session = 0
        """Counts the sessions shown: rows of two of them are never the same."""
        self._stamp: object = None
        self._rows: list[Any] = []
        self._filled: object = None
        self._last: list[Any] | None = None
        """What the list was filled with, by which filters, when it was last."""
        self._key: Hashable = None
        """The chosen row's."""
        self._arriving = self._left = 0
        """The call whose text is shown while it is written, and the one the person turned away from."""
        self._brought = False
        """Whether the row was chosen by a text that was written, not by the person."""
        self._filling = False
        self.model: ListModel[Any] = ListModel(described.columns, described.key, described.steps)
        self._titled = described.steps is not None and described.steps.titles
        """Whether rows stand under titles, beside a text that is read."""
        self.table = self._make_table()
        self.detail = DetailView(
            tr(described.detail_name),
            tr(described.hint),
            described.below,
            claims=described.second_line is not None,
            prose=described.prose,
        )
        self.tally = label("", muted=True, widget=OneLine())
        self.steps: QCheckBox | None = None
        self.follow: QCheckBox | None = None
        self.copy: QPushButton | None = None
        self.step: QPushButton | None = None
        self.open: QPushButton | None = None
        self.missed: MissedFoot | None = None
        """Below a list on two lines: what it cannot tell of."""
        self.tint: QToolButton | None = None
        """Marks new words in a text that is read."""
        self.shelf: Shelf | None = None
        """The list where its rows stand under titles."""
        self.asked = label("", widget=OneLine())
        self._request = request_row(self.asked)
        top = QHBoxLayout()
        top.setContentsMargins(*FILTERS)
        # Rows on two lines are narrow: what is searched for has a row of its own there.
        self.filters = Filters(described.filters, top, apart=described.second_line is not None)
        self._fill_head(top)
        self._hang_buttons()
        self._lay_out(boxed(top, "ground"))
        self._connect()

    # --- building -------------------------------------------------------------------------------

    def _make_table(self) -> QTableView:
        described = self.described
        widths = [column.width for column in described.columns]
        if widths[0]:
            widths[0] += INSET
        wide = widths.index(0) if 0 in widths else None
        two = described.second_line is not None
        height = two_line_height if two else shelf_row_height if self._titled else one_line_height
        table = row_table(self.model, tr(described.name), widths=widths, wide=wide, row_height=height)
        table.setProperty("sheet", True)
        return table

    def _fill_head(self, top: QHBoxLayout) -> None:
        if self.filters.line is not None or not self.filters.searches:
            top.addStretch(1)
        top.addWidget(self.tally)
        if self.filters.toggle is not None:
            top.addWidget(self.filters.toggle)
        self._hang_ticks(top)

    def _lay_out(self, head: QWidget) -> None:
        lower, widths = self.described.second_line, self.described.widths
        if self._titled:
            self.tally.hide()
            self.tint = marks_button()
            self.tint.hide()
            self.tint.toggled.connect(self.detail.mark)
            self.hang_tools(self.tint)
            self.shelf = Shelf(self.table, self.model, self.detail, head, widths)
            self.setLayout(in_column(self._request, (self.shelf, 1), spacing=0))
        elif lower is None:
            self.table.setItemDelegateForColumn(0, Inset(self.table))
            parts = split(self.table, self.detail, sizes=widths)
            self.setLayout(in_column(self._request, head, (parts, 1), spacing=0))
        else:
            self._put_on_two_lines(lower)
            above = [head, *([self.filters.line] if self.filters.line is not None else [])]
            self.missed = MissedFoot()
            self.missed.opened.connect(self.open_wanted)
            list_side = boxed(in_column(*above, (self.table, 1), self.missed, spacing=0))
            parts = split(list_side, self.detail, sizes=widths)
            self.setLayout(in_column(self._request, (parts, 1), spacing=0))

    def _connect(self) -> None:
        self.table.installEventFilter(self)
        self.detail.foot.wanted.connect(self.act_wanted)
        self.filters.changed.connect(self._fill)
        self.model.searched.connect(self._tell)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.table.clicked.connect(lambda _index: self._stop_following())
        self.table.activated.connect(self._on_activated)
        if self._titled:
            self.table.clicked.connect(self._on_clicked)
        self.detail.opened.connect(self.open_wanted)
        if self.described.of_words is not None:
            self.detail.body.selectionChanged.connect(self._show_foot)
        bar = self.table.verticalScrollBar()
        bar.rangeChanged.connect(lambda _low, high: bar.setValue(high) if self._following else None)

    def _put_on_two_lines(self, lower: SecondLine[Any]) -> None:
        """Draw rows with a second line; what the other columns say stands on it."""
        self.model.told = lambda row: sentence_of(self.model, lower, row)
        self.table.setItemDelegate(SecondLineRows(self.table, self.model, lower))
        self.table.horizontalHeader().hide()
        self.table.setMouseTracking(True)
        for at, column in enumerate(self.described.columns):
            self.table.setColumnHidden(at, bool(column.width))
        for _, box in self.filters.boxes:
            narrow(box)

    def _hang_ticks(self, top: QHBoxLayout) -> None:
        steps, follow = self.described.steps, self.described.follow
        if steps is not None and not self._titled:
            self.steps = check_box(tr("Steps"), name=tr(steps.name), tip=tr(steps.name), on=True)
            self.steps.toggled.connect(lambda _on: self._fill())
            top.addWidget(self.steps)
        if follow is not None:
            self.follow = check_box(tr("Follow"), name=tr(follow.name), tip=tr(follow.tip), on=True)
            self.follow.toggled.connect(lambda on: self._to_end() if on else None)
            top.addWidget(self.follow)

    def _hang_buttons(self) -> None:
        below = QHBoxLayout()
        below.addStretch(1)
        if self.steps is not None:
            self.step = button(tr("Open step"), tip=tr("Show or hide the lines of the chosen step"))
            self.step.clicked.connect(lambda: self._toggle(self.table.currentIndex()))
            self.model.dataChanged.connect(lambda *_: self._name_buttons())
            below.addWidget(self.step)
        if self.described.opens is not None:
            self.open = button(tr("Show"), tip=tr("Show what the chosen row points at"))
            self.open.clicked.connect(lambda: self._on_activated(self.table.currentIndex()))
            below.addWidget(self.open)
        if self.described.copy is not None:
            self.copy = button(tr(self.described.copy.title), tip=tr(self.described.copy.tip))
            self.copy.clicked.connect(self._on_copy_clicked)
            below.addWidget(self.copy)
        if below.count() > 1:
            nest(self.detail.column, below)
        self._name_buttons()

    # --- filling --------------------------------------------------------------------------------

    def refresh(self, view: SessionView) -> None:
        """Add what is new and change what changed; the place, the choice and the reader's row are kept."""
        self._state = self._state_of(view)
        if self._state is None:
            return
        if view is not self._view:
            self._view, self._key, self._stamp = view, None, None
            self._session += 1
            self.model.forget_steps()
            with QSignalBlocker(self.filters):
                self.filters.forget()
        if view.names is not self.model.names:
            self.model.names = view.names
            self.table.viewport().update()
        with QSignalBlocker(self.filters):
            self.filters.refresh(self._state, view.names, view.looking_at)
        if self.described.asked is not None:
            words = single_line(view.names.veil(self.described.asked(self._state)), _LONGEST_REQUEST)
            self.asked.setText(words)
            self._request.setVisible(bool(words))
        if self.missed is not None and self.described.missed is not None:
            self.missed.show_missed(self.described.missed(self._state), view.names)
        self._fill()
        self._show_arriving(view)
        self._show_foot()

    def go_to(self, seq: int) -> None:
        """Choose the row of a record, or the first one after it; after the last one, that."""
        record = self.described.record
        if record is None:
            return
        self._let_all_pass()
        row = self.model.reveal(seq, record)
        self._choose(row if row >= 0 else len(self.model.items) - 1)

    def go_to_row(self, key: Hashable) -> bool:
        """Choose the row of a key, whatever the filters say; return whether it is there."""
        if self.model.reach(key) < 0:
            self._let_all_pass()
            if self.model.reach(key) < 0 and self.steps is not None:
                self.steps.setChecked(False)
        row = self.model.row_of(key)
        self._choose(row)
        return row >= 0

    def _let_all_pass(self) -> None:
        self._stop_following()
        self.filters.clear()

    def _choose(self, row: int) -> None:
        if row >= 0:
            self.table.selectRow(row)
            self.table.scrollTo(self.model.index(row, 0))
            self.table.setFocus()

    @property
    def _following(self) -> bool:
        return self.follow is not None and self.follow.isChecked()

    def _stop_following(self) -> None:
        if self.follow is not None:
            self.follow.setChecked(False)

    def _source(self, state: object) -> list[Any]:
        """Return the rows there are: the one list that grows, or another one where the rows changed."""
        described = self.described
        if described.stamp is None:
            return described.rows(state)  # type: ignore[return-value]  # a growing one is a list
        stamp = (self._session, described.stamp(state))
        if stamp != self._stamp:
            self._stamp, self._rows = stamp, list(described.rows(state))
        return self._rows

    def _fill(self) -> None:
        if self._view is None or self._state is None:
            return
        rows = self._source(self._state)
        ticked = self._titled or (self.steps is not None and self.steps.isChecked())
        grouped = ticked and not self.filters.ungrouped
        if self.steps is not None:
            self.steps.setEnabled(not self.filters.ungrouped)
        self.model.grouped = grouped
        named = (self._session, grouped, self.filters.named, self._view.fold.session.names_hidden)
        filled = (named, self._stamp, len(rows))
        if filled == self._filled and rows is self._last:
            return
        self._filled, self._last = filled, rows
        if self.tint is not None and self.described.begins_at is not None:
            self.tint.setVisible(any(map(self.described.begins_at, rows)))
        before = len(self.model.items)
        self._filling = True
        kept = self.model.fill(rows, self.filters.passes(), named, slow=self.filters.slow)
        self._filling = False
        self._tell()
        if self._following and (not kept or len(self.model.items) != before):
            self._to_end()
        if not kept or self.described.stamp is not None or not self.model.items:
            self._keep_choice()

    def _tell(self) -> None:
        tally = counted(self.model.total, self.described.tally)
        if self.model.searching:
            tally += tr(" · searching {n} %", n=round(self.model.progress * 100))
        self.tally.setText(tally)
        if self.described.counted and self.missed is not None:
            # The tab tells how many there are; beside narrow filters there is room for few words.
            self.tally.setVisible(self.filters.active or self.model.searching)
        if self.shelf is not None:
            self.table.setAccessibleDescription(tally)
        if self.filters.slow and self._key is None and not self._arriving:
            self._show(-1)

    def _to_end(self) -> None:
        last = len(self.model.items) - 1
        if last >= 0:
            if self.described.follow is not None and self.described.follow.choose:
                self.table.selectRow(last)
            self.table.scrollToBottom()

    def _keep_choice(self) -> None:
        """Let the row that was chosen be chosen, where it is still there; show no row that is not."""
        row = self.model.row_of(self._key) if self._key is not None else -1
        begins = self.described.begins_at
        if self._brought and not self._arriving and begins is not None:
            # The last text that was written need not be one in which anything changed.
            best = self.model.first(begins)
            if best >= 0 and begins(self.model.items[best]):
                row, self._brought = best, False
        if row < 0 and self.described.follow is None:
            row = self.model.first(begins)
        self._filling = True
        if row >= 0:
            self.table.selectRow(row)
        else:
            self.table.setCurrentIndex(QModelIndex())
        self._filling = False
        self._show(row)

    # --- the chosen row -------------------------------------------------------------------------

    def _show_arriving(self, view: SessionView) -> None:
        """Show the text that is being written, at the row it is going to be; else the chosen row again."""
        arriving, calls = self.described.arriving, view.live_calls
        if arriving is None or (self.follow is not None and not self._following):
            return
        begun = (call for call in (*calls.running.values(), *calls.calls.values()) if call.text)
        found = ((call, arriving(self._state, call)) for call in begun)
        call, arrived = next((one for one in found if one[1] is not None), (None, None))
        if call is None or arrived is None:
            if self._arriving:
                self._arriving = 0
                self._keep_choice()
            return
        if call.asked == self._left and self.follow is None:
            return
        self._arriving = call.asked
        row = self.model.reach(arrived.row) if arrived.row is not None else -1
        if row >= 0 and row != self.table.currentIndex().row():
            self._filling = True
            self.table.selectRow(row)
            self.table.scrollTo(self.model.index(row, 0))
            self._filling = False
            self._key, self._brought = arrived.row, True
        head = cell_text(arrived.head, view.names, HEAD)
        self.detail.show_writing(head, view.names.veil(arrived.text), live=call.state == "running")

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if not self._filling:
            # Who chooses a row reads that one, whatever is being written.
            self._left, self._arriving = self._arriving or self._left, 0
            self._brought = False
            self._show(current.row() if current.isValid() else -1)

    def _show(self, row: int) -> None:
        view = self._view
        if view is None or self._state is None or not 0 <= row < len(self.model.items):
            self._key = None
            none = self.described.missing if self.filters.active else self.described.empty
            self.detail.show_nothing("" if self.model.items or self.model.searching else tr(none))
        else:
            item = self.model.items[row]
            self._key = self.model.key(item)
            self.detail.show_row(self._state, item, self.described.detail, view.names)
            if self.shelf is not None:
                self.shelf.name(item)
        if self.shelf is not None:
            self.shelf.folded.setVisible(bool(self._last))
        self._name_buttons()
        self._show_foot()

    def _of_words(self, row: Any) -> Act | None:
        """Return what can be done about the words that are marked in the text of a row."""
        described, words = self.described.of_words, self.detail.body.marked_words().strip()
        return described(self._state, row, words) if described is not None and words else None

    def _show_foot(self) -> None:
        """Show below the detail what can be decided of the row, as long as the session goes on."""
        view, row, acts = self._view, self.table.currentIndex().row(), self.described.acts
        if view is None or self._key is None or not 0 <= row < len(self.model.items):
            self.detail.foot.show_acts((), self.detail.note, lambda _act: False)
            return
        gate = view.gate()
        verbs = gate.fact.verbs if gate is not None else ()
        goes_on = acts is not None and view.state in ("running", "waiting", "paused")
        found = acts(self._state, self.model.items[row]) if acts is not None and goes_on else ()
        marked = self._of_words(self.model.items[row])
        if marked is not None and marked.verb in verbs:
            found = (*found, marked)
        foot = self.detail.foot
        inside = foot.isAncestorOf(self.window().focusWidget())
        foot.show_acts(found, self.detail.note, lambda act: act.verb in verbs)
        if inside and not foot.isAncestorOf(self.window().focusWidget()):
            # What was pressed is done: the next row is one key away.
            self.table.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a letter in the list decide of the chosen row, and arrows go from passage to passage."""
        if watched is self.table and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = STEPS.get(event.key()) if not event.modifiers() else None
            if step is not None and self.detail.cited.step(step):
                return True
            look = KEYS.get(event.key()) if not event.modifiers() else None
            if look is not None and self.described.acts is not None:
                # Where it cannot be done now, the letter searches for nothing either.
                self.detail.foot.press(look)
                return True
        return super().eventFilter(watched, event)

    def _name_buttons(self) -> None:
        row = self.table.currentIndex().row()
        chosen = 0 <= row < len(self.model.items)
        if self.copy is not None:
            self.copy.setEnabled(chosen)
        if self.open is not None:
            self.open.setEnabled(chosen and self._target(row) is not None)
        if self.step is not None:
            self.step.setEnabled(bool(self.model.inside(row)))
            opened = self.step.isEnabled() and self.model.is_open(row)
            self.step.setText(tr("Close step") if opened else tr("Open step"))

    def _target(self, row: int) -> Opens | None:
        opens = self.described.opens
        return opens(self.model.items[row]) if opens is not None else None

    def _toggle(self, index: QModelIndex) -> None:
        if index.isValid() and self.model.inside(index.row()):
            # What is opened must stay in sight.
            self._stop_following()
            self.model.toggle(index.row())

    def _on_activated(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        target = self._target(index.row())
        if target is not None:
            self.open_wanted.emit(target)
        else:
            self._toggle(index)

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.isValid() and self.model.is_title(self.model.items[index.row()]):
            self._toggle(index)

    def _on_copy_clicked(self) -> None:
        row = self.table.currentIndex().row()
        if self.described.copy is not None and self._view is not None and 0 <= row < len(self.model.items):
            text = self.described.copy.text(self._state, self.model.items[row])
            QGuiApplication.clipboard().setText(self._view.names.veil(text))
