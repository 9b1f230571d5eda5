"""Below the decision: approving by itself, words for the next round, and whose text goes on."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.ui.kit.controls import NumberBox, check_box
from app.ui.kit.font_aware import FontAware
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.texts import button, count, escaped, label, shown, tr
from app.ui.view.bar import Bar
from app.ui.view.draft_store import Choice, DraftStore

MOST_LINES = 4


class GrowingEdit(FontAware, QPlainTextEdit):
    """One line that grows to four while it is typed into."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__()
        self.setObjectName("typed")
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # Told whenever its lines break anew: by what is typed, by its width and by the size of its text.
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(240, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 28)

    def _fit(self) -> None:
        # A plain text's document counts its height in lines.
        lines = min(MOST_LINES, max(1, round(self.document().size().height())))
        self.setFixedHeight(self.fontMetrics().lineSpacing() * lines + 14)
        least = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(least if lines < MOST_LINES else Qt.ScrollBarPolicy.ScrollBarAsNeeded)


class Extras(QWidget):
    """Shows and changes the draft of the decision."""

    texts_wanted = Signal()

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self._draft_store = draft_store
        self._decided: dict[str, Choice] = {}
        """Which text of each seat goes on by what was decided on its changes."""
        self.guidance = GrowingEdit(tr("Guidance for the next round"), "")
        self.pinned = check_box(tr("for all rounds"), name=tr("Guidance for all rounds that follow"))
        self.in_force = label("", muted=True, wrap=True, scale=0.92)
        """What was said for all rounds, which is sent again with each."""
        self.texts: QPushButton = button(tr("Texts: all as refined…"))
        self.auto = check_box("", name=tr("Approve the next rounds for me"))
        self._low = False
        self.figure = NumberBox(tr("Until agreement in percent"), 100, suffix=" %", decimals=0)
        self.cost = NumberBox(tr("Until this cost in dollars"), 10_000, prefix="$")
        self.rounds = NumberBox(tr("For this many rounds"), 5, suffix=tr(" rounds"), decimals=0)
        for box in (self.figure, self.cost, self.rounds):
            box.setSpecialValueText("–")
            box.setKeyboardTracking(False)
        self.rounds.setSpecialValueText(tr("– rounds"))
        limits = self.figure, label(tr("or")), self.cost, label(tr("or")), self.rounds
        self._limits = in_row(*limits, SPACE, spacing=4)
        self._limits_row = boxed(self._limits)
        self._auto = in_row(self.auto, (self._limits_row, 1), spacing=4)
        self._auto_row = boxed(self._auto)
        # It takes two lines where it has no room in one, instead of asking for a wider page.
        self._auto_row.setMinimumWidth(1)
        # What is typed stands last, where it stood while the round ran: what comes when a round is done
        # must not come under a hand that was about to click there.
        typed = in_row((self.guidance, 1), self.pinned, self.texts)
        self.setLayout(in_column(self._auto_row, self.in_force, typed, spacing=5))
        self._filling = False
        self.guidance.textChanged.connect(self._on_guidance_typed)
        self.pinned.toggled.connect(self._on_pinned_toggled)
        self.texts.clicked.connect(self.texts_wanted)
        self.auto.toggled.connect(self._on_auto_toggled)
        self.figure.valueChanged.connect(lambda value: self._on_limit(auto_figure=value or None))
        self.cost.valueChanged.connect(lambda value: self._on_limit(auto_cost=value or None))
        self.rounds.valueChanged.connect(lambda value: self._on_limit(auto_rounds=int(value) or None))
        draft_store.changed.connect(self._fill)
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the limits under their question where it is narrow."""
        super().resizeEvent(event)
        needed = self.auto.sizeHint().width() + self._auto.spacing() + self._limits.sizeHint().width()
        narrow = needed > event.size().width()
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._auto.setDirection(way)

    def set_low(self, low: bool) -> None:
        """Leave the limits out in a low window until they are wanted: what it costs must stay in sight."""
        self._low = low
        self._show_limits()

    def _show_limits(self) -> None:
        folded = self._low and not self.auto.isChecked()
        whole = tr("Approve the next rounds for me until agreement ≥")
        self.auto.setText(tr("Approve the next rounds for me until…") if folded else whole)
        self._limits_row.setVisible(not folded)

    def show_bar(self, bar: Bar) -> None:
        """Show what this decision takes."""
        self.guidance.setVisible(bar.words)
        if bar.words:
            self.guidance.setAccessibleName(bar.hint)
            self.guidance.setPlaceholderText(f"{bar.hint} {bar.aside}")
        self.pinned.setVisible(bar.words and bar.pins)
        pinned = " · ".join(f"“{shown(text, 120)}”" for text in bar.pinned)
        self.in_force.setText(tr("For all rounds: {what}", what=pinned) if pinned else "")
        self.in_force.setToolTip(escaped("\n\n".join(bar.pinned)))
        self.in_force.setVisible(bar.words and bool(pinned))
        self.texts.setVisible(bar.texts)
        self._decided = dict(bar.decided)
        self.texts.setText(texts_label({**self._decided, **self._draft_store.draft.choices}))
        self._auto_row.setVisible(bar.offers_auto)
        self.setVisible(bar.words or bar.texts or bar.offers_auto)

    def _fill(self) -> None:
        draft = self._draft_store.draft
        self._filling = True
        if self.guidance.toPlainText() != draft.guidance:
            self.guidance.setPlainText(draft.guidance)
        self.pinned.setChecked(draft.guidance_pinned)
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
        self._show_limits()
        self.texts.setText(texts_label({**self._decided, **draft.choices}))
        self.texts.setAccessibleName(tr("Choose whose text goes on"))
        self._filling = False

    def _on_guidance_typed(self) -> None:
        if not self._filling:
            self._draft_store.type(guidance=self.guidance.toPlainText())

    def _on_pinned_toggled(self, on: bool) -> None:
        if not self._filling:
            self._draft_store.choose(tr("guidance for all rounds"), guidance_pinned=on)

    def _on_auto_toggled(self, on: bool) -> None:
        if not self._filling:
            self._draft_store.choose(tr("approve the next rounds for me"), auto=on)

    def _on_limit(self, **changes: object) -> None:
        if not self._filling:
            self._draft_store.choose(tr("limit of approving by itself"), **changes)


def texts_label(choices: Mapping[str, Choice]) -> str:
    """Return what the button says of the texts that go on, by seat."""
    chosen = list(choices.values())
    kept, edited = chosen.count("previous"), chosen.count("edit")
    if not kept and not edited:
        return tr("Texts: all as refined…")
    parts = [count(kept, "{n} as before", "{n} as before")] if kept else []
    if edited:
        parts.append(count(edited, "{n} your edit", "{n} your edits"))
    return tr("Texts: {what}…", what=", ".join(parts))
