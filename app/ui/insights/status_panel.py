"""How the work stands, as its workflow describes it: criteria, somebody's word on it, what is due next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from app.ui.insights.still_disputed import DisputeRow
from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.controls import icon_button
from app.ui.kit.dispose import dispose
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.layouts import boxed, in_column, in_row
from app.ui.kit.texts import label, single_line, tr
from app.ui.kit.theme import CAPTION, FIGURE, colours
from app.ui.view.naming import Names
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    # For start-up cost.
    from app.engine.status import DueRow, Section, Standpoint, Tile
    from app.engine.tabs import Opens
    from app.ui.insights.standpoints import CardView

_MOST, _LONGEST = 6, 96
"""Of a section: parts that are listed, and characters of a row."""
_SIGNS: Mapping[str, tuple[str, Tone]] = {
    "high": ("circle-alert", "waiting"),
    "disputed": ("git-compare", "waiting"),
    "doubtful": ("file-text", "waiting"),
    "none": ("file-text", "muted"),
}
"""The icon of what is due, by its look (`PartLook`)."""
_SIDE, _TOP, _ICON, _GAP = 10, 7, 14, 4


class TileView(FontAware, QWidget):
    """One criterion; told to screen readers as a sentence."""

    def __init__(self, tile: Tile) -> None:
        super().__init__()
        self.title, self.value, self.needed = tr(tile.title), tr(tile.value), tr(tile.needed)
        self.holds = tile.holds
        self.verdict = tr("holds") if tile.holds else tr("not yet")
        told = f"{self.title}: {self.value}, {self.needed} · {self.verdict}"
        self.setAccessibleName(told)
        self.setToolTip(told)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _fit(self) -> None:
        self.updateGeometry()

    def _large(self) -> QFont:
        return sized_font(self.font(), FIGURE, bold=True)

    def sizeHint(self) -> QSize:
        small, large = QFontMetrics(caption_font(self.font())), QFontMetrics(self._large())
        return QSize(180, small.lineSpacing() + large.lineSpacing() + 2 * _TOP)

    def paintEvent(self, event: QPaintEvent) -> None:
        c, small, large = colours(), caption_font(self.font()), self._large()
        painter, metrics = QPainter(self), QFontMetrics(small)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(c.line), 1))
        painter.setBrush(QColor(c.base))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        inner = self.rect().adjusted(_SIDE, _TOP, -_SIDE, -_TOP)
        top, left = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignLeft
        tone: Tone = "finished" if self.holds else "waiting"
        painter.setFont(small)
        painter.setPen(QColor(c.tone(tone)))
        painter.drawText(inner, top | Qt.AlignmentFlag.AlignRight, self.verdict)
        begins = inner.right() - metrics.horizontalAdvance(self.verdict) - _ICON - _GAP
        box = QRectF(begins, inner.top() + (metrics.height() - _ICON) / 2, _ICON, _ICON)
        paint_icon(painter, box, "check" if self.holds else "x", tone)
        cut = Qt.TextElideMode.ElideRight
        painter.setPen(QColor(c.muted))
        painter.drawText(inner, top | left, metrics.elidedText(self.title, cut, begins - inner.left() - _GAP))
        wide = QFontMetrics(large).horizontalAdvance(self.value)
        base = inner.bottom() - QFontMetrics(large).descent() + 1
        room = inner.width() - wide - _GAP
        painter.drawText(inner.left() + wide + _GAP, base, metrics.elidedText(self.needed, cut, room))
        painter.setFont(large)
        painter.setPen(QColor(c.text))
        painter.drawText(inner.left(), base, self.value)


class StandingPanel(Panel):
    """Sections under their headings; where it stands on top of the column, the whole run is a press away."""

    def __init__(self) -> None:
        super().__init__()
        self._known: object = None
        self.tiles: list[TileView] = []
        self.rows: list[DisputeRow] = []
        self.cards: list[CardView] = []
        self.headings: list[QLabel] = []
        self.links: dict[str, QToolButton] = {}
        """By heading: what shows all that its section is taken from."""
        self.enlarge = icon_button("maximize-2", tr("Show the whole run"), tr("Open the run map as a tab"))
        self.enlarge.clicked.connect(self.enlarge_wanted)
        # A page that never shows a session goes with all that it has.
        self.enlarge.setParent(self)
        self._inner: QWidget | None = None
        self.leads = False
        """Whether it stands on top of the column: a person decides, and the steps are over."""
        self.follows = False
        """Whether it stands below the figures: its workflow's own steps stand above them."""
        self._body = in_column(spacing=0, margins=(0, 4, 0, 0))
        self.setLayout(self._body)
        self.hide()

    def refresh(self, view: SessionView) -> None:
        """Show how it stands; nothing is done where it is the same."""
        standing = view.standing()
        self.follows = standing is not None and bool(standing.steps)
        self.leads = standing is not None and not standing.steps and view.gate() is not None
        known = (view.session_id, standing, view.names, self.leads)
        if known == self._known:
            return
        self._known = known
        self.tiles, self.rows, self.cards, self.headings, self.links = [], [], [], [], {}
        self.enlarge.setParent(self)
        self.enlarge.hide()
        if self._inner is not None:
            self._inner.hide()
            dispose(self._inner)
            self._inner = None
        self.setVisible(standing is not None and bool(standing.sections))
        if standing is not None:
            parts = [self._section(section, view.names, at) for at, section in enumerate(standing.sections)]
            self._inner = boxed(in_column(*parts, spacing=14))
            self._body.addWidget(self._inner)

    def _section(self, section: Section, names: Names, at: int) -> QWidget:
        title = tr(section.title)
        # In two lines where the letters are large: in one it made the column wider than it is.
        self.headings.append(label(title, bold=True, muted=True, scale=CAPTION, wrap=True))
        head = in_row((self.headings[-1], 1), spacing=2)
        if section.counted:
            number = len(section.parts)
            said = tr("{n} of {all}", n=number, all=section.of) if section.of > number else str(number)
            self.headings[-1].setText(f"{title} · {said}")
        if section.opens is not None:
            link = icon_button(
                "arrow-right", tr("{title}: show all of it", title=title), tr("Show all of it")
            )
            link.clicked.connect(lambda _on=False, opens=section.opens: self._open(opens))
            self.links[title] = link
            head.addWidget(link)
        if self.leads and not at:
            head.addWidget(self.enlarge)
            self.enlarge.show()
        parts = [self._part(part, names) for part in section.parts[:_MOST]]
        return boxed(in_column(head, *parts, spacing=6))

    def _part(self, part: Standpoint, names: Names) -> QWidget:
        # Late for start-up cost: the column is made before any session is read.
        from app.engine.status import Card, DueRow, Quote, Tile
        from app.ui.insights.standpoints import CardView, quote_view, remark_view

        match part:
            case Tile():
                self.tiles.append(TileView(part))
                return self.tiles[-1]
            case DueRow():
                self.rows.append(self._row(part, names))
                return self.rows[-1]
            case Card():
                self.cards.append(CardView(part, names))
                return self.cards[-1]
            case Quote():
                return quote_view(part, names)
            case _:
                return remark_view(part, names)

    def _row(self, one: DueRow, names: Names) -> DisputeRow:
        words = single_line(names.veil(tr(one.text)), _LONGEST)
        sign, tone = _SIGNS.get(one.look, _SIGNS["none"])
        row = DisputeRow(words, tr(one.said), tr("Show it"), sign, tone, below=True)
        row.clicked.connect(lambda _on=False, opens=one.opens: self._open(opens))
        return row

    def _open(self, opens: Opens) -> None:
        self.open_wanted.emit(opens)
