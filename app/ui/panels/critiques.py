"""Critiques: who criticised whom, the points with their answers, and the person's word on each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QModelIndex, QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QGridLayout, QHeaderView, QTableView, QWidget

from app.ui.kit.controls import check_box, combo_box, offer_options
from app.ui.kit.layouts import PANEL, boxed, in_column, in_row, split
from app.ui.kit.tables import EvenTable, row_table
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, count, label, tr
from app.ui.panels.critique_models import ANSWER, CATEGORY, CLAIM, WORD, CritiqueModel, MatrixModel
from app.ui.panels.critique_rows import ANSWERS, SEVERITY, STATES, VERDICTS, LedgerRow, categories
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
        self._asked_for: bool | None = None
        self.model, self.matrix_model = CritiqueModel(), MatrixModel()
        self.table, self.matrix = self._list(), self._matrix()
        which = ((tr("This round"), ""), (tr("All rounds"), "all"))
        self.round = combo_box(tr("Critiques of which round"), which)
        self.severity = _filter(tr("Only this severity"), tr("All severities"), SEVERITY)
        self.category = _filter(tr("Only this category"), tr("All categories"), {})
        self.state = _filter(tr("Only in this state"), tr("All states"), STATES)
        self.filters = (self.round, self.severity, self.category, self.state)
        self.switch = check_box(tr("Who → whom"), name=tr("Show who criticised whom"))
        self.told = label("", muted=True, wrap=True)
        self.clear = button(tr("Show all"), tip=tr("Lift every filter"))
        self.detail = SafeTextView(tr("The chosen critique in full"))
        self.detail.setPlaceholderText(tr("Choose a critique to read it in full."))
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
        self._show(None)

    # --- building -------------------------------------------------------------------------------

    def _list(self) -> QTableView:
        made = row_table(
            self.model, tr("Critiques"), widths=(52, 112, 80, 84, 240, 84, 80), wide=CLAIM, striped=True
        )
        made.horizontalHeader().setMinimumSectionSize(44)
        made.setColumnHidden(0, True)
        return made

    def _matrix(self) -> QTableView:
        made = EvenTable()
        made.setAccessibleName(tr("Who criticised whom"))
        made.setModel(self.matrix_model)
        made.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        made.setTabKeyNavigation(False)
        made.setCornerButtonEnabled(False)
        for header in (made.horizontalHeader(), made.verticalHeader()):
            header.setHighlightSections(False)
            header.setMinimumSectionSize(26)
        made.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        made.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        return made

    def _arrange(self) -> None:
        filters = in_row(*self.filters, self.clear, (self.told, 1), self.switch)
        actions = QGridLayout()
        actions.setContentsMargins(0, 0, 0, 0)
        actions.setSpacing(4)
        for at, widget in enumerate((*self._buttons.values(), self.passage, self.change, self.withdraw)):
            actions.addWidget(widget, at // 3, at % 3)
        right = boxed(in_column(self.matrix, (self.detail, 1), actions, spacing=4))
        parts = split(self.table, right, sizes=(560, 340))
        parts.setStretchFactor(0, 1)
        parts.splitterMoved.connect(self._hide_empty_columns)
        self.setLayout(in_column(filters, (parts, 1), margins=PANEL))

    def _connect(self) -> None:
        for verdict, widget in self._buttons.items():
            widget.clicked.connect(partial(self._tell_of, partial(self._decide, verdict)))
        self.withdraw.clicked.connect(partial(self._tell_of, lambda row: self.withdraw_wanted.emit(row.id)))
        for made in (self.passage.clicked, self.table.activated):
            made.connect(partial(self._tell_of, self._go_to_passage))
        self.change.clicked.connect(partial(self._tell_of, self._go_to_change))
        for box in self.filters:
            box.currentIndexChanged.connect(self._on_filter_changed)
        self.clear.clicked.connect(self._on_clear_clicked)
        self.switch.toggled.connect(self._on_switched)
        self.table.selectionModel().selectionChanged.connect(lambda: self._show(self._chosen()))
        self.model.modelReset.connect(self._on_reset)
        self.model.dataChanged.connect(lambda: self._show(self._chosen()))
        self.matrix.clicked.connect(self._on_cell_chosen)
        self.matrix.activated.connect(self._on_cell_chosen)

    # --- filling --------------------------------------------------------------------------------

    def refresh(self, view: SessionView) -> None:
        """Show the critiques there are."""
        self._view = view
        number = 0 if self.round.currentData() else view.place_in_sight[0]
        self.model.set_filter(replace(self.model.filter, round=number))
        self.table.setColumnHidden(0, number != 0)
        self.model.fill(view)
        self._offer_categories()
        self._hide_empty_columns()
        seats = view.members()
        self.matrix_model.fill(seats, [view.names.of(seat) for seat in seats], self.model.known)
        self._fit_matrix()
        self._tell()

    @property
    def _roomy(self) -> bool:
        return self.table.width() >= _ROOMY

    def _hide_empty_columns(self) -> None:
        """Leave the width to the claims: a column in which nothing stands is not shown.

        In a narrow list the category stands beside it alone, in the critique in full.
        """
        rows = self.model.known
        for column, used in (
            (CATEGORY, self._roomy and any(row.category for row in rows)),
            (ANSWER, any(row.answer for row in rows)),
            (WORD, any(row.verdict for row in rows)),
        ):
            self.table.setColumnHidden(column, not used)

    def _offer_categories(self) -> None:
        known = categories(self.model.known)
        if [str(self.category.itemData(at)) for at in range(1, self.category.count())] == known:
            return
        offer_options(self.category, [(name, name) for name in known], first=1)
        self.model.set_filter(replace(self.model.filter, category=str(self.category.currentData())))

    def _tell(self) -> None:
        shown_, known = len(self.model.items), len(self.model.known)
        words = count(known, "{n} critique", "{n} critiques")
        if shown_ != known:
            words = tr("{n} of {all}", n=shown_, all=words)
        pair = self.model.filter.pair
        if pair is not None and self._view is not None:
            words += " · " + " → ".join(self._view.names.of(seat) for seat in pair)
        self.told.setText(words)
        wanted = self.model.filter
        self.clear.setVisible(bool(wanted.severity or wanted.category or wanted.state or wanted.pair))

    def _on_filter_changed(self) -> None:
        self.model.set_filter(
            replace(
                self.model.filter,
                severity=str(self.severity.currentData()),
                category=str(self.category.currentData()),
                state=str(self.state.currentData()),
            )
        )
        if self._view is not None:
            self.refresh(self._view)

    def _on_clear_clicked(self) -> None:
        self.model.set_filter(replace(self.model.filter, pair=None))
        for box in (self.severity, self.category, self.state):
            box.setCurrentIndex(0)
        self.matrix.clearSelection()
        self._tell()
        self.table.setFocus()

    def _on_cell_chosen(self, index: QModelIndex) -> None:
        pair = self.matrix_model.pair(index)
        if pair[0] == pair[1]:
            return
        again = self.model.filter.pair == pair
        self.model.set_filter(replace(self.model.filter, pair=None if again else pair))
        if again:
            self.matrix.clearSelection()
        self._tell()

    # --- the matrix -----------------------------------------------------------------------------

    def _on_switched(self, on: bool) -> None:
        self._asked_for = on
        self.matrix.setVisible(on)

    def _fit_matrix(self) -> None:
        on = self._asked_for if self._asked_for is not None else self.height() >= MATRIX_FROM
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

    def _chosen(self) -> LedgerRow | None:
        rows = self.table.selectionModel().selectedRows()
        return self.model.items[rows[0].row()] if rows else None

    def _on_reset(self) -> None:
        fits = bool(self.model.items) or not self.model.known
        self.detail.setPlaceholderText(
            tr("Choose a critique to read it in full.") if fits else tr("No critique fits the filters.")
        )
        if self.model.items:
            self.table.selectRow(0)
        else:
            self._show(None)

    def _show(self, row: LedgerRow | None) -> None:
        usable = {made: row is not None and row.verdict != verdict for verdict, made in self._buttons.items()}
        usable[self.withdraw] = row is not None and bool(row.verdict)
        usable[self.passage] = row is not None and bool(row.quote)
        usable[self.change] = row is not None and bool(row.text)
        focused: QWidget | None = self.window().focusWidget()
        if any(widget is focused and not on for widget, on in usable.items()):
            # Qt would give the focus to the next button; the arrows are to go on to the next critique.
            self.table.setFocus()
        for widget, on in usable.items():
            widget.setEnabled(on)
        self.detail.show_parts(parts_of(row) if row else ())

    def _tell_of(self, tell: Callable[[LedgerRow], None], _pressed: object = None) -> None:
        row = self._chosen()
        if row is not None:
            tell(row)

    def _decide(self, verdict: str, row: LedgerRow) -> None:
        self.decided.emit(row.id, verdict)

    def _go_to_passage(self, row: LedgerRow) -> None:
        if row.quote:
            self.passage_wanted.emit(row.target, row.quote, row.round)

    def _go_to_change(self, row: LedgerRow) -> None:
        self.change_wanted.emit(row.target, row.text, row.quote)


def parts_of(row: LedgerRow) -> list[tuple[str, str]]:
    """Return a point in full, as headings with texts."""
    head = f"{row.critic_name} → {row.target_name} · {tr(SEVERITY[row.severity])}"
    parts = [(f"{head} · {row.category}" if row.category else head, row.claim)]
    if row.quote:
        parts.append((tr("The words it is about"), f"“{row.quote}”"))
    if row.suggestion:
        parts.append((tr("Suggestion"), row.suggestion))
    if row.answer:
        said = tr("Answer of {who}: {what}", who=row.target_name, what=tr(ANSWERS[row.answer]))
        parts.append((said, row.justification))
    if row.verdict:
        parts.append((tr("Your word: {what}", what=tr(VERDICTS[row.verdict])), row.reason))
    if row.unstructured:
        parts.append(("", tr("(The critic's reply was not in the asked form; shown whole.)")))
    return parts


def _filter(name: str, everything: str, options: Mapping[str, str]) -> QComboBox:
    return combo_box(name, [(everything, ""), *((tr(words), value) for value, words in options.items())])
