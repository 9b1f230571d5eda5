"""The dialogs in which a person writes down what was decided, and later how it turned out."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from app.domain.errors import InputError
from app.domain.verdict_facts import DecisionRecorded, OutcomeRecorded
from app.services.looking_back import day_of, in_months, who_may_be_right
from app.ui.kit.controls import combo_box, line_edit
from app.ui.kit.dialog import Dialog, editor
from app.ui.kit.layouts import boxed, in_column, in_row, nest, scrolled
from app.ui.kit.texts import error_text, label, tr
from app.ui.view.looking_back import called, expected_lines
from app.ui.view.session_view import SessionView

MOST = 2_000
"""Characters of a decision or an outcome: more than a few lines is a report."""
_DAY = "day"
"""The choice of a day of the person's own."""


class _Told(Dialog):
    """Asks for a fact about a session; what is wrong with it is said in it."""

    told = Signal(object)
    """The fact."""

    def _written(self, name: str, hint: str, text: str) -> None:
        self.text = editor(name, hint, lines=3)
        self.text.setMinimumWidth(460)
        self.text.setPlainText(text)
        self.text.setMaximumHeight(self.text.minimumHeight())
        self.body.addWidget(self.text)

    def _words(self) -> str:
        return self.text.toPlainText().strip()[:MOST]


class DecisionDialog(_Told):
    """What was decided, and when the person wants to be asked how it turned out."""

    def __init__(self, parent: QWidget | None, view: SessionView, today: date) -> None:
        super().__init__(parent, tr("What was decided?"), tr("Write it down"))
        known = view.fold.session.decision
        for line in expected_lines(view):
            self.body.addWidget(label(line, muted=True, wrap=True))
        self._written(
            tr("What was decided?"), tr("In a line or two"), known.text if known is not None else ""
        )
        months = [(tr("in a month"), 1), (tr("in three months"), 3), (tr("in six months"), 6)]
        choices = [(words, in_months(today, number).isoformat()) for words, number in months]
        self.when = combo_box(
            tr("Ask me how it turned out"), [*choices, (tr("on a day…"), _DAY), (tr("never"), "")]
        )
        self.day = line_edit(tr("Day"), "2027-01-31", most=10)
        self.day.setMaximumWidth(140)
        self.day.hide()
        row = in_row(label(tr("Ask me how it turned out")), self.when, (self.day, 1), spacing=8)
        nest(self.body, row)
        self.when.currentIndexChanged.connect(lambda _at: self.day.setVisible(self._own_day()))
        if known is not None:
            self.when.setCurrentIndex(self.when.findData(_DAY if known.look_back else ""))
            self.day.setText(known.look_back)
        self.main.clicked.connect(self._on_main_clicked)

    def _own_day(self) -> bool:
        return bool(self.when.currentData() == _DAY)

    def _on_main_clicked(self) -> None:
        if not self._words():
            self.show_problem(tr("Say in a line what was decided."))
            self.text.setFocus()
            return
        day = self.day.text() if self._own_day() else str(self.when.currentData() or "")
        try:
            look_back = day_of(day).isoformat() if day or self._own_day() else ""
        except InputError as error:
            self.show_problem(error_text(error))
            self.day.setFocus()
            return
        self.accept()
        self.told.emit(DecisionRecorded(text=self._words(), look_back=look_back))


class OutcomeDialog(_Told):
    """How it turned out, and who was right as far as that can be said."""

    def __init__(self, parent: QWidget | None, view: SessionView) -> None:
        super().__init__(parent, tr("How did it turn out?"), tr("Write it down"))
        session = view.fold.session
        for line in expected_lines(view):
            self.body.addWidget(label(line, muted=True, wrap=True))
        known = session.outcome
        self._written(
            tr("How did it turn out?"), tr("In a line or two"), known.text if known is not None else ""
        )
        grid, self.verdicts = QGridLayout(), {}
        grid.setColumnStretch(2, 1)
        grid.setContentsMargins(0, 0, 0, 0)
        options = ((tr("not known"), None), (tr("right"), True), (tr("wrong"), False))
        for at, who in enumerate(who_may_be_right(session)):
            name = called(view, who)
            box = combo_box(tr("{name}: right or wrong", name=name), options)
            was = known.right.get(who) if known is not None else None
            box.setCurrentIndex(0 if was is None else 1 if was else 2)
            self.verdicts[who] = box
            title = label(name)
            title.setBuddy(box)
            grid.addWidget(title, at, 0)
            grid.addWidget(box, at, 1)
        self.body.addWidget(label(tr("Who was right?"), bold=True))
        self.body.addWidget(scrolled(boxed(in_column(boxed(grid)))), 1)
        self.main.clicked.connect(self._on_main_clicked)

    def _on_main_clicked(self) -> None:
        right = {who: was for who, box in self.verdicts.items() if (was := box.currentData()) is not None}
        if not (self._words() or right):
            self.show_problem(tr("Say in a line how it turned out, or who was right."))
            self.text.setFocus()
            return
        self.accept()
        self.told.emit(OutcomeRecorded(text=self._words(), right=right))
