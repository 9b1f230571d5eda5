"""A dialog whose main button hands out the data of a verb."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.ui.kit.dialog import Dialog


class DecisionDialog(Dialog):
    """Emits the data once, when it fits."""

    decided = Signal(object)
    """The data, a mapping of JSON values."""

    def __init__(self, parent: QWidget | None, title: str, main: str, cancel: str = "") -> None:
        super().__init__(parent, title, main, cancel)
        self.main.clicked.connect(self._on_main_clicked)

    def data(self) -> Mapping[str, object] | None:
        """Return what was chosen and typed; None where it does not fit, which was said."""
        raise NotImplementedError

    def _on_main_clicked(self) -> None:
        data = self.data()
        if data is not None:
            self.accept()
            self.decided.emit(data)
