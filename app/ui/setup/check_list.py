"""Several of a few named things, each with a box of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from app.ui.kit.layouts import in_column


class CheckList(QWidget):
    """A box for each value; what is chosen and has none, such as a server that is gone, stays chosen."""

    changed = Signal()

    def __init__(self, title: str, called: Mapping[str, str]) -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.boxes = {value: QCheckBox(name) for value, name in called.items()}
        self._others: list[str] = []
        for name, box in self.boxes.items():
            box.setAccessibleName(f"{title}: {called[name]}")
            box.toggled.connect(self.changed)
        column = in_column(*self.boxes.values(), spacing=4)
        column.setContentsMargins(0, 0, 0, 0)
        self.setLayout(column)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        if self.boxes:
            self.setFocusProxy(next(iter(self.boxes.values())))

    def chosen(self) -> list[str]:
        """Return the values that are chosen."""
        return [*(value for value, box in self.boxes.items() if box.isChecked()), *self._others]

    def put(self, values: Sequence[str]) -> None:
        """Choose these and no others."""
        self._others = [value for value in values if value not in self.boxes]
        for value, box in self.boxes.items():
            box.setChecked(value in values)
