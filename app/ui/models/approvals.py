"""The servers that were approved, each with its variables, to be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListWidget, QWidget

from app.services.providers import Approval
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.texts import button, label, single_line, tr
from app.ui.kit.theme import FIGURE


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
