"""The fields of a server of the person's own: name, address and prices."""

from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QWidget

from app.engine.ports import ProviderInfo
from app.settings.providers import Endpoint
from app.ui.kit.controls import NumberBox, line_edit
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.texts import button, label, tr
from app.ui.kit.theme import FIGURE

LEAST = 130
"""Pixels that a price keeps."""


class OwnServer(QWidget):
    """A server of the person's own, with its rates."""

    def __init__(self) -> None:
        super().__init__()
        self.name = line_edit(tr("Name"), tr("work – its models are then called work/…"))
        self.address = line_edit(tr("Address"), "https://llm.example/v1")
        self.rates = (
            _rate(tr("Dollars per million tokens in"), tr("in ${rate}"), tr("in: unknown")),
            _rate(tr("Dollars per million tokens out"), tr("out ${rate}"), tr("out: unknown")),
        )
        self.add = button("")
        self.say_what_is_done(False)
        self.title = label(tr("Custom OpenAI-compatible server"), bold=True, scale=FIGURE)
        about = tr(
            "Its models are then listed with all others. A key is entered afterwards, where it needs one."
        )
        form = QFormLayout()
        form.setVerticalSpacing(10)
        # With large text two prices have no room beside their label.
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for control in (self.name, self.address):
            form.addRow(label(control.accessibleName()), control)
        form.addRow(label(tr("Per million tokens")), in_row(*self.rates, spacing=8))
        self.setLayout(
            in_column(
                self.title,
                label(about, muted=True, wrap=True),
                form,
                in_row(SPACE, self.add),
                SPACE,
                spacing=12,
                margins=(28, 18, 28, 16),
            )
        )

    def value(self) -> tuple[str, Endpoint]:
        """Return name and server; an address that is none is said by whoever keeps it."""
        into, out = (box.value() if box.value() >= 0 else None for box in self.rates)
        address = self.address.text().strip()
        return self.name.text().strip(), Endpoint.model_construct(
            base_url=address, price_in=into, price_out=out
        )

    def show_server(self, one: ProviderInfo) -> None:
        """Put a server's values into the fields, to be changed."""
        self.name.setText(one.name)
        self.address.setText(one.base)
        for box, rate in zip(self.rates, one.rates, strict=True):
            box.setValue(-1 if rate is None else rate)
        self.address.setFocus()

    def say_what_is_done(self, changes: bool) -> None:
        """Name the button after what it does."""
        words = tr("Change the server") if changes else tr("Add the server")
        self.add.setText(words)
        self.add.setAccessibleName(words)

    def clear(self) -> None:
        self.name.clear()
        self.address.clear()
        for box in self.rates:
            box.setValue(-1)


def _rate(name: str, words: str, unknown: str) -> NumberBox:
    """Return a box for a price; `words` say it with a place called rate."""
    before, _, behind = words.partition("{rate}")
    box = NumberBox(name, 10_000, prefix=before, suffix=behind)
    box.setToolTip(name)
    box.setMinimum(-1)
    box.setSpecialValueText(unknown)
    box.setValue(-1)
    # Else it is as wide as the highest price there can be.
    box.setMinimumWidth(LEAST)
    return box
