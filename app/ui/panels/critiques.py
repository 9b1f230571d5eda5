"""Critiques: who criticised whom, the points with their answers, and the person's word on each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QGridLayout, QHeaderView, QTableView, QWidget

from app.projections.critiques import Point
from app.ui.kit.controls import check_box, combo_box
from app.ui.kit.layouts import PANEL, boxed, in_column, in_row, split
from app.ui.kit.tables import EvenTable, row_table
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, count, label, shown, tr
from app.ui.panels.critique_matrix import MatrixModel
from app.ui.panels.critique_rows import (
    ANSWER,
    CATEGORY,
    CLAIM,
    FILTERS,
    ROUND,
    WORD,
    columns,
    parts_of,
    text_of_answer,
)
from app.ui.panels.listing.filters import Filters
from app.ui.panels.listing.model import ListModel
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

MATRIX_FROM = 330
"""Height in pixels from which the matrix is shown without being asked for."""

_ROOMY = 560
"""Width of the list in pixels from which the categories have a column."""


class CritiquesPanel(Panel):
    """Filters, list, matrix, the chosen point in full, and what can be done about it."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._stamp: object = None
        self.known: list[Point] = []
        """The points of the round, whatever the filters."""
        self._pair: tuple[str, str] | None = None
        """Critic and target, where only theirs are shown."""
        self._matrix_wanted: bool | None = None
        """Whether the person asked for the matrix or put it away; None: as there is room."""
        self._columns = columns(self._pair_called)
        self.model: ListModel[Point] = ListModel(self._columns, key=lambda point: point.filed.critique)
        self.matrix_model = MatrixModel()
        self.table, self.matrix = self._list(), self._matrix()
        which = ((tr("This round"), ""), (tr("All rounds"), "all"))
        self.round = combo_box(tr("Critiques of which round"), which)
        self._top = in_row(self.round)
        self.filters = Filters(FILTERS, self._top)
        self.severity, self.category, self.state = (box for _, box in self.filters.boxes)
        for box in (self.severity, self.category, self.state):
            # Of few and short words: as wide as these.
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setMinimumContentsLength(0)
        self.switch = check_box(tr("Who → whom"), name=tr("Show who criticised whom"))
        self.tally = label("", muted=True, wrap=True)
        self.clear = button(tr("Show all"), tip=tr("Lift every filter"))
        self.detail = SafeTextView(tr("The chosen critique in full"))
        self._buttons = {
            "accept": button(tr("Accept"), tip=tr("The author is to follow it")),
            "dismiss": button(tr("Dismiss…"), tip=tr("Not sent to the author; needs a reason")),
            "defer": button(tr("Defer…"), tip=tr("Offered again at the next decision; needs a reason")),
        }
        for verb in self._buttons.values():
            verb.setAccessibleName(tr("{verb} this critique", verb=verb.text().rstrip("…")))
        back, name = tr("Take your word on this critique back"), tr("Take back your word on this critique")
        self.withdraw = button(tr("Take back"), tip=back, name=name)
        self.passage = button(tr("Show passage"), tip=tr("Go to the words it is about"))
        self.change = button(tr("Show change"), tip=tr("Go to what the author changed for it"))
        self._arrange()
        self._connect()
        self._show_chosen()

    # --- building -------------------------------------------------------------------------------

    def _list(self) -> QTableView:
        widths = [column.width for column in self._columns]
        table = row_table(self.model, tr("Critiques"), widths=widths, wide=CLAIM, striped=True)
        table.horizontalHeader().setMinimumSectionSize(44)
        table.setColumnHidden(ROUND, True)
        return table

    def _matrix(self) -> QTableView:
        table = EvenTable()
        table.setAccessibleName(tr("Who criticised whom"))
        table.setModel(self.matrix_model)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setTabKeyNavigation(False)
        table.setCornerButtonEnabled(False)
        for header in (table.horizontalHeader(), table.verticalHeader()):
            header.setHighlightSections(False)
            header.setMinimumSectionSize(26)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        return table

    def _arrange(self) -> None:
        self._top.addWidget(self.clear)
        self._top.addWidget(self.tally, 1)
        self._top.addWidget(self.switch)
        actions = QGridLayout()
        actions.setContentsMargins(0, 0, 0, 0)
        actions.setSpacing(4)
        for at, widget in enumerate((*self._buttons.values(), self.passage, self.change, self.withdraw)):
            actions.addWidget(widget, at // 3, at % 3)
        right = boxed(in_column(self.matrix, (self.detail, 1), actions, spacing=4))
        parts = split(self.table, right, sizes=(560, 340))
        parts.setStretchFactor(0, 1)
        parts.splitterMoved.connect(self._hide_empty_columns)
        self.setLayout(in_column(self._top, (parts, 1), margins=PANEL))

    def _connect(self) -> None:
        for verdict, widget in self._buttons.items():
            widget.clicked.connect(partial(self._with_chosen, partial(self._decide, verdict)))
        take_back = partial(self._with_chosen, lambda point: self.withdraw_wanted.emit(point.filed.critique))
        self.withdraw.clicked.connect(take_back)
        for going in (self.passage.clicked, self.table.activated):
            going.connect(partial(self._with_chosen, self._go_to_passage))
        self.change.clicked.connect(partial(self._with_chosen, self._go_to_change))
        self.round.currentIndexChanged.connect(self._refresh_again)
        self.filters.changed.connect(self._refresh_again)
        self.clear.clicked.connect(self._on_clear_clicked)
        self.switch.toggled.connect(self._on_switched)
        self.table.selectionModel().selectionChanged.connect(self._show_chosen)
        self.matrix.clicked.connect(self._on_cell_chosen)
        self.matrix.activated.connect(self._on_cell_chosen)

    # --- filling --------------------------------------------------------------------------------

    def refresh(self, view: SessionView) -> None:
        """Show the critiques there are."""
        self._view = view
        number, attempt = (0, 0) if self.round.currentData() else view.place_in_sight
        stamp = (view.session_id, view.head, number, view.names)
        if stamp != self._stamp:
            self._stamp, self.known = stamp, view.fold.critiques.ledger(number, attempt)
            # Names may have been told, or hidden.
            self.table.viewport().update()
        with QSignalBlocker(self.filters):
            self.filters.refresh(self.known, view.names, 0)
        self.table.setColumnHidden(ROUND, number != 0)
        self._fill((view.session_id, number, self.filters.named, self._pair))
        self._hide_empty_columns()
        self.matrix_model.fill({seat: view.names.of(seat) for seat in view.members()}, self.known)
        self._fit_matrix()
        self._tell(view)
        self._show_chosen()

    def _refresh_again(self) -> None:
        if self._view is not None:
            self.refresh(self._view)

    def _fill(self, named: object) -> None:
        fits, pair = self.filters.passes(), self._pair
        kept = self.model.fill(
            self.known,
            lambda point: (fits is None or fits(point)) and (pair is None or point.pair == pair),
            named,
        )
        if not kept or self._chosen() is None:
            self.table.selectRow(0)

    def _pair_called(self, point: Point) -> str:
        assert self._view is not None
        return " → ".join(shown(self._view.names.of(seat), 24) for seat in point.pair)

    def _hide_empty_columns(self) -> None:
        """Leave the width to the claims: a column in which nothing stands is not shown.

        In a narrow list the category stands beside it alone, in the critique in full.
        """
        points = self.known
        for column, used in (
            (CATEGORY, self.table.width() >= _ROOMY and any(point.filed.category for point in points)),
            (ANSWER, any(point.answers for point in points)),
            (WORD, any(point.decided for point in points)),
        ):
            self.table.setColumnHidden(column, not used)

    def _tell(self, view: SessionView) -> None:
        fitting, known = len(self.model.items), len(self.known)
        words = count(known, "{n} critique", "{n} critiques")
        if fitting != known:
            words = tr("{n} of {all}", n=fitting, all=words)
        if self._pair is not None:
            words += " · " + " → ".join(view.names.of(seat) for seat in self._pair)
        self.tally.setText(words)
        self.clear.setVisible(self.filters.active or self._pair is not None)
        self.detail.setPlaceholderText(
            tr("No critique fits the filters.")
            if known and not fitting
            else tr("Choose a critique to read it in full.")
        )

    def _on_clear_clicked(self) -> None:
        self._pair = None
        with QSignalBlocker(self.filters):
            self.filters.clear()
        self.matrix.clearSelection()
        self._refresh_again()
        self.table.setFocus()

    def _on_cell_chosen(self, index: QModelIndex) -> None:
        pair = self.matrix_model.pair(index)
        if pair[0] == pair[1]:
            return
        again = self._pair == pair
        self._pair = None if again else pair
        if again:
            self.matrix.clearSelection()
        self._refresh_again()

    # --- the matrix -----------------------------------------------------------------------------

    def _on_switched(self, on: bool) -> None:
        self._matrix_wanted = on
        self.matrix.setVisible(on)

    def _fit_matrix(self) -> None:
        on = self._matrix_wanted if self._matrix_wanted is not None else self.height() >= MATRIX_FROM
        on = on and len(self.matrix_model.seats) > 1
        with QSignalBlocker(self.switch):
            self.switch.setChecked(on)
        self.matrix.setVisible(on)
        rows = self.matrix.verticalHeader()
        height = self.matrix.horizontalHeader().sizeHint().height() + rows.length() + 4
        self.matrix.setFixedHeight(min(height, max(80, self.height() // 2)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the matrix where there is room."""
        super().resizeEvent(event)
        self._hide_empty_columns()
        self._fit_matrix()

    # --- one point ------------------------------------------------------------------------------

    def _chosen(self) -> Point | None:
        rows = self.table.selectionModel().selectedRows()
        return self.model.items[rows[0].row()] if rows else None

    def _show_chosen(self) -> None:
        point, view = self._chosen(), self._view
        usable = {
            widget: point is not None and point.verdict != verb for verb, widget in self._buttons.items()
        }
        usable[self.withdraw] = point is not None and bool(point.verdict)
        usable[self.passage] = point is not None and bool(point.filed.quote)
        usable[self.change] = point is not None and view is not None and text_of_answer(view, point) > 0
        focused: QWidget | None = self.window().focusWidget()
        if any(widget is focused and not on for widget, on in usable.items()):
            # Qt would give the focus to the next button; the arrows are to go on to the next critique.
            self.table.setFocus()
        for widget, on in usable.items():
            widget.setEnabled(on)
        self.detail.show_parts(parts_of(point, view.names) if point is not None and view is not None else ())

    def _with_chosen(self, act: Callable[[Point], None], _pressed: object = None) -> None:
        point = self._chosen()
        if point is not None:
            act(point)

    def _decide(self, verdict: str, point: Point) -> None:
        self.decided.emit(point.filed.critique, verdict)

    def _go_to_passage(self, point: Point) -> None:
        if point.filed.quote:
            self.passage_wanted.emit(point.filed.target, point.filed.quote, point.round)

    def _go_to_change(self, point: Point) -> None:
        if self._view is not None:
            seq = text_of_answer(self._view, point)
            self.change_wanted.emit(point.filed.target, seq, point.filed.quote)
