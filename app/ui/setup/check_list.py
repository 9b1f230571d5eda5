"""Several of a few named things, each with a box of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from app.ui.kit.layouts import in_column
from app.ui.kit.texts import single_line, tr


class CheckList(QWidget):
    """A box for each value, and for each that is chosen and not offered: a server that is gone."""

    changed = Signal()
    offered = Signal(bool)
    """Other values can be chosen now; False: none."""

    def __init__(self, title: str, called: Mapping[str, str]) -> None:
        super().__init__()
        self._title = title
        self.setAccessibleName(title)
        self.boxes: dict[str, QCheckBox] = {}
        self._column = in_column(spacing=4)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.setLayout(self._column)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.offer(called)

    def offer(self, called: Mapping[str, str], about: Mapping[str, str] | None = None) -> None:
        """Offer these values by what they are called, with a sentence on each; what is chosen stays so."""
        chosen = self.chosen()
        known = dict.fromkeys([*called, *chosen])
        if list(self.boxes) != list(known):
            for box in self.boxes.values():
                self._column.removeWidget(box)
                box.hide()
                box.deleteLater()
            self.boxes = {value: self._box(name) for value, name in called.items()}
            self._tick(chosen)
        for value, box in self.boxes.items():
            told = (about or {}).get(value, "") if value in called else tr("It is not set up here.")
            box.setToolTip(told)
            box.setAccessibleDescription(told)

    def _box(self, name: str) -> QCheckBox:
        box = QCheckBox(name)
        box.setAccessibleName(f"{self._title}: {name}")
        box.toggled.connect(self.changed)
        self._column.addWidget(box)
        return box

    def chosen(self) -> list[str]:
        """Return the values that are chosen."""
        return [value for value, box in self.boxes.items() if box.isChecked()]

    def put(self, values: Sequence[str]) -> None:
        """Choose these and no others."""
        before = self.chosen()
        self._tick(values)
        if self.chosen() != before:
            self.changed.emit()

    def _tick(self, values: Sequence[str]) -> None:
        for value in values:
            if value not in self.boxes:
                self.boxes[value] = self._box(single_line(value, 60))
        for value, box in self.boxes.items():
            # Whoever hears of a change finds all of it.
            with QSignalBlocker(box):
                box.setChecked(value in values)
        for box in [*self.boxes.values()][:1]:
            self.setFocusProxy(box)
        self.offered.emit(bool(self.boxes))


def offer_servers(controls: Iterable[QWidget], servers: Mapping[str, str]) -> None:
    """Offer tool servers in lists of them, by name with where each runs; what is chosen stays so."""
    for control in controls:
        if isinstance(control, CheckList):
            control.offer({name: name for name in servers}, servers)
