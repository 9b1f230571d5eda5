"""Above and below a list: what was asked for, what may be decided of the chosen row, what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from app.engine.tabs import Act, ActLook, Missed
from app.ui.kit.controls import Picture
from app.ui.kit.dispose import dispose
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.icons import icon, set_icon
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.one_line import OneLine
from app.ui.kit.texts import button, label, link_button, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.naming import Names

_HEIGHT = 40
"""Pixels at the usual size of text."""
_ICONS: Mapping[ActLook, str] = {
    "accept": "check",
    "confirm": "check",
    "dismiss": "x",
    "later": "clock",
    "keep": "git-compare",
    "undo": "undo-2",
    "write": "pencil",
}
KEYS: Mapping[int, ActLook] = {
    Qt.Key.Key_A: "accept",
    Qt.Key.Key_C: "confirm",
    Qt.Key.Key_D: "dismiss",
    Qt.Key.Key_F: "later",
    Qt.Key.Key_U: "undo",
}
"""In the list a letter decides, as letters do among critiques."""
_LETTERS: Mapping[ActLook, str] = {"accept": "A", "confirm": "C", "dismiss": "D", "later": "F", "undo": "U"}
_UNDER = 19
"""Pixels that the words stand in beside the icon."""
_LONGEST = 200
"""Characters of what is told of it; all of it is a press away."""


def request_row(asked: QLabel) -> QFrame:
    """Return the row around the words of a request, hidden until there are any."""
    row = QFrame()
    row.setObjectName("request")
    sign, before = Picture("message-square"), label(tr("You asked"), muted=True)
    row.setLayout(in_row(sign, before, asked, SPACE, spacing=8, margins=(16, 0, 14, 0)))
    row.setMinimumHeight(_HEIGHT)
    row.hide()
    return row


class Foot(QFrame):
    """Buttons for what can be decided; where nothing can now, the note alone."""

    wanted = Signal(object)
    """An `Act` is to be done."""

    def __init__(self, *, bare: bool = False) -> None:
        """`bare`: it stands in a row with others, and has no edge and no room around it."""
        super().__init__()
        self.setObjectName("" if bare else "detail-foot")
        self._bare = bare
        self.buttons: list[QPushButton] = []
        self._acts: tuple[Act, ...] = ()
        self.note = label("", muted=True, scale=CAPTION, widget=OneLine())
        margins = (0, 0, 0, 0) if bare else (16, 6, 14, 8)
        self._row = in_row(SPACE, self.note, spacing=8, margins=margins)
        self.setLayout(self._row)
        self.hide()

    def show_acts(self, acts: Sequence[Act], note: str, free: Callable[[Act], bool]) -> None:
        """Show what can be done; `free`: it can be done now. The same buttons keep the focus."""
        before = [(one.title, one.look) for one in self._acts]
        self._acts = tuple(acts)
        if [(one.title, one.look) for one in acts] != before:
            self._rebuild()
        for act, press in zip(self._acts, self.buttons, strict=True):
            if press.isEnabled() != free(act):
                press.setEnabled(free(act))
        self.note.setText(note)
        self.setVisible(bool(acts or note))

    def press(self, look: ActLook) -> bool:
        """Do the first of a kind that can be done; tell whether there is one."""
        for act, press in zip(self._acts, self.buttons, strict=True):
            if act.look == look and press.isEnabled():
                self.wanted.emit(act)
                return True
        return False

    def _rebuild(self) -> None:
        for old in self.buttons:
            self._row.removeWidget(old)
            dispose(old)
        self.buttons = []
        for at, act in enumerate(self._acts):
            title, letter = tr(act.title), _LETTERS.get(act.look, "")
            tip = tr("{what} – in the list: {letter}", what=title.rstrip("…"), letter=letter)
            tip = tip if letter else title.rstrip("…")
            if self._bare:
                press = link_button(title, tip=tip, small=True)
                press.setIcon(icon(_ICONS[act.look], "accent"))
            else:
                press = button(title, tip=tip)
                set_icon(press, _ICONS[act.look])
            press.clicked.connect(lambda _on=False, place=at: self.wanted.emit(self._acts[place]))
            self._row.insertWidget(at, press)
            self.buttons.append(press)


class MissedFoot(QFrame):
    """How much is missing, what and why, and a link that shows it."""

    opened = Signal(object)
    """The place that is to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("detail-foot")
        self._missed: Missed | None = None
        self.head = IconLabel("triangle-alert", tone="waiting")
        label("", bold=True, widget=self.head)
        self.text = label("", wrap=True, muted=True, scale=CAPTION)
        self.show_it = link_button(tr("Show"), small=True)
        self.show_it.clicked.connect(self._on_clicked)
        words = in_column(self.head, self.text, spacing=2)
        self.text.setContentsMargins(_UNDER, 0, 0, 0)
        row = in_row((words, 1), self.show_it, spacing=8, margins=(16, 7, 12, 8))
        row.setAlignment(self.show_it, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(row)
        self.hide()

    def show_missed(self, missed: Missed | None, names: Names) -> None:
        """Say what is missing; nothing where nothing is."""
        self.setVisible(missed is not None)
        self._missed = missed
        if missed is None:
            return
        self.head.setText(tr(missed.head))
        told = names.veil(tr(missed.text))
        self.text.setText(told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…")
        self.show_it.setAccessibleName(f"{tr(missed.head)}: {tr('Show')}")

    def _on_clicked(self) -> None:
        if self._missed is not None:
            self.opened.emit(self._missed.opens)
