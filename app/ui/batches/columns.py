"""What the columns of a table are for: a menu for each heading that says nothing of it by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.domain.i18n import Message, words
from app.services.batches.columns import CHOICES, EXPECTED, PASSAGE, QUESTION, RUBRIC, Columns
from app.ui.kit.dispose import dispose
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import escaped, label, single_line, tr

_MOST_SHOWN = 5
"""Headings beside each other; what the others are for says the tip behind them."""
_LONGEST = 18
"""Characters of a heading on its button."""
_USES: Mapping[str, Message] = {
    QUESTION: words("the question"),
    EXPECTED: words("the expected answer"),
    RUBRIC: words("what a right answer holds"),
    CHOICES: words("choices"),
    PASSAGE: words("a text to read"),
    "id": words("the row’s id"),
    "": words("carried along"),
}


class ColumnChoices(QWidget):
    """The headings of the table in hand whose use was guessed, or said by the person."""

    changed = Signal()
    shown = Signal(bool)
    """Whether there is any to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self._given: dict[str, str] = {}
        self._shown: dict[str, str] = {}
        self.buttons: dict[str, MenuButton] = {}
        self._more = label("", muted=True)
        self._row: QHBoxLayout = in_row(self._more, SPACE, spacing=8)
        self.setLayout(self._row)
        self.hide()

    def put(self, columns: Sequence[str]) -> None:
        """Take over what was said of a table's columns, each HEADING=USE."""
        self._given = {heading: use for heading, _, use in (one.partition("=") for one in columns)}

    def chosen(self) -> tuple[str, ...]:
        """Return what the person said of columns, each HEADING=USE."""
        return tuple(f"{heading}={use}" for heading, use in self._given.items())

    def headings_for(self, key: bool) -> Sequence[tuple[str, bool, Callable[[], None]]]:
        """Return the headings that may be the key, or the question: whether it is, and what chooses it."""
        use = EXPECTED if key else QUESTION
        return [(one, was == use, partial(self._on_chosen, one, use)) for one, was in self._shown.items()]

    def show_columns(self, columns: Columns | None) -> None:
        """Show how a table's columns are read; None: there is no table."""
        uses: dict[str, str] = {}
        if columns is not None:
            uses = {**columns.taken, **columns.given, **dict.fromkeys(columns.carried, "")}
        if uses == self._shown:
            return
        self._shown = uses
        self.setVisible(bool(uses))
        self.shown.emit(bool(uses))
        for button in self.buttons.values():
            dispose(button)
        self.buttons.clear()
        for at, (heading, use) in enumerate(list(uses.items())[:_MOST_SHOWN]):
            self.buttons[heading] = self._button(heading, use)
            self._row.insertWidget(at, self.buttons[heading])
        left = list(uses)[_MOST_SHOWN:]
        self._more.setText(tr("and {n} more", n=len(left)) if left else "")
        self._more.setToolTip(escaped(", ".join(f"{one}: {_said(uses[one])}" for one in left)))

    def _button(self, heading: str, use: str) -> MenuButton:
        told = tr("{heading}: {use}", heading=single_line(heading, _LONGEST), use=_said(use))
        found = MenuButton(told, tr("Column {heading}: {use}", heading=heading, use=_said(use)), chevron=True)
        for offered in _USES:
            action = found.choices.addAction(_said(offered))
            action.setCheckable(True)
            action.setChecked(offered == use)
            action.triggered.connect(partial(self._on_chosen, heading, offered))
        return found

    def _on_chosen(self, heading: str, use: str) -> None:
        if use:
            # What one column is for another one cannot be.
            self._given = {one: "" if was == use else was for one, was in self._given.items()}
        self._given[heading] = use
        self.changed.emit()


def _said(use: str) -> str:
    return tr(_USES[use]) if use in _USES else use
