"""Critiques: the points and what became of them, the chosen one in full, the person's verdict on each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.engine.tabs import TextPlace
from app.projections.critiques import Point
from app.ui.kit.controls import combo_box
from app.ui.kit.icons import icon, set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, split
from app.ui.kit.menu_button import passing_menu
from app.ui.kit.screen import is_narrow
from app.ui.kit.tables import EvenTable
from app.ui.kit.texts import button, count, label, link_button, tr
from app.ui.kit.theme import CAPTION
from app.ui.panels.critique_detail import CritiqueDetail
from app.ui.panels.critique_list import CritiqueList, MatrixModel
from app.ui.panels.critique_rows import (
    COLUMNS,
    FILTERS,
    VERDICT_ICONS,
    Who,
    mark_words,
    sentence_of,
    text_of_answer,
    who_of,
)
from app.ui.panels.listing.filters import Filters, narrow
from app.ui.panels.listing.model import ListModel
from app.ui.view.panel import PointsPanel
from app.ui.view.session_view import SessionView

_LIST_WIDTH = 486
_DETAIL_LEAST = 300


class CritiquesPanel(PointsPanel):
    """Filters, list, matrix, the chosen point in full, and what can be done about it."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._stamp: object = None
        self.known: list[Point] = []
        """The points of the round, whatever the filters."""
        self._pair: tuple[str, str] | None = None
        """Critic and target, where only theirs are shown."""
        self._deciding: tuple[str, str] | None = None
        """The critique a verdict was asked for, and which: once it is told the next one is chosen."""
        self._beside, self._reading = True, False
        """Beside: the critique stands beside the list; else one of them takes all the room.

        Reading: then the critique, and not the list.
        """
        self.model = ListModel(COLUMNS, lambda point: point.filed.critique, told=self._told)
        self.matrix_model = MatrixModel()
        self.list, self.matrix = CritiqueList(self.model, self._who), self._matrix()
        which = ((tr("This round"), ""), (tr("All rounds"), "all"))
        self.round = combo_box(tr("Critiques of which round"), which)
        self._top = in_row(self.round, spacing=6)
        self.filters = Filters(FILTERS, self._top)
        self.severity, self.category, self.state = (box for _, box in self.filters.boxes)
        for box in (self.round, self.severity, self.category, self.state):
            narrow(box)
        self.total, self.tally = (label("", muted=True, scale=CAPTION) for _ in range(2))
        self.clear = link_button(tr("Show all"), tip=tr("Lift every filter"))
        self.switch = button(tr("Show matrix"), name=tr("Show who criticised whom"))
        self.switch.setCheckable(True)
        set_icon(self.switch, "grid-3x3", "text2")
        self.switch.setProperty("quiet", True)
        self.hang_tools(self.switch)
        self.detail = CritiqueDetail()
        self._gives_way = self.total, self.detail.hint
        self._arrange()
        self._connect()
        self._show_chosen()

    # --- building -------------------------------------------------------------------------------

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
        table.hide()
        return table

    def _arrange(self) -> None:
        self._top.addStretch(1)
        self._top.addWidget(self.total)
        self._top.setContentsMargins(14, 6, 12, 6)
        self._filtered = boxed(in_row(self.tally, SPACE, self.clear, margins=(16, 0, 8, 4)))
        self._left = boxed(
            in_column(boxed(self._top), self._filtered, self.matrix, (self.list, 1), spacing=0), "ground"
        )
        self.split = split(self._left, self.detail, sizes=(_LIST_WIDTH, 420))
        self.split.setHandleWidth(1)
        self.split.setStretchFactor(1, 1)
        self.setLayout(in_column((self.split, 1)))

    def _connect(self) -> None:
        detail = self.detail
        for verdicts in (detail.verdict_wanted, self.list.verdict_wanted):
            verdicts.connect(lambda verb: self._with_chosen(partial(self._decide, verb)))
        take_back = partial(self._with_chosen, lambda point: self.withdraw_wanted.emit(point.filed.critique))
        detail.withdraw_wanted.connect(take_back)
        detail.passage_wanted.connect(partial(self._with_chosen, self._go_to_passage))
        detail.change_wanted.connect(partial(self._with_chosen, self._go_to_change))
        detail.back_wanted.connect(self._back_to_list)
        self.list.activated.connect(self._on_activated)
        self.list.clicked.connect(lambda _index: self._read())
        self.list.next_wanted.connect(lambda: self._go_on(undecided=False))
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.round.currentIndexChanged.connect(self._refresh_again)
        self.filters.changed.connect(self._refresh_again)
        self.clear.clicked.connect(self._on_clear_clicked)
        self.switch.toggled.connect(self._on_switched)
        self.list.selectionModel().selectionChanged.connect(self._show_chosen)
        self.matrix.clicked.connect(self._on_cell_chosen)
        self.matrix.activated.connect(self._on_cell_chosen)

    # --- filling --------------------------------------------------------------------------------

    def refresh(self, view: SessionView) -> None:
        """Show the critiques there are."""
        if self._view is None or view.session_id != self._view.session_id:
            self._deciding, self._reading = None, False
        self._view = view
        number, attempt = (0, 0) if self.round.currentData() else view.place_in_sight
        stamp = (view.session_id, view.head, number, view.names)
        if stamp != self._stamp:
            self._stamp, self.known = stamp, view.fold.critiques.ledger(number, attempt)
            # Names may have been told, or hidden.
            self.list.viewport().update()
        with QSignalBlocker(self.filters):
            self.filters.refresh(self.known, view.names, 0)
        self._place()
        self.list.rounds_shown = number == 0
        self.list.marks = {p.filed.critique: mark_words(view, p) for p in self.known if p.filed.mark}
        self._fill((view.session_id, number, self.filters.named, self._pair))
        self.matrix_model.fill({seat: view.names.of(seat) for seat in view.members()}, self.known)
        self.switch.setVisible(len(self.matrix_model.seats) > 1)
        self._tell(view)
        self._after_verdict()
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
            self.list.choose(0)

    def _who(self, seat: str, round_number: int) -> Who:
        assert self._view is not None
        return who_of(self._view, seat, round_number)

    def _told(self, point: Point) -> str:
        return sentence_of(self._view, point) if self._view is not None else ""

    def _roomy(self) -> bool:
        """Tell whether the filters have room for the kind of critique as well."""
        least = 46 * self.fontMetrics().averageCharWidth() + 200
        return self._left.width() >= least or bool(self.category.value())

    def _tell(self, view: SessionView) -> None:
        fitting, known = len(self.model.items), len(self.known)
        words = count(known, "{n} critique", "{n} critiques")
        self.total.setText(words)
        if fitting != known:
            words = tr("{n} of {all}", n=fitting, all=words)
        if self._pair is not None:
            words += " · " + " → ".join(view.names.of(seat) for seat in self._pair)
        self.tally.setText(words)
        active = self.filters.active or self._pair is not None
        self._filtered.setVisible(active)
        self.clear.setVisible(active)
        self.total.setVisible(not active)

    def _on_clear_clicked(self) -> None:
        self._pair = None
        with QSignalBlocker(self.filters):
            self.filters.clear()
        self.matrix.clearSelection()
        self._refresh_again()
        self.list.setFocus()

    def _on_cell_chosen(self, index: QModelIndex) -> None:
        pair = self.matrix_model.pair(index)
        if pair[0] == pair[1]:
            return
        again = self._pair == pair
        self._pair = None if again else pair
        if again:
            self.matrix.clearSelection()
        self._refresh_again()

    def show_open(self) -> None:
        """Show those alone that are still disputed."""
        self._pair = None
        with QSignalBlocker(self.filters):
            self.filters.clear()
            self.state.choose("disputed")
        self._refresh_again()
        self.list.choose(0)
        self.list.setFocus()

    def show_point(self, critique: str) -> None:
        """Choose a critique, whatever the filters say."""
        if self.model.row_of(critique) < 0:
            self._on_clear_clicked()
        if self.model.row_of(critique) < 0:
            self.round.setCurrentIndex(self.round.findData("all"))
        self.list.choose(self.model.row_of(critique))
        self._read()
        self.list.setFocus()

    # --- the matrix -----------------------------------------------------------------------------

    def _on_switched(self, on: bool) -> None:
        self.matrix.setVisible(on)
        self._fit_matrix()

    def _fit_matrix(self) -> None:
        rows = self.matrix.verticalHeader()
        height = self.matrix.horizontalHeader().sizeHint().height() + rows.length() + 4
        self.matrix.setFixedHeight(min(height, max(80, self.height() // 2)))

    # --- the list and the critique beside it, or in its place ----------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = not is_narrow(self) and self.width() >= 2 * _DETAIL_LEAST
        if beside and (not self._beside or event.oldSize().width() != event.size().width()):
            wide = min(_LIST_WIDTH, max(_DETAIL_LEAST, round(self.width() * 0.55)))
            self.split.setSizes([wide, self.width() - wide])
        self._beside = beside
        self._place()
        self._fit_matrix()

    def _place(self) -> None:
        self.category.setVisible(any(point.filed.category for point in self.known) and self._roomy())
        self._left.setVisible(self._beside or not self._reading)
        self.detail.setVisible(self._beside or self._reading)
        self.detail.back.setVisible(not self._beside)
        hidden = sum(one.sizeHint().width() + 8 for one in self._gives_way if one.isHidden())
        roomy = self.split.minimumSizeHint().width() + hidden <= self.width()
        self.total.setVisible(roomy or not self._beside)
        # In place of the list its own buttons have the focus, and a space presses them: it gave a verdict.
        self.detail.hint.setVisible(roomy and self._beside)

    def minimumSizeHint(self) -> QSize:
        """Leave out the count and which key leads on: they push nothing beside the page aside."""
        shown = sum(one.sizeHint().width() + 8 for one in self._gives_way if not one.isHidden())
        return super().minimumSizeHint() - QSize(shown, 0)

    def _read(self) -> None:
        """Turn to the chosen critique where it does not stand beside the list."""
        if not self._beside and self._chosen() is not None:
            self._reading = True
            self._place()
            self.detail.back.setFocus()

    def _back_to_list(self) -> None:
        self._reading = False
        self._place()
        self.list.setFocus()
        # Once it is laid out again.
        QTimer.singleShot(0, self.list, lambda: self.list.scrollTo(self.list.currentIndex()))

    # --- one point ------------------------------------------------------------------------------

    def _chosen(self) -> Point | None:
        rows = self.list.selectionModel().selectedIndexes()
        return self.model.items[rows[0].row()] if rows else None

    def _show_chosen(self) -> None:
        point, view = self._chosen(), self._view
        focused: QWidget | None = self.window().focusWidget()
        if point is None or view is None:
            self.detail.show_nothing(self._why_none())
            self.list.viewport().update()
        else:
            self.detail.show_point(view, point)
        pressed = focused is not None and self.detail.isAncestorOf(focused)
        if focused is not None and pressed and not (focused.isEnabled() and focused.isVisible()):
            # Qt would give the focus to the next button; the arrows are to go on to the next critique.
            (self.list if self._left.isVisible() else self.detail.back).setFocus()

    def _why_none(self) -> str:
        """Return why no critique is shown in full."""
        if self.model.items:
            return tr("Choose a critique to read it in full.")
        if self.known:
            return tr("No critique fits the filters.")
        running = self._view.live_calls.running.values() if self._view is not None else ()
        if any(call.points for call in running):
            return tr("Critiques are being written; they stand here once they are whole.")
        if self._view is not None and len(self._view.fold.critiques.ledger()):
            return tr("Nobody criticised anything here. “All rounds” shows the other critiques.")
        return tr("No critiques so far.")

    def _with_chosen(self, act: Callable[[Point], None]) -> None:
        point = self._chosen()
        if point is not None:
            act(point)

    def _decide(self, verdict: str, point: Point) -> None:
        if point.verdict != verdict:
            self._deciding = (point.filed.critique, verdict)
            self.decided.emit(point.filed.critique, verdict)

    def _after_verdict(self) -> None:
        """Go on to the next critique once the verdict that was asked for is told."""
        point = self._chosen()
        if self._deciding is None or point is None:
            return
        critique, verdict = self._deciding
        if point.filed.critique != critique:
            self._deciding = None
        elif point.verdict == verdict:
            self._deciding = None
            self._go_on(undecided=True)

    def _go_on(self, *, undecided: bool) -> None:
        """Choose the next critique; `undecided`: the next one without a verdict, round to the first."""
        items, at = self.model.items, self.list.currentIndex().row()
        order = [*range(at + 1, len(items)), *range(max(at, 0))]
        found = next((row for row in order if not (undecided and items[row].verdict)), -1)
        if found >= 0:
            self.list.choose(found)
        if self.list.isVisible() and self.detail.isAncestorOf(self.window().focusWidget()):
            # The arrows go on to the next critique, and letters give the next verdict.
            self.list.setFocus()

    def _show_menu(self, where: QPoint) -> None:
        point = self._chosen()
        if point is None:
            return
        menu = passing_menu(self)
        for verb, press in self.detail.buttons.items():
            entry = menu.addAction(icon(VERDICT_ICONS[verb]), press.text())
            entry.setEnabled(point.verdict != verb)
            entry.triggered.connect(lambda _=False, chosen=verb: self.detail.verdict_wanted.emit(chosen))
        if point.verdict:
            menu.addAction(icon("undo-2"), tr("Take back"), self.detail.withdraw_wanted.emit)
        menu.addSeparator()
        if point.filed.quote:
            menu.addAction(tr("Show in answer"), self.detail.passage_wanted.emit)
        if self._view is not None and text_of_answer(self._view, point):
            menu.addAction(tr("Show change"), self.detail.change_wanted.emit)
        menu.popup(self.list.viewport().mapToGlobal(where))

    def _on_activated(self, _index: QModelIndex) -> None:
        if self._beside:
            self._with_chosen(self._go_to_passage)
        else:
            self._read()

    def _go_to_passage(self, point: Point) -> None:
        if point.filed.quote:
            self.open_wanted.emit(TextPlace(point.filed.target, point.filed.quote, point.round))

    def _go_to_change(self, point: Point) -> None:
        if self._view is not None:
            seq = text_of_answer(self._view, point)
            self.change_wanted.emit(point.filed.target, seq, point.filed.quote)
