"""Which rows of a batch are shown: a chip for each state and verdict that there is, with its count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.domain.i18n import Message, words
from app.ui.kit.controls import search_line
from app.ui.kit.icons import Tone, set_icon
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.states import STATE_LOOKS
from app.ui.kit.texts import button, tr

ALL = ""
TITLES: Mapping[str, Message] = {
    ALL: words("All"),
    "waiting": words("Needs you"),
    "running": words("Running"),
    "finished": words("Finished"),
    "failed": words("Failed"),
    "halted": words("Halted"),
    "not begun": words("Not begun"),
    "right": words("Right"),
    "wrong": words("Wrong"),
}
"""What rows are shown together, in the order of the chips."""
_KINDS = {
    "waiting": "waiting",
    "running": "running",
    "finished": "finished",
    "failed": "failed",
    "paused": "halted",
    "stopped": "halted",
    "interrupted": "halted",
    "": "not begun",
}


def kinds_of(state: str, right: bool | None) -> frozenset[str]:
    """Return under which chips a session stands."""
    verdict = {True: "right", False: "wrong", None: ALL}[right]
    return frozenset((ALL, _KINDS.get(state, "not begun"), verdict))


_ICONS: Mapping[str, tuple[str, Tone]] = {
    **{kind: (look.icon, look.tone) for kind in TITLES if (look := STATE_LOOKS.get(kind)) is not None},
    "halted": ("circle-pause", "text2"),
    "not begun": ("circle", "muted"),
    "right": ("check", "finished"),
    "wrong": ("x", "failed"),
}
"""The sign of each chip but the first."""


class StateChips(QWidget):
    """Chips that filter rows: a press chooses one, with Ctrl it is added or taken away."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._chosen = {ALL}
        self.chips: dict[str, QPushButton] = {}
        for kind, title in TITLES.items():
            chip = self.chips[kind] = button(tr(title))
            chip.setCheckable(True)
            chip.clicked.connect(lambda _=False, pressed=kind: self._on_pressed(pressed))
        for kind, (name, tone) in _ICONS.items():
            set_icon(self.chips[kind], name, tone, 14)
        self.search = search_line(tr("Search the rows"))
        self.search.setMaximumWidth(220)
        chips = in_row(*self.chips.values(), spacing=6)
        self.setLayout(in_row(chips, SPACE, (self.search, 1), spacing=6, margins=(16, 0, 16, 6)))

    def passes(self, kinds: frozenset[str]) -> bool:
        """Tell whether a session of these kinds is shown."""
        return not self._chosen.isdisjoint(kinds)

    def show_counts(self, kinds: Iterable[frozenset[str]]) -> None:
        """Show how many sessions each chip stands for; one that stands for none is left out."""
        counted = Counter(kind for each in kinds for kind in each)
        if self._chosen.isdisjoint(kind for kind, count in counted.items() if count):
            # The last of its kind has gone on: an empty list would look like none at all.
            self._chosen = {ALL}
        for kind, chip in self.chips.items():
            chip.setText(f"{tr(TITLES[kind])} {counted[kind]}")
            chip.setVisible(bool(counted[kind]))
            chip.setChecked(kind in self._chosen)

    def _on_pressed(self, kind: str) -> None:
        adds = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        if adds and kind != ALL:
            self._chosen = (self._chosen - {ALL}) ^ {kind} or {ALL}
        else:
            self._chosen = {kind}
        self.changed.emit()
