"""The servers that were approved, each with its variables, to be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QWidget

from app.services.providers import Approval
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.texts import button, label, shown, tr


class Approvals(QWidget):
    """A list that is there where something was approved."""

    taken_back = Signal(str)
    """A server is to be approved no longer."""

    def __init__(self) -> None:
        super().__init__()
        self._approvals: Sequence[Approval] = ()
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Approved servers"))
        self.list.setMaximumHeight(72)
        self.back = button(tr("Take back"), tip=tr("Ask again before anything is sent to the chosen server"))
        title = label(tr("Servers you approved for teams and imported sessions"), bold=True)
        below = in_row((self.list, 1), in_column(self.back, SPACE))
        self.setLayout(in_column(title, below, margins=(0, 8, 0, 0)))
        self.back.clicked.connect(self._on_back_clicked)
        self.hide()

    def show_approvals(self, approvals: Sequence[Approval]) -> None:
        self._approvals = approvals
        self.list.clear()
        self.list.addItems([_words(one) for one in approvals])
        self.list.setCurrentRow(0 if approvals else -1)
        self.setVisible(bool(approvals))

    def _on_back_clicked(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.taken_back.emit(self._approvals[row].place)


def _words(approval: Approval) -> str:
    address = shown(approval.place, 200)
    names = ", ".join(shown(name, 100) for name in approval.variables)
    return tr("{place} – with {names}", place=address, names=names) if names else address
