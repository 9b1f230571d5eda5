"""The chosen row in full: its heading, its fields, its text, and what belongs to it in a list below."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QTableView, QWidget

from app.domain.i18n import Message
from app.engine.tabs import Below, Cell, Cited, Detail, Field, PartLook
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import DETAIL, SPACE, boxed, in_column, in_row, nest_in_cell, scrolled
from app.ui.kit.one_line import CutButton, OneLine
from app.ui.kit.tables import row_table
from app.ui.kit.tasks import pause
from app.ui.kit.text.prepared import render_text
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import Said, label, mended_text, rescale, restyle, tr
from app.ui.kit.theme import READING, TITLE
from app.ui.kit.wrapped import Wrapped
from app.ui.panels.listing.bands import Foot
from app.ui.panels.listing.cited import CitedView
from app.ui.panels.listing.model import ListModel
from app.ui.panels.listing.second_line import LOOKS
from app.ui.view.cells import HEAD, cell_text
from app.ui.view.naming import Names

_PROSE = (24, 8, 14, 10)
"""Pixels around a text that is read."""
_BESIDE = 7
"""Pixels between the edge of a text and its lines."""
_SHORT = 7
"""Lines of a text above what is cited."""
_SHORT_VALUE = 12
"""Characters of a value that stands in a row with others."""
_LEAST_WIDTH = 60
"""Pixels from which fields have been given their room."""
_FEW_FIELDS = 104
"""Pixels that fields have above what is cited."""
_QWIDGETSIZE_MAX = 16_777_215


class DetailView(QWidget):
    """What is told of one row."""

    opened = Signal(object)
    """Something a field points at."""

    def __init__(
        self,
        name: str,
        hint: str,
        below: Below[Any, Any, Any] | None,
        *,
        claims: bool = False,
        prose: bool = False,
    ) -> None:
        """`claims`: rows are claims, whose heading is larger than what is below; `prose`: see `ListTab`."""
        super().__init__()
        self._below, self._hint = below, hint
        self._state: Any = None
        self._names: Names | None = None
        self.note = ""
        """Where the row comes from; it stands at the foot."""
        self._detail: Detail | None = None
        self._marking = True
        # A text that is read has a heading of its own; what its file is called says less.
        self.head = label("", bold=not prose, muted=prose, wrap=True, scale=TITLE if claims else 1.0)
        self.verdict = IconLabel("badge")
        label("", bold=True, widget=self.verdict)
        # What is quoted below needs the room more than the rest of it.
        self.verdict_why = label("", widget=OneLine())
        self.verdict_why.setProperty("soft", True)
        # As the heading: in a line with the text below.
        row = in_row(self.verdict, self.verdict_why, SPACE, spacing=8, margins=(_BESIDE, 0, 0, 4))
        row.setAlignment(self.verdict, Qt.AlignmentFlag.AlignTop)
        self._verdict = boxed(row)
        self._verdict.hide()
        self.fields = scrolled(QWidget())
        self.fields.hide()
        self._fields_shown: tuple[tuple[Field, ...], Names | None] = ((), None)
        self.body = SafeTextView(name)
        if prose:
            self.body.prepares = partial(render_text, as_book=True)
            rescale(self.body, READING)
        self.body.setPlaceholderText(hint)
        self.cited = CitedView()
        self.cited.opened.connect(self.opened)
        self.rows: ListModel[Any] | None = None
        self.table: QTableView | None = None
        self.body.setProperty("flow", True)
        self.setObjectName("ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # A text has room around it of its own: the heading stands where its lines do.
        self.head.setContentsMargins(_BESIDE, 0, 0, 4 if claims else 0)
        # Beside the heading it takes no line from a text that is read for long.
        self.foot = Foot(bare=prose)
        left, above, right, below_it = self._margins = _PROSE if prose else DETAIL
        self.column = in_column(
            in_row((self.head, 1), self.foot) if prose else self.head,
            self._verdict,
            self.fields,
            (self.body, 3),
            margins=(left - _BESIDE, above, right, below_it),
        )
        # What is cited reaches from edge to edge, as its file does in the viewer.
        self._outer = in_column((self.column, 3), (self.cited, 9), spacing=0)
        if not prose:
            self._outer.addWidget(self.foot)
        self.setLayout(self._outer)
        self.body.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit_body())
        self.body.settled.connect(self._fit_body)
        # Once it has its width, its lines are as long as they will be.
        self._later = pause(self, 0, self._fit_parts)
        self.body.installEventFilter(self)
        self.fields.installEventFilter(self)
        if below is not None:
            self.rows = ListModel(below.columns, key=lambda row: row)
            widths = [column.width for column in below.columns[:-1]]
            self.table = row_table(self.rows, tr(below.name), widths=widths)
            self.column.addWidget(self.table, 2)
            self.table.selectionModel().currentRowChanged.connect(self._on_below_changed)

    def show_row(self, state: Any, row: Any, detail: Callable[[Any, Any], Detail], names: Names) -> None:
        """Show a row, and what belongs to it."""
        self._state, self._names = state, names
        if self._below is not None and self.rows is not None and self.table is not None:
            listed = list(self._below.rows(state, row))
            self.rows.names = names
            if listed != self.rows.items:
                # What was chosen there belonged to what it was.
                self.table.setCurrentIndex(QModelIndex())
                self.rows.replace(listed)
            elif self.table.currentIndex().isValid():
                # Somebody reads one of them.
                return
        self.show_detail(detail(state, row))

    def show_detail(self, detail: Detail) -> None:
        self._detail = detail
        head = cell_text(detail.head, self._names, HEAD)
        self.say(" · ".join(filter(None, (head, mended_text(detail.mended)))))
        self._show_verdict(detail.verdict)
        self._show_cited(detail.cited)
        self._show_fields(detail.fields)
        self.note = cell_text(detail.note, self._names)
        # Who has chosen a row is not asked to choose one.
        self.body.setPlaceholderText("")
        text = tr(detail.text) if isinstance(detail.text, Message) else detail.text
        before = detail.before if self._marking else None
        if self._names is not None:
            text = self._names.veil(text)
            before = self._names.veil(before) if before is not None else None
        if detail.prose:
            self.body.show_text(text, before=before)
        else:
            self.body.show_source(text)

    def mark(self, on: bool) -> None:
        """Mark the words that are new, or read the text without; the reader's place is kept."""
        self._marking = on
        if self._detail is not None and self._detail.before is not None:
            place = self.body.reading_place()
            self.show_detail(self._detail)
            self.body.go_to(place)

    def show_writing(self, head: str, text: str, *, live: bool) -> None:
        """Show a text that is on its way."""
        self._detail = None
        self.say(head)
        self.note = ""
        self._show_verdict(None)
        self._show_fields(())
        self._show_cited(())
        self.body.show_text(text, live=live)

    def show_nothing(self, words: str) -> None:
        """Say why nothing is shown."""
        self._detail = None
        self.say(words)
        self.note = ""
        self._show_verdict(None)
        self.body.setPlaceholderText("" if words else self._hint)
        self._show_fields(())
        self._show_cited(())
        self.body.show_source("")
        if self.rows is not None:
            self.rows.replace([])

    def say(self, head: str) -> None:
        """Set the heading; without one the text has its room."""
        self.head.setText(head)
        self.head.setVisible(bool(head))

    def _show_verdict(self, verdict: tuple[Cell, PartLook, Cell] | None) -> None:
        self._verdict.setVisible(verdict is not None)
        if verdict is None:
            return
        word, look, why = verdict
        seen = LOOKS[look]
        self.verdict.setText(cell_text(word, self._names))
        self.verdict.show_icon(seen.icon, seen.tone)
        self.verdict.setProperty("tone", seen.tone)
        restyle(self.verdict)
        self.verdict_why.setText(cell_text(why, self._names))

    def _show_cited(self, cited: tuple[Cited, ...]) -> None:
        self.cited.show_cited(cited, self._names)
        left, above, right, below_it = self._margins
        self.column.setContentsMargins(left - _BESIDE, above, right, 2 if cited else below_it)
        self._outer.setStretch(0, 0 if cited else 3)
        self._fit_body()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and event.size().width() != event.oldSize().width():
            self._later.start()
        return super().eventFilter(watched, event)

    def _fit_body(self) -> None:
        """Leave the room to what is cited: the text above it is as high as it is, and scrolls where long."""
        self.body.setVisible(bool(self.body.written) or self.cited.isHidden())
        if not self.cited.isHidden():
            most = _SHORT * self.body.fontMetrics().lineSpacing()
            high = min(most, math.ceil(self.body.document().size().height()) + 2)
            self.body.setFixedHeight(max(self.body.minimumSizeHint().height(), high))
        elif self.body.maximumHeight() < _QWIDGETSIZE_MAX:
            self.body.setMinimumHeight(40)
            self.body.setMaximumHeight(_QWIDGETSIZE_MAX)

    def _show_fields(self, fields: tuple[Field, ...]) -> None:
        """Show names and values, of which there are few; a value that opens something is a button."""
        if (fields, self._names) == self._fields_shown:
            return
        self._fields_shown = (fields, self._names)
        inner = QWidget()
        inner.setObjectName("ground")
        inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        grid = QGridLayout(inner)
        grid.setContentsMargins(_BESIDE, 0, 0, 4)
        grid.setColumnStretch(1, 1)
        before = ""
        # Short ones of one name stand beside each other.
        for at, (name, together) in enumerate(groupby(fields, key=self._group_of)):
            title, of = tr(name[0]), list(together)
            # Of several of one name the first says it.
            grid.addWidget(
                label("" if title == before else title, muted=True), at, 0, Qt.AlignmentFlag.AlignTop
            )
            before = title
            values = [cell_text(field.value, self._names) for field in of]
            presses = [
                self._press(field, f"{title}: {value}", value)
                for field, value in zip(of, values, strict=True)
                if field.opens is not None
            ]
            if len(presses) > 1:
                grid.addWidget(Wrapped(presses), at, 1)
            elif presses:
                nest_in_cell(grid, in_row(presses[0], SPACE), at, 1)
            else:
                grid.addWidget(label(values[0], wrap=True, widget=Said(title)), at, 1)
        self.fields.setWidget(inner)
        self.fields.setVisible(bool(fields))
        self._fit_fields()

    def _fit_fields(self) -> None:
        """Be as high as the fields are at their width; where files are quoted, these have the room."""
        inner = self.fields.widget()
        assert inner is not None
        grid, wide = inner.layout(), self.fields.viewport().width()
        high = inner.sizeHint().height()
        if grid is not None and grid.hasHeightForWidth() and wide > _LEAST_WIDTH:
            high = grid.heightForWidth(wide)
        most = _FEW_FIELDS if not self.cited.isHidden() else self.height() * 2 // 3
        high = min(high + 2, max(_FEW_FIELDS, most))
        if self.fields.height() != high:
            self.fields.setFixedHeight(high)

    def _fit_parts(self) -> None:
        self._fit_fields()
        self._fit_body()

    def _group_of(self, field: Field) -> tuple[Message, object]:
        """Return what fields have in common that stand in one row: a short one stands with its like."""
        short = field.opens is not None and len(cell_text(field.value, self._names)) <= _SHORT_VALUE
        return field.name, short or id(field)

    def _press(self, field: Field, name: str, value: str) -> CutButton:
        press = CutButton(value, name)
        press.clicked.connect(lambda _on=False, target=field.opens: self.opened.emit(target))
        return press

    def _on_below_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if self._below is not None and self.rows is not None and current.isValid():
            self.show_detail(self._below.detail(self._state, self.rows.items[current.row()]))
