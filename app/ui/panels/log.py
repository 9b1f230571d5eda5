"""Log: every record of the journal, with filters; the chosen one in full."""

from __future__ import annotations

import json

from PySide6.QtCore import QModelIndex, QSignalBlocker
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView

from app.ui.kit.controls import check_box, combo_box, search_line
from app.ui.kit.layouts import PANEL, SPACE, boxed, in_column, in_row, split
from app.ui.kit.tables import row_table
from app.ui.kit.tasks import pause
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, count, label, tr
from app.ui.panels.log_rows import KINDS, LogModel
from app.ui.view.panel import RecordsPanel
from app.ui.view.session_view import SessionView

TYPING_MS = 200
MOST_ROUNDS = 500
"""Rounds offered one by one in the filter; of more the newest."""


class LogPanel(RecordsPanel):
    """Filters, table, and the body of the chosen record."""

    def __init__(self) -> None:
        super().__init__()
        self.model = LogModel()
        self._known_rounds: tuple[int, ...] = ()
        kinds = [(tr(words), name) for name, (words, _) in KINDS.items()]
        kinds = [(tr("Everything"), ""), *kinds, (tr("Other"), "other")]
        self.kind = combo_box(tr("Show only this kind"), kinds)
        self.round = combo_box(tr("Show only this round"), ((tr("All rounds"), 0),))
        self.search = search_line(tr("Search the log"))
        self.search.setObjectName("typed")
        newest, in_sight = tr("Follow the newest record"), tr("Keep the newest record in sight")
        self.follow = check_box(tr("Follow"), name=newest, tip=in_sight, on=True)
        self.told = label("", muted=True)
        self.table = row_table(self.model, tr("Log"), widths=(56, 70, 52, 150))
        self.body = SafeTextView(tr("The chosen record"))
        self.body.setPlaceholderText(tr("Choose a record to see all of it."))
        self.copy = button(tr("Copy record"), tip=tr("Copy the record as JSON"))
        self.copy.setEnabled(False)
        top = in_row(self.kind, self.round, (self.search, 1), self.told, self.follow)
        right = boxed(in_column((self.body, 1), in_row(SPACE, self.copy)))
        parts = split(self.table, right, sizes=(520, 300))
        self.setLayout(in_column(top, (parts, 1), margins=PANEL))
        self._typing = pause(self, TYPING_MS, lambda: self.model.set_filter(text=self.search.text()))
        self.search.textChanged.connect(lambda _text: self._typing.start())
        self.kind.currentIndexChanged.connect(lambda _at: self.model.set_filter(kind=self.kind.currentData()))
        self.round.currentIndexChanged.connect(
            lambda _at: self.model.set_filter(round=self.round.currentData() or 0)
        )
        self.follow.toggled.connect(self._on_follow_toggled)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.model.searched.connect(self._tell)
        bar = self.table.verticalScrollBar()
        bar.rangeChanged.connect(lambda _low, high: bar.setValue(high) if self.follow.isChecked() else None)
        self.model.modelReset.connect(self._on_reset)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.body.written))

    def refresh(self, view: SessionView) -> None:
        """Add what is new; keep the end in sight where that is wanted."""
        self._offer_rounds(view)
        before = self.model.rowCount()
        self.model.fill(view)
        if self.model.rowCount() != before:
            self._tell()
            if self.follow.isChecked():
                self.table.scrollToBottom()

    def go_to(self, seq: int) -> None:
        """Choose a record, whatever the filters say."""
        self.follow.setChecked(False)
        if self.model.row_of(seq) < 0 or self.model.items[self.model.row_of(seq)].seq != seq:
            self._typing.stop()
            self.search.clear()
            self.kind.setCurrentIndex(0)
            self.round.setCurrentIndex(0)
            self.model.set_filter(kind="", round=0, text="")
            self._typing.stop()
        row = self.model.row_of(seq)
        if row >= 0:
            self.table.selectRow(row)
            self.table.scrollTo(self.model.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
            self.table.setFocus()

    def _offer_rounds(self, view: SessionView) -> None:
        rounds = tuple(view.fold.timeline.rounds)[-MOST_ROUNDS:]
        if rounds == self._known_rounds:
            return
        chosen, known = self.round.currentData(), len(self._known_rounds)
        with QSignalBlocker(self.round):
            if rounds[:known] != self._known_rounds:
                self.round.clear()
                self.round.addItem(tr("All rounds"), 0)
                known = 0
            for number in rounds[known:]:
                self.round.addItem(f"{tr(view.round_word)} {number}", number)
            self._known_rounds = rounds
            self.round.setCurrentIndex(max(0, self.round.findData(chosen)))
        self.model.set_filter(round=self.round.currentData() or 0)

    def _tell(self) -> None:
        number = self.model.rowCount()
        words = count(number, "{n} record", "{n} records")
        if self.model.searching:
            words += tr(" · searching {n} %", n=round(self.model.progress * 100))
        self.told.setText(words)

    def _on_follow_toggled(self, on: bool) -> None:
        if on:
            self.table.scrollToBottom()

    def _on_reset(self) -> None:
        """Show no record that is not in the list: it may be another session's."""
        self.body.show_source("")
        self.copy.setEnabled(False)

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        self.copy.setEnabled(current.isValid())
        if current.isValid():
            record = self.model.items[current.row()]
            head = {"seq": record.seq, "type": record.type}
            whole = json.dumps({**head, **record.body()}, ensure_ascii=False, indent=2)
            self.body.show_source(self.model.called.veil(whole))
