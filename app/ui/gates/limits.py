"""Behind the arrow of the button that goes on: approving by itself, and where that stops."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from app.ui.kit.controls import NumberBox, check_box
from app.ui.kit.icons import set_icon
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.popup import Popup
from app.ui.kit.screen import room_around
from app.ui.kit.texts import button, label, rename, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.bar import Limits
from app.ui.view.draft_store import DraftStore

MOST = 999
"""Rounds, where a workflow does not say how many there may be."""


class LimitsPopup(Popup):
    """A tick and three limits; shows and changes the draft, and goes on from there."""

    go_on = Signal()
    hidden = Signal()

    def __init__(self, parent: QWidget, draft_store: DraftStore) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Approving by itself"))
        self._draft_store = draft_store
        self.auto = check_box(tr("Approve the next rounds for me"))
        self.auto.setProperty("strong", True)
        self.figure = NumberBox(tr("Until agreement in percent"), 100, suffix=" %", decimals=0)
        self.cost = NumberBox(tr("Until this cost in dollars"), 10_000, prefix="$")
        self.rounds = NumberBox("", MOST, decimals=0)
        self.main = button("", primary=True)
        limits = QGridLayout()
        limits.setContentsMargins(25, 0, 0, 0)
        limits.setHorizontalSpacing(26)
        limits.setVerticalSpacing(2)
        about = label(tr("Stops at whichever comes first."), muted=True, scale=CAPTION)
        limits.addWidget(about, 0, 0, 1, 2)
        self._figure_words = label(tr("until agreement reaches"))
        self._cost_words, self._round_words = label(""), label("")
        lines = (
            (self._figure_words, self.figure),
            (self._cost_words, self.cost),
            (self._round_words, self.rounds),
        )
        for row, (words, box) in enumerate(lines, 1):
            box.setSpecialValueText("–")
            box.setKeyboardTracking(False)
            box.setMinimumWidth(86)
            limits.addWidget(words, row, 0)
            limits.addWidget(box, row, 1)
        foot = in_row(SPACE, self.main)
        self.setLayout(in_column(self.auto, limits, foot, spacing=6, margins=(14, 12, 14, 12)))
        self._filling = False
        self.auto.toggled.connect(self._on_auto_toggled)
        self.figure.valueChanged.connect(lambda value: self._on_limit(auto_figure=value or None))
        self.cost.valueChanged.connect(lambda value: self._on_limit(auto_cost=value or None))
        self.rounds.valueChanged.connect(lambda value: self._on_limit(auto_rounds=int(value) or None))
        self.main.clicked.connect(self._on_main_clicked)
        draft_store.changed.connect(self._fill)
        self._fill()

    def open_above(self, control: QWidget, words: str, limits: Limits) -> None:
        """Open at a control, its right edge at the control's; `words`: what its button does."""
        agrees = limits.agrees
        rename(self.auto, tr("Approve the next rounds for me") if agrees else tr("Go on without asking me"))
        for part in (self._figure_words, self.figure):
            part.setVisible(agrees)
        self._cost_words.setText(tr("or the cost reaches") if agrees else tr("until the cost reaches"))
        self._round_words.setText(tr("or after rounds") if agrees else tr("or so many times"))
        self.rounds.setAccessibleName(tr("For this many rounds") if agrees else tr("So many times"))
        self.rounds.setMaximum(limits.most or MOST)
        self.main.setText(words)
        self.main.setAccessibleName(tr("{what}, with these limits", what=words))
        # What was hidden leaves no gap behind.
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(self.sizeHint())
        corner = control.mapToGlobal(QPoint(control.width() - self.width(), -self.height() - 3))
        screen = room_around(control)
        below = control.mapToGlobal(QPoint(0, control.height() + 3)).y()
        self.move(max(screen.left(), corner.x()), corner.y() if corner.y() >= screen.top() else below)
        self.show()
        self.auto.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.hidden.emit()

    def _on_main_clicked(self) -> None:
        self.hide()
        self.go_on.emit()

    def _fill(self) -> None:
        draft = self._draft_store.draft
        self._filling = True
        self.auto.setChecked(draft.auto)
        limits = (
            (self.figure, draft.auto_figure),
            (self.cost, draft.auto_cost),
            (self.rounds, draft.auto_rounds),
        )
        for box, value in limits:
            if not box.hasFocus():
                box.setValue(value or 0)
            box.setEnabled(draft.auto)
        set_icon(self.main, "zap" if draft.auto else "check", "on_fill", 14)
        self._filling = False

    def _on_auto_toggled(self, on: bool) -> None:
        if not self._filling:
            self._draft_store.choose(tr("approve the next rounds for me"), auto=on)

    def _on_limit(self, **changes: object) -> None:
        if not self._filling:
            self._draft_store.choose(tr("limit of approving by itself"), **changes)
