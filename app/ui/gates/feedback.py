"""Reject with feedback: what should change, for whom, and what happens then."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.canonical import JsonValue
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.gates.base import DecisionDialog, FormRequest
from app.ui.kit.controls import check_box, fold_button, icon_button
from app.ui.kit.dialog import add_lines, editor
from app.ui.kit.dispose import dispose
from app.ui.kit.layouts import SPACE, boxed, in_row, nest
from app.ui.kit.texts import PlainView, button, label, rename, single_line, tr
from app.ui.view.gate_bars import round_price
from app.ui.view.session_view import SessionView
from app.ui.view.status_bars import place_text

QUICK = (
    (QT_TRANSLATE_NOOP("ui", "too long"), QT_TRANSLATE_NOOP("ui", "Make it shorter.")),
    (QT_TRANSLATE_NOOP("ui", "not sourced"), QT_TRANSLATE_NOOP("ui", "Give a source for each claim.")),
    (
        QT_TRANSLATE_NOOP("ui", "misses my question"),
        QT_TRANSLATE_NOOP("ui", "Answer the question that was asked."),
    ),
    (QT_TRANSLATE_NOOP("ui", "disagree with…"), QT_TRANSLATE_NOOP("ui", "I disagree with: ")),
)


MAIN = {
    "redo": QT_TRANSLATE_NOOP("ui", "Reject"),
    "before": QT_TRANSLATE_NOOP("ui", "Fork"),
    "question": QT_TRANSLATE_NOOP("ui", "Ask another question…"),
}
"""What the main button says, by what happens then."""


class FeedbackDialog(DecisionDialog):
    """Everything typed lives in the draft, so that closing loses nothing."""

    fork_wanted = Signal(str)
    """`before`: go on from the round before in a copy; `question`: ask another question."""

    def __init__(self, parent: QWidget | None, request: FormRequest) -> None:
        view, number = request.view, request.round
        self._rejects = tr("Reject {what}", what=place_text(view, number))
        super().__init__(parent, self._rejects, tr("Reject"), tr("Cancel – text is kept"))
        self._draft_store, self._line = request.draft_store, request.choice.verb.line
        self.body.addWidget(label(tr("What should change?"), bold=True))
        self.text = editor(
            tr("What should change?"), tr("For example: address the sampling objection; cite sources.")
        )
        self.text.setPlainText(self._draft_store.draft.feedback)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.body.addWidget(self.text, 1)
        self._add_quick()
        self._add_seats({seat: view.names.of(seat) for seat in view.active_members()})
        self._quotes = QVBoxLayout()
        nest(self.body, self._quotes)
        self._show_quotes()
        self._add_then(view, number)
        self._say_whom()
        self.fold = fold_button(tr("Your words as they are sent to the models"))
        self.exact = PlainView(tr("What will be sent"))
        self.exact.setFixedHeight(76)
        self.exact.hide()
        self.fold.toggled.connect(self._on_fold_toggled)
        nest(self.body, in_row(self.fold, SPACE))
        self.body.addWidget(self.exact)
        self._price = round_price(view)
        self.price = label("", muted=True)
        self._show_price()
        self.row.insertWidget(0, self.price)
        self.resize(600, 420)
        self.text.setFocus()
        self.text.textChanged.connect(self._on_typed)

    def _add_quick(self) -> None:
        buttons = [button(tr(short), tip=tr("Adds: {words}", words=tr(words))) for short, words in QUICK]
        for one, (_short, words) in zip(buttons, QUICK, strict=True):
            one.clicked.connect(partial(self._add_words, tr(words)))
        nest(self.body, in_row(label(tr("Quick:"), muted=True), *buttons, SPACE))

    def _add_seats(self, members: Mapping[str, str]) -> None:
        self.seats = {}
        chosen = self._draft_store.draft.seats
        for seat, name in members.items():
            who, on = single_line(name, 30), chosen is None or seat in chosen
            self.seats[seat] = check_box(who, name=tr("For {name}", name=who), on=on)
            self.seats[seat].toggled.connect(self._on_seats_changed)
        nest(self.body, in_row(label(tr("For:")), *self.seats.values(), SPACE))
        self.others = label(tr("The others keep their answers."), muted=True)
        self.body.addWidget(self.others)

    def _add_then(self, view: SessionView, number: int) -> None:
        self.then = QButtonGroup(self)
        ways = {"redo": tr("redo {what}", what=place_text(view, number))}
        if view.workflow.no_fork is None and number > 1:
            ways["before"] = tr("fork from {what}", what=place_text(view, number - 1))
        ways["question"] = tr("fork with another question")
        for way, words in ways.items():
            radio = QRadioButton(words)
            radio.setAccessibleName(words)
            radio.setProperty("way", way)
            radio.setChecked(way == "redo")
            self.then.addButton(radio)
        nest(self.body, in_row(label(tr("Then:")), *self.then.buttons(), SPACE))
        self.then.buttonToggled.connect(self._on_way_chosen)

    @property
    def _way(self) -> str:
        """What happens then, by its name in MAIN."""
        chosen = self.then.checkedButton()
        return str(chosen.property("way")) if chosen is not None else "redo"

    def _say_whom(self) -> None:
        """Say that the others keep what they wrote, and of one alone that it is asked again."""
        redone, asked = self._way == "redo", [box.text() for box in self.seats.values() if box.isChecked()]
        alone = redone and len(asked) == 1 < len(self.seats)
        title = tr("Ask {name} again", name=asked[0]) if alone else self._rejects
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        rename(self.main, tr("Send feedback") if alone else tr(MAIN[self._way]))
        self.others.setVisible(redone and 0 < len(asked) < len(self.seats))

    def _on_way_chosen(self, _radio: QAbstractButton, on: bool) -> None:
        """Say on the main button what it does: a fork rejects nothing, and costs nothing yet."""
        if on:
            self._say_whom()
            self._show_price()

    def _show_price(self) -> None:
        """Say what another round may cost; by some members alone it costs less, nobody knows how much."""
        part = self._draft_store.draft.seats is not None
        self.price.setText(tr("At most {price}", price=self._price) if part else self._price)
        self.price.setVisible(bool(self._price) and self._way == "redo")

    def _show_quotes(self) -> None:
        while (item := self._quotes.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                dispose(widget)
        for index, quote in enumerate(self._draft_store.draft.quotes):
            gone = icon_button("x", tr("Remove the quote {n}", n=index + 1))
            gone.clicked.connect(lambda _=False, at=index: self._on_quote_removed(at))
            words = label(tr("Quoted: {text}", text=single_line(quote, 120)), wrap=True)
            self._quotes.addWidget(boxed(in_row((words, 1), gone)))

    def _on_quote_removed(self, at: int) -> None:
        quotes = self._draft_store.draft.quotes
        self._draft_store.type(quotes=quotes[:at] + quotes[at + 1 :])
        self._show_quotes()
        self._show_exact()
        # The button that was pressed is gone; the words are what a person goes on with.
        self.text.setFocus()

    def _add_words(self, words: str, _checked: bool = False) -> None:
        add_lines(self.text, [words])
        self.text.setFocus()

    def _on_typed(self) -> None:
        self._draft_store.type(feedback=self.text.toPlainText())
        self._show_exact()

    def _show_exact(self) -> None:
        draft = self._draft_store.draft
        # What stands in the bar goes along, and before it.
        along = draft.guidance.strip() if self._line else ""
        self.exact.show_text("\n\n".join(filter(None, (along, draft.full_feedback()))))

    def _on_seats_changed(self) -> None:
        chosen = tuple(seat for seat, box in self.seats.items() if box.isChecked())
        self._draft_store.type(seats=None if len(chosen) == len(self.seats) else chosen)
        self._say_whom()
        self._show_price()

    def _on_fold_toggled(self, on: bool) -> None:
        self._show_exact()
        self.exact.setVisible(on)

    def data(self) -> Mapping[str, JsonValue] | None:
        if self._way != "redo":
            self.accept()
            self.fork_wanted.emit(self._way)
            return None
        if not self._draft_store.draft.full_feedback():
            self.show_problem(tr("Write what should change, so that the models can act on it."))
            self.text.setFocus()
            return None
        if not any(box.isChecked() for box in self.seats.values()):
            self.show_problem(tr("Choose at least one member."))
            return None
        return self._draft_store.draft.feedback_data()
