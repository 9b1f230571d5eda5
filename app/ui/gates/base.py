"""A dialog whose main button hands out the data of a verb."""

from __future__ import annotations

from PySide6.QtCore import Signal

from app.ui.kit.dialog import Dialog


class DecisionDialog(Dialog):
    """Emits the data once, when it fits."""

    decided = Signal(object)
    """The data, a mapping of JSON values."""
