"""One member's card: who it is, the text or the person's own, its state, and what can be done."""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QEnterEvent, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedWidget

from app.ui.kit.buttons import ToolButton
from app.ui.kit.controls import Picture, tool_button
from app.ui.kit.dialog import editor, write_over
from app.ui.kit.icons import icon
from app.ui.kit.layouts import boxed, in_column, in_row
from app.ui.kit.paragraph import ChangingLabel
from app.ui.kit.popup import DESTROYS, REFUSAL
from app.ui.kit.text.passages import PassageEditor
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import Said, count, escaped, label, rescale, restyle, tr
from app.ui.kit.theme import CAPTION
from app.ui.panels.answer_rows import AnswerRow
from app.ui.panels.card_head import RATED, CardHead, draw_cut
from app.ui.panels.text_bands import CutBand, MarkBar

CARD_WIDTH = 260
"""Pixels of a card, at the usual size of text, below which one member is shown at a time."""
_BESIDE, _ABOVE, _BELOW = 12, 8, 40
"""Pixels around a text, within the line of its focus; the last below one that is arriving."""
_CLAIMS = 6


class Status(Said):
    """Words on a text's state: as many lines as they need, or one that is cut where the window is low."""

    def minimumSizeHint(self) -> QSize:
        """As narrow as may be where it is cut: it must not make the card wide."""
        least = super().minimumSizeHint()
        return least if self.wordWrap() else QSize(20, least.height())

    def sizeHint(self) -> QSize:
        """As wide as there is room where it is cut."""
        return super().sizeHint() if self.wordWrap() else self.minimumSizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.wordWrap():
            super().paintEvent(event)
        else:
            draw_cut(self, self.text())


class TextCard(QFrame):
    """A titled text with a line on its state."""

    def __init__(self, view_name: str, about: str) -> None:
        """`about`: what a screen reader tells the state with."""
        super().__init__()
        self.setObjectName("answer")
        self.text = SafeTextView(view_name)
        self.text.set_margins(_BESIDE, _ABOVE, _BELOW)
        self.text.fill_ground()
        self.status = label("", wrap=True, scale=CAPTION, widget=Status(about))
        self.sign = Picture()
        self._words, self._bad = "", False
        self._low = self._passing = False
        self._line = QFrame()
        self._line.setObjectName("state")
        below = ChangingLabel(self.status)
        line = in_row(self.sign, (below, 1), spacing=8, margins=(10, 6, 10, 6))
        line.setAlignment(self.sign, Qt.AlignmentFlag.AlignTop)
        self._line.setLayout(line)
        self._band = boxed(in_column(self._line, margins=(14, 10, 14, 0)))
        self._band.hide()
        self.column = in_column(self._band, (self.text, 1), spacing=0)
        self.setLayout(self.column)
        # What the view has to note is known once the whole text stands.
        self.text.settled.connect(self._say)

    def set_low(self, low: bool) -> None:
        """Leave the room of a low window to the text: the state takes one line, and is whole in its tip."""
        self._low = low
        self._say()

    def show_status(self, words: str, bad: bool = False, *, passing: bool = False) -> None:
        """Say the text's state; the view's own note stands behind it.

        `passing`: other words follow in a moment; in one line, as the text below them is read.
        """
        self._words, self._bad, self._passing = words, bad, passing
        self._say()

    def _say(self) -> None:
        both = " · ".join(filter(None, (self._words, self.text.note)))
        one_line = self._low or self._passing
        if one_line == self.status.wordWrap():
            self.status.setWordWrap(not one_line)
            self._line.updateGeometry()
        if both != self.status.text() or one_line != bool(self.status.toolTip()):
            self.status.setText(both)
            self.status.setToolTip(escaped(both) if one_line else "")
            self._band.setVisible(bool(both))
        if self._bad != bool(self._line.property("failed")):
            # A style is worked out anew only where it changes: this is done twelve times a second.
            self._line.setProperty("failed", self._bad)
            restyle(self._line)
            self.status.setProperty("bad", self._bad)
            restyle(self.status)


class MemberCard(TextCard):
    """A member's text with everything that can be done about it; the board listens to its controls."""

    def __init__(self, answer: AnswerRow) -> None:
        who = answer.called
        super().__init__(tr("Answer of {name}", name=who), tr("Status of {name}", name=who))
        self.row = answer
        self.head = CardHead(answer)
        self.title, self.model, self.choice = self.head.title, self.head.model, self.head.choice
        self.focus_button, self.stop, self.more = self.head.focus_button, self.head.stop, self.head.more
        self._marked = True
        self.editor = PassageEditor()
        editor(tr("Your text instead of {name}'s", name=who), widget=self.editor)
        self.editor.setObjectName("typed")
        self.editor.setMinimumHeight(40)
        self.stack = QStackedWidget()
        # A text scrolls: it asks for no height of its own, or the board would scroll instead.
        self.stack.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.stack.setMinimumHeight(40)
        self.reads = _claims_box()
        self.before = label("", muted=True, scale=CAPTION, wrap=True)
        self.before.setContentsMargins(14, 8, 14, 0)
        self.column.insertWidget(0, self.head)
        self.column.replaceWidget(self.text, self.stack)
        self.column.insertWidget(2, self.reads)
        self.column.insertWidget(3, self.before)
        self.stack.addWidget(self.text)
        self.stack.addWidget(self.editor)
        self.column.setStretchFactor(self.stack, 1)
        self.mark_bar = MarkBar(self.text)
        self.cut = CutBand(self.text)
        self.follow = _follow_chip(self.text)
        self.text.followed.connect(self._on_followed)
        self.text.viewport().installEventFilter(self)
        self._build_menu()
        self.show_row(answer, first=True)

    def _on_followed(self, arriving: bool, at_end: bool) -> None:
        self.follow.setVisible(arriving)
        self.follow.setText(tr("Following") if at_end else tr("Follow"))
        self.follow.setChecked(at_end)
        self._place_chip()

    def _place_chip(self) -> None:
        chip, around = QRect(QPoint(), self.follow.sizeHint()), self.text.viewport().rect()
        chip.moveBottomRight(around.bottomRight() - QPoint(8, 10))
        self.follow.setGeometry(chip)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._place_chip()
        return False

    def _build_menu(self) -> None:
        menu, who = self.more.choices, self.row.called
        menu.addAction(icon("copy"), tr("Copy text"), self.text.copy_written)
        self.plain: QAction = menu.addAction(tr("Show as plain text"))
        self.plain.setCheckable(True)
        self.plain.toggled.connect(self.text.show_plain)
        self.pin = menu.addAction(tr("Keep in sight at the left"))
        self.pin.setCheckable(True)
        menu.addSeparator()
        self.again = menu.addAction(icon("refresh-cw"), tr("Ask {name} again…", name=who))
        self.retry = menu.addAction(icon("rotate-ccw"), tr("Ask again"))
        self.retry.setProperty(REFUSAL, tr("nothing failed"))
        self.replace = menu.addAction(icon("cpu"), tr("Use another model…"))
        self.stop_entry = menu.addAction(icon("square"), tr("Stop {name} only", name=who))
        self.stop_entry.setProperty(REFUSAL, tr("not writing"))
        menu.addSeparator()
        self.good = menu.addAction(icon(RATED["good"].icon), tr("Good answer"))
        self.poor = menu.addAction(icon(RATED["poor"].icon), tr("Poor answer"))
        for rating in (self.good, self.poor):
            rating.setCheckable(True)
            rating.setToolTip(tr("For you and the report; no model is told"))
        menu.addSeparator()
        self.drop = menu.addAction("")

    def enterEvent(self, event: QEnterEvent) -> None:
        """Offer what can be done about the card that is pointed at."""
        super().enterEvent(event)
        self.head.set_hot(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.head.set_hot(False)

    def set_marked(self, on: bool) -> None:
        """Mark the words that are new, or show the text alone."""
        if on != self._marked:
            self._marked = on
            self._show_text()

    def show_row(self, answer: AnswerRow, *, first: bool = False) -> None:
        """Show what the card says now."""
        if answer == self.row and not first:
            return
        offered = first or answer.offer != self.row.offer
        self.row = answer
        self._show_text()
        if offered:
            self._show_offer()

    def show_arriving(self, text: str) -> None:
        """Show more of a text that is being written; how much it is, is told with the next row."""
        if text != self.row.text:
            self.row = replace(self.row, text=text)
            self.text.show_text(text, live=True)

    def tick(self) -> None:
        """Let the time go on that its call takes."""
        if self.row.state.began and not self.row.state.ended:
            self.head.show_words(self.row.told(_now()))

    def _show_offer(self) -> None:
        row = self.row
        self.text.setPlaceholderText(tr("Waiting for this answer…") if row.live else tr("No answer yet."))
        self.drop.setText(
            tr("Take back into the next round") if row.dropped else tr("Leave out from the next round on")
        )
        self.drop.setIcon(icon("undo-2") if row.dropped else icon("trash-2", "failed"))
        self.drop.setProperty(DESTROYS, not row.dropped)
        self.drop.setEnabled(row.may_drop)
        self.again.setEnabled(row.may_ask_again)
        for rating, action in (("good", self.good), ("poor", self.poor)):
            action.setEnabled(row.may_rate)
            action.setChecked(row.rating == rating)
            # A line with a sign has no room for a tick.
            action.setIcon(icon("check" if action.isChecked() else RATED[rating].icon))
        self.retry.setEnabled(row.failing)
        self.stop_entry.setEnabled(row.live)
        self.stop.setVisible(row.live)
        self.choice.setVisible(row.choosing)
        editing = row.choosing and row.choice == "edit"
        # Nobody chose or typed this.
        with QSignalBlocker(self.choice), QSignalBlocker(self.editor):
            self.choice.offer_earlier(row.earlier)
            self.choice.setCurrentIndex(self.choice.findData(row.choice))
            if editing and self.editor.toPlainText() != row.edit:
                write_over(self.editor, row.edit)
        self.choice.updateGeometry()
        self.stack.setCurrentIndex(int(editing))
        self._show_head()

    def _show_head(self) -> None:
        # What needs more than a word stands in a line of its own.
        words = "" if self.row.tone == "note" and self.row.live else self.row.told(_now())
        self.head.show_row(self.row, words, self.row.full_status(marked=self._marked))

    def _show_text(self) -> None:
        row = self.row
        before = row.before if self._marked else None
        self.text.show_text(row.text, live=row.live and not row.version, before=before)
        if bool(row.old) != bool(self.text.property("old")):
            self.text.setProperty("old", bool(row.old))
            restyle(self.text)
        self.text.set_marked(row.marks)
        self.mark_bar.allow(row.may_mark)
        stands, apart = row.tone == "stands", row.banded
        self.before.setText(row.old)
        self.before.setVisible(bool(row.old) and not stands)
        _show_claims(self.reads, row.reads)
        told = row.old if stands else row.full_status(marked=self._marked)
        self.cut.say(row.full_status(marked=self._marked) if row.tone == "cut" else "", row.state.icon_tone)
        self.sign.show_icon(row.state.icon if apart else "", row.state.icon_tone)
        self.show_status(told if apart else "", row.tone == "bad", passing=row.live and row.tone == "note")
        self._show_head()


def _now() -> int:
    return time.time_ns() // 1000


def _follow_chip(text: SafeTextView) -> ToolButton:
    chip = tool_button("", tr("Follow"), tr("Keep the end of the text in sight"), checkable=True)
    chip.setParent(text)
    chip.setObjectName("follow")
    chip.setIcon(icon("arrow-down", "accent"))
    chip.setIconSize(QSize(14, 14))
    chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    rescale(chip, CAPTION)
    # The keys of the text itself go to its end.
    chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    chip.clicked.connect(text.follow)
    chip.hide()
    return chip


def _claims_box() -> QFrame:
    box = QFrame()
    box.setObjectName("reads")
    title = label("", bold=True, scale=CAPTION, wrap=True)
    lines = label("", scale=CAPTION, wrap=True)
    box.setLayout(in_column(title, lines, spacing=4, margins=(10, 8, 10, 8)))
    box.setContentsMargins(0, 0, 0, 0)
    box.hide()
    return box


def _show_claims(box: QFrame, claims: tuple[str, ...]) -> None:
    box.setVisible(bool(claims))
    if not claims:
        return
    title, lines = box.findChildren(type(label()))
    title.setText(count(len(claims), "Reads 1 critique of its answer.", "Reads {n} critiques of its answer."))
    rest = len(claims) - _CLAIMS
    more = [tr("{n} more", n=rest)] if rest > 0 else []
    lines.setText("\n".join(f"• {line}" for line in (*claims[:_CLAIMS], *more)))
