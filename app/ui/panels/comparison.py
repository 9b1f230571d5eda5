"""Above the cards: what the answers differ on, as a table with a column for each, and what they agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from app.domain.comparison import Comparison
from app.ui.kit.buttons import ToolButton
from app.ui.kit.controls import fold_arrow, word_button
from app.ui.kit.dispose import dispose
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import Margins, boxed, in_column, in_row, scrolled
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.spinner import LOADER
from app.ui.kit.text.signs import Marked, paint_number
from app.ui.kit.texts import CutLine, count, escaped, label, link_button, single_line, tr
from app.ui.kit.theme import CAPTION, colours
from app.ui.panels.answer_rows import AnswerRow
from app.ui.panels.critique_rows import Who, who_of
from app.ui.view.session_view import SessionView

_MOST_BY_KEY = 4
"""Answers that a key chooses."""
_FEW = 5
"""Differences that are shown at first, the heaviest."""
LONGEST = 400
"""Characters of what an answer says on a point."""
_SHARE = 0.4
"""Of the height of the board, at most; the rest scrolls."""
_NARROW = 900
"""Pixels, at the usual size of text, below which a point stands above what the answers say on it."""
_SQUARE, _SIDE = 18, 15
_POINT, _CELL = 2, 3
"""How a point and what an answer says on it share the width."""
_HEAD, _LIST = (_SIDE, 4, 8, 4), (_SIDE, 8, _SIDE, 10)


class NumberSign(QWidget):
    """The number of a difference, in a square that is filled."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number
        self.setFixedSize(_SQUARE, _SQUARE)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_number(painter, self.rect(), self._number, self.font())


class _Columns(QGridLayout):
    """A number, a point and what each answer says on it, below each other in all rows."""

    def __init__(
        self, row: QWidget, around: Margins, sign: QWidget, issue: QWidget, cells: Sequence[QWidget]
    ) -> None:
        super().__init__(row)
        left, top, right, bottom = around
        self.setContentsMargins(_SIDE + left, top, _SIDE + right, bottom)
        self.setHorizontalSpacing(14)
        self.setVerticalSpacing(2)
        self.setColumnMinimumWidth(0, _SQUARE)
        self._sign, self._issue, self._cells = sign, issue, cells
        self._narrow: bool | None = None
        for cell in (issue, *cells):
            # The columns share the width whatever stands in them, so that those of all rows are equal.
            policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(cell.sizePolicy().hasHeightForWidth())
            cell.setSizePolicy(policy)
        self.set_narrow(False)

    def set_narrow(self, narrow: bool) -> bool:
        """Put the point above what the answers say, or before it; return whether it was otherwise."""
        if narrow == self._narrow:
            return False
        self._narrow = narrow
        for part in (self._sign, self._issue, *self._cells):
            self.removeWidget(part)
        top, number = Qt.AlignmentFlag.AlignTop, len(self._cells)
        self.addWidget(self._sign, 0, 0, top)
        self.addWidget(self._issue, 0, 1, 1, number if narrow else 1)
        for at, cell in enumerate(self._cells):
            self.addWidget(cell, *((1, 1 + at) if narrow else (0, 2 + at)))
        for at, share in enumerate([0, *[_CELL] * number, 0] if narrow else [0, _POINT, *[_CELL] * number]):
            self.setColumnStretch(at, share)
        return True


class DifferenceRow(ToolButton):
    """One point, and what each answer says on it; a press shows where."""

    def __init__(self, number: int, issue: str, says: Sequence[tuple[Who, str]]) -> None:
        super().__init__()
        self.setObjectName("difference")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        told = "; ".join(f"{who.name}: {said or tr('says nothing on it')}" for who, said in says)
        self.setAccessibleName(f"{number}. {issue} {told}")
        self.setToolTip(tr("Show this in the answers"))
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.issue = label(issue, bold=True, wrap=True)
        self.cells = [
            label(said or tr("says nothing on it"), wrap=True, muted=not said) for _who, said in says
        ]
        for words in (self.issue, *self.cells):
            words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._sign = NumberSign(number)
        self._grid = _Columns(self, (0, 6, 0, 6), self._sign, self.issue, self.cells)
        for part in (self._sign, self.issue, *self.cells):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_narrow(self, narrow: bool) -> None:
        """Put the point above what the answers say on it, or before it."""
        if self._grid.set_narrow(narrow):
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._grid.heightForWidth(width)

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(200, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, c = QPainter(self), colours()
        painter.fillRect(self.rect(), QColor(c.hover if self.underMouse() else c.base))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(c.hairline))
        if self.hasFocus():
            painter.setPen(QColor(c.accent))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class AgreedRow(QFrame):
    """What they agree on: one line that unfolds to a list, or the list alone."""

    def __init__(self, agreed: Sequence[str], *, folded: bool) -> None:
        super().__init__()
        self.points = [
            label(one[:1].upper() + one[1:], wrap=True, widget=IconLabel("check", tone="finished"))
            for one in agreed
        ]
        self._grid = QGridLayout()
        self._grid.setContentsMargins(*_LIST)
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(4)
        self.list = boxed(self._grid)
        line = tr("Agree on {n}: {points}", n=len(agreed), points="; ".join(agreed))
        self.line = label(line, widget=IconLabel("check", tone="finished"))
        self.line.setToolTip(escaped(line))
        # It must not make the window wide.
        self.line.setMinimumWidth(20)
        self.line.setProperty("soft", True)
        self.fold = fold_arrow(self.list, tr("Show what they agree on"), tr("Show each point"))
        row = in_row(self.fold, (self.line, 1), spacing=8, margins=(_SIDE, 4, _SIDE, 4))
        self._row = boxed(row)
        self._row.setVisible(folded)
        self.setLayout(in_column(self._row, self.list, spacing=0))
        self.list.setVisible(not folded)
        self._columns = 0
        self.set_columns(3)

    def set_columns(self, number: int) -> None:
        """Share the width among so many columns."""
        if number == self._columns:
            return
        self._columns = number
        for at in range(3):
            self._grid.setColumnStretch(at, int(at < number))
        for at, point in enumerate(self.points):
            self._grid.addWidget(point, at // number, at % number, Qt.AlignmentFlag.AlignTop)


class ComparisonView(QFrame):
    """The whole panel; it asks for no more height than it needs, and for no more than its share."""

    wanted = Signal(object)
    """Show where the answers say this (`Difference`)."""
    meant = Signal(str)
    """Whose answer is to be taken or attacked, chosen by its number as a key."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("comparison")
        self._known: tuple[object, ...] = ()
        self.seats: tuple[str, ...] = ()
        """Whose answers are compared; nobody's while there is nothing to show."""
        self._marks: dict[str, tuple[Marked, ...]] = {}
        self._copied = ""
        self.rows: list[DifferenceRow] = []
        self.agreed: AgreedRow | None = None
        self._all = False
        self._sign = IconLabel("git-compare", tone="text")
        self.title = label("", bold=True, widget=self._sign)
        self.by = label("", muted=True, scale=CAPTION, widget=CutLine(""))
        called = tr("Copy the comparison")
        self.copy = word_button("copy", tr("Copy"), tr("Copy it as text"), name=called, tone="text")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._copied))
        # The head is as high while the answers are still being compared.
        policy = self.copy.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.copy.setSizePolicy(policy)
        self._head = boxed(in_row(self.title, (self.by, 1), self.copy, spacing=8, margins=_HEAD))
        self._inner = QWidget()
        self._inner.setObjectName("sheet")
        self._column = in_column(spacing=0)
        self._inner.setLayout(self._column)
        self._inner.installEventFilter(self)
        self._scroll = scrolled(self._inner)
        self._names: _ColumnHeads | None = None
        self.more = link_button("")
        # Its place is in a row of the table, of which there may never be one.
        self.more.setParent(self._inner)
        self.more.hide()
        self.more.clicked.connect(self._on_more)
        self.setLayout(in_column(self._head, (self._scroll, 1), spacing=0))
        self._board = 0
        for at in range(_MOST_BY_KEY):
            # Heard wherever no words are typed, as long as the panel is shown.
            key = QShortcut(QKeySequence(str(at + 1)), self)
            key.activated.connect(partial(self._on_key, at))
        self.hide()

    def refresh(self, view: SessionView) -> None:
        """Show what was found between the answers that lie before the person; nothing hides it."""
        gate = view.gate() if not view.looking_at else None
        found = view.kind(gate.fact.kind).compares(gate.fact.payload) if gate is not None else None
        awaited = _awaited_seats(view) if gate is None and not view.looking_at else ()
        whose = [who_of(view, seat) for seat in found.seats] if found is not None else []
        known = (view.session_id, gate.id if gate is not None else "", found, whose, awaited)
        if known == self._known:
            return
        self._known, self._all = known, False
        self.seats = found.seats if found is not None else awaited
        self._marks = {seat: _marks(view, found, seat) for seat in found.seats} if found is not None else {}
        self.setVisible(bool(self.seats))
        for old in self._inner.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if old is not self.more:
                self._column.removeWidget(old)
                dispose(old)
        self.rows, self.agreed, self._names = [], None, None
        self.copy.setVisible(found is not None)
        if found is not None:
            self._fill(view, found, whose)
        elif awaited:
            self.title.setText(tr("Comparing…"))
            self._sign.show_icon(LOADER, "accent")
            self.by.setText("")
            self.more.hide()
        if self.seats:
            self._fit()

    def compared(self, row: AnswerRow, *, marked: bool) -> AnswerRow:
        """Return a card's row with how long its answer is, and `marked`: with the numbers of the points."""
        marks = self._marks.get(row.seat, ()) if marked else ()
        long = count(len(row.text.split()), "{n} word", "{n} words")
        state = row.state._replace(head=long, short=long) if row.tone == "plain" else row.state
        return replace(row, marks=(*row.marks, *marks), state=state)

    def _fill(self, view: SessionView, found: Comparison, whose: Sequence[Who]) -> None:
        line = [single_line(view.names.veil(one), LONGEST) for one in found.agreed]
        self.title.setText(_heading(len(line), len(found.differ)))
        self._sign.show_icon(*(("git-compare", "text") if found.differ else ("check", "finished")))
        self.by.setText(tr(found.by))
        told = [self.title.text()]
        if found.differ:
            self._names = _ColumnHeads(whose)
            self._column.addWidget(self._names)
        for number, one in enumerate(found.differ, 1):
            issue = single_line(view.names.veil(one.issue), LONGEST)
            says = [
                (who, single_line(view.names.veil(one.says.get(seat, "")), LONGEST))
                for who, seat in zip(whose, found.seats, strict=True)
            ]
            row = DifferenceRow(number, issue, says)
            row.clicked.connect(lambda _on=False, one=one: self.wanted.emit(one))
            self.rows.append(row)
            self._column.addWidget(row)
            told.append(f"{number}. {issue}")
            told += [f"   {who.name}: {words or tr('says nothing on it')}" for who, words in says]
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.more.setText(tr("Show all {n}", n=len(self.rows)))
        self._show_rows()
        if line:
            self.agreed = AgreedRow(line, folded=bool(found.differ))
            self.agreed.fold.toggled.connect(lambda _on: self._fit())
            self._column.addWidget(self.agreed)
            told += [tr("Agree on {n}: {points}", n=len(line), points="; ".join(line))]
        self._copied = "\n".join(told)

    def press(self, number: int) -> None:
        """Do what a press on the row of a number does."""
        if 0 < number <= len(self.rows):
            self.rows[number - 1].click()

    def _on_key(self, at: int) -> None:
        if at < len(self.seats):
            self.meant.emit(self.seats[at])

    def _on_more(self) -> None:
        self._all = True
        self._show_rows()
        self._fit()
        self.rows[_FEW].setFocus()

    def _show_rows(self) -> None:
        for at, row in enumerate(self.rows):
            row.setVisible(self._all or at < _FEW)
        self.more.setVisible(not self._all and len(self.rows) > _FEW)

    def set_board(self, high: int) -> None:
        """Take no more than a share of so many pixels."""
        if high != self._board:
            self._board = high
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the height that the rows ask for now: they learn late how large their letters are."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return False

    @property
    def differs(self) -> bool:
        """Whether there is a point to number."""
        return bool(self.rows)

    @property
    def narrow(self) -> bool:
        """Whether it is shown and has no room for the point before what the answers say."""
        return bool(self.seats) and self.width() < _NARROW * self.fontMetrics().height() / 16

    def _fit(self) -> None:
        for row in self.rows:
            row.set_narrow(self.narrow)
        if self._names is not None:
            self._names.set_narrow(self.narrow)
        if self.agreed is not None:
            self.agreed.set_columns(2 if self.narrow else 3)
        self._column.activate()
        wide = self.width() - 2 * self.frameWidth()
        needs = self._column.heightForWidth(wide) if self._column.hasHeightForWidth() else 0
        room = max(0, round(self._board * _SHARE) - self._head.sizeHint().height())
        self._scroll.setFixedHeight(min(max(needs, self._column.minimumSize().height()), room))


class _ColumnHeads(QFrame):
    """Whose words stand in which column."""

    def __init__(self, whose: Sequence[Who]) -> None:
        super().__init__()
        self.setObjectName("compared")
        self._point = label(tr("Differ on"), muted=True, scale=CAPTION)
        names = [
            boxed(in_row(SeatDot(who.colour), (label(who.name, muted=True, scale=CAPTION), 1), spacing=6))
            for who in whose
        ]
        self._grid = _Columns(self, (0, 0, 0, 0), QWidget(), self._point, names)

    def set_narrow(self, narrow: bool) -> None:
        """Stand above the columns of the rows below."""
        self._point.setVisible(not narrow)
        self._grid.set_narrow(narrow)


def _marks(view: SessionView, found: Comparison, seat: str) -> tuple[Marked, ...]:
    quotes = enumerate((one.quotes.get(seat, "") for one in found.differ), 1)
    return tuple(Marked(view.names.veil(quote), number=number) for number, quote in quotes if quote)


def _awaited_seats(view: SessionView) -> tuple[str, ...]:
    """Return whose answers are being compared now: what runs leads to a gate that shows what is found."""
    graph, node = view.graph, view.fold.timeline.node
    if graph is None or view.state != "running" or not node:
        return ()
    targets = {one.target for one in graph.transitions if one.source == node}
    gates = {one.gate for one in graph.nodes if one.name in targets and one.gate is not None}
    if not any(view.kind(gate).shows_comparison for gate in gates):
        return ()
    place = (view.round, view.attempt)
    texts = {seat: view.fold.texts.current(view.slot, seat) for seat in view.members()} if view.slot else {}
    seats = [seat for seat, text in texts.items() if text and (text.round, text.attempt) == place]
    return tuple(seats) if len(seats) > 1 else ()


def _heading(agreed: int, differ: int) -> str:
    """Return “They agree on 5 points and differ on 2.”"""
    if not differ:
        return count(agreed, "They agree.", "They agree on all {n} points.")
    if not agreed:
        return count(differ, "They differ on 1 point.", "They differ on {n} points.")
    said = count(
        agreed, "They agree on 1 point and differ on {{m}}.", "They agree on {n} points and differ on {{m}}."
    )
    return said.format(m=differ)
