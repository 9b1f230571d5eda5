"""The pages beside the providers: a server of the person's own, and the servers that were approved."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QListWidget, QWidget

from app.engine.ports import ProviderInfo
from app.services.providers import Approval
from app.settings.providers import Endpoint
from app.ui.kit.controls import NumberBox, line_edit
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.texts import button, label, rename, single_line, tr
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
        rename(self.add, words)

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


class Approvals(QWidget):
    """The page with all that was approved."""

    taken_back = Signal(str)
    """A server is to be approved no longer."""

    def __init__(self) -> None:
        super().__init__()
        self._approvals: Sequence[Approval] = ()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Approved servers"))
        self.back = button(tr("Take back"), tip=tr("Ask again before anything is sent to the chosen server"))
        title = label(tr("Approved servers"), bold=True, scale=FIGURE)
        about = label(
            tr("Teams and imported sessions may ask these, and have them sent what is named."),
            muted=True,
            wrap=True,
        )
        below = in_row(SPACE, self.back)
        self.setLayout(in_column(title, about, (self.list, 1), below, spacing=12, margins=(28, 18, 28, 16)))
        self.back.clicked.connect(self._on_back_clicked)

    def show_approvals(self, approvals: Sequence[Approval]) -> None:
        self._approvals = approvals
        self.list.clear()
        self.list.addItems([_words(one) for one in approvals])
        self.list.setCurrentRow(0 if approvals else -1)

    def _on_back_clicked(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.taken_back.emit(self._approvals[row].place)


def _words(approval: Approval) -> str:
    address = single_line(approval.place, 200)
    names = ", ".join(single_line(name, 100) for name in approval.variables)
    return tr("{place} – with {names}", place=address, names=names) if names else address
