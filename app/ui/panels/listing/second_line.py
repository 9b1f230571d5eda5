"""Rows of a described list on two lines: degrees on pills, states with icons, told as one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QTableView

from app.engine.tabs import PartLook, SecondLine
from app.ui.kit.icons import Tone, paint_icon
from app.ui.kit.states import SEVERITY_LOOKS, STATE_LOOKS, StateLook
from app.ui.kit.theme import colours
from app.ui.kit.two_lines import (
    TwoLineRows,
    paint_at_end,
    paint_pill,
    paint_state,
    paint_words,
)
from app.ui.panels.listing.model import ListModel
from app.ui.view.cells import cell_text

LOOKS: Mapping[PartLook, StateLook] = {
    "good": StateLook("circle-check", "finished", "finished_row"),
    "doubtful": StateLook("circle-alert", "waiting", "waiting_row"),
    "waits": STATE_LOOKS["waiting"],
    "stale": StateLook("history", "waiting", "waiting_row"),
    "bad": StateLook("circle-x", "failed", "failed_row"),
    "none": StateLook("circle-dashed", "muted", "hover"),
    "disputed": StateLook("git-compare", "waiting", "waiting_row"),
    "yours": StateLook("check", "accent", "accent_row"),
    "dropped": StateLook("x", "text2", "hover"),
    "later": StateLook("clock", "text2", "hover"),
    "supported": StateLook("badge-check", "finished", "finished_row"),
    "in_part": StateLook("circle-dashed", "waiting", "waiting_row"),
    "not_found": StateLook("badge-alert", "waiting", "waiting_row"),
    "no_source": StateLook("badge", "muted", "hover"),
}
_GAP = 11
"""Pixels between two parts."""
_BEFORE, _SIGN = 26, 16
"""Pixels before a row's words where an icon stands there, and of that icon."""


class SecondLineRows(TwoLineRows):
    """Draws what a description says of a row."""

    weight = QFont.Weight.DemiBold

    def __init__(self, table: QTableView, model: ListModel[Any], described: SecondLine[Any]) -> None:
        super().__init__(table)
        self._model, self._described = model, described
        if described.leads:
            self.indent, self.weight = _BEFORE, QFont.Weight.Normal

    def paint_before(self, painter: QPainter, box: QRect, row: int) -> None:
        """Draw the icon of the first part."""
        first = next(iter(self._described.parts(self._model.items[row])), None)
        if first is not None and first.look in LOOKS:
            look = LOOKS[first.look]
            top = box.center().y() - _SIGN / 2 + 1
            paint_icon(painter, QRectF(box.left(), top, _SIGN, _SIGN), look.icon, look.tone)

    def paint_below(self, painter: QPainter, box: QRect, row: int) -> None:
        """Draw the parts from the left, and the one that stands at the right."""
        item, names = self._model.items[row], self._model.names
        end = self._described.end(item)
        if end is not None:
            degree = SEVERITY_LOOKS.get(end.look)
            look = degree or LOOKS.get(end.look, LOOKS["none"])
            tone: Tone = "muted" if degree is not None else look.tone
            right = paint_at_end(painter, box, box.right(), look.icon, tone, cell_text(end.text, names))
            box = box.adjusted(0, 0, right - box.right() - _GAP, 0)
        left = box.left()
        for at, part in enumerate(self._described.parts(item)):
            text = cell_text(part.text, names)
            if self._described.leads and not at and part.look in LOOKS:
                colour = colours().tone(LOOKS[part.look].tone)
                left = paint_words(painter, box, left, text, colour) + _GAP
            elif part.look in SEVERITY_LOOKS:
                left = paint_pill(painter, box, left, SEVERITY_LOOKS[part.look], text) + _GAP
            elif part.look:
                left = paint_state(painter, box, left, LOOKS[part.look], text) + _GAP
            else:
                left = paint_words(painter, box, left, text, colours().text2) + _GAP


def sentence_of(model: ListModel[Any], described: SecondLine[Any], row: Any) -> str:
    """Return a row as a screen reader tells it."""
    end = described.end(row)
    parts = [*described.parts(row), *([end] if end is not None else [])]
    return " · ".join([model.claim(row), *(cell_text(part.text, model.names) for part in parts)])
