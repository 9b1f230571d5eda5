"""What a workflow tells in the column: somebody's word on the work as a card, remarks, and quoted words."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QFrame, QWidget

from app.engine.status import Card, Quote, Remark
from app.engine.tabs import PartLook
from app.ui.kit.chip import Chip
from app.ui.kit.controls import fold_arrow
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.paragraph import LeadText
from app.ui.kit.states import StateLook
from app.ui.kit.text.flow import Aside
from app.ui.kit.texts import label, tr
from app.ui.kit.theme import CAPTION
from app.ui.kit.wrapped import Wrapped
from app.ui.view.cells import cell_text
from app.ui.view.naming import Names

LONGEST_WORD, _LONGEST_POINT, _LONGEST_REMARK = 400, 160, 300
"""Characters of what is told here; all of it stands in a tab."""
_LOOKS: Mapping[PartLook, StateLook] = {
    "good": StateLook("check", "finished", "finished_row"),
    "doubtful": StateLook("triangle-alert", "waiting", "waiting_row"),
    "bad": StateLook("x", "failed", "failed_row"),
}
_PLAIN = StateLook("minus", "text2", "hover")


class CardView(QFrame):
    """One card; a folded one shows its first line, which opens it."""

    def __init__(self, card: Card, names: Names) -> None:
        super().__init__()
        verdict, beside = cell_text(card.verdict.text, names, 60), cell_text(card.beside, names, 80)
        self.told = f"{verdict} · {beside}"
        self.setAccessibleName(self.told)
        chip = Chip()
        chip.show_look(_LOOKS.get(card.verdict.look, _PLAIN), verdict)
        which = label(beside, muted=True, scale=CAPTION)
        which.setToolTip(beside)
        # In another language both may be too long for one line of the column.
        both = Wrapped((chip, which))
        self.body = QWidget()
        self.text = label(_quoted(card.text, names), wrap=True, scale=CAPTION)
        self.text.setVisible(bool(card.text))
        self.points = [_point(part.look, cell_text(part.text, names, _LONGEST_POINT)) for part in card.points]
        self.body.setLayout(in_column(self.text, *self.points, spacing=4))
        self.head = None
        row = in_row((both, 1), spacing=6)
        if card.folded:
            self.head = fold_arrow(self.body, self.told, tr("Show what was said"))
            self.head.setAutoRaise(True)
            # So narrow that a verdict and its attempt stand in one row beside a scroll bar, too.
            self.head.setFixedWidth(16)
            row.setSpacing(0)
            row.insertWidget(0, self.head)
        else:
            self.setObjectName("card")
        sides = 0 if card.folded else 10
        self.setLayout(in_column(row, self.body, spacing=7, margins=(sides, 4, sides, 6)))


def _quoted(text: str, names: Names) -> str:
    return tr("“{text}”", text=cell_text(text, names, LONGEST_WORD))


def _point(look: PartLook, words: str) -> QWidget:
    found = _LOOKS.get(look, _PLAIN)
    line = IconLabel(found.icon, tr("done") if look == "good" else tr("not done"), found.tone)
    return label(words, wrap=True, scale=CAPTION, widget=line)


def remark_view(remark: Remark, names: Names) -> QWidget:
    """Return a sentence behind a word that stands out."""
    return LeadText(tr(remark.head), cell_text(remark.text, names, _LONGEST_REMARK))


def quote_view(quote: Quote, names: Names) -> QWidget:
    """Return somebody's own words beside a line."""
    said = label(_quoted(quote.text, names), wrap=True, scale=CAPTION)
    said.setProperty("soft", True)
    aside = Aside(said)
    aside.set_colour("edge")
    return aside
