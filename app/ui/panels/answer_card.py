"""One member's card: who it is, the text or the person's own, its state, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QSizePolicy, QStackedWidget, QStylePainter

from app.ui.kit.changing_label import ChangingLabel
from app.ui.kit.controls import combo_box, tool_button
from app.ui.kit.dialog import editor, write_over
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import Said, escaped, label, restyle, shown, tr
from app.ui.panels.answer_rows import AnswerRow

CARD_WIDTH = 230


def draw_cut(widget: QLabel, where: Qt.TextElideMode) -> None:
    """Draw of a label's words what fits into one line; the text itself stays whole."""
    painter, alignment = QStylePainter(widget), int(widget.alignment())
    words = widget.fontMetrics().elidedText(widget.text(), where, widget.width())
    rect, palette, enabled = widget.rect(), widget.palette(), widget.isEnabled()
    painter.drawItemText(rect, alignment, palette, enabled, words, widget.foregroundRole())
    painter.end()


class CutName(QLabel):
    """A name that is cut in its middle where there is no room: its beginning and its end tell it apart."""

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_cut(self, Qt.TextElideMode.ElideMiddle)


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
            draw_cut(self, Qt.TextElideMode.ElideRight)


class TextCard(QFrame):
    """A titled text with a line on its state."""

    def __init__(self, title: str, view_name: str, about: str) -> None:
        """`about`: what a screen reader tells the state with."""
        super().__init__()
        self.setObjectName("card")
        self.setMinimumWidth(CARD_WIDTH)
        self.title = label(title, bold=True)
        self.model = label("", muted=True, scale=0.9, widget=CutName())
        # A long name is cut rather than making the card wide.
        for words in (self.title, self.model):
            words.setMinimumWidth(20)
        self.model.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.model.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.text = SafeTextView(view_name)
        self.status = label("", muted=True, wrap=True, scale=0.92, widget=Status(about))
        self._words, self._bad = "", False
        self.top = in_row(self.title, (self.model, 1))
        self._below = ChangingLabel(self.status)
        self._below.hide()
        self.column = in_column(self.top, (self.text, 1), self._below, spacing=4, margins=(10, 8, 10, 6))
        self.setLayout(self.column)
        # What the view has to note is known once the whole text stands.
        self.text.settled.connect(self._say)

    def set_low(self, low: bool) -> None:
        """Leave the room of a low window to the text: the state takes one line, and is whole in its tip."""
        if self.status.wordWrap() == low:
            self.status.setWordWrap(not low)
            self._tell_whole()
            self._below.updateGeometry()

    def _tell_whole(self) -> None:
        self.status.setToolTip("" if self.status.wordWrap() else escaped(self.status.text()))

    def show_status(self, words: str, bad: bool = False) -> None:
        """Say the text's state; the view's own note stands behind it."""
        self._words, self._bad = words, bad
        self._say()

    def _say(self) -> None:
        both = " · ".join(filter(None, (self._words, self.text.note)))
        if both != self.status.text():
            self.status.setText(both)
            self._tell_whole()
            self._below.setVisible(bool(both))
        if self._bad != bool(self.status.property("bad")):
            # A style is worked out anew only where it changes: this is done twelve times a second.
            self.status.setProperty("bad", self._bad)
            restyle(self.status)


class MemberCard(TextCard):
    """A member's text with everything that can be done about it; the board listens to its controls."""

    def __init__(self, answer: AnswerRow) -> None:
        who = answer.called
        super().__init__(answer.title, tr("Answer of {name}", name=who), tr("Status of {name}", name=who))
        self.row = answer
        self.top.insertWidget(0, SeatDot(answer.colour))
        # Cut where there is no room, and not before: names of one maker often differ at their end alone.
        self.model.setText(shown(answer.model))
        self.model.setToolTip(escaped(answer.model))
        self.editor: QPlainTextEdit = editor(tr("Your text instead of {name}'s", name=who))
        self.editor.setObjectName("typed")
        self.editor.setMinimumHeight(40)
        self.stack = QStackedWidget()
        # A text scrolls: it asks for no height of its own, or the board would scroll instead.
        self.stack.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.stack.setMinimumHeight(40)
        self.column.replaceWidget(self.text, self.stack)
        self.stack.addWidget(self.text)
        self.stack.addWidget(self.editor)
        self.column.setStretchFactor(self.stack, 1)
        self.choice = combo_box(
            tr("Which text of {name} goes on", name=who),
            ((tr("as refined"), "refined"), (tr("as before"), "previous"), (tr("my edit"), "edit")),
            tip=tr("Which text goes on into the next round"),
            wide=7,
        )
        alone, tint = tr("Show {name} alone", name=who), tr("Mark changes of {name}", name=who)
        pin, stop = tr("Pin {name}", name=who), tr("Stop {name}", name=who)
        self.focus_button = tool_button("⤢", alone, tr("Show this member alone, or all"), checkable=True)
        self.tint = tool_button("±", tint, tr("Mark the words that are new"), checkable=True)
        self.pin = tool_button("⇤", pin, tr("Keep this card in sight at the left"), checkable=True)
        self.tint.setChecked(True)
        self.stop = tool_button("■", stop, tr("Stop this member alone; the others go on"))
        self.more = MenuButton("⋯", tr("More about {name}", name=who))
        self.more.setToolTip(tr("Leave out, another model, copy"))
        for icon in (self.focus_button, self.tint, self.pin, self.stop, self.more):
            icon.setAutoRaise(True)
            icon.setFixedSize(28, 26)
        self._build_menu()
        left = (self.focus_button, self.tint, self.pin, self.choice)
        self.column.addLayout(in_row(*left, SPACE, self.stop, self.more, spacing=2))
        self.tint.toggled.connect(lambda _on: self._show_text())
        self.show_row(answer, first=True)

    def _build_menu(self) -> None:
        menu = self.more.choices
        self.drop = menu.addAction("")
        self.replace = menu.addAction(tr("Use another model…"))
        self.retry = menu.addAction(tr("Retry"))
        self.stop_entry = menu.addAction(tr("Stop this member alone"))
        menu.addSeparator()
        self.rows = menu.addAction(tr("One below the other"))
        self.rows.setCheckable(True)
        self.plain: QAction = menu.addAction(tr("Show as plain text"))
        self.plain.setCheckable(True)
        self.plain.toggled.connect(self.text.show_plain)
        menu.addAction(tr("Copy text"), self.text.copy_written)

    def show_row(self, answer: AnswerRow, *, first: bool = False) -> None:
        """Show what the card says now."""
        if answer == self.row and not first:
            return
        offered = first or answer.offer != self.row.offer
        self.row = answer
        self._show_text()
        if offered:
            self._show_offer()

    def _show_offer(self) -> None:
        row = self.row
        self.text.setPlaceholderText(tr("Waiting for this answer…") if row.live else tr("No answer yet."))
        self.drop.setText(
            tr("Take back into the next round") if row.dropped else tr("Leave out from the next round on")
        )
        self.drop.setEnabled(row.may_drop)
        self.retry.setEnabled(row.failing)
        self.stop_entry.setEnabled(row.live)
        self.stop.setVisible(row.live)
        self.choice.setVisible(row.choosing)
        editing = row.choosing and row.choice == "edit"
        # Nobody chose or typed this.
        with QSignalBlocker(self.choice), QSignalBlocker(self.editor):
            self.choice.setCurrentIndex(self.choice.findData(row.choice))
            if editing and self.editor.toPlainText() != row.edit:
                write_over(self.editor, row.edit)
        self.stack.setCurrentIndex(int(editing))

    def _show_text(self) -> None:
        row = self.row
        before = row.before if self.tint.isChecked() else None
        self.text.show_text(row.text, live=row.live and not row.version, before=before)
        self.show_status(row.full_status(marked=self.tint.isChecked()), row.tone == "bad")
