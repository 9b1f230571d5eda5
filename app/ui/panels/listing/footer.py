"""Below a detail: what a person may decide of the chosen row, and where that row comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton

from app.engine.tabs import Act, ActLook
from app.ui.kit.icons import WIDE_ICON, icon
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.one_line import OneLine
from app.ui.kit.texts import button, label, rescale, tr
from app.ui.kit.theme import CAPTION

ICONS: Mapping[ActLook, str] = {
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
            old.hide()
            old.deleteLater()
        self.buttons = []
        for at, act in enumerate(self._acts):
            title, letter = tr(act.title), _LETTERS.get(act.look, "")
            tip = tr("{what} – in the list: {letter}", what=title.rstrip("…"), letter=letter)
            press = button(title, tip=tip if letter else title.rstrip("…"))
            if self._bare:
                press.setObjectName("link")
                rescale(press, CAPTION)
                press.setIcon(icon(ICONS[act.look], "accent"))
            else:
                press.setIcon(icon(ICONS[act.look], "text"))
                press.setIconSize(WIDE_ICON)
            press.clicked.connect(lambda _on=False, place=at: self.wanted.emit(self._acts[place]))
            self._row.insertWidget(at, press)
            self.buttons.append(press)
