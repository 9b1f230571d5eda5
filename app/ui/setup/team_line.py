"""Who answers: the team, its members, whether they can be asked, and why they were not."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QWidget

from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.texts import button, label, tr
from app.ui.setup.team_chips import TeamChips
from app.ui.setup.warned import Refusal, StateLine


class TeamLine(QWidget):
    """A row with a team's name, its chips and its state; below it what stands in its way."""

    def __init__(self, box: QComboBox) -> None:
        """`box`: in which the team is chosen."""
        super().__init__()
        self.box, self.who, self.state, self.refusal = box, TeamChips(), StateLine(), Refusal()
        self.edit = button(tr("Edit team…"))
        self.edit.setObjectName("link")
        title = label(tr("Team"), bold=True)
        title.setBuddy(box)
        row = in_row(title, box, (self.who, 1), self.edit, self.state, spacing=8)
        self.setLayout(in_column(row, self.refusal, spacing=8, margins=(0, 4, 0, 0)))
