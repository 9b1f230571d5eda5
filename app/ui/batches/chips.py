"""Which rows of a batch are shown: a chip for each state and verdict that there is, with its count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.domain.i18n import Message, words
from app.ui.kit.controls import search_line
from app.ui.kit.icons import Tone, set_icon
from app.ui.kit.layouts import SPACE, in_row, rule
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
_VERDICTS = ("right", "wrong")
_AROUND, _BESIDE = 48, 330
"""Pixels around the words of a chip, and of all that stands beside the chips."""
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
        self.setObjectName("sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._chosen = {ALL}
        self._counted: Counter[str] = Counter()
        self.chips: dict[str, QPushButton] = {}
        for kind, title in TITLES.items():
            chip = self.chips[kind] = button(tr(title))
            chip.setCheckable(True)
            chip.setProperty("chip", True)
            chip.clicked.connect(lambda _=False, pressed=kind: self._on_pressed(pressed))
        for kind, (name, tone) in _ICONS.items():
            set_icon(self.chips[kind], name, tone, 14)
        self.search = search_line(tr("Search the rows"))
        self.search.setMaximumWidth(220)
        self._line = rule()
        verdicts = [self.chips[kind] for kind in _VERDICTS]
        states = [chip for chip in self.chips.values() if chip not in verdicts]
        chips = in_row(*states, self._line, *verdicts, spacing=6)
        self._row = in_row(chips, SPACE, (self.search, 1), spacing=6, margins=(16, 0, 12, 6))
        self.setLayout(self._row)

    def add(self, control: QWidget) -> None:
        """Put one more control at the end of the row."""
        self._row.addWidget(control)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell kinds by their signs alone where there is no room for words."""
        super().resizeEvent(event)
        for kind in self.chips:
            self._say(kind)

    def _has_room(self) -> bool:
        wide = self.fontMetrics().horizontalAdvance
        words = [self._told(kind) for kind, count in self._counted.items() if count]
        return sum(wide(told) + _AROUND for told in words) <= self.width() - _BESIDE

    def passes(self, kinds: frozenset[str]) -> bool:
        """Tell whether a session of these kinds is shown."""
        return not self._chosen.isdisjoint(kinds)

    def show_counts(self, kinds: Iterable[frozenset[str]]) -> None:
        """Show how many sessions each chip stands for; one that stands for none is left out."""
        counted = Counter(kind for each in kinds for kind in each)
        if self._chosen.isdisjoint(kind for kind, count in counted.items() if count):
            # The last of its kind has gone on: an empty list would look like none at all.
            self._chosen = {ALL}
        self._counted = counted
        for kind, chip in self.chips.items():
            self._say(kind)
            chip.setVisible(bool(counted[kind]))
            chip.setChecked(kind in self._chosen)
        self._line.setVisible(any(counted[kind] for kind in _VERDICTS))

    def _told(self, kind: str) -> str:
        return f"{tr(TITLES[kind])} {self._counted[kind]}"

    def _say(self, kind: str) -> None:
        told = self._told(kind)
        signs = kind in _ICONS and not self._has_room()
        self.chips[kind].setText(str(self._counted[kind]) if signs else told)
        self.chips[kind].setAccessibleName(told)
        self.chips[kind].setToolTip(told if signs else "")

    def _on_pressed(self, kind: str) -> None:
        adds = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        if adds and kind != ALL:
            self._chosen = (self._chosen - {ALL}) ^ {kind} or {ALL}
        else:
            self._chosen = {kind}
        self.changed.emit()
