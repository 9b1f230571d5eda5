"""How the work stands, as its workflow describes it: a tile for each criterion, and what is due next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.ui.insights.still_disputed import DisputeRow
from app.ui.kit.chip import caption_font
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.layouts import in_column
from app.ui.kit.texts import label, shown, tr
from app.ui.kit.theme import CAPTION, FIGURE, colours
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    # For start-up cost.
    from app.engine.tabs import Opens, Standing, Tile

MOST, LONGEST = 6, 96
"""What is due: rows that are listed, and characters of each."""
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
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * FIGURE)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def sizeHint(self) -> QSize:
        """Return two lines and what is around them."""
        small, large = QFontMetrics(caption_font(self.font())), QFontMetrics(self._large())
        return QSize(180, small.lineSpacing() + large.lineSpacing() + 2 * _TOP)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the title, the verdict at its right, and below them the value with what is needed."""
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
        painter.end()


class StandingPanel(Panel):
    """Tiles, and below them what is due; a press on it leads there."""

    def __init__(self) -> None:
        super().__init__()
        self._known: object = None
        self.tiles: list[TileView] = []
        self.rows: list[DisputeRow] = []
        self.title = label("", bold=True, muted=True, scale=CAPTION)
        self.due = label("", bold=True, muted=True, scale=CAPTION)
        self._tiles, self._list = in_column(spacing=6), in_column(spacing=0)
        self.setLayout(in_column(self.title, self._tiles, self.due, self._list, spacing=6))
        self.hide()

    def refresh(self, view: SessionView) -> None:
        """Show how it stands; nothing is done where it is the same."""
        described = view.traits.standing
        standing = described(view.own) if described is not None and view.own is not None else None
        known = (view.session_id, standing, view.names)
        if known == self._known:
            return
        self._known = known
        for part in (*self.tiles, *self.rows):
            part.hide()
            part.deleteLater()
        self.tiles, self.rows = [], []
        self.setVisible(standing is not None)
        if standing is not None:
            self._fill(standing, view)

    def _fill(self, standing: Standing, view: SessionView) -> None:
        self.title.setText(tr(standing.title))
        for tile in standing.tiles:
            self.tiles.append(TileView(tile))
            self._tiles.addWidget(self.tiles[-1])
        self.due.setText(f"{tr(standing.due_title)} · {len(standing.due)}")
        self.due.setVisible(bool(standing.due))
        for one in standing.due[:MOST]:
            row = DisputeRow(
                shown(view.names.veil(tr(one.text)), LONGEST),
                tr(one.said),
                tip=tr("Show it"),
                sign="circle-alert",
            )
            row.clicked.connect(lambda _on=False, opens=one.opens: self._open(opens))
            self._list.addWidget(row)
            self.rows.append(row)

    def _open(self, opens: Opens) -> None:
        self.open_wanted.emit(opens)
