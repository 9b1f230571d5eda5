"""What is still disputed, each point with who says it of whom; a press leads to the critique."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QTextDocument

from app.projections.critiques import Point
from app.ui.kit.buttons import ToolButton
from app.ui.kit.dispose import dispose
from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.layouts import in_column
from app.ui.kit.paragraph import CLOSE, Run, SmallPage, small_page
from app.ui.kit.texts import count, label, link_button, single_line, tr
from app.ui.kit.theme import CAPTION, colours
from app.ui.view.disputes import disputed, disputed_title
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

_MOST, _LONGEST = 4, 96
"""Points that are listed, and characters of each."""
_ICON, _GAP, _AROUND = 14, 8, 2


class DisputeRow(SmallPage, ToolButton):
    """One point: its claim on as many lines as it needs, and the letters of the two."""

    _around = 2 * _AROUND

    def __init__(
        self,
        claim: str,
        pair: str,
        tip: str = "",
        sign: str = "scale",
        tone: Tone = "muted",
        *,
        below: bool = False,
    ) -> None:
        """`tip`: what a press does, where that is not to show a critique; `sign`: the icon before it.

        `below`: the pair stands on a line of its own, as what the claim is.
        """
        super().__init__()
        self._claim, self._pair, self._sign, self._tone, self._below = claim, pair, sign, tone, below
        self.setAccessibleName(f"{claim} · {pair}")
        self.setToolTip(tip or tr("Show this critique"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def _page(self, width: int) -> QTextDocument:
        c = colours()
        claim = c.accent if self.underMouse() else c.text if self._below else c.text2
        pair = Run(self._pair, c.muted) if self._below else Run(self._pair, c.accent, bold=True)
        runs = (Run(self._claim + ("\n" if self._below else " "), claim), pair)
        return small_page(self.font(), runs, width - _ICON - _GAP - 2 * _AROUND, CLOSE)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours().accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        paint_icon(painter, QRectF(_AROUND, _AROUND + 2, _ICON, _ICON), self._sign, self._tone)
        painter.translate(QPointF(_AROUND + _ICON + _GAP, _AROUND))
        self._page(self.width()).drawContents(painter)


class StillDisputed(Panel):
    """The points that stayed open when the round was last reviewed."""

    def __init__(self) -> None:
        super().__init__()
        self._known: tuple[object, ...] = ()
        self.rows: list[DisputeRow] = []
        self.more = link_button("")
        self.more.clicked.connect(lambda: self.critique_wanted.emit(""))
        self.title = label(tr("Still disputed"), bold=True, muted=True, scale=CAPTION)
        self._list = in_column(spacing=0)
        layout = in_column(self.title, self._list, self.more, spacing=2)
        layout.setAlignment(self.more, Qt.AlignmentFlag.AlignLeft)
        self.setLayout(layout)
        self.hide()

    def refresh(self, view: SessionView) -> None:
        """List the points; nothing is done where they are the same."""
        points = disputed(view)
        told = [(point.filed.critique, *self._told(view, point)) for point in points[:_MOST]]
        known = (view.session_id, len(points), told, view.final() is not None)
        if known == self._known:
            return
        self._known = known
        left = view.final() is not None
        self.title.setText(disputed_title(view) if left else tr("Still disputed"))
        for row in self.rows:
            self._list.removeWidget(row)
            dispose(row)
        self.rows = []
        for critique, claim, pair in told:
            row = DisputeRow(claim, pair)
            row.clicked.connect(lambda _on=False, point=critique: self.critique_wanted.emit(point))
            self._list.addWidget(row)
            self.rows.append(row)
        rest = len(points) - len(told)
        self.more.setText(count(rest, "{n} more", "{n} more"))
        self.more.setAccessibleName(count(rest, "{n} more disagreement", "{n} more disagreements"))
        self.more.setVisible(rest > 0)
        self.setVisible(bool(points))

    def _told(self, view: SessionView, point: Point) -> tuple[str, str]:
        critic, target = point.pair
        # The two stay on one line.
        pair = "\u00a0↔\u00a0".join(
            view.letter(seat, point.round) or view.names.of(seat) for seat in (critic, target) if seat
        )
        return single_line(view.names.veil(point.filed.claim), _LONGEST), pair
