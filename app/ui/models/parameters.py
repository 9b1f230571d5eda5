"""What a provider is told besides its key: an address, a region, a version, a second secret."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from app.engine.ports import Parameter, ProviderInfo
from app.ui.kit.controls import combo_box, line_edit, offer_options
from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.texts import button, label, single_line, tr
from app.ui.kit.theme import CAPTION


class ParameterForm(QWidget):
    """One parameter is chosen and set at a time; what is set stands below."""

    def __init__(self) -> None:
        super().__init__()
        title = label(tr("Besides the key"), bold=True)
        self.which = combo_box(tr("What the provider is told"), [])
        self.value = line_edit(tr("Its value"))
        self.set = button(tr("Set"))
        self.there = label("", muted=True, scale=CAPTION, wrap=True)
        self._parameters: tuple[Parameter, ...] = ()
        self.which.currentIndexChanged.connect(lambda _at: self._show_value())
        form = in_column(
            title,
            in_row(self.which, (self.value, 1), self.set, spacing=8),
            self.there,
            spacing=5,
        )
        self.setLayout(form)

    def chosen(self) -> Parameter | None:
        """Return the parameter in sight."""
        name = self.which.currentData()
        return next((one for one in self._parameters if one.name == name), None)

    def show_parameters(self, one: ProviderInfo) -> None:
        """Offer what a provider may be told; nothing where it is told its key alone."""
        self.setVisible(bool(one.parameters))
        self._parameters = one.parameters
        # What it needs stands first.
        needed = [p for p in one.parameters if p.variable in one.lacking]
        ordered = [*needed, *(p for p in one.parameters if p not in needed)]
        offer_options(self.which, [(p.name, p.name) for p in ordered])
        told = [f"{p.name}: {single_line(p.value, 60)}" for p in one.parameters if p.value]
        if one.lacking:
            told.insert(0, tr("It still needs {names}.", names=one.lacking))
        self.there.setText("\n".join(told))
        self._show_value()

    def _show_value(self) -> None:
        chosen = self.chosen()
        secret = chosen is not None and chosen.secret
        self.value.setEchoMode(QLineEdit.EchoMode.Password if secret else QLineEdit.EchoMode.Normal)
        self.value.setText(chosen.value if chosen is not None and not secret else "")
        self.value.setPlaceholderText(chosen.variable if chosen is not None else "")
