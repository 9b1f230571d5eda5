"""What the person expects of a new session: one line that no model is told."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.services.looking_back import MOST
from app.ui.kit.controls import line_edit
from app.ui.kit.layouts import in_column
from app.ui.kit.texts import label, tr
from app.ui.kit.theme import CAPTION


class ForecastLine(QWidget):
    """A line for a forecast; empty: none is made."""

    def __init__(self) -> None:
        super().__init__()
        about = tr("No model is told. Once the first answers are there it stays as it is.")
        self.line = line_edit(tr("What you expect"), tr("In one line, if you like"), most=MOST)
        self.line.setAccessibleDescription(about)
        title = label(tr("What you expect"))
        title.setBuddy(self.line)
        note = label(about, muted=True, wrap=True, scale=CAPTION)
        self.setLayout(in_column(title, self.line, note, spacing=4))

    def text(self) -> str:
        """Return what is expected, in one line."""
        return " ".join(self.line.text().split())
