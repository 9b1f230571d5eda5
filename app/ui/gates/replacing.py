"""Which model is to sit in a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QComboBox, QWidget

from app.domain.canonical import JsonValue
from app.ui.gates.base import DecisionDialog
from app.ui.kit.texts import label, shown, tr


class ReplaceDialog(DecisionDialog):
    """A model's name, chosen from those at the table or typed; `model` is empty where it is not told."""

    def __init__(self, parent: QWidget | None, name: str, model: str, known: Sequence[str]) -> None:
        super().__init__(parent, tr("Another model for {name}", name=name), tr("Use it"))
        self._model = model
        self.box = QComboBox()
        self.box.setEditable(True)
        self.box.setAccessibleName(tr("Model for {seat}", seat=name))
        self.box.setMinimumWidth(340)
        self.box.addItems([other for other in known if other != model])
        self.box.setEditText("")
        edit = self.box.lineEdit()
        if edit is not None:
            edit.setPlaceholderText(tr("provider/model"))
        if model:
            self.body.addWidget(label(tr("Now {model} sits there.", model=shown(model, 60)), wrap=True))
        self.body.addWidget(self.box)
        told = tr("The other model answers from the next call on. Nothing is lost.")
        self.body.addWidget(label(told, wrap=True, muted=True))

    def data(self) -> Mapping[str, JsonValue] | None:
        model = self.box.currentText().strip()
        if not model or model == self._model:
            self.show_problem(tr("Name another model, such as openai/gpt-4o-mini."))
            return None
        return {"model": model}
