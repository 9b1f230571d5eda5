"""The rows of the library: pages of sessions, what their cells say, and how they are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP, Message
from app.domain.ids import SessionId
from app.domain.money import limit_words
from app.engine.session_rows import SessionRow
from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.spinner import Turning
from app.ui.kit.tables import Index, TitledModel, draw_cell, draw_tick, paint_row_ground
from app.ui.kit.text.finding import each_word
from app.ui.kit.texts import day, escaped, model_text, money, percent, single_line, tr
from app.ui.kit.theme import colours
from app.ui.view.session_rows import (
    look_of,
    namesakes,
    rounds_text,
    standing,
)

PAGE = 200
"""Rows that are shown at first, and added whenever the end comes into sight."""
COLUMNS = (
    QT_TRANSLATE_NOOP("ui", "Session"),
    QT_TRANSLATE_NOOP("ui", "State"),
    QT_TRANSLATE_NOOP("ui", "Length"),
    QT_TRANSLATE_NOOP("ui", "Agreement"),
    QT_TRANSLATE_NOOP("ui", "Cost"),
    QT_TRANSLATE_NOOP("ui", "Changed"),
)
_FIGURES = (3, 4)
"""Columns whose figures stand below each other."""
_ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The session itself."""
_WORDS_ROLE = Qt.ItemDataRole.UserRole + 2
"""The searched words, to be marked."""


class LibraryModel(TitledModel[SessionRow]):
    """All rows that fit; `items` are those of the pages shown."""

    page_shown = Signal(object)
    """The sessions that have just come into the table."""

    def __init__(
        self, kinds: Mapping[str, str], rounds: Mapping[str, str | Message], agreeing: Collection[str]
    ) -> None:
        """By workflow: titles, what a round is called, and whose figure tells how far members agree."""
        super().__init__(COLUMNS, self._words_at, _FIGURES)
        self._kinds = kinds
        self._rounds, self._agreeing = rounds, agreeing
        self.rows: Sequence[SessionRow] = ()
        self.words = ""
        self._snippets: dict[SessionId, str] = {}
        self._namesakes: frozenset[SessionId] = frozenset()

    def fill(self, rows: Sequence[SessionRow], words: str = "", least: int = 0) -> None:
        """Show other rows, `least` at once, found by these words where there are any."""
        self.rows, self.words = rows, words
        self._snippets, self._namesakes = {}, namesakes(rows)
        self.replace(list(rows[: max(PAGE, least)]))
        self.page_shown.emit([row.session for row in self.items])

    def put_snippets(self, snippets: Mapping[SessionId, str]) -> None:
        """Show what stands around the hits, with the names veiled where they are hidden."""
        self._snippets |= snippets
        if self.items:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.items) - 1, 0))

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and len(self.items) < len(self.rows)

    def fetchMore(self, parent: Index) -> None:
        fresh = self.rows[len(self.items) :][:PAGE]
        self.add(fresh)
        self.page_shown.emit([row.session for row in fresh])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell: the first column has two lines."""
        if not index.isValid():
            return None
        row = self.items[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            first = single_line(row.title, 160), self._kind(row), self._below(row)
            return (
                ", ".join(filter(None, first)) if not index.column() else self._words_at(row, index.column())
            )
        if role == Qt.ItemDataRole.ToolTipRole:
            at, cost = f"{_date(row):%Y-%m-%d %H:%M}", money(row.cost, row.known_cost, row.uncertain_cost)
            return escaped(
                "\n".join(filter(None, (single_line(row.title, 400), self._kind(row), at, cost, row.problem)))
            )
        if role == _ROW_ROLE:
            return row
        return self.words if role == _WORDS_ROLE else super().data(index, role)

    def _words_at(self, row: SessionRow, column: int) -> str:
        match column:
            case 0:
                return f"{single_line(row.title, 160)}\n{self._below(row)}"
            case 1:
                return standing(row)
            case 2:
                return rounds_text(row.rounds, self._rounds.get(row.workflow, "Round"))
            case 3:
                agreed = row.figure if row.workflow in self._agreeing else None
                return percent(round(agreed)) if agreed is not None else "–"
            case 4:
                return short_cost(row)
            case _:
                # The year stands in the tip too; what tells namesakes apart must fit.
                alike = row.session in self._namesakes
                return day(_date(row), hour=True) if alike else day(_date(row), year=True)

    def _below(self, row: SessionRow) -> str:
        if row.problem:
            return single_line(row.problem, 200)
        snippet = self._snippets.get(row.session)
        models = ", ".join(dict.fromkeys(model_text(model, 40, short=True) for model in row.models))
        by = tr("by the agent {agent}", agent=single_line(row.begun_by, 60)) if row.begun_by else ""
        return (
            single_line(snippet, 300) if snippet else " · ".join(filter(None, (self._kind(row), by, models)))
        )

    def _kind(self, row: SessionRow) -> str:
        return self._kinds.get(row.workflow, row.workflow)


def short_cost(row: SessionRow) -> str:
    """Return what a session cost as it fits a column: of a range its end, the tip has both."""
    if row.cost and row.uncertain_cost:
        return tr(limit_words(row.cost + row.uncertain_cost))
    return money(row.cost, row.known_cost, row.uncertain_cost)


def longest_costs(rows: Iterable[SessionRow]) -> list[str]:
    """Return costs of sessions among which the longest is: the least and the most of each kind.

    To write out those of 30 000 sessions would hold the window up.
    """
    least: dict[tuple[bool, bool], tuple[float, SessionRow]] = {}
    most: dict[tuple[bool, bool], tuple[float, SessionRow]] = {}
    for row in rows:
        kind = row.cost is None, row.uncertain_cost > 0
        amount = (row.known_cost if row.cost is None else row.cost) + row.uncertain_cost
        if kind not in most or amount > most[kind][0]:
            most[kind] = amount, row
        # The less it is, the more decimals it has; nothing itself is a word.
        if amount > 0 and (kind not in least or amount < least[kind][0]):
            least[kind] = amount, row
    return [short_cost(row) for _amount, row in (*least.values(), *most.values())]


def _date(row: SessionRow) -> datetime:
    return datetime.fromtimestamp(row.changed_at / 1e6).astimezone()


def parts(text: str, words: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a line and whether each is a hit."""
    folded, wanted = text.casefold(), words.casefold().strip()
    each = [wanted] if wanted in folded else each_word(wanted)
    # Folding may make a text longer, and places in it then mean nothing.
    sought = "|".join(map(re.escape, each)) if len(folded) == len(text) else ""
    done = 0
    for hit in re.finditer(sought, folded) if sought else ():
        if hit.start() > done:
            yield text[done : hit.start()], False
        done = hit.end()
        yield text[hit.start() : done], True
    if done < len(text):
        yield text[done:], False


def led_to(line: str, words: str, room: int, wide: Callable[[str], int]) -> str:
    """Return a line from where its first hit is in sight, which needs `room` at most; `wide` measures."""
    before = ""
    for piece, hit in parts(line, words):
        if hit:
            if wide(before + piece) <= room:
                return line
            kept = before
            while kept and wide("…" + kept) > room // 3:
                kept = kept[1:]
            return "…" + kept.lstrip(" .,;:…") + line[len(before) :]
        before += piece
    return line


TICKS = 40
"""Pixels at the left within which a click ticks a row."""
TITLE_AT, EDGE = 72, 16
_TICK, _ICON_AT, _ICON, _CELL = 16, 44, 16, 6


def row_height(view: QWidget) -> int:
    """Return the height of every row of a table: two lines."""
    return max(54, 2 * view.fontMetrics().lineSpacing() + 18)


class RowDelegate(QStyledItemDelegate):
    """Draws the ground of a row, the line below it, and a cell in small letters."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(60, row_height(option.widget))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        self.ground(painter, option, index)
        self.words(painter, option, index)
        painter.restore()

    def ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Fill the row that is looked at, and frame it while the keys are there."""
        table = self.parent()
        assert isinstance(table, QTableView)
        paint_row_ground(painter, table, option.rect, index.row())

    def words(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw what the cell says; a state in its colour."""
        c, row = colours(), index.data(_ROW_ROLE)
        inner = option.rect.adjusted(_CELL, 0, -_CELL, 0)
        painter.setFont(caption_font(option.font))
        last = index.column() == index.model().columnCount() - 1
        painter.setPen(
            QColor(c.tone(look_of(row).tone) if index.column() == 1 else c.muted if last else c.text)
        )
        draw_cell(painter, inner, index, str(index.data()))


class TitleDelegate(RowDelegate):
    """Draws tick, state, title, and a quieter line below with hits marked."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._turning = Turning(table.viewport())

    def words(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, rect, table = colours(), option.rect, self.parent()
        assert isinstance(table, QTableView)
        ticked = table.selectionModel().isRowSelected(index.row(), index.parent())
        middle = rect.center().y() + 1
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_tick(painter, QRectF(rect.left() + EDGE, middle - _TICK / 2, _TICK, _TICK), ticked)
        look = look_of(index.data(_ROW_ROLE))
        icon = QRectF(rect.left() + _ICON_AT, middle - _ICON / 2, _ICON, _ICON)
        self._turning.paint(painter, icon, look.icon, look.tone)
        title, _, below = str(index.data()).partition("\n")
        font, small = sized_font(option.font, bold=True), caption_font(option.font)
        high, low = QFontMetrics(font), QFontMetrics(small)
        top = rect.top() + (rect.height() - high.lineSpacing() - low.lineSpacing() - 2) // 2
        left, room = rect.left() + TITLE_AT, rect.width() - TITLE_AT - 12
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        painter.drawText(left, top + high.ascent(), high.elidedText(title, Qt.TextElideMode.ElideRight, room))
        painter.setFont(small)
        wanted = str(index.data(_WORDS_ROLE) or "")
        line = led_to(below, wanted, room, low.horizontalAdvance)
        line = low.elidedText(line, Qt.TextElideMode.ElideRight, room)
        self._marked(painter, QPoint(left, top + high.lineSpacing() + 2), line, wanted)

    def _marked(self, painter: QPainter, position: QPoint, line: str, words: str) -> None:
        c, metrics = colours(), painter.fontMetrics()
        x = position.x()
        for piece, hit in parts(line, words):
            wide = metrics.horizontalAdvance(piece)
            if hit:
                painter.fillRect(QRect(x, position.y(), wide, metrics.height()), QColor(c.hit))
            painter.setPen(QColor(c.text if hit else c.muted))
            painter.drawText(x, position.y() + metrics.ascent(), piece)
            x += wide
