"""What a copy of a session must have a value of its own for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from app.engine.plugin import SetupField, WorkflowPlugin
from app.ui.gates.base import DecisionDialog
from app.ui.kit.texts import label, tr
from app.ui.setup.setup_form import SetupForm, first_free


class ForkDialog(DecisionDialog):
    """A form of the fields that a fork may not share with the session it comes from."""

    def __init__(
        self,
        parent: QWidget | None,
        plugin: WorkflowPlugin,
        setup: Mapping[str, object],
        taken: Callable[[Mapping[str, object]], bool],
    ) -> None:
        """`setup` is that of the session copied; `taken` tells of values another session has already."""
        super().__init__(parent, tr("Go on in a copy"), tr("Make the copy"))
        self.form = SetupForm(plugin.setup, _fields(plugin), above=True)
        for row in self.form.rows.values():
            row.put(first_free(row, setup, taken))
        self.body.addWidget(label(tr("The copy needs a value of its own here:"), wrap=True))
        self.body.addWidget(self.form)
        self.setMinimumWidth(420)

    def data(self) -> Mapping[str, object] | None:
        values = self.form.values()
        empty = [row for row in self.form.rows.values() if not values[row.name]]
        for row in self.form.rows.values():
            row.show_error(tr("Fill this in.") if row in empty else "")
        return None if empty else values


def _fields(plugin: WorkflowPlugin) -> list[SetupField]:
    known = {field.name: field for field in plugin.form}
    return [known.get(name, SetupField(name)) for name in plugin.traits.fork_fields]
