"""What can be done with a batch now: a sentence that says how it stands, and the buttons that move it."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame

from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.one_line import OneLine
from app.ui.kit.states import state_look
from app.ui.kit.texts import button, label, rescale, restyle, tr
from app.ui.kit.theme import CAPTION

HEIGHT = 74
_TONES = {"waiting": "warn", "failed": "bad"}


class BatchBar(QFrame):
    """The bar below the rows; which of its buttons are to be seen, and which is filled, says the page."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAccessibleName(tr("Batch"))
        self.title = IconLabel("table-2")
        label("", bold=True, widget=self.title)
        # It may be narrower than its words, which are fewer then.
        self.title.setMinimumWidth(60)
        self._text = self._brief = ""
        self.again = button("")
        rescale(self.again, CAPTION)
        self.again.setObjectName("link")
        self.told = label("", muted=True, scale=CAPTION, widget=OneLine())
        self.grade = MenuButton(tr("Say whether it is right"), tr("Say whether it is right"), chevron=True)
        self.clear = button(tr("Choose none"))
        self.pause = button(tr("Pause"), tip=tr("Begin no more; what runs ends its calls"))
        self.few = button(tr("Try 3 rows first"), tip=tr("Only the first three rows; the others stay"))
        self.go_on = button(tr("Go on"))
        self.judge = button(
            tr("Let the judge decide…"), tip=tr("The rows that wait go on without you, as their rules say")
        )
        self.main = button(tr("Start"), primary=True)
        self.decide = button("", tip=tr("One after the other"), primary=True)
        self.table = button(tr("Table with answers…"), primary=True)
        waits = (self.pause, self.judge, self.go_on, self.main, self.decide)
        acts = (self.grade, self.clear, self.few, *waits, self.table)
        top = in_row((self.title, 1), *acts, spacing=8)
        below = in_row(self.again, SPACE, self.told, spacing=12)
        self.setLayout(in_column(top, below, spacing=2, margins=(16, 9, 14, 8)))
        self.setFixedHeight(HEIGHT)

    def say(self, state: str, text: str, told: str, brief: str = "") -> None:
        """Say how the batch stands; empty `state`: it has not begun.

        `brief`: in fewer words, where the buttons leave no room for more.
        """
        look = state_look(state)
        self.title.show_icon(look.icon if state else "table-2", look.tone if state else "muted")
        self._text, self._brief = text, brief or text
        self._fit()
        self.told.setText(told)
        tone = _TONES.get(state, "")
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            restyle(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say as much as there is room for."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        layout = self.layout()
        if layout is not None:
            layout.activate()
        room = self.title.contentsRect().width()
        whole = self.title.fontMetrics().horizontalAdvance(self._text) <= room
        self.title.setText(self._text if whole else self._brief)
        self.title.setAccessibleDescription(self._text)
